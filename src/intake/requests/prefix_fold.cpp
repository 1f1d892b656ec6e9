#include "intake/requests/prefix_fold.h"

#include <algorithm>
#include <bit>

namespace accelprep::intake {
namespace {

constexpr std::size_t kFirstPlaces = std::size_t{1} << 16U;

}  // namespace

void PrefixFold::mark(std::size_t place, std::int64_t change) {
  for (std::size_t i = place + 1; i <= tree_.size(); i += i & (~i + 1)) tree_[i - 1] += change;
}

// Blocks whose last use came after `place`.
std::int64_t PrefixFold::distinct_since(std::size_t place) const {
  std::int64_t up_to = 0;
  for (std::size_t i = place + 1; i > 0; i -= i & (~i + 1)) up_to += tree_[i - 1];
  return static_cast<std::int64_t>(place_of_.size()) - up_to;
}

// Gives the blocks new places, without the holes that later uses have left.
void PrefixFold::compact() {
  std::vector<std::pair<std::size_t, std::int64_t>> by_place;
  by_place.reserve(place_of_.size());
  for (const auto& [block, place] : place_of_) by_place.emplace_back(place, block);
  std::sort(by_place.begin(), by_place.end());
  tree_.assign(std::max(kFirstPlaces, 2 * by_place.size()), 0);
  next_ = 0;
  for (const auto& [place, block] : by_place) {
    place_of_[block] = next_;
    mark(next_++, 1);
  }
}

void PrefixFold::add(std::span<const std::int64_t> blocks, std::size_t asked) {
  ++out_.requests;
  out_.blocks += static_cast<std::int64_t>(asked);
  std::int64_t needed = 0;  // the cache that the blocks so far are hits in
  bool broken = false;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto block = blocks[i];
    if (next_ == tree_.size()) compact();
    const auto found = place_of_.find(block);
    if (found == place_of_.end()) {
      broken = true;
    } else {
      if (!broken && i < asked) {
        needed = std::max(needed, distinct_since(found->second) + 1);
        const auto size = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(needed - 1)));
        if (hits_by_size_.size() <= size) hits_by_size_.resize(size + 1, 0);
        ++hits_by_size_[size];
        ++out_.reused_blocks;
      }
      mark(found->second, -1);
    }
    place_of_[block] = next_;
    mark(next_++, 1);
  }
}

records::PrefixReuse PrefixFold::finish(std::int64_t block_tokens) {
  out_.block_tokens = block_tokens;
  out_.distinct_blocks = static_cast<std::int64_t>(place_of_.size());
  std::int64_t hits = 0;
  for (std::size_t k = 0; k < hits_by_size_.size(); ++k) {
    hits += hits_by_size_[k];
    out_.by_cache.push_back({std::int64_t{1} << k, hits});
  }
  return out_;
}

}  // namespace accelprep::intake
