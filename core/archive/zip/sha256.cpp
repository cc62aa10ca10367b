// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/sha256.h"

#include "core/archive/zip/file_error.h"
#include "core/base/opened_file.h"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>
#include <vector>

namespace rooflight {

namespace {

constexpr std::size_t hashedBytes = std::size_t { 1 } << 20;

using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;
using Digest = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

std::string hexadecimal(const unsigned char *bytes, unsigned int count)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < count; ++i) {
        text += digits[bytes[i] >> 4u];
        text += digits[bytes[i] & 0xFu];
    }
    return text;
}

Error readError(const std::string &path)
{
    return unreadable(path, std::generic_category().message(errno), "Check the path, the permissions and the disk.");
}

} // namespace

Result<std::string> sha256OfFile(const std::string &path, const std::stop_token &stop)
{
    const File file(std::fopen(pathToRead(path).c_str(), "rbe"), &std::fclose);
    if (!file)
        return readError(path);
    std::setvbuf(file.get(), nullptr, _IONBF, 0);
    const Digest digest(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    const Error unavailable { ErrorCode::Internal, "OpenSSL offers no SHA-256.", "Check the installation of OpenSSL.",
                              0 };
    if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1)
        return unavailable;
    std::vector<char> chunk(hashedBytes);
    std::size_t count = 0;
    while (!stop.stop_requested() && (count = std::fread(chunk.data(), 1, chunk.size(), file.get())) > 0) {
        if (EVP_DigestUpdate(digest.get(), chunk.data(), count) != 1)
            return unavailable;
    }
    if (std::ferror(file.get()) != 0)
        return readError(path);
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes {};
    unsigned int length = 0;
    if (EVP_DigestFinal_ex(digest.get(), bytes.data(), &length) != 1)
        return unavailable;
    return hexadecimal(bytes.data(), length);
}

std::string sha256OfText(std::string_view text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes {};
    unsigned int length = 0;
    if (EVP_Digest(text.data(), text.size(), bytes.data(), &length, EVP_sha256(), nullptr) != 1)
        return {};
    return hexadecimal(bytes.data(), length);
}

} // namespace rooflight
