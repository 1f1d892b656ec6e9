#include <cstdint>

#include "base/text.h"
#include "bytes.h"
#include "intake/requests/column_map.h"
#include "intake/requests/known_logs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto text = accelprep::fuzz::text_of(data, size);
  (void)accelprep::intake::parse_column_map(text);
  const auto columns = accelprep::base::split_csv(text);
  (void)accelprep::intake::recognise_log(columns);
  (void)accelprep::intake::suggest_map(columns);
  return 0;
}
