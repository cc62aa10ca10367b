// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/record_check.h"

#include "core/base/foreign_text.h"
#include "core/service/jobs/result_checks.h"
#include "core/service/steps/job_reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>

namespace rooflight {

namespace {

template<typename... Bodies> bool isOneOf(const RecordBody &body)
{
    return (std::holds_alternative<Bodies>(body) || ...);
}

void shorten(std::string &text)
{
    if (text.size() <= RecordCheck::maxNoticeBytes)
        return;
    const std::size_t leftOut = text.size() - RecordCheck::maxNoticeBytes;
    text.resize(RecordCheck::maxNoticeBytes);
    text += fmt::format("... ({} bytes more)", leftOut);
}

/// Whether something was cut off.
bool shortenTexts(RecordBody &body)
{
    if (auto *notice = std::get_if<Notice>(&body)) {
        const std::size_t bytes = notice->text.size() + notice->code.size();
        shorten(notice->text);
        shorten(notice->code);
        return notice->text.size() + notice->code.size() != bytes;
    }
    if (auto *error = std::get_if<Error>(&body)) {
        const std::size_t bytes = error->text.size() + error->hint.size();
        shorten(error->text);
        shorten(error->hint);
        return error->text.size() + error->hint.size() != bytes;
    }
    return false;
}

/// Codes of errors that a run brings. A refusal, a defect of ours and the end of a request are for this process to say.
constexpr std::array codesOfModels = { ErrorCode::CommandLine, ErrorCode::FileUnreadable, ErrorCode::NotTorchScript,
                                       ErrorCode::Damaged,     ErrorCode::FormatVersion,  ErrorCode::InputMismatch,
                                       ErrorCode::ModelFailed, ErrorCode::DeviceMissing,  ErrorCode::OutOfMemory };
constexpr std::array statusesOfModels = { 2, 3, 4, 5 };

// The window has a sentence of its own for each code: those of what happens before are not the model's to send.
constexpr std::array<std::string_view, 10> noticesOfModels = { "torch_warning",     "inputs_inferred", "keeps_state",
                                                               "bytes_not_counted", "devices_moved",   "changes_inputs",
                                                               "counts_at_least",   "stage_not_fed",   "other_layers",
                                                               "combination_failed" };

const char *hintFor(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InputMismatch:
        return "Give one --input per argument; rooflight-cli inspect lists them.";
    case ErrorCode::OutOfMemory:
        return "Use a smaller batch or input, or give it more with --memory-limit GB.";
    case ErrorCode::DeviceMissing:
        return "Check the device, or use --device cpu.";
    case ErrorCode::CommandLine:
        return "Check the options.";
    default:
        return "";
    }
}

/// What a text is made of is looked at here and no further; whether there was any.
template<typename Body> bool dropParts(Body &body)
{
    return std::exchange(body.parts, {}) != TextParts();
}

/// Returns visit(result) if the record is a result, else \p otherwise.
template<typename Answer, typename Body, typename Visit> Answer ofResult(Body &body, Answer otherwise, Visit visit)
{
    return std::visit(
        [&]<typename Held>(Held &held) -> Answer {
            if constexpr (isResult<std::remove_const_t<Held>>)
                return visit(held);
            else
                return otherwise;
        },
        body);
}

bool isSound(const RecordBody &body)
{
    if (const auto *progress = std::get_if<Progress>(&body))
        return isCodeWord(progress->stage);
    const auto *error = std::get_if<Error>(&body);
    return !error || error->status == 0 || isExitStatus(error->status);
}

/// With the words of the program's; how many threads it had is a number.
bool nameDevice(Device &said, const Device &device)
{
    Device own = device;
    own.threads = said.threads;
    return makeAnew(said, std::move(own));
}

bool quoteResult(RecordBody &body, const Request &request, const Device &device)
{
    return ofResult(body, false, [&]<typename Body>(Body &result) {
        if constexpr (ownWords.has(kindsOf<Body>)) {
            return false;
        } else {
            const bool named = nameDevice(result.device, device);
            return quoteWords(result, request) || named;
        }
    });
}

} // namespace

RecordCheck::RecordCheck(const Request &request, JobRole role)
    : m_request(request)
    , m_role(role)
    , m_path(asInRecords(request.model))
{
}

bool RecordCheck::isExpected(const RecordBody &body) const
{
    if (isOneOf<Progress, Notice, Done, Error>(body))
        return isSound(body);
    if (m_role != JobRole::Model)
        return m_role == JobRole::Roofs && deviceKinds.has(kindOf(body));
    return (answersTo(m_request.kind) - deviceKinds).has(kindOf(body)) && isSound(body);
}

bool RecordCheck::isTooMuch(const RecordBody &body)
{
    if (std::holds_alternative<Notice>(body))
        return ++m_notices > maxNotices;
    if (!std::holds_alternative<Progress>(body))
        return false;
    const auto now = std::chrono::steady_clock::now();
    if (!m_second || now - *m_second > std::chrono::seconds(1)) {
        m_second = now;
        m_progress = 0;
    }
    return ++m_progress > maxProgressPerSecond;
}

bool RecordCheck::takesDevice(const RecordBody &body)
{
    const auto *hello = std::get_if<Hello>(&body);
    if (!hello || m_role != JobRole::Model || m_untrustedCode || hello->devices.size() != 1)
        return false;
    m_device = hello->devices.front();
    return true;
}

Error RecordCheck::refusal(std::string_view what) const
{
    const std::string subject = m_role == JobRole::Roofs ? "The measurement of the roofs" : m_request.model;
    return { ErrorCode::ModelKilled, fmt::format("{} was ended: its process sent {}.", subject, what),
             "The file, or a library that was opened for it, was made to do this; do not trust it." };
}

/// Of the file that was looked into before its code could run.
bool RecordCheck::isOfThisFile(const RecordBody &body) const
{
    if (m_role == JobRole::Roofs || !kindOf(body).any())
        return true;
    if (const auto *inspection = std::get_if<Inspection>(&body))
        return !m_untrustedCode && !m_model && inspection->model.path == m_path;
    if (brings<PipelineLatency>(m_request.kind))
        return true;
    if (!m_model || (std::holds_alternative<Analysis>(body) && m_seen.has(kindsOf<Analysis>)))
        return false;
    return ofResult(body, true, [this](const auto &result) { return isOf(*m_model, m_path, result); });
}

void RecordCheck::note(const RecordBody &body)
{
    m_seen |= kindOf(body);
    if (const auto *inspection = std::get_if<Inspection>(&body))
        m_model = inspection->model;
}

bool RecordCheck::isComplete() const
{
    const ResultKinds wanted = resultsOf(m_request.kind) - deviceKinds; // which another process measures
    // Runs of the model by itself, or interleaved with others.
    constexpr ResultKinds runs = kindsOf<ModelLatency, InterleavedLatency>;
    const ResultKinds seen = m_seen.has(runs) ? m_seen | runs : m_seen;
    return m_role == JobRole::Roofs || !(wanted - seen).any();
}

Error RecordCheck::quoted(const Error &error) const
{
    const bool known = std::ranges::find(codesOfModels, error.code) != codesOfModels.end();
    const bool mayEndSo = std::ranges::find(statusesOfModels, error.status) != statusesOfModels.end();
    const ErrorCode code = known ? error.code : ErrorCode::ModelFailed;
    // Where this program knows what to do, the model need not say it.
    const bool isHinted = *hintFor(code) != '\0' && code != ErrorCode::CommandLine;
    const std::string words =
        ForeignText(isHinted ? error.text : wholeText(error), ForeignText::Speaker::ModelProcess).quoted();
    return { code, fmt::format("{}: {}.", m_request.model, words), hintFor(code),
             known && mayEndSo ? error.status : 0 };
}

/// Words of a model's process become a quotation, but for the sentences of this program; whether something changed.
bool RecordCheck::rephrase(RecordBody &body) const
{
    const bool isForeign = m_role == JobRole::Model && m_untrustedCode;
    if (auto *error = std::get_if<Error>(&body)) {
        const bool isOwn = !isForeign || isOwnError(*error, m_request);
        if (!isOwn)
            *error = quoted(*error);
        return dropParts(*error) || !isOwn;
    }
    auto *notice = std::get_if<Notice>(&body);
    if (!notice)
        return isForeign && quoteResult(body, m_request, m_device);
    if (!isForeign)
        return dropParts(*notice);
    if (std::ranges::find(noticesOfModels, notice->code) == noticesOfModels.end())
        notice->code = "model_says";
    else if (isOwnSentence({ notice->text, notice->parts }, m_request))
        return dropParts(*notice);
    dropParts(*notice);
    notice->text =
        fmt::format("{}: {}", m_request.model, ForeignText(notice->text, ForeignText::Speaker::ModelProcess).quoted());
    return true;
}

Result<std::optional<CheckedRecord>> RecordCheck::check(const std::string &line)
{
    Result<Record> decoded = decodeOwn(line);
    if (!decoded.ok())
        return refusal("what is not a record");
    CheckedRecord checked { std::move(decoded).value(), line };
    if (checked.record.request != m_request.id)
        return refusal("a record of another request");
    if (takesDevice(checked.record.body))
        return std::optional<CheckedRecord>();
    RecordBody &body = checked.record.body;
    const std::string_view fault =
        ofResult(body, std::string_view(), [](const auto &result) { return faultIn(result); });
    if (!isExpected(body) || fault == foreignRecord)
        return refusal(foreignRecord);
    if (!isOfThisFile(body))
        return refusal("a record of another file");
    if (!fault.empty())
        return refusal(fault);
    if (m_role == JobRole::Model && std::holds_alternative<Done>(body) && !isComplete())
        return refusal("an end without the results");
    if (const auto *progress = std::get_if<Progress>(&body);
        progress && progress->stage == JobReporter::untrustedCode) {
        m_untrustedCode = true;
        return std::optional<CheckedRecord>();
    }
    if (isTooMuch(body))
        return std::optional<CheckedRecord>();
    note(body);
    const bool rephrased = rephrase(body);
    if (shortenTexts(body) || rephrased)
        checked.line = encode(checked.record);
    return std::optional(std::move(checked));
}

} // namespace rooflight
