#include "guard.hpp"

#include "carom/io/archive.hpp"

namespace carom::c {
namespace {

std::string& message() {
  thread_local std::string text;
  return text;
}

}  // namespace

void keep_message(const char* text) noexcept {
  try {
    message() = text;
  } catch (const std::bad_alloc&) {
    message().clear();
  }
}

carom_status keep_exception() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    keep_message("there is not enough memory");
    return CAROM_OUT_OF_MEMORY;
  } catch (const std::invalid_argument& error) {
    keep_message(error.what());
    return CAROM_BAD_ARGUMENT;
  } catch (const io::InputError& error) {
    keep_message(error.what());
    return CAROM_BAD_ARGUMENT;
  } catch (const io::ArchiveError& error) {
    keep_message(error.what());
    return CAROM_BAD_ARGUMENT;
  } catch (const std::exception& error) {
    keep_message(error.what());
  } catch (...) {
    keep_message("an exception of no known kind");
  }
  return CAROM_FAILED;
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
