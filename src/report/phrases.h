// Words and short phrases that the renderers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "evidence/dossier.h"
#include "readiness/assessment.h"

namespace accelprep::report {

std::string_view word_of(readiness::Level level);        // "not ready"
std::string_view symbol_of(readiness::Level level);      // one character: tells the level without colour
std::string_view word_of(readiness::Decision decision);  // "Own the base, rent the peaks"

std::string format_hours(double hours);  // "30 min", "2 h", "7 days"

// "2 h, about $26"; "" where neither is known.
std::string effort(const std::optional<double>& hours, const std::optional<double>& usd);

// "8 x h100-sxm at 700 W, target rack, inlet 27 °C"; "" where a measurement is about no accelerator.
std::string subject_phrase(const evidence::Subject& subject);
// "8 x H100 SXM5 80GB, 1 node, 700 W each"
std::string target_phrase(const evidence::Target& target);
// "2026-10-01 to 2026-10-29"; one date where both ends are on it.
std::string window_phrase(const evidence::Window& window);

std::string capitalized(std::string text);      // "all is well" to "All is well"
std::string uncapitalized(std::string text);    // "Feed A lost" to "feed A lost"
std::string check_phrase(std::string_view id);  // "feed_loss_a" to "Feed A lost"

std::string plural(double count, std::string_view one, std::string_view many);  // "1 node", "3 nodes"

}  // namespace accelprep::report
