#pragma once
#include "linear_balls.hpp"
#include "random.hpp"

// Pairs of balls in linear motion, ordinary and adversarial.
namespace oracle {

/// Each pair is of one class; every class comes equally often.
enum class BallClass {
  random,          ///< anything: about half of them meet
  near_graze,      ///< the closest approach within 1e-2 … 1e-6 R of touching
  last_ulp_graze,  ///< the closest approach within a few roundings of touching
  exact_graze,     ///< Pythagorean: touching exactly
  deep_graze,      ///< D is 2^-50 … 2^-175 of R²A, but not 0
  long_motion,     ///< paths of 1e4 and of 2e6 R
  far_away,        ///< 1e6 from the origin
  at_horizon,      ///< the touch within an ulp of the horizon
  exact_horizon,   ///< the touch exactly at the horizon, or an ulp beside it
  in_contact,      ///< touching or overlapping at the start
  small_integers,  ///< everything a small integer: ties of all sorts
  mixed_sizes,     ///< numbers of sizes between 2^-60 and 2^60
  scaled,          ///< another class, lengths and velocities times 2^-1060 … 2^880
  count
};

const char* name(BallClass c);

template <int D>
LinearBalls<D> make_linear_balls(BallClass kind, Random& random);

}  // namespace oracle
