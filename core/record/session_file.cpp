// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/session_file.h"

#include "core/base/foreign_text.h"
#include "core/base/whole_file.h"
#include "core/record/record.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

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

constexpr std::string_view cutOff = "The last record of the file is cut off and was left out.";
constexpr std::string_view withoutEnd = "The end of the file is missing: there may have been more in it.";

/// What a file says among the sentences of the program is a quotation, and a status that no command ends with is none.
void quote(RecordBody &body)
{
    if (auto *notice = std::get_if<Notice>(&body)) {
        const bool own = notice->code == "cut_off" && (notice->text == cutOff || notice->text == withoutEnd);
        if (!own)
            notice->text = ForeignText(notice->text, ForeignText::Speaker::File).quoted();
    } else if (auto *error = std::get_if<Error>(&body)) {
        error->text = ForeignText(wholeText(*error), ForeignText::Speaker::File).quoted();
        error->hint.clear();
        error->status = isExitStatus(error->status) ? error->status : 0;
    }
}

} // namespace

Result<Session> readSession(const std::string &path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return folderInsteadOf(path);
    const Result<UntrustedFile> file = UntrustedFile::read(path, FileKind::Session);
    return file.ok() ? parseSession(file.value()) : Result<Session>(file.error());
}

Result<Session> parseSession(const UntrustedFile &file)
{
    const std::string &path = file.path();
    if (file.text().starts_with("PK"))
        return Error { .code = ErrorCode::FileUnreadable,
                       .text = fmt::format("{} is not a session of Rooflight: it is an archive, as models are.", path),
                       .hint = "Measure a model with rooflight-cli report, which saves a session with --save." };
    Session session;
    bool greeted = false;
    bool holdsMore = false; // than the greeting
    bool ended = false;
    bool isCut = false;
    int lineNumber = 0;
    for (std::string_view rest = file.text(); !rest.empty();) {
        const std::string_view line = takeLine(rest);
        ++lineNumber;
        if (isBlank(line))
            continue;
        // It checks ranges, of work and traffic in MemberReader::amount(), and in requireSound() what must agree.
        Result<Record> record = decode(line);
        if (record.ok()) {
            const bool greets = std::holds_alternative<Hello>(record.value().body);
            greeted = greeted || greets;
            holdsMore = holdsMore || !greets;
            if (!greeted)
                return damaged(path, "its first record is not a hello.");
            ended = ended || std::holds_alternative<Done>(record.value().body)
                || std::holds_alternative<Error>(record.value().body);
            quote(record.value().body);
            apply(session, std::move(record).value());
        } else if (record.error().code == ErrorCode::FormatVersion) {
            return namingFile(record.error(), path);
        } else if (greeted && isBlank(rest)) {
            isCut = true;
        } else {
            return damaged(path, fmt::format("line {}: {}", lineNumber, record.error().text));
        }
    }
    if (!greeted)
        return damaged(path, "it is empty.");
    if (!holdsMore)
        return damaged(path, "it was cut off before its first result.");
    if (isCut || !ended)
        session.notices.push_back({ "cut_off", std::string(isCut ? cutOff : withoutEnd) });
    return session;
}

Result<std::string> sessionText(const Session &session, const std::string &path)
{
    constexpr std::size_t mebibyte = std::size_t { 1 } << 20;
    const std::size_t most = UntrustedFile::maxBytes(FileKind::Session);
    std::string text = toStream(session);
    if (text.size() <= most)
        return text;
    return Error { .code = ErrorCode::OutputFile,
                   .text = fmt::format("{} was not written: the session has {} MiB, and those of more than {} MiB are "
                                       "not read again.",
                                       path, text.size() / mebibyte, most / mebibyte),
                   .hint = "Measure fewer runs (--runs), or fewer sizes." };
}

Result<void> writeSession(const std::string &path, const Session &session)
{
    const Result<std::string> text = sessionText(session, path);
    return text.ok() ? writeWholeFile(path, text.value()) : text.error();
}

} // namespace rooflight
