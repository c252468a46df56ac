#pragma once

#pragma GCC visibility push(default)

// What a game is played with. SI units throughout: kg, m, s, rad.
namespace carom::billiards {

/// A solid ball of uniform density: its moment of inertia is 2/5 mass radius².
struct BallSpec {
  double mass = 0.170;       ///< kg, > 0
  double radius = 0.028575;  ///< m, > 0
};

/// How a ball moves on the cloth: sliding, rolling and spinning with friction; or, as in plain games, spinless: its
/// velocity decays as exp(−damping t), or its speed falls at a constant rate.
enum class ClothLaw { friction, damping, deceleration };

/// The cloth. Coefficients of friction ≥ 0; a value of 0 makes that phase endless.
struct Cloth {
  ClothLaw law = ClothLaw::friction;
  double sliding_friction = 0.2;
  double rolling_friction = 0.01;    ///< a rolling ball slows down at rolling_friction·gravity
  double spinning_friction = 0.012;  ///< side spin falls at 5 spinning_friction·gravity/(2 radius)
  double restitution = 0.5;          ///< of a ball that falls on the cloth, 0 … 1
  double smallest_hop = 0.001;       ///< m: a ball that would leave the cloth for less than this height stays on it
  double gravity = 9.81;             ///< m/s²
  double damping = 0;                ///< 1/s, of ClothLaw::damping
  double deceleration = 0;           ///< m/s², of ClothLaw::deceleration
};

/// The damping, in 1/s, of a ball whose velocity is multiplied by `factor` every `interval` seconds:
/// −ln(factor)/interval.
double damping_of(double factor, double interval);

/// How two balls meet: the models of ball_impact.hpp.
enum class BallImpactModel { frictionless, alciatore, mathavan_2014 };

/// The coefficient of friction between two balls at sliding speed v: constant + rise exp(−decay v). The values are
/// those that Alciatore (TP A-14, 2006) fitted to Marlow's measurements; rise = 0 makes it constant.
struct BallFriction {
  double constant = 0.009951;
  double rise = 0.108;
  double decay = 1.088;  ///< s/m

  double at(double speed) const;
};

struct BallContact {
  BallImpactModel model = BallImpactModel::alciatore;
  double restitution = 0.98;  ///< 0 … 1
  BallFriction friction{};    ///< not used by the frictionless model
  /// Pa: E* of Hertz's contact, which makes a blow among balls in touch last; 0: rigid, one impact after another. Two
  /// balls of pool that meet at 1 m/s touch for 284 µs with it (Marlow, The Physics of Pocket Billiards, 1995).
  double effective_modulus = 7.28e9;
};

/// How a ball meets a cushion: the models of cushion_impact.hpp.
enum class CushionImpactModel { reflection, han_2005, mathavan_2010, stronge };

struct Cushion {
  CushionImpactModel model = CushionImpactModel::mathavan_2010;
  double restitution = 0.8;      ///< 0 … 1: of the slowest ball
  double restitution_fall = 0;   ///< s/m, ≥ 0: how it falls with speed
  double friction = 0.2;         ///< ≥ 0
  double height = 0.0363;        ///< m: of the nose above the cloth; between 0 and two radii
  double frequency_ratio = 1.7;  ///< tangential to normal, of Stronge's compliant contact; between 1 and 2

  /// That of a ball which comes straight at it with v m/s: restitution/√(1 + (restitution_fall v)²).
  double restitution_at(double v) const;
};

struct Equipment {
  BallSpec ball{};
  Cloth cloth{};
  BallContact contact{};
  Cushion cushion{};
};

/// American pool. Ball: 57.15 mm and 0.170 kg, nose of the cushion at 63.5 % of the ball's diameter (World
/// Pool-Billiard Association, Equipment Specifications). Friction and restitution within the ranges that Alciatore
/// gives (billiards.colostate.edu, Physical properties); side spin falls by about 10 rad/s every second. Balls give
/// back .98, which of his .92 to .98 comes nearest to what a full hit and a break do; cushion: by his stunned banks (TP
/// B.28) and lengths of the table (TP B.6): docs/theory/billiards.md, "Balls", "Rails".
Equipment pool();

/// Snooker. Ball: 52.5 mm, and 0.1406 kg, ball contact and cloth as Mathavan, Jackson and Parkin give them
/// (Sports Engineering 17, 2014); cushion and rolling: by their measured head-on rebounds and decelerations (Am. J.
/// Phys. 77, 788, 2009), nose at 7/10 of the diameter.
Equipment snooker();

/// Three-cushion and straight rail. Ball: 61.5 mm and 0.210 kg, nose at 37 mm (Union Mondiale de Billard, rules of
/// three-cushion play); cushion, and rolling on a heated cloth: by recorded three-cushion shots
/// (docs/theory/billiards.md, "Rails"); all else as for pool.
Equipment carom_billiards();

/// Throws std::invalid_argument that names the field, its value and what was expected.
void validate(const Equipment& equipment);

}  // namespace carom::billiards

#pragma GCC visibility pop
