#include "math/exact/surd.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace carom::math {
namespace {

Dyadic power_of_two(int exponent) {
  Dyadic result(1);
  for (; exponent > 1000; exponent -= 1000) result = result * Dyadic(0x1p1000);
  for (; exponent < -1000; exponent += 1000) result = result * Dyadic(0x1p-1000);
  return result * Dyadic(std::ldexp(1.0, exponent));
}

Dyadic power(const Dyadic& base, int exponent) {
  Dyadic result(1);
  for (int i = 0; i < exponent; ++i) result = result * base;
  return result;
}

bool equal(const Dyadic& a, const Dyadic& b) {
  return (a - b).is_zero();
}

/// The largest multiple of 2^unit whose square is at most a ≥ 0: Newton's method, each step of which finds some fifty
/// bits more.
Dyadic root_below(const Dyadic& a, int unit) {
  Dyadic root;
  for (int i = 0; i < 64; ++i) {
    int exponent = 0;
    double step = (a - root * root).to_double(exponent);
    if (root.is_zero()) {
      if (exponent % 2 != 0) step *= 2, --exponent;
      step = std::sqrt(step);
      exponent /= 2;
    } else {
      int root_exponent = 0;
      step /= 2 * root.to_double(root_exponent);
      exponent -= root_exponent;
    }
    if (const int shift = exponent - unit; shift < 53) {
      step = std::floor(std::ldexp(step, std::max(shift, -60)));
      exponent = unit;
    }
    if (step == 0) break;
    root = root + Dyadic(step) * power_of_two(exponent);
  }
  const Dyadic last = power_of_two(unit);
  while (a < root * root) root = root - last;
  while (!(a < (root + last) * (root + last))) root = root + last;
  return root;
}

/// √a where that is an exact number.
std::optional<Dyadic> exact_root(const Dyadic& a) {
  if (a.is_zero()) return a;
  // The lowest bit of a square is at twice the place of its root's.
  const Dyadic root = root_below(a, (a.lowest_bit() - 1) / 2);
  if (equal(root * root, a)) return root;
  return std::nullopt;
}

}  // namespace

/// The roots that numbers are made of, none of them a multiple of a product of others, and what they are divided by.
struct SurdField {
  std::vector<Dyadic> radicands;
  std::vector<Dyadic> units;                ///< the divisors, all radicands among them
  Dyadic unit{1};                           ///< Q, their product
  std::vector<Dyadic> products{Dyadic(1)};  ///< of radicands, by subsets

  std::size_t size() const { return products.size(); }

  /// Bounds of the root of a radicand, 2^−bits of it apart. Asked for again and again with the same.
  std::pair<Dyadic, Dyadic> root_bounds(std::size_t k, int bits) const {
    if (bits != known_bits_) {
      known_.clear();
      known_bits_ = bits;
    }
    while (known_.size() < radicands.size()) {
      const Dyadic& radicand = radicands[known_.size()];
      int exponent = 0;
      radicand.to_double(exponent);
      const int last = exponent / 2 - bits;
      const Dyadic low = root_below(radicand, last);
      known_.emplace_back(low, low + power_of_two(last));
    }
    return known_[k];
  }

  bool has_unit(const Dyadic& x) const {
    return std::any_of(units.begin(), units.end(), [&](const Dyadic& u) { return equal(u, x); });
  }
  void add_unit(const Dyadic& x) {
    if (has_unit(x)) return;
    units.push_back(x);
    unit = unit * x;
  }
  /// The root as one of this field: √radicand = factor · Π_{k ∈ m} √a_k / Π a_k.
  struct Place {
    std::size_t subset;
    Dyadic factor;
  };
  std::optional<Place> find(const Dyadic& radicand) const {
    for (std::size_t k = 0; k < radicands.size(); ++k)
      if (equal(radicands[k], radicand)) return Place{std::size_t{1} << k, radicand};
    for (std::size_t m = 1; m < size(); ++m)
      if (const auto factor = exact_root(radicand * products[m])) return Place{m, *factor};
    return std::nullopt;
  }
  void add_root(const Dyadic& radicand) {
    add_unit(radicand);
    if (find(radicand)) return;
    radicands.push_back(radicand);
    for (std::size_t m = 0, count = size(); m < count; ++m) products.push_back(products[m] * radicand);
  }

  bool holds(const SurdField& other) const {
    return std::all_of(other.units.begin(), other.units.end(), [&](const Dyadic& x) { return has_unit(x); }) &&
           std::all_of(other.radicands.begin(), other.radicands.end(), [&](const Dyadic& x) { return find(x); });
  }

 private:
  mutable int known_bits_ = 0;
  mutable std::vector<std::pair<Dyadic, Dyadic>> known_;
};

namespace {

using Field = std::shared_ptr<const SurdField>;

/// A field that holds both.
Field common(const Field& a, const Field& b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a->holds(*b)) return a;
  if (b->holds(*a)) return b;
  auto both = std::make_shared<SurdField>(*a);
  for (const Dyadic& radicand : b->radicands) both->add_root(radicand);
  for (const Dyadic& x : b->units) both->add_unit(x);
  return both;
}

using Parts = std::vector<Dyadic>;

/// Of numbers made of the roots below the highest of the subsets that they have parts for.
Parts product(const SurdField& field, const Parts& a, const Parts& b) {
  Parts result(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].is_zero()) continue;
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (b[j].is_zero()) continue;
      const Dyadic term = a[i] * b[j];
      result[i ^ j] = result[i ^ j] + ((i & j) == 0 ? term : term * field.products[i & j]);
    }
  }
  return result;
}

/// x + y √a as x and y, a the last root.
std::pair<Parts, Parts> halves(const Parts& parts) {
  const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
  return {Parts(parts.begin(), middle), Parts(middle, parts.end())};
}

/// x² − a y²
Parts norm(const SurdField& field, const Parts& x, const Parts& y) {
  const Dyadic& radicand = field.products[x.size()];
  Parts result = product(field, x, x);
  const Parts y2 = product(field, y, y);
  for (std::size_t m = 0; m < result.size(); ++m) result[m] = result[m] - radicand * y2[m];
  return result;
}

int exact_sign(const SurdField& field, const Parts& parts) {
  if (parts.size() == 1) return parts[0].sign();
  const auto [x, y] = halves(parts);
  const int sign_x = exact_sign(field, x);
  const int sign_y = exact_sign(field, y);
  if (sign_x == sign_y || sign_y == 0) return sign_x;
  if (sign_x == 0) return sign_y;
  return sign_x * exact_sign(field, norm(field, x, y));
}

}  // namespace

struct Surd::Bounds {
  Dyadic low;
  Dyadic high;

  bool settled() const { return low.sign() == high.sign() && low.sign() != 0; }
};

Surd Surd::root(const Dyadic& radicand) {
  if (const auto root = exact_root(radicand)) return Surd(*root);
  auto field = std::make_shared<SurdField>();
  field->add_root(radicand);
  return {field, 0, {Dyadic(), Dyadic(1)}};
}

Surd Surd::inverse(const Dyadic& divisor) {
  auto field = std::make_shared<SurdField>();
  field->add_unit(divisor);
  return {field, 1, {Dyadic(1)}};
}

bool Surd::is_zero() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Dyadic& part) { return part.is_zero(); });
}

bool Surd::is_rational() const {
  return parts_.size() <= 1 ||
         std::all_of(parts_.begin() + 1, parts_.end(), [](const Dyadic& part) { return part.is_zero(); });
}

Surd Surd::over(int power) const {
  if (power == power_ || !field_) return *this;
  Surd result = *this;
  const Dyadic factor = math::power(field_->unit, power - power_);
  for (Dyadic& part : result.parts_) part = part * factor;
  result.power_ = power;
  return result;
}

Surd Surd::lifted(const Field& field) const {
  if (field == field_) return *this;
  const std::size_t size = field->size();
  Surd result(field, 0, Parts(size));
  if (!field_) {
    if (!parts_.empty()) result.parts_[0] = parts_[0];
    return result;
  }
  // Each root as one of the new field, all over the product of all that they divide by.
  Parts sum(size);
  int highest = 0;
  std::vector<std::pair<Parts, int>> terms;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    if (parts_[m].is_zero()) continue;
    Parts term(size);
    term[0] = parts_[m];
    int power = 0;
    for (std::size_t k = 0; k < field_->radicands.size(); ++k) {
      if ((m >> k & 1) == 0) continue;
      const SurdField::Place place = *field->find(field_->radicands[k]);
      Parts image(size);
      const bool is_own = equal(place.factor, field->products[place.subset]);
      image[place.subset] =
          is_own ? Dyadic(1) : place.factor * exact_quotient(field->unit, field->products[place.subset]);
      term = product(*field, term, image);
      power += is_own ? 0 : 1;
    }
    highest = std::max(highest, power);
    terms.emplace_back(std::move(term), power);
  }
  const Dyadic own = math::power(exact_quotient(field->unit, field_->unit), power_);
  for (const auto& [term, power] : terms) {
    const Dyadic factor = own * math::power(field->unit, highest - power);
    for (std::size_t m = 0; m < size; ++m) sum[m] = sum[m] + factor * term[m];
  }
  return {field, power_ + highest, std::move(sum)};
}

Surd Surd::operator-() const {
  Surd result = *this;
  for (Dyadic& part : result.parts_) part = -part;
  return result;
}

Surd Surd::half() const {
  Surd result = *this;
  for (Dyadic& part : result.parts_) part = part.half();
  return result;
}

Surd operator+(const Surd& a, const Surd& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (!a.field_ && !b.field_) return Surd(a.parts_[0] + b.parts_[0]);
  const Surd::Field field = common(a.field_, b.field_);
  Surd x = a.lifted(field);
  Surd y = b.lifted(field);
  const int power = std::max(x.power_, y.power_);
  x = x.over(power);
  y = y.over(power);
  for (std::size_t m = 0; m < x.parts_.size(); ++m) x.parts_[m] = x.parts_[m] + y.parts_[m];
  return x;
}

Surd operator*(const Surd& a, const Surd& b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (!a.field_ && !b.field_) return Surd(a.parts_[0] * b.parts_[0]);
  if (!a.field_) return b * a;
  if (!b.field_) {
    Surd result = a;
    for (Dyadic& part : result.parts_) part = part * b.parts_[0];
    return result;
  }
  const Surd::Field field = common(a.field_, b.field_);
  const Surd x = a.lifted(field);
  const Surd y = b.lifted(field);
  return {field, x.power_ + y.power_, product(*field, x.parts_, y.parts_)};
}

// By the conjugates of b, root by root, until it is an exact number.
Surd exact_quotient(const Surd& a, const Surd& b) {
  if (a.is_zero()) return {};
  const Surd::Field field = common(a.field_, b.field_);
  if (!field) return Surd(exact_quotient(a.parts_[0], b.parts_[0]));
  Parts above = a.lifted(field).parts_;
  Parts below = b.lifted(field).parts_;
  while (below.size() > 1) {
    const auto [x, y] = halves(below);
    Parts conjugate = below;
    for (std::size_t m = x.size(); m < conjugate.size(); ++m) conjugate[m] = -conjugate[m];
    above = product(*field, above, conjugate);
    below = norm(*field, x, y);
  }
  for (Dyadic& part : above) part = exact_quotient(part, below[0]);
  return {field, 0, std::move(above)};
}

Polynomial<Surd> whole(const Polynomial<Surd>& p) {
  Surd::Field field;
  for (int k = 0; k <= p.degree(); ++k) field = common(field, p[k].field_);
  if (!field) return p;
  Polynomial<Surd> result;
  int power = 0;
  for (int k = 0; k <= p.degree(); ++k) {
    result.set(k, p[k].lifted(field));
    power = std::max(power, result[k].power_);
  }
  for (int k = 0; k <= p.degree(); ++k) {
    Surd coefficient = result[k].over(power);
    coefficient.power_ = 0;
    result.set(k, coefficient);
  }
  return result;
}

Surd::Bounds Surd::bounds(int bits) const {
  if (is_rational()) return {parts_[0], parts_[0]};
  Bounds sum;
  for (std::size_t m = 0; m < parts_.size(); ++m) {
    if (parts_[m].is_zero()) continue;
    Bounds term{Dyadic(1), Dyadic(1)};
    for (std::size_t k = 0; m >> k != 0; ++k) {
      if ((m >> k & 1) == 0) continue;
      const auto [low, high] = field_->root_bounds(k, bits);
      term = {term.low * low, term.high * high};
    }
    if (parts_[m].sign() < 0) std::swap(term.low, term.high);
    sum = {sum.low + parts_[m] * term.low, sum.high + parts_[m] * term.high};
  }
  return sum;
}

Surd::Bounds Surd::close_bounds() const {
  for (int bits = 192;; bits *= 2) {
    Bounds b = bounds(bits);
    if (!b.settled()) continue;
    const Dyadic width = (b.high - b.low) * Dyadic(0x1p120);
    const Dyadic size = b.low.sign() > 0 ? b.low : -b.high;
    if (!(size < width)) return b;
  }
}

int Surd::sign() const {
  if (is_zero()) return 0;
  if (is_rational()) return parts_[0].sign();
  if (const Bounds b = bounds(96); b.settled()) return b.low.sign();
  return exact_sign(*field_, parts_);
}

Dyadic Surd::denominator() const {
  return field_ ? math::power(field_->unit, power_) : Dyadic(1);
}

double Surd::to_double(int& exponent) const {
  exponent = 0;
  if (is_zero()) return 0;
  int up = 0;
  int down = 0;
  const double fraction = close_bounds().low.to_double(up) / denominator().to_double(down);
  const double significand = std::frexp(fraction, &exponent);
  exponent += up - down;
  return significand;
}

double Surd::to_double() const {
  if (is_zero()) return 0;
  if (power_ == 0 && is_rational()) return parts_[0].to_double();
  int exponent = 0;
  const double significand = to_double(exponent);
  if (exponent > 1025) return std::copysign(std::numeric_limits<double>::infinity(), significand);
  if (exponent < -1080) return std::copysign(0.0, significand);
  const Dyadic below = denominator();
  for (int bits = 192;; bits *= 2) {
    const Bounds b = bounds(bits);
    const double low = nearest_quotient(b.low, below);
    if (low != nearest_quotient(b.high, below)) continue;
    // Half-way from the largest double to 2^1024.
    const Dyadic most = Dyadic(0x1p970) * Dyadic(0x1p54 - 1);
    const Dyadic size = b.low.sign() < 0 ? -b.low : b.low;
    return size < most * below ? low : std::copysign(std::numeric_limits<double>::infinity(), low);
  }
}

}  // namespace carom::math
