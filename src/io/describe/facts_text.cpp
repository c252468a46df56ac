#include "io/describe/facts_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "carom/io/scene.hpp"
#include "io/describe/play_facts.hpp"

namespace carom::io {
namespace {

/// A number or a word, as it stands in JSON but without quotes; the shortest that reads back.
std::string plain(const Facts& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

std::string vector_text(const Facts& list) {
  std::string text;
  for (const Facts& value : list) text += (text.empty() ? "(" : ", ") + plain(value);
  return text + ")";
}

std::string counted(const Facts& count, const std::string& singular, const std::string& plural) {
  return fmt::format("{} {}", plain(count), count == 1 ? singular : plural);
}

std::string plural(const std::string& shape) {
  return shape == "box" || shape == "mesh" ? shape + "es" : shape + "s";
}

/// "a, b, c" of what `text` gives for each entry; what it leaves empty is left out.
template <class Text>
std::string joined(const Facts& entries, const Text& text) {
  std::string line;
  for (const auto& [key, value] : entries.items())
    if (const std::string one = text(key, value); !one.empty()) line += (line.empty() ? "" : ", ") + one;
  return line;
}

std::string line(std::string_view label, const std::string& text) {
  return text.empty() ? "" : fmt::format("  {:<10}{}\n", label, text);
}

std::string bodies_text(const Facts& bodies) {
  const std::string kinds = joined(bodies, [](const std::string& shape, const Facts& count) {
    return shape == "total" ? "" : counted(count, shape, plural(shape));
  });
  return plain(bodies["total"]) + (kinds.empty() ? "" : ": " + kinds);
}

std::string radius_text(const Facts& radius) {
  if (radius.is_null()) return "";
  const std::string smallest = plain(radius["smallest"]), largest = plain(radius["largest"]);
  return smallest == largest ? smallest : smallest + " to " + largest;
}

std::string laws_text(const Facts& scene) {
  std::string lines;
  const Facts& gravity = scene["gravity"];
  if (std::any_of(gravity.begin(), gravity.end(), [](const Facts& g) { return g != 0; }))
    lines += line("gravity", vector_text(gravity));
  if (scene["damping"] > 0) lines += line("damping", fmt::format("exp(−{} t)", plain(scene["damping"])));
  if (!scene["period"].is_null()) lines += line("periodic", "box with sides " + vector_text(scene["period"]));
  if (scene["forces"] > 0) lines += line("forces", plain(scene["forces"]));
  lines += line("fields", joined(scene["force_fields"], [](const std::string& field, const Facts& count) {
                  return count > 0 ? counted(count, field, field + "s") : "";
                }));
  if (const Facts& steps = scene["stepwise_damping"]; !steps.is_null())
    lines += line("damping", fmt::format("× {} every {}", plain(steps["factor"]), plain(steps["interval"])));
  if (const Facts& spins = scene["tangential_restitution"]; !spins.is_null())
    lines += line("spins", "tangential restitution " + plain(spins));
  if (const Facts& warm = scene["thermostat"]; !warm.is_null())
    lines += line("kicks", fmt::format("every {}, heating each component by {} per unit of time",
                                       plain(warm["interval"]), plain(warm["noise"])));
  lines += line("own laws", joined(scene["own_laws"], [](const std::string& law, const Facts& count) {
                  return count > 0 ? plain(count) + " " + law : "";
                }));
  std::string rule = scene["restitution_rule"];
  if (rule == "mass_weighted") rule = "mass-weighted average";
  return lines + line("bounces", fmt::format("pairs take the {} of their restitutions", rule));
}

std::string scene_text(const Facts& scene) {
  const std::string title = scene["title"], about = scene["about"];
  const Facts& time = scene["time"];
  return fmt::format("{}: a scene in {}D{}\n", plain(scene["name"]), plain(scene["dimension"]),
                     title.empty() ? "" : ": " + title) +
         (about.empty() ? "" : "  " + about + "\n") + line("bodies", bodies_text(scene["bodies"])) +
         line("arrivals",
              scene["come_later"] == 0 ? "" : counted(scene["come_later"], "ball comes later", "balls come later")) +
         line("radius", radius_text(scene["radius"])) +
         line("groups", joined(scene["groups"], [](const std::string& group, const Facts&) { return group; })) +
         laws_text(scene) +
         line("time", fmt::format("from {} until {}, {} frames per unit of time", plain(time["from"]),
                                  plain(time["until"]), plain(time["frames_per_unit"])));
}

std::string span_text(const Facts& time) {
  return time.is_null() ? "" : fmt::format(", from t = {} to {}", plain(time["from"]), plain(time["to"]));
}

std::string trajectory_text(const Facts& facts) {
  return fmt::format(
      "{}: a trajectory (H5MD)\n"
      "  {}{}\n"
      "  {}; an id of -1 marks a ball that is not there in that frame\n"
      "  open it with h5py, MDAnalysis (format H5MD, convert_units=False) or VMD\n",
      plain(facts["file"]), counted(facts["frames"], "frame", "frames"), span_text(facts["time"]),
      counted(facts["balls"], "ball", "balls"));
}

std::string paths_text(const Facts& facts) {
  return fmt::format("{}: the trajectories of a shot\n  {}{}\n  {}\n", plain(facts["file"]),
                     counted(facts["frames"], "frame", "frames"), span_text(facts["time"]),
                     counted(facts["balls"], "ball", "balls"));
}

std::string shots_text(const Facts& facts) {
  return fmt::format("{}: a table of shots\n  {}\n", plain(facts["file"]), counted(facts["shots"], "shot", "shots"));
}

std::string events_text(const Facts& facts) {
  return fmt::format("{}: the events of a run\n  {}{}\n", plain(facts["file"]),
                     counted(facts["events"], "event", "events"), span_text(facts["time"]));
}

const Facts& count(const Facts& value) {
  if (!value.is_number_unsigned()) throw InputError(fmt::format("got {}, expected a count", value.dump()));
  return value;
}

std::string summary_text(const Facts& facts) {
  const Facts& summary = facts["summary"];
  const auto number = [&](const char* pointer) { return summary.at(Facts::json_pointer(pointer)).get<double>(); };
  const Facts& events = summary.at("events");
  const std::string kinds = joined(events, [](const std::string& kind, const Facts& n) {
    return kind != "total" && count(n) > 0 ? kind + " " + plain(n) : "";
  });
  std::string lines =
      fmt::format("{}: the summary of a run of {}\n", plain(facts["file"]), plain(summary.at("scene").at("name")));
  lines += line("time", fmt::format("from {} to {}{}", number("/time/from"), number("/time/reached"),
                                    summary.at("time").at("finished").get<bool>() ? "" : " (stopped early)"));
  lines += line("events", plain(count(events.at("total"))) + (kinds.empty() ? "" : ": " + kinds));
  for (const auto& [group, counts] : summary.at("groups").items())
    lines += line("", group + ": " + plain(count(counts.at("events"))));
  lines += line("energy", fmt::format("{} before, {} after, {} unaccounted for", number("/energy/before/total"),
                                      number("/energy/after/total"), number("/ledger/residual")));
  lines += line("overlap", fmt::format("at most {} of the smallest diameter", number("/deepest_overlap/relative")));
  lines += line("state", summary.at("state_hash").get<std::string>());
  return lines + line("took", fmt::format("{:.3g} s, {:.3g} events per second", number("/timing/wall_seconds"),
                                          number("/timing/events_per_second")));
}

std::string run_text(const Facts& run) {
  if (!run["finished"])
    return fmt::format("An unfinished run, with its checkpoints: carom resume {} goes on with it.\n",
                       plain(run["folder"]));
  std::string lines = summary_text(run) + "  files\n";
  for (const auto& [name, bytes] : run["files"].items())
    lines += fmt::format("    {:<16}{:>14} bytes\n", name, plain(bytes));
  return lines;
}

}  // namespace

std::string facts_text(const Facts& facts) {
  const std::string kind = facts["is"];
  if (kind == "scene") return scene_text(facts);
  if (kind == "trajectory") return trajectory_text(facts);
  if (kind == "events") return events_text(facts);
  if (kind == "shot_trajectories") return paths_text(facts);
  if (kind == "shots") return shots_text(facts);
  if (kind == "summary") return summary_text(facts);
  return kind == "run" ? run_text(facts) : play_text(facts);
}

}  // namespace carom::io
