#include "io/run/output_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "io/temporary_folder.hpp"

namespace carom::io {
namespace {

TEST(OutputFile, NumbersReadBackAsTheSameDoubles) {
  const TemporaryFolder folder;
  const std::vector<double> numbers{0.1, 1.0 / 3, -0.0, 5e-324, std::numeric_limits<double>::max(), 1e22, 123456789};
  OutputFile file(folder / "numbers");
  for (const double number : numbers) {
    file.write(number);
    file.write('\n');
  }
  file.close();
  std::ifstream in(folder / "numbers");
  std::string line;
  for (const double number : numbers) {
    ASSERT_TRUE(std::getline(in, line));
    const double read = std::strtod(line.c_str(), nullptr);
    EXPECT_EQ(read, number) << line;
    EXPECT_EQ(std::signbit(read), std::signbit(number)) << line;
    EXPECT_LE(line.size(), 24U);
  }
}

TEST(OutputFile, MoreThanABufferArrivesWholeAndInOrder) {
  const TemporaryFolder folder;
  OutputFile file(folder / "long");
  std::string expected;
  for (int i = 0; i < 500000; ++i) {
    file.write_integer(i);
    file.write(' ');
    expected += std::to_string(i) + ' ';
  }
  const std::string large(3000000, 'x');
  file.write(large);
  file.close();
  EXPECT_EQ(contents(folder / "long"), expected + large);
}

TEST(OutputFile, AFullDiskIsAnErrorThatNamesTheFileAndTheReason) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  OutputFile file("/dev/full");
  file.write("text");
  try {
    file.close();
    FAIL() << "writing to a full disk went unnoticed";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "/dev/full: cannot write: No space left on device");
  }
}

TEST(OutputFile, AMissingFolderIsAnErrorThatNamesTheFile) {
  const TemporaryFolder folder;
  try {
    OutputFile file(folder / "missing/file");
    FAIL() << "a file in a missing folder was opened";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing/file: cannot write: "), std::string::npos) << error.what();
  }
}

TEST(OutputFile, GoesOnWhereItWasOnlyIfItsBytesAreThose) {
  const TemporaryFolder folder;
  std::string kept;
  {
    OutputFile file(folder / "rows");
    file.write("first");
    Archive archive;
    file.archive(archive);
    kept = archive.written();
    file.write(" and what a crash left");
    file.close();
  }
  {
    OutputFile file = OutputFile::existing(folder / "rows");
    Archive archive(kept);
    file.archive(archive);
    file.write(" second");
    file.close();
  }
  EXPECT_EQ(contents(folder / "rows"), "first second");
  put(folder / "rows", "fjrst and more");
  OutputFile file = OutputFile::existing(folder / "rows");
  Archive archive(kept);
  EXPECT_THROW(file.archive(archive), ArchiveError);
}

}  // namespace
}  // namespace carom::io
