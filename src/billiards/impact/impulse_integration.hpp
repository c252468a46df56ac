#pragma once
#include "billiards/impact/contact.hpp"

namespace carom::billiards {

// An impact as its normal impulse grows, in a bounded number of steps.
//
// Each small step dP of normal impulse brings friction μ dP against the sliding, then the friction of the cloth on
// balls that are pressed into it. No part of a step takes away more than all of the sliding that it acts on, so that
// friction only takes energy; the work of the normal impulse is counted exactly. Compression ends when the bodies no
// longer approach; restitution, when e² of the work of compression is given back (Stronge's energetic hypothesis).
// Hence the energy never rises for e ≤ 1.
void integrate_impulse(Contact& contact, double restitution, double friction, double cloth_friction);

}  // namespace carom::billiards
