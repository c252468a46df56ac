#include "estimate.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "carom/io/estimate.hpp"
#include "carom/io/memory.hpp"
#include "common/message.hpp"

namespace {

std::string seconds(double count) {
  if (count < 120) return fmt::format("{:.2g} s", count);
  if (count < 7200) return fmt::format("{:.2g} min", count / 60);
  if (count < 172800) return fmt::format("{:.2g} h", count / 3600);
  return fmt::format("{:.3g} days", count / 86400);
}

void print_text(const carom::io::Estimate& found) {
  say("From a sample of {:.3g} of {:.3g} units of time{}:\n", found.sampled, found.asked,
      found.sampled < found.asked ? ", if it goes on as it begins" : ", which is all of it");
  say("  events  {:.3g}\n", found.events);
  say("  time    {}\n", seconds(found.seconds));
  say("  memory  {}\n", carom::io::readable_bytes(found.memory));
  say("  disk    {}\n", carom::io::readable_bytes(found.disk));
}

void print_json(const carom::io::Estimate& found) {
  const nlohmann::ordered_json json{{"sampled_time", found.sampled}, {"asked_time", found.asked},
                                    {"events", found.events},        {"seconds", found.seconds},
                                    {"memory_bytes", found.memory},  {"disk_bytes", found.disk}};
  say("{}\n", json.dump(2));
}

}  // namespace

void print_estimate(const carom::io::AnyScene& scene, const carom::io::RunOptions& options, bool json) {
  const carom::io::Estimate found = carom::io::estimate(scene, options);
  json ? print_json(found) : print_text(found);
}
