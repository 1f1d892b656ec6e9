#include "base/digest.h"

#include <cstdio>
#include <fmt/format.h>
#include <openssl/evp.h>

#include "base/check.h"

namespace accelprep::base {

void Sha256::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  CHECK(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

Sha256& Sha256::add(std::string_view bytes) {
  CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  return *this;
}

Sha256& Sha256::add_field(std::string_view bytes) { return add(fmt::format("{}:", bytes.size())).add(bytes); }

std::string Sha256::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  CHECK(EVP_DigestFinal_ex(context_.get(), digest, &size) == 1);
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

Result<std::string> sha256_of_file(const std::string& path, const std::stop_token& stop) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return fail(ErrorKind::not_found, "cannot be read", path);
  Sha256 digest;
  char block[1U << 16U];
  std::size_t got = 0;
  while (!stop.stop_requested() && (got = std::fread(block, 1, sizeof block, file)) > 0) digest.add({block, got});
  const bool broken = std::ferror(file) != 0;
  std::fclose(file);
  if (stop.stop_requested()) return fail(ErrorKind::cancelled, "interrupted", path);
  if (broken) return fail(ErrorKind::io, "cannot be read to its end", path);
  return digest.hex();
}

}  // namespace accelprep::base
