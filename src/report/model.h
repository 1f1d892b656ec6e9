// What an audit's report says, before it is text, JSON or HTML. It holds no threshold and decides nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  std::string basis;    // "imported", "imported, synthetic, expired", "imported, not of the target"
  std::string subject;  // "8 x h100-sxm, target rack, inlet 27 °C"
  std::string method;
  std::string sources;
  std::string window;
  std::string attributes;  // "bound: upper; qualifies: no; why: ..."
  bool absent = false;
  bool chosen = false;  // the one of its id that counts; the others were passed over
};

struct SectionView {
  std::string id;  // "traffic"
  std::string title;
  std::vector<MeasurementView> measurements;  // those that count before those that were passed over
};

// One picture: the sentence that it shows, or what would draw it. Renderers look its data up in the dossier.
struct PictureView {
  std::string id;       // "break_even", "arrival_rate", ...: rows of pictures.cpp
  std::string section;  // SectionView::id
  std::string title;    // a sentence computed from the data; where there are none, what is not known yet
  std::string note;     // axes, units, what the marks mean
  bool empty = true;
  std::string filled_by;  // "Request logs under [workload] requests draw this."; "" unless empty
  std::string command;    // "" unless empty
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
  std::vector<SectionView> sections;  // traffic, hardware, memory, stack, site, money
  std::vector<PictureView> pictures;  // in the order of the report
  evidence::Dossier dossier;          // findings, checks, series, tables, sources, policy, rejected rows, context
  readiness::Assessment assessment;
};

// The picture of that id; there is one for every row of pictures.cpp.
const PictureView& picture(const Model& model, std::string_view id);

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
