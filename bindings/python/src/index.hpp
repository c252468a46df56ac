#pragma once
#include "carom/index/index.hpp"
#include "function.hpp"

namespace carom::python {

/// An index as Python holds it. Nobody may change it while it is asked without the interpreter's lock, or asks a
/// function of the caller's.
template <int D>
class IndexObject : public Index<D> {
 public:
  using Index<D>::Index;

  /// Held while it is asked.
  class Asking {
   public:
    explicit Asking(const IndexObject& index) : asked_(index.asked_) { ++asked_; }
    ~Asking() { --asked_; }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

   private:
    int& asked_;
  };

  /// Itself, to be changed; RuntimeError while it is asked.
  static IndexObject& to_change(const Arguments& arguments, std::size_t k = 0) {
    const auto& index = arguments.get<IndexObject>(k);
    if (index.asked_ > 0) throw std::runtime_error("this index is being asked: it cannot be changed meanwhile");
    return const_cast<IndexObject&>(index);
  }

 private:
  mutable int asked_ = 0;  ///< changes with the interpreter's lock held
};

/// An item that an index holds: IndexError if there is none.
template <int D>
ItemId item_at(const Arguments& arguments, std::size_t k, const Index<D>& index) {
  const auto item = arguments.get<ItemId>(k);
  if (!index.contains(item))
    throw py::index_error(arguments.place(k).text() + ": expected an item of this index, got " +
                          py::cast<std::string>(py::repr(arguments[k])));
  return item;
}

}  // namespace carom::python
