// What an audit's report says, before it is text, JSON or HTML. It holds no threshold and decides nothing.
#pragma once

#include <string>
#include <vector>

#include "evidence/dossier.h"
#include "readiness/assessment.h"

namespace accelprep::report {

struct AxisView {
  std::string id, title;
  readiness::Level level = readiness::Level::not_ready;
  std::string level_word;  // "ready", "marginal", "not ready"
  std::string symbol;      // one character that tells the level without colour
  std::string basis;       // "measured", "" where nothing was
  std::string why;
  std::string next;        // command, "" where nothing is left to do
  std::string next_needs;  // with hours and money: "1 h, about $3; a rented H100 SXM and your own traffic"
};

struct MeasurementView {
  std::string id, label;
  std::string value;    // with unit and interval; "not measured: ..." where absent
  std::string basis;    // "imported", "imported, synthetic"
  std::string subject;  // "8 x h100-sxm, target rack, inlet 27 °C"
  std::string method;
  std::string sources;
  std::string window;
  std::string attributes;  // "bound: upper; qualifies: no; why: ..."
};

struct SectionView {
  std::string title;
  std::vector<MeasurementView> measurements;
};

struct Model {
  std::string title;   // the audit's name
  std::string target;  // "8 x H100 SXM5 80GB, 1 node"
  std::string decision_date;
  std::string data_window;           // "2026-10-01 to 2026-10-29", "no data yet"
  std::vector<std::string> banners;  // "Synthetic: ...", "Stale: ...", "Policy changed: ..."
  readiness::Decision decision = readiness::Decision::profile_more;
  std::string decision_word;  // "Own", "Rent", "Own the base, rent the peaks", "Profile more"
  std::string decision_sentence;
  std::vector<std::string> would_change;
  std::vector<AxisView> axes;
  std::vector<readiness::PlanStep> plan;
  std::vector<SectionView> sections;  // workload, hardware, memory, stack, power and cooling, money
  evidence::Dossier dossier;          // findings, checks, series, tables, sources, policy, rejected rows, context
  readiness::Assessment assessment;
};

Model build_model(evidence::Dossier dossier, readiness::Assessment assessment);

// Renderers: pure, model in, bytes out.
struct TextOptions {
  bool color = false;
  std::string program;
  std::string report_path;  // named in the last line; "" where none was written
};
std::string render_text(const Model& model, const TextOptions& options);
std::string render_json(const Model& model);  // accelprep.audit/1
std::string render_html(const Model& model);  // one file, offline

}  // namespace accelprep::report
