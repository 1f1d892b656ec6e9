#include "report/format.h"

#include <gtest/gtest.h>

#include "report/text_table.h"

namespace accelprep::report {
namespace {

TEST(Format, UnitsAndDigits) {
  EXPECT_EQ(format_value(0.3333, "fraction"), "33.3 %");
  EXPECT_EQ(format_value(10200, "W"), "10.2 kW");
  EXPECT_EQ(format_value(36195.7, "USD/year"), "$36,196 /year");
  EXPECT_EQ(format_value(-9440.47, "USD"), "-$9,440");
  EXPECT_EQ(format_value(3.2906, "USD/h"), "$3.29 /h");
  EXPECT_EQ(format_value(2700, "s"), "45 min");
  EXPECT_EQ(format_bytes(16.07 * 1024 * 1024 * 1024), "16.1 GiB");
  EXPECT_EQ(format_count(1429737), "1,429,737");
  EXPECT_EQ(format_value(5, "degC"), "5 °C");
  EXPECT_EQ(format_value(36, "months"), "36 months");
  EXPECT_EQ(format_value(1, "nodes"), "1 node");
  EXPECT_EQ(format_value(3.5, "USD/h"), "$3.50 /h");
  EXPECT_EQ(format_value(31882, "tokens"), "31,882 tokens");
}

TEST(Format, DigitsFollowTheInterval) {
  EXPECT_EQ(format_value(0.33271, "fraction", evidence::Interval{0.30, 0.361}), "33 % (30 to 36)");
  EXPECT_EQ(format_value(0.33271, "fraction", evidence::Interval{0.3312, 0.3342}), "33.27 % (33.12 to 33.42)");
  EXPECT_EQ(format_value(123456, "USD", evidence::Interval{90000, 160000}), "$123,456 (90,000 to 160,000)");
}

TEST(TextTable, AlignsAndWrapsTheLastColumn) {
  TextTable table({TextTable::Align::left, TextTable::Align::right, TextTable::Align::left}, 40);
  table.add({"a", "1", "one two three four five six seven"});
  table.add({"bbb", "22", "x"});
  EXPECT_EQ(table.text(),
            "  a     1  one two three four five six\n"
            "           seven\n"
            "  bbb  22  x\n");
}

}  // namespace
}  // namespace accelprep::report
