// SHA-256, by OpenSSL.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"

struct evp_md_ctx_st;

namespace accelprep::base {

class Sha256 {
 public:
  Sha256();
  Sha256& add(std::string_view bytes);
  // Adds the length too, so that ("ab", "c") and ("a", "bc") differ.
  Sha256& add_field(std::string_view bytes);
  std::string hex();  // ends the digest

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

Result<std::string> sha256_of_file(const std::string& path, const std::stop_token& stop = {});  // of the bytes as they lie on the disk

}  // namespace accelprep::base
