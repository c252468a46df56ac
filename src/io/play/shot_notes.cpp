#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "carom/billiards/ball_impact.hpp"
#include "carom/billiards/cushion_impact.hpp"
#include "carom/io/shot.hpp"
#include "io/play/table_words.hpp"

namespace carom::io {
namespace {

using namespace billiards;

/// Of the ball just before the event, by its impulse.
double speed_before(const Table& table, const ShotEvent& event) {
  return norm(event.state.velocity - event.impulse / table.ball(event.ball).mass);
}

double speed_before(const Table& table, const ShotEvent& event, const BallState& other) {
  return norm(other.velocity + event.impulse / table.ball(event.other).mass);
}

CushionImpactModel model_of(const Table& table, std::size_t part) {
  const std::size_t outline = table.cushions.size();
  const CushionPart& cushion = part < outline ? table.cushions[part] : table.obstacles[part - outline];
  return table.materials[cushion.material].model;
}

}  // namespace

std::vector<std::string> shot_notes(const ShotSetup& setup, const Outcome& outcome) {
  const Table& table = setup.table;
  double at_ball = 0;
  std::map<CushionImpactModel, double> at_cushion;
  for (const ShotEvent& event : outcome.events) {
    if (event.kind == ShotEventKind::ball_ball) {
      at_ball = std::max({at_ball, speed_before(table, event), speed_before(table, event, event.other_state)});
    } else if (event.kind == ShotEventKind::cushion) {
      double& fastest = at_cushion[model_of(table, static_cast<std::size_t>(event.part))];
      fastest = std::max(fastest, speed_before(table, event));
    }
  }
  std::vector<std::string> notes;
  const auto tell = [&notes](const std::string& model, std::optional<double> measured, const char* met, double speed) {
    if (measured && speed > *measured)
      notes.push_back(fmt::format("{} rests on balls of up to {:g} m/s; here one met {} with {:.3g} m/s", model,
                                  *measured, met, speed));
  };
  const BallImpactModel ball_model = table.equipment.contact.model;
  tell(word_of(ball_model, kBallModels), measured_to(ball_model), "another", at_ball);
  for (const auto& [model, speed] : at_cushion)
    tell(word_of(model, kCushionModels), measured_to(model), "a cushion", speed);
  return notes;
}

}  // namespace carom::io
