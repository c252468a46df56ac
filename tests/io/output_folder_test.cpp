#include "io/run/output_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/temporary_folder.hpp"

namespace carom::io {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

TEST(OutputFolder, FilesAppearAtTheCommit) {
  const TemporaryFolder parent;
  OutputFolder folder(parent / "a/b");
  put(folder.staging() / "summary.json", "{}");
  EXPECT_FALSE(fs::exists(parent / "a/b/summary.json"));
  folder.commit();
  EXPECT_EQ(names_in(parent / "a/b"), Names{"summary.json"});
  EXPECT_EQ(contents(parent / "a/b/summary.json"), "{}");
}

TEST(OutputFolder, WithoutACommitNothingIsLeft) {
  const TemporaryFolder parent;
  {
    const OutputFolder folder(parent / "a/b/");
    put(folder.staging() / "events.csv", "half a li");
  }
  EXPECT_EQ(names_in(parent.path()), Names{});
}

TEST(OutputFolder, WithoutACommitEarlierFilesStay) {
  const TemporaryFolder parent;
  put(parent / "events.csv", "whole");
  {
    const OutputFolder folder(parent.path());
    put(folder.staging() / "events.csv", "half");
  }
  EXPECT_EQ(names_in(parent.path()), Names{"events.csv"});
  EXPECT_EQ(contents(parent / "events.csv"), "whole");
}

TEST(OutputFolder, ACommitRemovesAnEarlierRunsFilesAndNoOthers) {
  const TemporaryFolder parent;
  for (const char* name : {"trajectory.xyz", "summary.json", "notes.txt"}) put(parent / name, "old");
  OutputFolder folder(parent.path());
  put(folder.staging() / "summary.json", "new");
  folder.commit();
  EXPECT_EQ(names_in(parent.path()), (Names{"notes.txt", "summary.json"}));
  EXPECT_EQ(contents(parent / "summary.json"), "new");
}

TEST(OutputFolder, AFileInTheWayIsAnErrorThatNamesIt) {
  const TemporaryFolder parent;
  put(parent / "a", "a file");
  try {
    const OutputFolder folder(parent / "a/b");
    FAIL() << "a folder was made below a file";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("a/b: cannot make this folder"), std::string::npos) << error.what();
  }
  EXPECT_EQ(names_in(parent.path()), Names{"a"});
}

TEST(OutputFolder, ErrorsNameTheFilesAsTheUserKnowsThem) {
  const TemporaryFolder parent;
  const OutputFolder folder(parent / "run");
  EXPECT_EQ(folder.final_names((folder.staging() / "events.csv").string() + ": full"),
            (parent / "run/events.csv").string() + ": full");
}

}  // namespace
}  // namespace carom::io
