// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/record_check.h"

#include "core/base/foreign_text.h"
#include "core/service/jobs/known_sentences.h"
#include "core/service/jobs/model_words.h"
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
constexpr std::array<std::string_view, 7> noticesOfModels = { "torch_warning",     "inputs_inferred", "keeps_state",
                                                              "bytes_not_counted", "devices_moved",   "changes_inputs",
                                                              "counts_at_least" };

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

template<typename Layers> bool hasShortPaths(const Layers &layers)
{
    return std::ranges::all_of(layers,
                               [](const auto &layer) { return layer.path.size() <= RecordCheck::mostPathBytes; });
}

bool hasShortPaths(const RecordBody &body)
{
    if (const auto *analysis = std::get_if<Analysis>(&body))
        return hasShortPaths(analysis->layers);
    if (const auto *sweep = std::get_if<BatchSweep>(&body))
        return hasShortPaths(sweep->layers);
    const auto *inspection = std::get_if<Inspection>(&body);
    return !inspection || hasShortPaths(inspection->modules);
}

bool isSound(const RecordBody &body)
{
    if (const auto *progress = std::get_if<Progress>(&body))
        return isCodeWord(progress->stage);
    if (!hasCodeWords(body))
        return false;
    const auto *error = std::get_if<Error>(&body);
    return !error || error->status == 0 || isExitStatus(error->status);
}

} // namespace

RecordCheck::RecordCheck(const Request &request, JobRole role)
    : m_request(request)
    , m_role(role)
    , m_path(asInRecords(request.model))
{
}

bool RecordCheck::isExpectedOfModel(const RecordBody &body) const
{
    if (std::holds_alternative<Inspection>(body))
        return m_request.kind != RequestKind::Pipeline;
    switch (m_request.kind) {
    case RequestKind::Inspect:
    case RequestKind::Peaks:
        return false;
    case RequestKind::Analyze:
        return isOneOf<Analysis>(body);
    case RequestKind::Latency:
        return isOneOf<ModelLatency, InterleavedLatency>(body);
    case RequestKind::Layers:
        return isOneOf<Analysis, LayerLatencies>(body);
    case RequestKind::Methods:
        return isOneOf<MethodComparison>(body);
    case RequestKind::Sweep:
        return isOneOf<BatchSweep>(body);
    case RequestKind::Pipeline:
        return isOneOf<PipelineLatency>(body);
    case RequestKind::Remedies:
        return isOneOf<Remedies>(body);
    case RequestKind::Explain:
        return isOneOf<Explanation>(body);
    case RequestKind::Import:
        return isOneOf<Analysis, LayerLatencies>(body);
    case RequestKind::Report:
        return isOneOf<Analysis, ModelLatency, LayerLatencies, InterleavedLatency>(body);
    }
    return false;
}

bool RecordCheck::isExpected(const RecordBody &body) const
{
    if (isOneOf<Progress, Notice, Done, Error>(body))
        return isSound(body);
    if (m_role == JobRole::Roofs)
        return isOneOf<DeviceRoofs>(body);
    return isExpectedOfModel(body) && isSound(body);
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
    if (!hello || m_role != JobRole::Model || m_strangersCode || hello->devices.size() != 1)
        return false;
    m_device = hello->devices.front();
    return true;
}

Error RecordCheck::refusal(std::string_view what) const
{
    const std::string subject = m_role == JobRole::Roofs ? "The measurement of the roofs" : m_request.model;
    return { ErrorCode::ModelKilled, fmt::format("{} was ended: its process sent {}.", subject, what),
             "The file, or a library that was opened for it, is made to do this; do not trust it." };
}

/// Of the file that was looked into before its code could run.
bool RecordCheck::isOfThisFile(const RecordBody &body) const
{
    if (m_role == JobRole::Roofs || isOneOf<Progress, Notice, Error, Done>(body))
        return true;
    if (const auto *inspection = std::get_if<Inspection>(&body))
        return !m_strangersCode && !m_model && inspection->model.path == m_path;
    if (m_request.kind == RequestKind::Pipeline)
        return true;
    if (!m_model)
        return false;
    if (const auto *analysis = std::get_if<Analysis>(&body))
        return !m_seen.contains(body.index()) && analysis->model.sha256 == m_model->sha256
            && analysis->model.path == m_model->path;
    if (const auto *remedies = std::get_if<Remedies>(&body))
        return remedies->model == m_path;
    if (const auto *explanation = std::get_if<Explanation>(&body))
        return explanation->model == m_path;
    const auto *sweep = std::get_if<BatchSweep>(&body);
    return !sweep || sweep->model == m_model->sha256;
}

void RecordCheck::note(const RecordBody &body)
{
    m_seen.insert(body.index());
    if (const auto *inspection = std::get_if<Inspection>(&body))
        m_model = inspection->model;
}

bool RecordCheck::isComplete() const
{
    const auto has = [this]<typename... Bodies>(std::type_identity<Bodies>...) {
        return (m_seen.contains(RecordBody(Bodies {}).index()) && ...);
    };
    constexpr std::type_identity<Analysis> analysis;
    constexpr std::type_identity<LayerLatencies> layers;
    const bool latency = has(std::type_identity<ModelLatency> {}) || has(std::type_identity<InterleavedLatency> {});
    switch (m_request.kind) {
    case RequestKind::Inspect:
        return m_model.has_value();
    case RequestKind::Analyze:
        return has(analysis);
    case RequestKind::Latency:
        return latency;
    case RequestKind::Layers:
    case RequestKind::Import:
        return has(analysis, layers);
    case RequestKind::Report:
        return has(analysis, layers) && latency;
    case RequestKind::Methods:
        return has(std::type_identity<MethodComparison> {});
    case RequestKind::Sweep:
        return has(std::type_identity<BatchSweep> {});
    case RequestKind::Pipeline:
        return has(std::type_identity<PipelineLatency> {});
    case RequestKind::Remedies:
        return has(std::type_identity<Remedies> {});
    case RequestKind::Explain:
        return has(std::type_identity<Explanation> {});
    case RequestKind::Peaks:
        break;
    }
    return true;
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
    const bool isForeign = m_role == JobRole::Model && m_strangersCode;
    if (auto *error = std::get_if<Error>(&body)) {
        const bool isOwn = !isForeign || isOwnError(*error, m_request);
        if (!isOwn)
            *error = quoted(*error);
        return dropParts(*error) || !isOwn;
    }
    auto *notice = std::get_if<Notice>(&body);
    if (!notice)
        return isForeign && rephraseResults(body, m_request, m_device);
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
        return refusal("what is no record");
    CheckedRecord checked { std::move(decoded).value(), line };
    if (checked.record.request != m_request.id)
        return refusal("a record of another request");
    if (takesDevice(checked.record.body))
        return std::optional<CheckedRecord>();
    if (!isExpected(checked.record.body))
        return refusal("a record that does not belong to the request");
    RecordBody &body = checked.record.body;
    if (!isOfThisFile(body))
        return refusal("a record of another file");
    if (!hasShortPaths(body))
        return refusal("a path of a layer that is too long");
    if (m_role == JobRole::Model && std::holds_alternative<Done>(body) && !isComplete())
        return refusal("an end without the results");
    if (const auto *progress = std::get_if<Progress>(&body);
        progress && progress->stage == JobReporter::strangersCode) {
        m_strangersCode = true;
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
