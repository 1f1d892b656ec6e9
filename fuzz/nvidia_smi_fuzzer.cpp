// What nvidia-smi prints and what the kernel module says: four formats of one file.
#include "inventory.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  for (const auto* format : {&intake::nvidia_smi_table_format(), &intake::nvidia_smi_query_format(), &intake::proc_driver_format(),
                             &intake::gpu_information_format()}) {
    fuzz::read_and_check(*format, fuzz::text_of(data, size));
  }
  return 0;
}
