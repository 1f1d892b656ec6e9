#include "intake/telemetry/nvidia/pmon.h"

#include <gtest/gtest.h>

#include "intake/telemetry/reading_for_test.h"

namespace accelprep::intake {
namespace {

using records::Metric;

ReadText read(const std::string& text) { return read_text(read_pmon, text); }

constexpr auto kHead =
    "# gpu         pid   type     sm    mem    enc    dec    jpg    ofa    command \n"
    "# Idx           #    C/G      %      %      %      %      %      %    name \n";

TEST(Pmon, ProcessesOfATickAreSummedByAccelerator) {
  const auto out = read(std::string(kHead) +
                        "    0       1696     G      -      -      -      -      -      -    gnome-shell    \n"
                        "    0       5267     C     30      3     99      -      -      -    NVIDIA Share.exe\n"
                        "    0       5268     C     41      1      -      -      -      -    python3        \n"
                        "    1          -     -      -      -      -      -      -      -    -              \n"
                        "    0       1696     G      -      -      -      -      -      -    gnome-shell    \n"
                        "    0       5267     C      -      -      -      -      -      -    ffmpeg         \n"
                        "    1       6001     C     12      -      -      -      -      -    a, b           \n");
  ASSERT_TRUE(out.result);
  EXPECT_TRUE(out.found.rejected.empty());
  ASSERT_EQ(out.found.samples.size(), 4U);
  EXPECT_EQ(out.found.samples[0].device, "0");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.71);
  EXPECT_FALSE(out.found.samples[0][Metric::memory_used_bytes]) << "mem is the memory controller's share of time";
  EXPECT_EQ(out.found.samples[1].device, "1");
  EXPECT_FALSE(out.found.samples[1][Metric::busy]) << "no process listed is no measurement of 0";
  EXPECT_FALSE(out.found.samples[2][Metric::busy]) << "no process had a sample";
  EXPECT_EQ(base::format_time(out.found.samples[2].at_ns), "2000-01-01T00:00:01Z");
  EXPECT_DOUBLE_EQ(*out.found.samples[3][Metric::busy], 0.12);
  ASSERT_EQ(out.found.notes.size(), 2U);
  EXPECT_NE(out.found.notes[1].find("count twice (0 of 2 sums"), std::string::npos) << out.found.notes[1];
}

TEST(Pmon, SumsOver100PercentCountAs100AndAreSaid) {
  const auto out =
      read(std::string(kHead) + "0 10 C 79 5 - - - - a\n0 11 C 40 1 - - - - b\n0 10 C 50 5 - - - - a\n0 11 C 50 1 - - - - b\n");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 1);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::busy], 1);
  EXPECT_NE(out.found.notes[1].find("(1 of 2 sums"), std::string::npos) << out.found.notes[1];
}

TEST(Pmon, MemoryIsSummedWhereEveryProcessHasIt) {
  const auto out = read(
      "#Date       Time        gpu        pid  type    sm   mem    fb   command\n#YYYYMMDD   HH:MM:SS    Idx          #   C/G     %     %  "
      "  MB   name\n"
      " 20260703   22:11:09 0 10 C 5 1 700 a\n 20260703   22:11:09 0 9 C 5 1 300 b\n 20260703   22:11:10 0 10 C 5 1 700 a\n"
      " 20260703   22:11:10 0 11 C 5 1 - b\n 20260703   22:11:99 0 11 C 5 1 - b\n");
  ASSERT_EQ(out.found.samples.size(), 2U);
  EXPECT_EQ(base::format_time(out.found.samples[0].at_ns), "2026-07-03T22:11:09Z");
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::memory_used_bytes], 1000.0 * 1048576);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.1);
  EXPECT_FALSE(out.found.samples[1][Metric::memory_used_bytes]);
  EXPECT_EQ(out.found.rejected, std::vector<std::string>{"7: no time in the date and time columns"});
}

TEST(Pmon, TwoTicksOfOneSecondAreNotOne) {
  const auto out =
      read("#Time gpu pid type sm command\n#HH:MM:SS Idx # C/G % name\n10:00:01 0 10 C 60 a\n10:00:01 0 10 C 70 a\n10:00:02 0 10 C 80 a\n");
  ASSERT_EQ(out.found.samples.size(), 3U);
  EXPECT_DOUBLE_EQ(*out.found.samples[0][Metric::busy], 0.6);
  EXPECT_DOUBLE_EQ(*out.found.samples[1][Metric::busy], 0.7);
}

TEST(Pmon, RowsThatAreNoneAreCountedByReason) {
  const auto out = read("0 1 C 1 1 - - - - a\n" + std::string(kHead) +
                        "x 1 C 1 1 - - - - a\n0 p C 1 1 - - - - a\n0 1 C 101 1 - - - - a\n0 1 C lots 1 - - - - a\n0 1 C 1\n");
  const std::vector<std::string> expected{"1: a row before the first header: its columns are not known",
                                          "4: no device named",
                                          "5: no process id in the pid column",
                                          "6: busy below 0 or over 100 %",
                                          "7: a cell is neither a number with a known unit nor a placeholder",
                                          "8: fewer cells than columns"};
  EXPECT_EQ(out.found.rejected, expected);
  EXPECT_TRUE(out.found.samples.empty());
}

TEST(Pmon, IsRecognisedByItsHeader) {
  EXPECT_TRUE(is_pmon(std::vector<std::string>{"# gpu        pid  type    sm   mem   enc   dec   command"}));
  EXPECT_FALSE(is_pmon(std::vector<std::string>{"# gpu    pwr  gtemp  mtemp     sm"}));
  EXPECT_NE(read("# gpu pid type enc command\n").result.error().text().find("pmon -s um"), std::string::npos);
}

}  // namespace
}  // namespace accelprep::intake
