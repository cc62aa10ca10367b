// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/record_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

// What docs/reference/command_line.md names; 0 is for what went well, which an error did not.
constexpr std::array errorStatuses = { 2, 3, 4, 5, 6, 7, 70 };

template<typename... Bodies> bool isOneOf(const RecordBody &body)
{
    return (std::holds_alternative<Bodies>(body) || ...);
}

void shorten(std::string &text)
{
    if (text.size() <= RecordCheck::mostNoticeBytes)
        return;
    const std::size_t leftOut = text.size() - RecordCheck::mostNoticeBytes;
    text.resize(RecordCheck::mostNoticeBytes);
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

bool isSound(const RecordBody &body)
{
    const auto *error = std::get_if<Error>(&body);
    return !error || error->status == 0 || std::ranges::find(errorStatuses, error->status) != errorStatuses.end();
}

} // namespace

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
    return m_role == JobRole::Roofs ? isOneOf<DeviceRoofs>(body) : isExpectedOfModel(body);
}

bool RecordCheck::isTooMuch(const RecordBody &body)
{
    if (std::holds_alternative<Notice>(body))
        return ++m_notices > mostNotices;
    if (!std::holds_alternative<Progress>(body))
        return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - m_second > std::chrono::seconds(1)) {
        m_second = now;
        m_progress = 0;
    }
    return ++m_progress > mostProgressPerSecond;
}

Error RecordCheck::refusal(std::string_view what) const
{
    const std::string subject = m_role == JobRole::Roofs ? "The measurement of the roofs" : m_request.model;
    return { ErrorCode::ModelKilled, fmt::format("{} was ended: its process sent {}.", subject, what),
             "The file, or a library that was opened for it, is made to do this; do not trust it." };
}

Result<std::optional<CheckedRecord>> RecordCheck::check(const std::string &line)
{
    Result<Record> decoded = decode(line);
    if (!decoded.ok())
        return refusal("what is no record");
    CheckedRecord checked { std::move(decoded).value(), line };
    if (checked.record.request != m_request.id)
        return refusal("a record of another request");
    if (!isExpected(checked.record.body))
        return refusal("a record that does not belong to the request");
    if (isTooMuch(checked.record.body))
        return std::optional<CheckedRecord>();
    if (shortenTexts(checked.record.body))
        checked.line = encode(checked.record);
    return std::optional(std::move(checked));
}

} // namespace ridgepoint
