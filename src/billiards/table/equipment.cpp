#include "carom/billiards/equipment.hpp"

#include <cmath>

#include "billiards/require.hpp"
#include "carom/math/portable.hpp"

namespace carom::billiards {
namespace {

void validate(const Cloth& cloth) {
  require_not_negative("cloth.sliding_friction", cloth.sliding_friction);
  require_not_negative("cloth.rolling_friction", cloth.rolling_friction);
  require_not_negative("cloth.spinning_friction", cloth.spinning_friction);
  require_between("cloth.restitution", cloth.restitution, 0, 1);
  require_not_negative("cloth.smallest_hop", cloth.smallest_hop);
  require_positive("cloth.gravity", cloth.gravity);
  require_not_negative("cloth.damping", cloth.damping);
  require_not_negative("cloth.deceleration", cloth.deceleration);
}

void validate(const BallContact& contact) {
  require_between("contact.restitution", contact.restitution, 0, 1);
  require_not_negative("contact.friction.constant", contact.friction.constant);
  require_not_negative("contact.friction.rise", contact.friction.rise);
  require_not_negative("contact.friction.decay", contact.friction.decay);
  require_not_negative("contact.effective_modulus", contact.effective_modulus);
}

void validate(const Cushion& cushion, double radius) {
  require_between("cushion.restitution", cushion.restitution, 0, 1);
  require_not_negative("cushion.restitution_fall", cushion.restitution_fall);
  require_not_negative("cushion.friction", cushion.friction);
  if (!(cushion.height > 0 && is_at_the_side(cushion.height, radius)))
    refuse("cushion.height", cushion.height, "between 0 and the ball's diameter");
  if (!(cushion.frequency_ratio > 1 && cushion.frequency_ratio < 2))
    refuse("cushion.frequency_ratio", cushion.frequency_ratio, "between 1 and 2");
}

}  // namespace

double damping_of(double factor, double interval) {
  return -portable::log(factor) / interval;
}

double BallFriction::at(double speed) const {
  return rise == 0 ? constant : constant + rise * portable::exp(-decay * speed);
}

double Cushion::restitution_at(double v) const {
  const double fall = restitution_fall * v;
  return restitution / std::sqrt(1 + fall * fall);
}

Equipment pool() {
  return {};
}

Equipment snooker() {
  Equipment equipment;
  equipment.ball = {.mass = 0.1406, .radius = 0.02625};
  equipment.cloth.sliding_friction = 0.21;
  equipment.cloth.rolling_friction = 0.0127;
  equipment.contact = {
      .model = BallImpactModel::mathavan_2014, .restitution = 0.89, .friction = {.constant = 0.05, .rise = 0}};
  equipment.cushion = {.model = CushionImpactModel::mathavan_2010,
                       .restitution = 1,
                       .restitution_fall = 0.18,
                       .friction = 0.12,
                       .height = 1.4 * 0.02625};
  return equipment;
}

Equipment carom_billiards() {
  Equipment equipment;
  equipment.ball = {.mass = 0.210, .radius = 0.03075};
  equipment.cloth.rolling_friction = 0.005;
  equipment.cushion = {.model = CushionImpactModel::han_2005,
                       .restitution = 0.9,
                       .restitution_fall = 0.16,
                       .friction = 0.28,
                       .height = 0.037};
  return equipment;
}

void validate(const Equipment& equipment) {
  require_positive("ball.mass", equipment.ball.mass);
  require_positive("ball.radius", equipment.ball.radius);
  validate(equipment.cloth);
  validate(equipment.contact);
  validate(equipment.cushion, equipment.ball.radius);
}

}  // namespace carom::billiards
