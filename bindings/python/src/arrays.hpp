#pragma once
#include <pybind11/numpy.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "function.hpp"
#include "lookout.hpp"

// Arrays of numbers of the caller's, looked at in place.
namespace carom::python {

/// A double array of these dimensions, 0 standing for any; a copy only where it has other numbers than float64, or
/// such that do not lie where a processor can take them. TypeError or ValueError that names the argument.
py::array_t<double> numbers_of(py::handle object, const Place& place, std::initializer_list<py::ssize_t> shape);

/// An array to be filled, of this shape: the caller's, which must be a contiguous and writable float64 array, or a new
/// one where there is none.
py::array_t<double> to_fill(py::handle object, const Place& place, std::vector<py::ssize_t> shape);

/// work(first, last) for stretches of 0 … size − 1 on several threads, without the interpreter's lock. What one throws
/// comes out after all have ended. Ctrl-C ends it.
template <class Work>
void in_threads(std::size_t size, int threads, const Work& work) {
  constexpr std::size_t kShare = 1 << 14;  // between two looks
  const py::gil_scoped_release released;
  const auto parts = static_cast<std::size_t>(threads);
  std::vector<std::exception_ptr> failures(parts);
  Lookout lookout;
  const auto part = [&](std::size_t k) {
    try {
      const std::size_t last = size * (k + 1) / parts;
      for (std::size_t first = size * k / parts; first < last; first += kShare) {
        work(first, std::min(first + kShare, last));
        lookout.look();
      }
    } catch (...) {
      failures[k] = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (std::size_t k = 1; k < parts; ++k) others.emplace_back(part, k);
  part(0);  // which looks for signals, and so has the first word on them
  for (std::thread& other : others) other.join();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace carom::python
