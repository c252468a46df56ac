#include "carom/query/batch.hpp"

#include <optional>
#include <stdexcept>

#include "arrays.hpp"
#include "module.hpp"

namespace carom::python {
namespace {

constexpr int kMostThreads = 256;

/// Some balls of the caller's arrays, which are kept as long as this is.
class Balls {
 public:
  Balls(py::array_t<double> center, std::optional<py::array_t<double>> velocity, py::array_t<double> radius)
      : center_(std::move(center)), velocity_(std::move(velocity)), radius_(std::move(radius)) {}

  /// From ball `first` on.
  template <int D>
  StridedBalls<D> view(std::size_t first) const {
    StridedBalls<D> balls;
    for (int axis = 0; axis < D; ++axis) {
      balls.center[static_cast<std::size_t>(axis)] = column(center_, axis, first);
      if (velocity_) balls.velocity[static_cast<std::size_t>(axis)] = column(*velocity_, axis, first);
    }
    balls.radius = radius_.ndim() == 0 ? StridedColumn{radius_.data(), 0} : column(radius_, 0, first);
    return balls;
  }

 private:
  static StridedColumn column(const py::array_t<double>& array, py::ssize_t axis, std::size_t first) {
    const auto* const bytes =
        reinterpret_cast<const char*>(array.data()) + (array.ndim() > 1 ? axis * array.strides(1) : 0);
    const py::ssize_t step = array.strides(0) / static_cast<py::ssize_t>(sizeof(double));
    return {reinterpret_cast<const double*>(bytes) + static_cast<py::ssize_t>(first) * step, step};
  }

  py::array_t<double> center_;
  std::optional<py::array_t<double>> velocity_;
  py::array_t<double> radius_;
};

/// What a batch is about: two lists of balls that are as long.
struct Pairs {
  Balls a;
  Balls b;
  py::ssize_t size;
  py::ssize_t dimension;
};

py::array_t<double> radii(const Arguments& arguments, std::size_t k, py::ssize_t size) {
  const py::handle given = arguments[k];
  if (PyFloat_Check(given.ptr()) || PyLong_Check(given.ptr())) {
    const py::array_t<double> one(std::vector<py::ssize_t>{});
    *const_cast<double*>(one.data()) = arguments.get<double>(k);
    return one;
  }
  return numbers_of(given, arguments.place(k), {size});
}

py::array_t<double> vectors(const Arguments& arguments, std::size_t k, py::ssize_t size, py::ssize_t dimension) {
  return numbers_of(arguments[k], arguments.place(k), {size, dimension});
}

/// The arguments in the order position, velocity (if these move), radius, and again for the second ball.
Pairs pairs_of(const Arguments& arguments, bool moving) {
  const std::size_t second = moving ? 3 : 2;
  const py::array_t<double> center = vectors(arguments, 0, 0, 0);
  const py::ssize_t size = center.shape(0), dimension = center.shape(1);
  if (dimension != 2 && dimension != 3)
    throw py::value_error(arguments.place(0).text() + ": expected an array of shape (N, 2) or (N, 3), got (" +
                          std::to_string(size) + ", " + std::to_string(dimension) + ")");
  const auto velocity = [&](std::size_t k) {
    return moving ? std::optional(vectors(arguments, k, size, dimension)) : std::nullopt;
  };
  return {
      Balls(center, velocity(1), radii(arguments, second - 1, size)),
      Balls(vectors(arguments, second, size, dimension), velocity(second + 1), radii(arguments, 2 * second - 1, size)),
      size, dimension};
}

int threads_of(const Arguments& arguments, std::size_t k) {
  const int threads = arguments.get<int>(k, 1);
  if (threads < 1 || threads > kMostThreads)
    expect_value(arguments.place(k), "1 to " + std::to_string(kMostThreads) + " threads", arguments[k]);
  return threads;
}

/// answer(first, last) for all pairs.
template <class Answer>
void ask_all(const Pairs& pairs, int threads, const Answer& answer) {
  const auto size = static_cast<std::size_t>(pairs.size);
  try {
    in_threads(size, threads, answer);
  } catch (const std::invalid_argument&) {
    answer(0, size);  // counts the pairs from the first one: the error says which is bad
    throw;
  }
}

template <int D>
void fill_times(const Pairs& pairs, double* times, double horizon, int threads) {
  ask_all(pairs, threads, [&](std::size_t first, std::size_t last) {
    impact_times<D>(pairs.a.view<D>(first), pairs.b.view<D>(first), {times + first, last - first}, horizon);
  });
}

template <int D>
void fill_overlaps(const Pairs& pairs, bool* answers, int threads) {
  ask_all(pairs, threads, [&](std::size_t first, std::size_t last) {
    overlaps<D>(pairs.a.view<D>(first), pairs.b.view<D>(first), {answers + first, last - first});
  });
}

/// Whether an array that is to be filled may lie where one of the six does that are looked at meanwhile.
bool shares_memory(const Arguments& arguments, const py::array& out) {
  const py::object may_share = py::module_::import("numpy").attr("may_share_memory");
  for (std::size_t k = 0; k < 6; ++k)
    if (py::isinstance<py::array>(arguments[k]) && py::cast<bool>(may_share(arguments[k], out))) return true;
  return false;
}

py::object times_of(const Arguments& arguments) {
  const Pairs pairs = pairs_of(arguments, true);
  const double horizon = arguments.not_negative(6, kForever);
  const int threads = threads_of(arguments, 7);
  const py::array_t<double> out = to_fill(arguments[8], arguments.place(8), {pairs.size});
  const bool apart = !arguments.has(8) || !shares_memory(arguments, out);
  py::array_t<double> times = apart ? out : py::array_t<double>(pairs.size);
  if (pairs.dimension == 2)
    fill_times<2>(pairs, times.mutable_data(), horizon, threads);
  else
    fill_times<3>(pairs, times.mutable_data(), horizon, threads);
  if (!apart) out[py::ellipsis()] = times;
  return out;
}

py::object overlaps_of(const Arguments& arguments) {
  const Pairs pairs = pairs_of(arguments, false);
  py::array_t<bool> answers(pairs.size);
  if (pairs.dimension == 2)
    fill_overlaps<2>(pairs, answers.mutable_data(), threads_of(arguments, 4));
  else
    fill_overlaps<3>(pairs, answers.mutable_data(), threads_of(arguments, 4));
  return answers;
}

}  // namespace

void define_batch(py::module_& module) {
  constexpr const char* kTimes =
      "(p1: Array, v1: Array, r1: Array | float, p2: Array, v2: Array, r2: Array | float, horizon: float = inf, "
      "threads: int = 1, out: Array | None = None) -> Array";
  overload((std::string("time_of_impact") + kTimes).c_str(), times_of);
  function(module, (std::string("impact_times") + kTimes).c_str(),
           "Of many pairs of balls on straight paths at once: when each first touches, inf for those that do not.\n\n"
           "Centres p and velocities v are arrays of shape (N, 2) or (N, 3), radii r of shape (N,), or one number. "
           "Arrays of float64 are not copied, whether contiguous or not. `out`, of shape (N,), is filled and returned "
           "if it is given. It runs without the interpreter's lock on as many `threads` as told. Each time is that of "
           "time_of_impact, bit for bit. ValueError for numbers that are not finite and radii below 0.",
           times_of);
  function(module, "overlaps(p1: Array, r1: Array | float, p2: Array, r2: Array | float, threads: int = 1) -> Array",
           "Of many pairs of balls at once: whether each has a point in common. Arguments as for impact_times.",
           overlaps_of);
}

}  // namespace carom::python
