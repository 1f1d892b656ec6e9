// How much of the prompts a prefix cache would already hold, for every size of the cache in one pass.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "records/requests.h"

namespace accelprep::intake {

// Blocks are named by ids that stand for all of the prompt up to them, as Mooncake's hash ids do: the same id is the same prefix. A block
// is a hit where it and all before it are still in a cache that drops the least recently used; a cache of C blocks holds one exactly where
// fewer than C other blocks were used since (Mattson et al. 1970, stack distance).
class PrefixFold {
 public:
  // Of one request, in order. The first `asked` are its prompt's; what follows is its answer's, which the cache keeps too.
  void add(std::span<const std::int64_t> blocks, std::size_t asked);
  void add(std::span<const std::int64_t> blocks) { add(blocks, blocks.size()); }
  records::PrefixReuse finish(std::int64_t block_tokens);

 private:
  [[nodiscard]] std::int64_t distinct_since(std::size_t place) const;
  void mark(std::size_t place, std::int64_t change);
  void compact();

  std::unordered_map<std::int64_t, std::size_t> place_of_;  // of a block's last use
  std::vector<std::int64_t> tree_;                          // Fenwick: 1 at each block's last use
  std::size_t next_ = 0;
  records::PrefixReuse out_;
  std::vector<std::int64_t> hits_by_size_;  // [k]: hits that need a cache of over 2^(k-1) and up to 2^k blocks
};

}  // namespace accelprep::intake
