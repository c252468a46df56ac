#include "io/run/output_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/io/scene.hpp"
#include "io/run/manifest.hpp"
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
  EXPECT_EQ(names_in(parent / "a/b"), (Names{"checksums.xxh128", "summary.json"}));
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
    const OutputFolder folder(parent.path(), OutputFolder::Unfinished::gone, OutputFolder::Overwrite::all);
    put(folder.staging() / "events.csv", "half");
  }
  EXPECT_EQ(names_in(parent.path()), Names{"events.csv"});
  EXPECT_EQ(contents(parent / "events.csv"), "whole");
}

TEST(OutputFolder, ACommitRemovesAnEarlierRunsFilesAndNoOthers) {
  const TemporaryFolder parent;
  for (const char* name : {"trajectory.xyz", "summary.json", "notes.txt"}) put(parent / name, "old");
  OutputFolder folder(parent.path(), OutputFolder::Unfinished::gone, OutputFolder::Overwrite::all);
  put(folder.staging() / "summary.json", "new");
  folder.commit();
  EXPECT_EQ(names_in(parent.path()), (Names{"checksums.xxh128", "notes.txt", "summary.json"}));
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

/// A folder in which Carom wrote a file.
void write_run(const fs::path& place, const char* text) {
  OutputFolder folder(place);
  put(folder.staging() / "events.csv", text);
  folder.commit();
}

TEST(OutputFolder, WritesOverItsOwnFilesAndOverNoOthers) {
  const TemporaryFolder parent;
  write_run(parent.path(), "first");
  write_run(parent.path(), "second");
  EXPECT_EQ(contents(parent / "events.csv"), "second");
  put(parent / "events.csv", "edited by hand");
  EXPECT_THROW(write_run(parent.path(), "third"), InputError);
  EXPECT_EQ(contents(parent / "events.csv"), "edited by hand");
  EXPECT_EQ(names_in(parent.path()), (Names{"checksums.xxh128", "events.csv"}));
}

TEST(OutputFolder, IsHeldByOneAtATime) {
  const TemporaryFolder parent;
  const OutputFolder folder(parent.path());
  try {
    write_run(parent.path(), "x");
    FAIL() << "two write into one folder";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("in use"), std::string::npos) << error.what();
  }
}

TEST(OutputFolder, WhatKilledRunsLeftGoesWithTheNextOne) {
  const TemporaryFolder parent;
  fs::create_directories(parent / ".carom-unfinished");
  put(parent / ".carom-unfinished/events.csv", "half");
  fs::create_directories(parent / ".carom-Ab3xYz");
  write_run(parent.path(), "whole");
  EXPECT_EQ(names_in(parent.path()), (Names{"checksums.xxh128", "events.csv"}));
}

/// A commit that was cut off after its promise: the file is promised and not moved.
TEST(OutputFolder, ACommitThatWasCutOffIsEnded) {
  for (const char* staging : {".carom-unfinished", "checkpoint"}) {
    const TemporaryFolder parent;
    put(parent / "trajectory.xyz", "of the run before");
    fs::create_directories(parent / staging);
    put(parent.path() / staging / "events.csv", "whole");
    put(parent.path() / staging / "done", "events.csv\nsummary.json\n");
    put(parent / "summary.json", "moved already");
    EXPECT_TRUE(OutputFolder::finish_commit(parent.path()));
    EXPECT_EQ(names_in(parent.path()), (Names{"events.csv", "summary.json"})) << staging;
    EXPECT_FALSE(OutputFolder::finish_commit(parent.path()));
  }
}

/// Killed when the manifest was there, and the promise not yet.
TEST(OutputFolder, AManifestThatACommitLeftIsMadeAnew) {
  const TemporaryFolder parent;
  fs::create_directories(parent / "checkpoint");
  put(parent / "checkpoint/checksums.xxh128", std::string(32, '0') + "  events.csv\n");
  OutputFolder folder(parent.path(), OutputFolder::Unfinished::kept);
  put(parent / "checkpoint/events.csv", "whole");
  folder.commit();
  const Manifest manifest = Manifest::read(parent.path());
  EXPECT_EQ(manifest.digits().size(), 1u);
  EXPECT_TRUE(manifest.is_as_written(parent / "events.csv"));
}

TEST(OutputFolder, DrawingsAreAddedOrNothingChanges) {
  const TemporaryFolder parent;
  write_run(parent.path(), "events");
  EXPECT_THROW(add_drawings(parent.path(),
                            [&] {
                              put(drawing_folder(parent.path()) / "picture.svg", "half");
                              throw std::runtime_error("no ink");
                            }),
               std::runtime_error);
  EXPECT_EQ(names_in(parent.path()), (Names{"checksums.xxh128", "events.csv"}));
  add_drawings(parent.path(), [&] { put(drawing_folder(parent.path()) / "picture.svg", "whole"); });
  EXPECT_EQ(names_in(parent.path()), (Names{"checksums.xxh128", "events.csv", "picture.svg"}));
  const Manifest manifest = Manifest::read(parent.path());
  EXPECT_TRUE(manifest.is_as_written(parent / "picture.svg"));
  EXPECT_TRUE(manifest.is_as_written(parent / "events.csv"));
}

// XXH128 of nothing and of "a", as `xxh128sum` 0.8.1 prints them.
TEST(Manifest, HoldsTheChecksumsThatXxh128sumPrints) {
  const TemporaryFolder folder;
  put(folder / "empty", "");
  put(folder / "a", "a");
  Manifest manifest;
  manifest.add(folder / "empty");
  manifest.add(folder / "a");
  EXPECT_EQ(manifest.digits().at("empty"), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(manifest.digits().at("a"), "a96faf705af16834e6c632b61e964e1f");
  manifest.write(folder.path());
  EXPECT_EQ(Manifest::read(folder.path()).digits(), manifest.digits());
}

TEST(Manifest, ALineThatIsNoneIsNamed) {
  const TemporaryFolder folder;
  put(folder / Manifest::kName, "99aa06d3014798d86001c324468d497f  a\nnonsense\n");
  try {
    Manifest::read(folder.path());
    FAIL() << "nonsense was read";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("checksums.xxh128: line 2"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace carom::io
