#include "io/exchange/message_pack.hpp"

#include <gtest/gtest.h>

#include <string>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

using namespace std::string_literals;

std::string packed_refusal(const std::string& bytes) {
  try {
    read_message_pack(bytes, "file");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// The bytes are those of the format's description (github.com/msgpack/msgpack, spec.md).
TEST(MessagePack, EveryKindOfValueIsRead) {
  const std::string bytes =
      "\x8b"
      "\xa1"s +
      "a\xc0"
      "\xa1"s +
      "b\xc3"
      "\xa1"s +
      "c\xff"
      "\xa1"s +
      "d\xcd\x01\x00"s + "\xa1"s + "e\xd1\xff\x00"s + "\xa1"s + "f\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00"s + "\xa1"s +
      "g\xca\x3f\xc0\x00\x00"s + "\xa1"s + "h\xd9\x02hi"s + "\xa1"s + "i\x93\x01\x02\x03"s + "\xa1"s +
      "j\xdc\x00\x01\x7f"s + "\xc4\x01k\xd2\x00\x00\x00\x05"s;
  const Json expected = {{"a", nullptr}, {"b", true}, {"c", -1},        {"d", 256},   {"e", -256}, {"f", 1.5},
                         {"g", 1.5},     {"h", "hi"}, {"i", {1, 2, 3}}, {"j", {127}}, {"k", 5}};
  EXPECT_EQ(read_message_pack(bytes, "file"), expected);
}

// As msgpack-numpy writes it: keys of bytes, doubles as they lie in memory.
TEST(MessagePack, ArraysOfNumPyAreListsOfLists) {
  const std::string one = "\x00\x00\x00\x00\x00\x00\xf0\x3f"s;
  const std::string two = "\x00\x00\x00\x00\x00\x00\x00\x40"s;
  const std::string bytes =
      "\x85\xc4\x02nd\xc3\xc4\x04type\xa3<f8\xc4\x04kind\xc4\x00\xc4\x05shape\x92\x02\x01\xc4\x04"
      "data\xc4\x10"s +
      one + two;
  EXPECT_EQ(read_message_pack(bytes, "file"), Json({{1.0}, {2.0}}));
}

TEST(MessagePack, WhatIsWrittenIsReadBack) {
  const Json value = {
      {"numbers", {0, 1.5, -7, 1e300}}, {"none", nullptr}, {"text", std::string(40, 'x')}, {"yes", true}};
  std::string bytes;
  write_message_pack(value, bytes);
  EXPECT_EQ(read_message_pack(bytes, "file"), value);
  const Json array = {{{1.0, 2.0}, {3.0, 4.0}}, {{5.0, 6.0}, {7.0, 8.0}}};
  bytes.clear();
  write_numpy_array(array, bytes);
  EXPECT_EQ(read_message_pack(bytes, "file"), array);
}

TEST(MessagePack, WhatIsWrongIsToldWithItsByte) {
  EXPECT_EQ(packed_refusal("\xa5hi"), "file: byte 1: got 2 bytes up to the end, expected 5 bytes");
  EXPECT_NE(packed_refusal("\xdd\xff\xff\xff\xff"s).find("4294967295 values in 0 bytes"), std::string::npos);
  EXPECT_NE(packed_refusal("\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"s).find("expected a finite number"),
            std::string::npos);
  EXPECT_NE(packed_refusal("\xc1").find("the type 0xc1"), std::string::npos);
  EXPECT_NE(packed_refusal("\x01\x02").find("1 bytes more"), std::string::npos);
  EXPECT_NE(packed_refusal(std::string(1000, '\x91')).find("nested deeper than 64"), std::string::npos);
  EXPECT_NE(packed_refusal("\x82\xa1"
                           "a\x01\xa1"
                           "a\x02")
                .find("a second key"),
            std::string::npos);
  // A text that no file of JSON can hold (a fuzzer's, which ended the program when it was written), as a value and as a
  // key of bytes.
  EXPECT_EQ(packed_refusal("\xa2\xadx"), "file: byte 3: got a text of other bytes, expected one in UTF-8");
  EXPECT_NE(packed_refusal("\x81\xc4\x01\xff\x01").find("expected one in UTF-8"), std::string::npos);
}

// Shapes that would need more memory than there are bytes.
TEST(MessagePack, ArraysWhoseShapeIsNotThatOfTheirBytesAreRefused) {
  const std::string head = "\x84\xc4\x02nd\xc3\xc4\x04type\xa3<f8\xc4\x05shape"s;
  const std::string data =
      "\xc4\x04"
      "data\xc4\x08" +
      std::string(8, '\0');
  EXPECT_NE(packed_refusal(head + "\x92\xce\xff\xff\xff\xff\xce\xff\xff\xff\xff"s + data), "");
  EXPECT_NE(packed_refusal(head + "\x91\x02" + data), "");
  EXPECT_NE(packed_refusal(head + "\x95\x01\x01\x01\x01\x01" + data), "");
  EXPECT_EQ(packed_refusal(head + "\x91\x01" + data), "");
}

}  // namespace
}  // namespace carom::io
