#include "intake/telemetry/log_time.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace accelprep::intake {
namespace {

std::string utc(LogTime& time, std::string_view cell) {
  const auto read = time.read(cell);
  return read ? base::format_time(*read) : "none";
}

TEST(LogTime, LocalTimesTakeTheGivenZoneAcrossItsChanges) {
  LogTime time(*base::Zone::find("Europe/Berlin"));
  EXPECT_EQ(utc(time, "2026/03/28 12:00:00.500"), "2026-03-28T11:00:00.500Z");
  EXPECT_EQ(utc(time, "2026/03/29 01:59:59.000"), "2026-03-29T00:59:59Z");
  EXPECT_EQ(utc(time, "2026/03/29 03:00:00.000"), "2026-03-29T01:00:00Z");
  EXPECT_TRUE(time.all_zones_known());
}

TEST(LogTime, WrittenZonesWinAndUnknownOnesAreRemembered) {
  LogTime time;
  EXPECT_EQ(utc(time, "2026-01-03T15:36:53+01:00"), "2026-01-03T14:36:53Z");
  EXPECT_TRUE(time.all_zones_known());
  EXPECT_EQ(utc(time, "2026/01/03 15:36:53.507"), "2026-01-03T15:36:53.507Z");
  EXPECT_FALSE(time.all_zones_known());
}

TEST(LogTime, OfOneMinuteTheSecondsAloneAreRead) {
  for (const auto* stamp : {"2026/11/01 00:00:{}", "2026-11-01T00:00:{}"}) {
    LogTime together;
    for (const auto* seconds : {"00.398", "59", "07.5", "31.123456789", "60", "1", "12.", "44.5Z", "44.5+01:00", "9x"}) {
      const auto text = base::replaced(stamp, "{}", seconds);
      LogTime alone;
      EXPECT_EQ(together.read(text), alone.read(text)) << text;
    }
  }
}

TEST(LogTime, NumbersCountFrom1970InTheUnitOfTheirSize) {
  LogTime time;
  EXPECT_EQ(utc(time, "1767454613"), "2026-01-03T15:36:53Z");
  EXPECT_EQ(utc(time, "1767454613.507"), "2026-01-03T15:36:53.507Z");
  EXPECT_EQ(utc(time, "1767454613507"), "2026-01-03T15:36:53.507Z");
  EXPECT_EQ(utc(time, "1767454613507000"), "2026-01-03T15:36:53.507Z");
  EXPECT_EQ(utc(time, "1767454613507000000"), "2026-01-03T15:36:53.507Z");
  EXPECT_EQ(utc(time, "yesterday"), "none");
  EXPECT_EQ(utc(time, "1e300"), "none");
}

}  // namespace
}  // namespace accelprep::intake
