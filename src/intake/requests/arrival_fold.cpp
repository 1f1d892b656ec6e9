#include "intake/requests/arrival_fold.h"

#include <algorithm>

namespace accelprep::intake {

using records::Request;
using records::TimeNs;

records::ArrivalSummary fold(const std::vector<Request>& rows, const FoldOptions& options) {
  std::int64_t out_of_order = 0;
  RowTotals totals(options);
  std::vector<TimeNs> stamps;
  stamps.reserve(rows.size());
  for (const auto& row : rows) {
    if (!stamps.empty() && row.arrival_ns < stamps.back()) ++out_of_order;
    stamps.push_back(row.arrival_ns);
    totals.add(row);
  }
  std::sort(stamps.begin(), stamps.end());
  StampFold in_order(options);
  in_order.add(stamps);
  auto summary = in_order.finish();
  summary.out_of_order = out_of_order;
  totals.add_to(summary);
  return summary;
}

}  // namespace accelprep::intake
