#include "evidence/dossier_json.h"

#include <gtest/gtest.h>

namespace accelprep::evidence {
namespace {

TEST(DossierJson, ASeverityOutOfRangeIsCorruptAndNoName) {
  Dossier dossier;
  const auto status =
      add_document(dossier, {"finding", R"({"id":"x","severity":200,"summary":"","explanation":"","fix":"","evidence":[],"facts":[]})"});
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, base::ErrorKind::corrupt);
  EXPECT_NE(status.error().message.find("200 is out of range"), std::string::npos) << status.error().message;
  EXPECT_TRUE(dossier.findings.empty());
}

TEST(DossierJson, ACheckStatusOutOfRangeIsCorrupt) {
  Dossier dossier;
  const auto* const body = R"({"id":"x","group":"g","status":-1,"value":1,"limit":2,"margin":1,"unit":"W","why":""})";
  EXPECT_FALSE(add_document(dossier, {"check", body}));
}

}  // namespace
}  // namespace accelprep::evidence
