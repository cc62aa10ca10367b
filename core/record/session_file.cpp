// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/session_file.h"

#include "core/base/whole_file.h"
#include "core/record/record.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

Error unreadable(const std::string &path, std::string_view kind, std::string_view reason)
{
    return { .code = ErrorCode::FileUnreadable,
             .text = fmt::format("Cannot read the {} {}: {}.", kind, path, reason),
             .hint = "Check the path and its permissions." };
}

Error damaged(const std::string &path, std::string_view reason)
{
    return { .code = ErrorCode::Damaged,
             .text = fmt::format("{} is damaged or no session of Rooflight: {}", path, reason),
             .hint = "Choose a .ridge file that Rooflight saved, or measure again." };
}

/// Takes the next line, without its line feed, off the front of the text.
std::string_view takeLine(std::string_view &text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

Error folderInsteadOf(const std::string &path)
{
    std::error_code ignored;
    const bool isModel = fs::exists(fs::path(path) / "config.json", ignored);
    return { .code = ErrorCode::FileUnreadable,
             .text = fmt::format("Cannot read the session {}: it is a folder{}.", path,
                                 isModel ? ", as of a model of Hugging Face" : ""),
             .hint = isModel ? "Ask for its tokens per second with python -m rooflight tokens FOLDER."
                             : "Name a .ridge file in it." };
}

Error namingFile(Error error, const std::string &path)
{
    error.text = fmt::format("Cannot read the session {}: {}", path, error.text);
    return error;
}

} // namespace

Result<std::string> readPlainFile(const std::string &path, std::string_view kind)
{
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status))
        return unreadable(path, kind, problem ? problem.message() : "there is no such file");
    // A pipe or an endless device would hang the reader.
    if (!fs::is_regular_file(status))
        return unreadable(path, kind, "it is no plain file");
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || (fs::file_size(path, problem) > 0 && !(text << file.rdbuf())))
        return unreadable(path, kind, std::generic_category().message(errno));
    return std::move(text).str();
}

Result<Session> readSession(const std::string &path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return folderInsteadOf(path);
    const Result<std::string> text = readPlainFile(path, "session");
    if (!text.ok())
        return text.error();
    if (text.value().starts_with("PK"))
        return Error { .code = ErrorCode::FileUnreadable,
                       .text = fmt::format("{} is no session of Rooflight: it is an archive, as models are.", path),
                       .hint = "Measure a model with rooflight-cli report, which saves a session with --save." };
    Session session;
    bool greeted = false;
    bool ended = false;
    int lineNumber = 0;
    for (std::string_view rest = text.value(); !rest.empty();) {
        const std::string_view line = takeLine(rest);
        ++lineNumber;
        if (isBlank(line))
            continue;
        Result<Record> record = decode(line);
        if (record.ok()) {
            greeted = greeted || std::holds_alternative<Hello>(record.value().body);
            if (!greeted)
                return damaged(path, "its first record is no hello.");
            ended = ended || std::holds_alternative<Done>(record.value().body)
                || std::holds_alternative<Error>(record.value().body);
            apply(session, std::move(record).value());
        } else if (record.error().code == ErrorCode::FormatVersion) {
            return namingFile(record.error(), path);
        } else if (greeted && isBlank(rest)) {
            ended = true;
            session.notices.push_back({ "cut_off", "The last record of the file is cut off and was left out." });
        } else {
            return damaged(path, fmt::format("line {}: {}", lineNumber, record.error().text));
        }
    }
    if (!greeted)
        return damaged(path, "it is empty.");
    if (!ended)
        session.notices.push_back({ "cut_off", "The end of the file is missing: there may have been more in it." });
    return session;
}

Result<void> writeSession(const std::string &path, const Session &session)
{
    return writeWholeFile(path, toStream(session));
}

} // namespace rooflight
