#include "contacts/contact_blocks.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "contacts/contact_blocks.cpp"
#include "math/vector_targets.hpp"
// After vector_targets.hpp, which sets up Highway:
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace carom::contacts::HWY_NAMESPACE {
namespace {

// Numbers in a vector.
#undef CAROM_LANES
#if HWY_TARGET == HWY_AVX3
#define CAROM_LANES 8
#elif HWY_TARGET == HWY_AVX2
#define CAROM_LANES 4
#else
#define CAROM_LANES 1
#endif

constexpr std::size_t kWidth = ContactBlock<2>::kWidth;
constexpr std::size_t kAtOnce = 4;  // numbers of a mover that are read and written together

// As many numbers as a block has contacts, each for itself.
#if CAROM_LANES > 1
namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::FixedTag<double, CAROM_LANES>;
using Four = hn::FixedTag<double, kAtOnce>;
constexpr std::size_t kParts = kWidth / CAROM_LANES;
struct Number {
  hn::Vec<Lanes> parts[kParts];
};
template <class Operation>
HWY_INLINE Number each(Operation operation) {
  Number result;
  for (std::size_t k = 0; k < kParts; ++k) result.parts[k] = operation(k);
  return result;
}
HWY_INLINE Number load(const double* from) {
  return each([&](std::size_t k) HWY_ATTR { return hn::LoadU(Lanes(), from + CAROM_LANES * k); });
}
HWY_INLINE void store(const Number& number, double* to) {
  for (std::size_t k = 0; k < kParts; ++k) hn::StoreU(number.parts[k], Lanes(), to + CAROM_LANES * k);
}
HWY_INLINE Number all(double value) {
  return each([&](std::size_t) HWY_ATTR { return hn::Set(Lanes(), value); });
}
HWY_INLINE Number operator+(const Number& a, const Number& b) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Add(a.parts[k], b.parts[k]); });
}
HWY_INLINE Number operator-(const Number& a, const Number& b) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Sub(a.parts[k], b.parts[k]); });
}
HWY_INLINE Number operator*(const Number& a, const Number& b) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Mul(a.parts[k], b.parts[k]); });
}
HWY_INLINE Number operator/(const Number& a, const Number& b) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Div(a.parts[k], b.parts[k]); });
}
HWY_INLINE Number operator-(const Number& a) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Neg(a.parts[k]); });
}
HWY_INLINE Number root(const Number& a) {
  return each([&](std::size_t k) HWY_ATTR { return hn::Sqrt(a.parts[k]); });
}
/// Where a > b, x, elsewhere y.
HWY_INLINE Number if_greater(const Number& a, const Number& b, const Number& x, const Number& y) {
  return each([&](std::size_t k)
                  HWY_ATTR { return hn::IfThenElse(hn::Gt(a.parts[k], b.parts[k]), x.parts[k], y.parts[k]); });
}
#if CAROM_LANES == 8
HWY_INLINE Number both(const hn::Vec<Four>& low, const hn::Vec<Four>& high) {
  return {{hn::Combine(Lanes(), high, low)}};
}
HWY_INLINE hn::Vec<Four> low(const Number& number) {
  return hn::LowerHalf(Four(), number.parts[0]);
}
HWY_INLINE hn::Vec<Four> high(const Number& number) {
  return hn::UpperHalf(Four(), number.parts[0]);
}
#else
HWY_INLINE Number both(const hn::Vec<Four>& low, const hn::Vec<Four>& high) {
  return {{low, high}};
}
HWY_INLINE hn::Vec<Four> low(const Number& number) {
  return number.parts[0];
}
HWY_INLINE hn::Vec<Four> high(const Number& number) {
  return number.parts[1];
}
#endif
/// Rows become columns.
HWY_INLINE void transpose(hn::Vec<Four>& n0, hn::Vec<Four>& n1, hn::Vec<Four>& n2, hn::Vec<Four>& n3) {
  const Four d;
  const auto low01 = hn::InterleaveLower(d, n0, n1), high01 = hn::InterleaveUpper(d, n0, n1);
  const auto low23 = hn::InterleaveLower(d, n2, n3), high23 = hn::InterleaveUpper(d, n2, n3);
  n0 = hn::ConcatLowerLower(d, low23, low01);
  n1 = hn::ConcatLowerLower(d, high23, high01);
  n2 = hn::ConcatUpperUpper(d, low23, low01);
  n3 = hn::ConcatUpperUpper(d, high23, high01);
}
/// Of each mover, four of its numbers from `first` on, side by side with those of the others.
template <int D>
HWY_INLINE void gather(const Mover<D>* all, const std::uint32_t (&of)[kWidth], std::size_t first,
                       Number (&numbers)[kAtOnce]) {
  hn::Vec<Four> rows[kWidth];
  for (std::size_t k = 0; k < kWidth; ++k) rows[k] = hn::LoadU(Four(), &all[of[k]].velocity.x + first);
  transpose(rows[0], rows[1], rows[2], rows[3]);
  transpose(rows[4], rows[5], rows[6], rows[7]);
  for (std::size_t k = 0; k < kAtOnce; ++k) numbers[k] = both(rows[k], rows[kAtOnce + k]);
}
template <int D>
HWY_INLINE void scatter(Mover<D>* all, const std::uint32_t (&of)[kWidth], std::size_t first,
                        const Number (&numbers)[kAtOnce]) {
  hn::Vec<Four> rows[kWidth];
  for (std::size_t k = 0; k < kAtOnce; ++k) {
    rows[k] = low(numbers[k]);
    rows[kAtOnce + k] = high(numbers[k]);
  }
  transpose(rows[0], rows[1], rows[2], rows[3]);
  transpose(rows[4], rows[5], rows[6], rows[7]);
  for (std::size_t k = 0; k < kWidth; ++k) hn::StoreU(rows[k], Four(), &all[of[k]].velocity.x + first);
}
#else
struct Number {
  double lanes[kWidth];
};
template <class Operation>
HWY_INLINE Number each(Operation operation) {
  Number result;
  for (std::size_t k = 0; k < kWidth; ++k) result.lanes[k] = operation(k);
  return result;
}
HWY_INLINE Number load(const double* from) {
  return each([&](std::size_t k) { return from[k]; });
}
HWY_INLINE void store(const Number& number, double* to) {
  for (std::size_t k = 0; k < kWidth; ++k) to[k] = number.lanes[k];
}
HWY_INLINE Number all(double value) {
  return each([&](std::size_t) { return value; });
}
HWY_INLINE Number operator+(const Number& a, const Number& b) {
  return each([&](std::size_t k) { return a.lanes[k] + b.lanes[k]; });
}
HWY_INLINE Number operator-(const Number& a, const Number& b) {
  return each([&](std::size_t k) { return a.lanes[k] - b.lanes[k]; });
}
HWY_INLINE Number operator*(const Number& a, const Number& b) {
  return each([&](std::size_t k) { return a.lanes[k] * b.lanes[k]; });
}
HWY_INLINE Number operator/(const Number& a, const Number& b) {
  return each([&](std::size_t k) { return a.lanes[k] / b.lanes[k]; });
}
HWY_INLINE Number operator-(const Number& a) {
  return each([&](std::size_t k) { return -a.lanes[k]; });
}
HWY_INLINE Number root(const Number& a) {
  return each([&](std::size_t k) { return std::sqrt(a.lanes[k]); });
}
HWY_INLINE Number if_greater(const Number& a, const Number& b, const Number& x, const Number& y) {
  return each([&](std::size_t k) { return a.lanes[k] > b.lanes[k] ? x.lanes[k] : y.lanes[k]; });
}
template <int D>
HWY_INLINE void gather(const Mover<D>* all, const std::uint32_t (&of)[kWidth], std::size_t first,
                       Number (&numbers)[kAtOnce]) {
  for (std::size_t k = 0; k < kWidth; ++k)
    for (std::size_t n = 0; n < kAtOnce; ++n) numbers[n].lanes[k] = (&all[of[k]].velocity.x)[first + n];
}
template <int D>
HWY_INLINE void scatter(Mover<D>* all, const std::uint32_t (&of)[kWidth], std::size_t first,
                        const Number (&numbers)[kAtOnce]) {
  for (std::size_t k = 0; k < kWidth; ++k)
    for (std::size_t n = 0; n < kAtOnce; ++n) (&all[of[k]].velocity.x)[first + n] = numbers[n].lanes[k];
}
#endif

/// As many vectors.
template <int N>
struct Vector {
  Number axis[N];

  HWY_INLINE Number& operator[](int k) { return axis[k]; }
  HWY_INLINE const Number& operator[](int k) const { return axis[k]; }
};
template <int N>
HWY_INLINE Vector<N> operator+(const Vector<N>& a, const Vector<N>& b) {
  Vector<N> sum;
  for (int k = 0; k < N; ++k) sum[k] = a[k] + b[k];
  return sum;
}
template <int N>
HWY_INLINE Vector<N> operator-(const Vector<N>& a, const Vector<N>& b) {
  Vector<N> difference;
  for (int k = 0; k < N; ++k) difference[k] = a[k] - b[k];
  return difference;
}
template <int N>
HWY_INLINE Vector<N> operator*(const Number& factor, const Vector<N>& a) {
  Vector<N> product;
  for (int k = 0; k < N; ++k) product[k] = factor * a[k];
  return product;
}
template <int N>
HWY_INLINE Number dot(const Vector<N>& a, const Vector<N>& b) {
  Number sum = a[0] * b[0];
  for (int k = 1; k < N; ++k) sum = sum + a[k] * b[k];
  return sum;
}
HWY_INLINE Vector<3> cross(const Vector<3>& a, const Vector<3>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <int N>
HWY_INLINE Vector<N> load_vector(const double (&from)[N][kWidth]) {
  Vector<N> vector;
  for (int k = 0; k < N; ++k) vector[k] = load(from[k]);
  return vector;
}

// As in contact_solver.cpp: what is across a normal is a number in the plane, along the normal turned left.
HWY_INLINE Vector<1> across(const Vector<2>& v, const Vector<2>& n) {
  return {{v[1] * n[0] - v[0] * n[1]}};
}
HWY_INLINE Vector<3> across(const Vector<3>& v, const Vector<3>& n) {
  return v - dot(v, n) * n;
}
HWY_INLINE Vector<2> vector_of(const Vector<1>& across, const Vector<2>& n) {
  return {{-(across[0] * n[1]), across[0] * n[0]}};
}
HWY_INLINE Vector<3> vector_of(const Vector<3>& across, const Vector<3>&) {
  return across;
}
HWY_INLINE Vector<1> turn_of(const Vector<1>& across, const Vector<2>&) {
  return across;
}
HWY_INLINE Vector<3> turn_of(const Vector<3>& across, const Vector<3>& n) {
  return cross(n, across);
}
HWY_INLINE Vector<1> slip_of(const Vector<1>& rolling, const Vector<2>&) {
  return rolling;
}
HWY_INLINE Vector<3> slip_of(const Vector<3>& rolling, const Vector<3>& n) {
  return cross(rolling, n);
}
HWY_INLINE Vector<1> cut(const Vector<1>& across, const Number& most) {
  const Number below = if_greater(across[0], most, most, across[0]);
  return {{if_greater(-most, below, -most, below)}};
}
HWY_INLINE Vector<3> cut(const Vector<3>& across, const Number& most) {
  const Number length2 = dot(across, across);
  const Number share = if_greater(length2, most * most, most / root(length2), all(1));
  return share * across;
}

/// As many movers as they are.
template <int D>
struct Movers;

template <>
struct Movers<2> {
  Vector<2> velocity;
  Vector<1> rolling;
  Number inverse_mass;

  HWY_INLINE Movers(const Mover<2>* all, const std::uint32_t (&of)[kWidth]) {
    Number numbers[kAtOnce];
    gather(all, of, 0, numbers);
    velocity = {{numbers[0], numbers[1]}};
    rolling = {{numbers[2]}};
    inverse_mass = numbers[3];
  }
  HWY_INLINE void keep(Mover<2>* all, const std::uint32_t (&of)[kWidth]) const {
    scatter(all, of, 0, {velocity[0], velocity[1], rolling[0], inverse_mass});
  }
};

template <>
struct Movers<3> {
  Vector<3> velocity;
  Vector<3> rolling;
  Number inverse_mass;
  Number nothing;

  HWY_INLINE Movers(const Mover<3>* all, const std::uint32_t (&of)[kWidth]) {
    Number first[kAtOnce], second[kAtOnce];
    gather(all, of, 0, first);
    gather(all, of, kAtOnce, second);
    velocity = {{first[0], first[1], first[2]}};
    rolling = {{first[3], second[0], second[1]}};
    inverse_mass = second[2];
    nothing = second[3];
  }
  HWY_INLINE void keep(Mover<3>* all, const std::uint32_t (&of)[kWidth]) const {
    scatter(all, of, 0, {velocity[0], velocity[1], velocity[2], rolling[0]});
    scatter(all, of, kAtOnce, {rolling[1], rolling[2], inverse_mass, nothing});
  }
};

/// Of torques, what is across the normals and what is along them, at most so large.
HWY_INLINE Vector<1> bound(const Vector<1>& torque, const Vector<2>&, const Number& rolling, const Number&) {
  return cut(torque, rolling);
}
HWY_INLINE Vector<3> bound(const Vector<3>& torque, const Vector<3>& normal, const Number& rolling,
                           const Number& spinning) {
  const Number along = dot(torque, normal);
  return cut(torque - along * normal, rolling) + cut(Vector<1>{{along}}, spinning)[0] * normal;
}

HWY_INLINE Number larger(const Number& a, const Number& b) {
  return if_greater(a, b, a, b);
}

/// The squared changes of the surfaces' speeds.
template <int D>
HWY_INLINE Number resist(ResistanceBlock<D>& block, Movers<D>& a, Movers<D>& b, const Vector<D>& normal,
                         const Number& normal_impulse) {
  constexpr int kAcross = static_cast<int>(ContactBlock<D>::kAcross);
  const Number per_radius_a = load(block.per_radius_a), per_radius_b = load(block.per_radius_b);
  const Number turn_a = all(kTurning<D>) * a.inverse_mass * per_radius_a;
  const Number turn_b = all(kTurning<D>) * b.inverse_mass * per_radius_b;
  const Vector<kAcross> torque = load_vector<kAcross>(block.torque);
  const Vector<kAcross> free = torque - load(block.per_ease) * (per_radius_a * a.rolling - per_radius_b * b.rolling);
  const Vector<kAcross> wanted =
      bound(free, normal, load(block.rolling_arm) * normal_impulse, load(block.spinning_arm) * normal_impulse);
  const Vector<kAcross> more = wanted - torque;
  for (int k = 0; k < kAcross; ++k) store(wanted[k], block.torque[k]);
  a.rolling = a.rolling + turn_a * more;
  b.rolling = b.rolling - turn_b * more;
  const Number both = turn_a + turn_b;
  return both * both * dot(more, more);
}

/// What resists first, then friction, then what presses. The largest changes of relative speeds, squared: to compare
/// them takes no roots.
template <int D>
HWY_INLINE Number improve_block(Mover<D>* movers, ContactBlock<D>& block, ResistanceBlock<D>* resistance,
                                const Number& rubbing, const Number& sideways) {
  constexpr int kAcross = static_cast<int>(ContactBlock<D>::kAcross);
  Movers<D> a(movers, block.a), b(movers, block.b);
  const Number ease = a.inverse_mass + b.inverse_mass;
  const Number per_ease = all(1) / ease;
  const Vector<D> normal = load_vector<D>(block.normal);
  const Number normal_impulse = load(block.normal_impulse);
  Number change = all(0);
  if (resistance != nullptr) change = resist(*resistance, a, b, normal, normal_impulse);

  const Vector<kAcross> slip = across(a.velocity - b.velocity, normal) - load_vector<kAcross>(block.surface) +
                               slip_of(a.rolling + b.rolling, normal);
  const Vector<kAcross> rubbed = load_vector<kAcross>(block.tangential_impulse);
  const Vector<kAcross> wanted_across =
      cut(rubbed - (sideways * per_ease) * slip, load(block.friction) * normal_impulse);
  const Vector<kAcross> more_across = wanted_across - rubbed;
  for (int k = 0; k < kAcross; ++k) store(wanted_across[k], block.tangential_impulse[k]);
  const Vector<D> pushed = vector_of(more_across, normal);
  const Vector<kAcross> turn = all(kTurning<D>) * turn_of(more_across, normal);
  a.velocity = a.velocity + a.inverse_mass * pushed;
  a.rolling = a.rolling + a.inverse_mass * turn;
  b.velocity = b.velocity - b.inverse_mass * pushed;
  b.rolling = b.rolling + b.inverse_mass * turn;
  const Number slip_ease = all(1 + kTurning<D>) * ease;
  change = larger(slip_ease * slip_ease * dot(more_across, more_across), change);

  const Number missing = load(block.least) + dot(a.velocity - b.velocity, normal);
  const Number free = normal_impulse + (rubbing * per_ease) * missing;
  const Number wanted = if_greater(free, all(0), free, all(0));
  const Number more = wanted - normal_impulse;
  store(wanted, block.normal_impulse);
  a.velocity = a.velocity - (a.inverse_mass * more) * normal;
  b.velocity = b.velocity + (b.inverse_mass * more) * normal;

  a.keep(movers, block.a);
  b.keep(movers, block.b);
  const Number parting = ease * more;
  return larger(parting * parting, change);
}

template <int D>
HWY_INLINE double improve_in(Mover<D>* movers, std::span<ContactBlock<D>> blocks,
                             std::span<ResistanceBlock<D>> resistances, const Relaxation& relaxation) {
  const Number rubbing = all(relaxation.rubbing), sideways = all(relaxation.across / (1 + kTurning<D>));
  Number most = all(0);
  if (resistances.empty()) {
    for (ContactBlock<D>& block : blocks)
      most = larger(improve_block<D>(movers, block, nullptr, rubbing, sideways), most);
  } else {
    for (std::size_t k = 0; k < blocks.size(); ++k)
      most = larger(improve_block<D>(movers, blocks[k], &resistances[k], rubbing, sideways), most);
  }
  double changes[kWidth];
  store(most, changes);
  double largest = 0;
  for (const double change : changes) largest = change > largest ? change : largest;
  return largest;
}

double improve2(Mover<2>* movers, std::span<ContactBlock<2>> blocks, std::span<ResistanceBlock<2>> resistances,
                const Relaxation& relaxation) {
  return improve_in<2>(movers, blocks, resistances, relaxation);
}
double improve3(Mover<3>* movers, std::span<ContactBlock<3>> blocks, std::span<ResistanceBlock<3>> resistances,
                const Relaxation& relaxation) {
  return improve_in<3>(movers, blocks, resistances, relaxation);
}

}  // namespace
}  // namespace carom::contacts::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace carom::contacts {
namespace {

HWY_EXPORT(improve2);
HWY_EXPORT(improve3);

}  // namespace

template <>
double improve<2>(Mover<2>* movers, std::span<ContactBlock<2>> blocks, std::span<ResistanceBlock<2>> resistances,
                  const Relaxation& relaxation) {
  return HWY_DYNAMIC_DISPATCH(improve2)(movers, blocks, resistances, relaxation);
}
template <>
double improve<3>(Mover<3>* movers, std::span<ContactBlock<3>> blocks, std::span<ResistanceBlock<3>> resistances,
                  const Relaxation& relaxation) {
  return HWY_DYNAMIC_DISPATCH(improve3)(movers, blocks, resistances, relaxation);
}

}  // namespace carom::contacts
#endif
