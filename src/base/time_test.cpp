#include "base/time.h"

#include <gtest/gtest.h>

namespace accelprep::base {
namespace {

TEST(Time, ReadsTheFormsThatLogsUse) {
  const auto plain = parse_time("2023-11-16 18:17:03.9799600");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->has_zone);
  EXPECT_EQ(plain->ns % kSecond, 979'960'000);
  EXPECT_EQ(format_time(plain->ns), "2023-11-16T18:17:03.979Z");
  EXPECT_EQ(parse_time("2024-05-12 00:00:00+00:00")->ns, parse_time("2024-05-12T00:00:00Z")->ns);
  EXPECT_EQ(parse_time("2024-05-12 02:00:00+02:00")->ns, parse_time("2024-05-12T00:00:00Z")->ns);
  EXPECT_EQ(parse_time("2026/01/03 15:36:53.507")->ns, parse_time("2026-01-03T15:36:53.507Z")->ns);
  EXPECT_EQ(format_date(parse_time("2026-11-01")->ns), "2026-11-01");
}

TEST(Time, RefusesWhatIsNoTime) {
  for (const auto* text : {"", "2026-13-01", "2026-02-30", "2026-11-01 25:00", "2026-11-01 10:00 tomorrow", "1699999999", "9999-01-01"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
}

TEST(Time, WeekBeginsOnMonday) {
  EXPECT_EQ(hour_of_week(parse_time("2026-11-30T00:30:00Z")->ns), 0);  // a Monday
  EXPECT_EQ(hour_of_week(parse_time("2026-11-29T23:59:59Z")->ns), 167);
  EXPECT_EQ(hour_of_week(parse_time("1969-12-29T00:00:00Z")->ns), 0);  // before the epoch
}

TEST(Time, ZoneFollowsSummerTime) {
  const auto berlin = Zone::find("Europe/Berlin");
  ASSERT_TRUE(berlin) << berlin.error().text();
  EXPECT_EQ(format_time(berlin->to_utc(parse_time("2026-07-01T12:00:00")->ns)), "2026-07-01T10:00:00Z");
  EXPECT_EQ(format_time(berlin->to_utc(parse_time("2026-12-01T12:00:00")->ns)), "2026-12-01T11:00:00Z");
  EXPECT_FALSE(Zone::find("Europe/Berlln"));
}

}  // namespace
}  // namespace accelprep::base
