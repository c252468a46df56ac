#include "response/support.hpp"

#include <bit>
#include <cmath>

namespace carom::response {
namespace {

/// Solves Σ_j (n_i·n_j) x_j = b_i by elimination with pivoting on the diagonal; false if the normals are dependent.
template <int D>
bool solve_gram(const std::array<Vec<D>, D>& normals, int count, std::array<double, D>& x) {
  std::array<std::array<double, D>, D> gram;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) gram[i][j] = dot(normals[i], normals[j]);
  for (int i = 0; i < count; ++i) {
    if (!(gram[i][i] > 1e-12)) return false;
    for (int r = i + 1; r < count; ++r) {
      const double factor = gram[r][i] / gram[i][i];
      for (int c = i; c < count; ++c) gram[r][c] -= factor * gram[i][c];
      x[r] -= factor * x[i];
    }
  }
  for (int i = count - 1; i >= 0; --i) {
    for (int c = i + 1; c < count; ++c) x[i] -= gram[i][c] * x[c];
    x[i] /= gram[i][i];
  }
  return true;
}

/// The multipliers that cancel the vector's parts along the normals: vector + Σ x_i n_i is along all faces.
template <int D>
bool cancel(const Vec<D>& vector, const std::array<Vec<D>, D>& normals, int count, std::array<double, D>& x,
            Vec<D>& rest) {
  for (int i = 0; i < count; ++i) x[i] = -dot(vector, normals[i]);
  if (!solve_gram<D>(normals, count, x)) return false;
  rest = vector;
  for (int i = 0; i < count; ++i) rest += x[i] * normals[i];
  if (count == D) rest = {};
  return true;
}

/// Tries one set of pressing faces (a bit each).
template <int D>
bool holds(const Vec<D>& acceleration, const Vec<D>* normals, int count, unsigned set, Hold<D>& result) {
  std::array<Vec<D>, D> chosen{};
  int size = 0;
  for (int i = 0; i < count; ++i)
    if (set >> i & 1) chosen[size++] = normals[i];
  std::array<double, D> x{};
  Vec<D> rest = acceleration;
  if (size > 0 && !cancel<D>(acceleration, chosen, size, x, rest)) return false;
  for (int i = 0; i < size; ++i)
    if (x[i] < 0) return false;
  const double rounding = 1e-12 * norm(acceleration);
  for (int i = 0; i < count; ++i)
    if (!(set >> i & 1) && dot(rest, normals[i]) < -rounding) return false;
  result.acceleration = rest;
  for (int i = 0, k = 0; i < count; ++i) result.pressure[i] = set >> i & 1 ? x[k++] : 0;
  return true;
}

}  // namespace

template <int D>
Hold<D> hold(const Vec<D>& acceleration, const Vec<D>* normals, int count) {
  Hold<D> result;
  result.acceleration = acceleration;
  for (int size = 0; size <= count; ++size)
    for (unsigned set = 0; set < 1u << count; ++set)
      if (std::popcount(set) == size && holds(acceleration, normals, count, set, result)) return result;
  return result;
}

template <int D>
Vec<D> along_faces(const Vec<D>& vector, const Vec<D>* normals, int count) {
  std::array<Vec<D>, D> chosen{};
  for (int i = 0; i < count; ++i) chosen[i] = normals[i];
  std::array<double, D> x{};
  Vec<D> rest = vector;
  if (count > 0 && !cancel<D>(vector, chosen, count, x, rest)) return along_faces(vector, normals, count - 1);
  return rest;
}

template Hold<2> hold(const Vec<2>&, const Vec<2>*, int);
template Hold<3> hold(const Vec<3>&, const Vec<3>*, int);
template Vec<2> along_faces(const Vec<2>&, const Vec<2>*, int);
template Vec<3> along_faces(const Vec<3>&, const Vec<3>*, int);

}  // namespace carom::response
