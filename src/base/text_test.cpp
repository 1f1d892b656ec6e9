#include "base/text.h"

#include <gtest/gtest.h>

namespace accelprep::base {
namespace {

TEST(Text, NumberIsTheWholeText) {
  EXPECT_EQ(parse_number(" 12.5 "), 12.5);
  EXPECT_EQ(parse_number("+3"), 3.0);
  EXPECT_EQ(parse_number("12 %"), std::nullopt);
  EXPECT_EQ(parse_number("nan"), std::nullopt);
  EXPECT_EQ(parse_number(""), std::nullopt);
  EXPECT_EQ(parse_integer("7.0"), std::nullopt);
}

TEST(Text, CsvCellsAreTrimmedOutsideQuotes) {
  const std::vector<std::string> expected{"2026/01/03 15:36:53.507", "a, \"b\"", "", "27"};
  EXPECT_EQ(split_csv("2026/01/03 15:36:53.507, \"a, \"\"b\"\"\", , 27\r"), expected);
}

TEST(Text, NearestFindsTyposAndPrefixes) {
  const std::vector<std::string> ids{"h100-sxm", "h100-pcie", "h200-sxm", "mi300x"};
  EXPECT_EQ(nearest("h100", ids), (std::vector<std::string>{"h100-sxm", "h100-pcie"}));
  EXPECT_EQ(nearest("h100-smx", ids, 1), (std::vector<std::string>{"h100-sxm"}));
  EXPECT_TRUE(nearest("gaudi", ids).empty());
}

TEST(Text, VersionsCompareByNumber) {
  EXPECT_LT(compare_versions("570.86.10", "570.124.06"), 0);
  EXPECT_EQ(compare_versions("12.4", "12.4.0"), 0);
  EXPECT_GT(compare_versions("2.10.0+cu130", "2.9.1"), 0);
}

TEST(Text, ShellQuotingKeepsPlainWords) {
  EXPECT_EQ(shell_quoted("examples/a-b_1.toml"), "examples/a-b_1.toml");
  EXPECT_EQ(shell_quoted("it's here"), "'it'\\''s here'");
}

}  // namespace
}  // namespace accelprep::base
