#include "io/library/shared_library.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace carom::io {
namespace {

template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(SharedLibrary, GivesFunctionsByTheirNames) {
  const SharedLibrary mathematics("libm.so.6", "libc6");
  decltype(static_cast<double (*)(double)>(&std::cbrt)) cube_root = mathematics["cbrt"];
  EXPECT_DOUBLE_EQ(cube_root(27), 3);
}

TEST(SharedLibrary, AMissingOneIsNamedWithThePackageThatBringsIt) {
  const std::string error = error_of([] { SharedLibrary("libnowhere.so.9", "libnowhere-dev"); });
  EXPECT_NE(error.find("libnowhere.so.9"), std::string::npos) << error;
  EXPECT_NE(error.find("libnowhere-dev"), std::string::npos) << error;
}

TEST(SharedLibrary, AMissingFunctionIsNamed) {
  const SharedLibrary mathematics("libm.so.6", "libc6");
  const std::string error = error_of([&] { mathematics["square_the_circle"]; });
  EXPECT_NE(error.find("libm.so.6 lacks square_the_circle"), std::string::npos) << error;
}

}  // namespace
}  // namespace carom::io
