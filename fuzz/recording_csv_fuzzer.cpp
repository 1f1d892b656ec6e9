// Bytes as a recording of ours, through the parser and the fold.
#include <cstddef>
#include <cstdint>
#include <string>

#include "intake/telemetry/recording_csv.h"
#include "intake/telemetry/sample_fold.h"

namespace {

class Folding final : public accelprep::intake::SampleSink {
 public:
  void take(const accelprep::records::DeviceSample& sample, std::int64_t) override { fold_.add(sample); }
  void reject(std::string_view, std::int64_t) override {}
  void note(std::string) override {}
  accelprep::intake::SampleFold& fold() { return fold_; }

 private:
  accelprep::intake::SampleFold fold_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace accelprep;
  auto lines = base::LineReader::over(std::string(reinterpret_cast<const char*>(data), size), "fuzz.csv");
  intake::LogTime time;
  base::NoProgress nobody;
  intake::ReadProgress progress(nobody, size);
  Folding sink;
  if (intake::read_recording_csv({.lines = lines, .time = time, .progress = progress}, sink)) sink.fold().finish();
  return 0;
}
