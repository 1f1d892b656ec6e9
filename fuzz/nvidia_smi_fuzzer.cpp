#include <cstddef>
#include <cstdint>
#include <string>

#include "intake/inventory/inventory_text.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto text = accelprep::intake::inventory_text_of(std::string(reinterpret_cast<const char*>(data), size), "input");
  accelprep::records::Inventory into;
  for (const auto* format : {&accelprep::intake::nvidia_smi_table_format(), &accelprep::intake::nvidia_smi_query_format(),
                             &accelprep::intake::proc_driver_format(), &accelprep::intake::gpu_information_format()}) {
    (void)format->read(text, into);
  }
  return 0;
}
