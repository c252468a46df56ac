#pragma once
#include "carom/index/index.hpp"
#include "function.hpp"

namespace carom::python {

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
