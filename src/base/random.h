// Seeded random numbers that are the same on every machine: the engine is std::mt19937_64, the distributions are ours,
// because the standard leaves theirs to each library.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace accelprep::base {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : engine_(seed) {}

  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1.0p-53; }  // [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  std::size_t below(std::size_t bound) {  // [0, bound); the bias of the product is under 2^-40 for any bound here
    return static_cast<std::size_t>(uniform() * static_cast<double>(bound));
  }
  double exponential(double rate) { return -std::log1p(-uniform()) / rate; }
  double normal() {  // Box and Muller, one of the pair
    const double radius = std::sqrt(-2 * std::log1p(-uniform()));
    return radius * std::cos(2 * M_PI * uniform());
  }
  // Triangular on [low, high] with its peak at `mode`, by inversion.
  double triangular(double low, double mode, double high) {
    if (!(high > low)) return mode;
    const double u = uniform();
    const double split = (mode - low) / (high - low);
    return u < split ? low + std::sqrt(u * (high - low) * (mode - low)) : high - std::sqrt((1 - u) * (high - low) * (high - mode));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace accelprep::base
