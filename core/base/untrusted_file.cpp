// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/untrusted_file.h"

#include "core/base/file_descriptor.h"
#include "core/base/plain_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rooflight {

namespace {

constexpr std::size_t mebibyte = std::size_t { 1 } << 20;

enum class Grammar : std::uint8_t { Plain, Json, Toml };

/// All bounds of what the program parses without confinement. The reader of records has a bound of its own for depth,
/// formulas for their expressions.
struct FileBounds {
    FileKind kind;
    std::string_view name; ///< in "the session a.ridge"
    std::size_t maxBytes;
    Grammar grammar;
    bool isOwn = false; ///< believed only where the user of this process wrote it, and by no link
};

constexpr std::array allBounds = {
    FileBounds { FileKind::Session, "session", 128 * mebibyte, Grammar::Plain },
    FileBounds { FileKind::Roofs, "roofs", 64 * mebibyte, Grammar::Json },
    FileBounds { FileKind::KeptRoofs, "kept roofs", 64 * mebibyte, Grammar::Plain, true },
    FileBounds { FileKind::Plan, "plan", mebibyte, Grammar::Toml },
    FileBounds { FileKind::MatrixIndex, "matrix", 64 * mebibyte, Grammar::Plain },
    FileBounds { FileKind::Formulas, "formula file", mebibyte, Grammar::Plain },
};

constexpr int maxJsonDepth = 64;
constexpr int maxTomlDepth = 16;
constexpr int maxTomlDots = 32; ///< outside of texts, in a line

const FileBounds &boundsOf(FileKind kind)
{
    return *std::ranges::find(allBounds, kind, &FileBounds::kind);
}

/// Where the text that begins at \p start, with a quotation mark, ends: after its last mark. TOML has texts in one
/// mark, which end with the line, and in three.
std::size_t endOfText(std::string_view text, std::size_t start)
{
    const char mark = text[start];
    const std::string three(3, mark);
    const bool isLong = text.substr(start, 3) == three;
    for (std::size_t at = start + (isLong ? 3 : 1); at < text.size(); ++at) {
        if (text[at] == '\\' && mark == '"')
            ++at;
        else if (!isLong && (text[at] == mark || text[at] == '\n'))
            return text[at] == mark ? at + 1 : at;
        else if (isLong && text.substr(at, 3) == three)
            return std::min(text.find_first_not_of(mark, at), at + 5); // two of them may be the text's own
    }
    return text.size();
}

/// Whether parsers that call themselves for each bracket or each part of a dotted key can take it.
bool isFlat(std::string_view text, Grammar grammar)
{
    const int maxDepth = grammar == Grammar::Json ? maxJsonDepth : maxTomlDepth;
    int depth = 0;
    int dots = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"' || (c == '\'' && grammar == Grammar::Toml)) {
            at = endOfText(text, at) - 1;
        } else if (c == '#' && grammar == Grammar::Toml) {
            at = std::min(text.find('\n', at), text.size()) - 1;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        } else if (c == '\n') {
            dots = 0;
        } else if (c == '.') {
            ++dots;
        }
        if (depth > maxDepth || (dots > maxTomlDots && grammar == Grammar::Toml))
            return false;
    }
    return true;
}

constexpr std::string_view checkPath = "Check the path and its permissions.";

Error unreadable(const std::string &path, FileKind kind, std::string_view reason, std::string_view hint = checkPath)
{
    return { .code = ErrorCode::FileUnreadable,
             .text = fmt::format("Cannot read the {} {}: {}.", boundsOf(kind).name, path, reason),
             .hint = std::string(hint) };
}

Error tooLarge(const std::string &path, FileKind kind)
{
    return unreadable(path, kind, fmt::format("it is larger than {} MiB", boundsOf(kind).maxBytes / mebibyte),
                      "No such file that Rooflight writes is so large: check the path.");
}

bool isOfThisUser(const struct stat &status)
{
    return status.st_uid == ::geteuid();
}

/// Up to \p maxBytes and one more.
std::optional<std::string> contentOf(const FileDescriptor &file, std::size_t size, std::size_t maxBytes)
{
    std::string text(std::min(size, maxBytes) + 1, '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t count = ::read(file.get(), text.data() + filled, text.size() - filled);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return std::nullopt;
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    text.resize(filled);
    return text;
}

} // namespace

bool isOwnFile(const std::string &path)
{
    struct stat status {
    };
    return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && isOfThisUser(status) && status.st_size > 0;
}

std::size_t UntrustedFile::maxBytes(FileKind kind)
{
    return boundsOf(kind).maxBytes;
}

Result<UntrustedFile> UntrustedFile::ofText(std::string path, std::string text, FileKind kind)
{
    const FileBounds &bounds = boundsOf(kind);
    if (text.size() > bounds.maxBytes)
        return tooLarge(path, kind);
    if (bounds.grammar != Grammar::Plain && !isFlat(text, bounds.grammar))
        return unreadable(path, kind, "its brackets or its keys are nested too deep",
                          "No such file that Rooflight takes is nested so: check the path.");
    return UntrustedFile(std::move(path), std::move(text), kind);
}

Result<UntrustedFile> UntrustedFile::read(const std::string &path, FileKind kind)
{
    // Opening a device or a pipe may do more than open, and reading an endless one would hang.
    const FileBounds &bounds = boundsOf(kind);
    const int noLink = bounds.isOwn ? O_NOFOLLOW : 0;
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | noLink));
    if (!file.isOpen() && errno == ENOENT)
        return unreadable(path, kind, "there is no such file", missingFileHint(path, checkPath));
    if (!file.isOpen())
        return unreadable(path, kind, std::generic_category().message(errno));
    struct stat status {
    };
    if (::fstat(file.get(), &status) != 0)
        return unreadable(path, kind, std::generic_category().message(errno));
    if (!S_ISREG(status.st_mode))
        return unreadable(path, kind, "it is not a regular file");
    if (bounds.isOwn && !isOfThisUser(status))
        return unreadable(path, kind, "it is another user's");
    std::optional<std::string> text = contentOf(file, static_cast<std::size_t>(status.st_size), bounds.maxBytes);
    if (!text)
        return unreadable(path, kind, std::generic_category().message(errno));
    return ofText(path, std::move(*text), kind);
}

} // namespace rooflight
