#pragma once
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "carom/carom.h"
#include "carom/io/scene.hpp"

// What every function of the C interface goes through: exceptions become a status and a message of the thread.
namespace carom::c {

/// CAROM_BAD_ARGUMENT, CAROM_OUT_OF_MEMORY or CAROM_FAILED, by the exception that is being handled, whose text is kept.
carom_status keep_exception() noexcept;

/// Does `act`, whose exceptions become a status.
template <class Act>
carom_status guarded(Act&& act) noexcept {
  try {
    std::forward<Act>(act)();
    return CAROM_OK;
  } catch (...) {
    return keep_exception();
  }
}

/// What `make` makes; nullptr where it throws.
template <class Make>
auto made(Make&& make) noexcept -> decltype(make()) {
  try {
    return std::forward<Make>(make)();
  } catch (...) {
    keep_exception();
    return nullptr;
  }
}

/// std::invalid_argument, which names the argument, for a NULL where something is needed.
template <class T>
T& given(T* pointer, const char* argument) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(argument) + ": got NULL");
  return *pointer;
}

/// std::invalid_argument, which names the argument, unless it counts one of so many things, from 0.
void expect_one_of(const char* argument, std::int64_t value, std::size_t count, const char* things);

/// std::invalid_argument for another dimension than 2 and 3.
void expect_dimension(int dimension);

/// act.template operator()<D>() for D of 2 or 3.
template <class Act>
decltype(auto) in_dimension(int dimension, Act&& act) {
  expect_dimension(dimension);
  return dimension == 2 ? act.template operator()<2>() : act.template operator()<3>();
}

}  // namespace carom::c
