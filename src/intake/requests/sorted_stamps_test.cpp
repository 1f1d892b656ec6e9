#include "intake/requests/sorted_stamps.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "base/random.h"

namespace accelprep::intake {
namespace {

std::vector<records::TimeNs> handed_on(const std::vector<records::TimeNs>& times, SortedStamps& stamps) {
  std::vector<records::TimeNs> out;
  const auto use = [&](records::TimeNs at) { out.push_back(at); };
  for (const auto& at : times) stamps.add({&at, 1}, use);
  stamps.finish(use);
  return out;
}

TEST(SortedStamps, InterleavedReadersComeOutInOrder) {
  // Three readers of neighbouring pieces, taking turns by chunks of 100.
  std::vector<records::TimeNs> times;
  for (records::TimeNs piece = 0; piece < 30; piece += 3) {
    for (records::TimeNs chunk = 0; chunk < 10; ++chunk) {
      for (records::TimeNs reader = 0; reader < 3; ++reader) {
        for (records::TimeNs i = 0; i < 100; ++i) times.push_back(((piece + reader) * 10 + chunk) * 100 + i);
      }
    }
  }
  SortedStamps stamps(8000);
  const auto out = handed_on(times, stamps);
  EXPECT_TRUE(stamps.in_reach());
  EXPECT_EQ(out.size(), times.size());
  EXPECT_TRUE(std::is_sorted(out.begin(), out.end()));
}

TEST(SortedStamps, AnyOrderWithinReachIsSorted) {
  base::Rng rng(9);
  std::vector<records::TimeNs> times;
  for (records::TimeNs i = 0; i < 50'000; ++i) times.push_back(i * 10 + static_cast<records::TimeNs>(rng.below(3000)));
  SortedStamps stamps(1000);
  const auto out = handed_on(times, stamps);
  EXPECT_TRUE(stamps.in_reach());
  std::sort(times.begin(), times.end());
  EXPECT_EQ(out, times);
}

TEST(SortedStamps, WhatComesTooLateIsSaid) {
  SortedStamps stamps(100);
  std::vector<records::TimeNs> times(200);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = static_cast<records::TimeNs>(i) + 10;
  times.push_back(5);
  handed_on(times, stamps);
  EXPECT_FALSE(stamps.in_reach());
}

}  // namespace
}  // namespace accelprep::intake
