// Imported results, as the verb `import` shows them.
#pragma once

#include <string>
#include <vector>

#include "records/result.h"
#include "report/envelope.h"
#include "workload/result_grade.h"

namespace accelprep::report {

struct ImportedRun {
  std::string path;
  std::string kind;
  records::BenchmarkRun run;
  workload::ResultJudgement judgement;
};

struct ImportReport {
  Envelope envelope;
  std::vector<ImportedRun> runs;
  std::vector<records::RejectedRows> rejected;
  std::vector<std::string> notes;
};

std::string import_json(const ImportReport& report);  // accelprep.import/1
std::string import_text(const ImportReport& report);

}  // namespace accelprep::report
