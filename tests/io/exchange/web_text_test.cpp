#include "io/exchange/web_text.hpp"

#include <gtest/gtest.h>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

using namespace std::string_literals;

template <class Action>
std::string web_refusal(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// RFC 4648, section 10, without padding; and the two digits that differ.
TEST(WebText, Base64OfAddressesIsThatOfTheStandard) {
  EXPECT_EQ(base64_url("foob"), "Zm9vYg");
  EXPECT_EQ(from_base64_url("Zm9vYg", "", ""), "foob");
  EXPECT_EQ(from_base64_url("Zm9vYg==", "", ""), "foob");
  EXPECT_EQ(base64_url("\xfb\xff"), "-_8");
  EXPECT_EQ(from_base64_url("-_8", "", ""), "\xfb\xff");
  EXPECT_NE(web_refusal([] { from_base64_url("a*bc", "link", "state"); }), "");
  EXPECT_NE(web_refusal([] { from_base64_url("abcde", "link", "state"); }), "");
}

// RFC 1951, section 3.2.4: one block that is stored, 5 bytes; section 3.2.6: "a" by the fixed code.
TEST(WebText, DeflateIsThatOfTheStandard) {
  EXPECT_EQ(inflated("\x01\x05\x00\xfa\xffhello"s, 100, "", ""), "hello");
  EXPECT_EQ(inflated("\x4b\x04\x00"s, 100, "", ""), "a");
  EXPECT_EQ(inflated(deflated("hello, hello, hello"), 100, "", ""), "hello, hello, hello");
}

TEST(WebText, WhatUnpacksToMoreThanAllowedIsRefused) {
  const std::string bomb = deflated(std::string(1 << 20, 'a'));
  EXPECT_LT(bomb.size(), 2000U);
  EXPECT_EQ(inflated(bomb, 1 << 20, "", "").size(), 1U << 20);
  EXPECT_EQ(web_refusal([&] { inflated(bomb, 1000, "link", "state"); }),
            "link: state: got more than 1000 bytes when unpacked, expected fewer");
}

TEST(WebText, DamagedDataAreRefused) {
  EXPECT_NE(web_refusal([] { inflated("\xff\xff\xff", 100, "link", "state"); }), "");
  EXPECT_NE(web_refusal([] { inflated("\x01\x05\x00\xfa\xffhe"s, 100, "link", "state"); }), "");
  EXPECT_NE(web_refusal([] { inflated("", 100, "link", "state"); }), "");
}

TEST(WebText, PercentSignsStandForBytes) {
  EXPECT_EQ(percent_decoded("%7B+a%7D", "", ""), "{ a}");
  EXPECT_EQ(web_refusal([] { percent_decoded("%7", "link", "state"); }),
            "link: state: got \"%7\", expected % and two hexadecimal digits");
}

}  // namespace
}  // namespace carom::io
