#include "guard.hpp"

#include <fmt/format.h>

#include "carom/io/archive.hpp"

namespace carom::c {
namespace {

std::string& message() {
  thread_local std::string text;
  return text;
}

/// Keeps the text, for as long as nothing else fails in this thread.
carom_status kept(carom_status status, const char* text) noexcept {
  try {
    message() = text;
  } catch (const std::bad_alloc&) {
    message().clear();
  }
  return status;
}

}  // namespace

carom_status keep_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return kept(CAROM_OUT_OF_MEMORY, "there is not enough memory");
  } catch (const std::invalid_argument& error) {
    return kept(CAROM_BAD_ARGUMENT, error.what());
  } catch (const io::InputError& error) {
    return kept(CAROM_BAD_ARGUMENT, error.what());
  } catch (const io::ArchiveError& error) {
    return kept(CAROM_BAD_ARGUMENT, error.what());
  } catch (const std::exception& error) {
    return kept(CAROM_FAILED, error.what());
  } catch (...) {
    return kept(CAROM_FAILED, "an exception of no known kind");
  }
}

void expect_one_of(const char* argument, std::int64_t value, std::size_t count, const char* things) {
  if (value >= 0 && static_cast<std::uint64_t>(value) < count) return;
  const std::string expected = count == 0 ? fmt::format("none, as there are no {}", things)
                                          : fmt::format("one of the {} {}, from 0", count, things);
  throw std::invalid_argument(fmt::format("{}: got {}, expected {}", argument, value, expected));
}

void expect_dimension(int dimension) {
  if (dimension != 2 && dimension != 3)
    throw std::invalid_argument("dimension: got " + std::to_string(dimension) + ", expected 2 or 3");
}

}  // namespace carom::c

extern "C" {

int carom_interface_version(void) {
  return CAROM_INTERFACE_VERSION;
}

const char* carom_version(void) {
  return CAROM_VERSION;
}

const char* carom_message(void) {
  return carom::c::message().c_str();
}
}
