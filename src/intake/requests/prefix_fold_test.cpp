#include "intake/requests/prefix_fold.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>

#include "base/random.h"

namespace accelprep::intake {
namespace {

using Blocks = std::vector<std::int64_t>;

// The same by a cache that is really kept.
std::int64_t hits_of_cache(const std::vector<Blocks>& requests, std::size_t size) {
  std::deque<std::int64_t> cache;  // most recently used first
  std::int64_t hits = 0;
  for (const auto& blocks : requests) {
    bool prefix = true;
    for (const auto block : blocks) {
      const auto found = std::find(cache.begin(), cache.end(), block);
      prefix = prefix && found != cache.end();
      hits += prefix ? 1 : 0;
      if (found != cache.end()) cache.erase(found);
      cache.push_front(block);
      if (cache.size() > size) cache.pop_back();
    }
  }
  return hits;
}

TEST(PrefixFold, EverySizeOfCacheIsRight) {
  base::Rng rng(3);
  std::vector<Blocks> requests;
  std::int64_t fresh = 1000;
  for (int i = 0; i < 400; ++i) {
    Blocks blocks;
    const auto conversation = static_cast<std::int64_t>(rng.below(20));
    const auto shared = static_cast<std::int64_t>(rng.below(6));
    for (std::int64_t k = 0; k < shared; ++k) blocks.push_back(conversation * 10 + k);
    for (std::size_t k = rng.below(4); k > 0; --k) blocks.push_back(fresh++);
    requests.push_back(std::move(blocks));
  }
  PrefixFold fold;
  for (const auto& blocks : requests) fold.add(blocks);
  const auto reuse = fold.finish(512);
  EXPECT_EQ(reuse.requests, 400);
  ASSERT_GT(reuse.by_cache.size(), 5U);
  for (const auto& cache : reuse.by_cache) {
    EXPECT_EQ(cache.hits, hits_of_cache(requests, static_cast<std::size_t>(cache.blocks))) << cache.blocks;
  }
  EXPECT_EQ(reuse.by_cache.back().hits, reuse.reused_blocks);
}

TEST(PrefixFold, PlacesAreGivenAnewWhenTheyRunOut) {
  PrefixFold fold;
  const Blocks same{1, 2, 3};
  for (int i = 0; i < 60'000; ++i) fold.add(same);
  const auto reuse = fold.finish(0);
  EXPECT_EQ(reuse.blocks, 180'000);
  EXPECT_EQ(reuse.distinct_blocks, 3);
  EXPECT_EQ(reuse.reused_blocks, 180'000 - 3);
  EXPECT_EQ(reuse.by_cache.back().blocks, 4);
}

}  // namespace
}  // namespace accelprep::intake
