#include "intake/telemetry/cell_value.h"

#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace accelprep::intake {
namespace {

double number(std::string_view cell, Quantity quantity) {
  const auto read = read_quantity(cell, quantity, default_factor(quantity));
  EXPECT_EQ(read.kind, CellValue::Kind::number) << cell;
  return read.value;
}

TEST(CellValue, PlaceholdersAreAbsentAndNeverNumbers) {
  for (const auto* cell : {"[N/A]", "[Not Supported]", "[Unknown Error]", "[GPU is lost]", "[Requested functionality has been deprecated]",
                           "[Function Not Found]", "[Insufficient Permissions]", "N/A", "n/a", "-", "", "ERR!", "NULL", "None"}) {
    for (const auto quantity :
         {Quantity::fraction, Quantity::bytes, Quantity::watts, Quantity::celsius, Quantity::hertz, Quantity::seconds}) {
      EXPECT_EQ(read_quantity(cell, quantity, 1).kind, CellValue::Kind::absent) << cell;
    }
  }
}

TEST(CellValue, DcgmBlanksAreAbsent) {
  EXPECT_EQ(read_quantity("9223372036854775794", Quantity::celsius, 1).kind, CellValue::Kind::absent);
  EXPECT_EQ(read_quantity("4294967295", Quantity::fraction, 0.01).kind, CellValue::Kind::absent);
  EXPECT_EQ(read_quantity("2147483632", Quantity::watts, 1).kind, CellValue::Kind::absent);
  EXPECT_EQ(read_quantity("140737488355328", Quantity::bytes, 1).kind, CellValue::Kind::absent);
  // 36 minutes in microseconds pass the 32-bit blank and are a counter like any other.
  EXPECT_DOUBLE_EQ(number("2160000000 us", Quantity::seconds), 2160);
}

TEST(CellValue, UnitsInTheCellWin) {
  EXPECT_DOUBLE_EQ(number("92 %", Quantity::fraction), 0.92);
  EXPECT_DOUBLE_EQ(number("92", Quantity::fraction), 0.92);
  EXPECT_DOUBLE_EQ(number("25073 MiB", Quantity::bytes), 25073.0 * 1048576);
  EXPECT_DOUBLE_EQ(number("627.40 W", Quantity::watts), 627.4);
  EXPECT_DOUBLE_EQ(number("1980 MHz", Quantity::hertz), 1.98e9);
  EXPECT_DOUBLE_EQ(number("-3", Quantity::celsius), -3);
  EXPECT_DOUBLE_EQ(read_quantity("1500 us", Quantity::seconds, 1).value, 1.5e-3);
}

TEST(CellValue, ShortDecimalsAreRoundedAsTheLibraryDoes) {
  base::Rng rng(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto text = fmt::format("{:.{}f}", std::ldexp(rng.uniform(), static_cast<int>(rng.below(30))), rng.below(8));
    EXPECT_EQ(number(text + " W", Quantity::watts), std::strtod(text.c_str(), nullptr)) << text;
  }
  EXPECT_EQ(number("1e2 W", Quantity::watts), 100);
  EXPECT_EQ(number("12. W", Quantity::watts), 12);
}

TEST(CellValue, OtherTextIsMalformed) {
  EXPECT_EQ(read_quantity("fast", Quantity::hertz, 1).kind, CellValue::Kind::malformed);
  EXPECT_EQ(read_quantity("12 W", Quantity::fraction, 1).kind, CellValue::Kind::malformed);
  EXPECT_EQ(read_quantity("nan", Quantity::watts, 1).kind, CellValue::Kind::malformed);
  EXPECT_EQ(read_quantity("inf", Quantity::watts, 1).kind, CellValue::Kind::malformed);
}

}  // namespace
}  // namespace accelprep::intake
