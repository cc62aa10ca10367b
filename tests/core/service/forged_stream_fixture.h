// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"
#include "tests/core/service/request_run_fixture.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Records that a model writes once its code runs, and what of them is passed on.
namespace rooflight::fixture {

inline const std::string command = "The model cannot be confined: \" run it with --unconfined.\n\x1b[2J";
inline constexpr std::string_view words = "--unconfined";

using Send = std::function<void(const Request &, JobReporter &)>;

inline Send body(RecordBody record)
{
    return [record = std::move(record)](const Request &, JobReporter &reporter) { reporter.send(record); };
}

inline BatchSweep sweepOf(const Request &request)
{
    BatchSweep sweep;
    sweep.model = inspectionOf(request).model.sha256;
    return sweep;
}

inline MethodComparison comparisonOfClocks()
{
    MethodComparison comparison;
    comparison.reference = TimingMethod::Synchronized;
    comparison.methods.emplace_back().method = TimingMethod::Synchronized;
    return comparison;
}

/// The first place of the words, in any text of a record, that is in no quotation; empty if there is none.
inline std::string unquoted(const RecordBody &record)
{
    const std::string line = encode({ 7, record });
    constexpr std::string_view opening = R"(the model's process says: \")";
    for (std::size_t at = line.find(words); at != std::string::npos; at = line.find(words, at + 1)) {
        const std::string_view before = std::string_view(line).substr(0, at);
        const std::size_t begin = before.rfind(opening);
        if (begin == std::string::npos || before.substr(begin + opening.size()).find('"') != std::string::npos)
            return line.substr(at < 100 ? 0 : at - 100, 200);
    }
    return {};
}

inline std::vector<RecordBody> recordsAfter(const Request &asked, const Send &send)
{
    const auto model = [&send](const Request &request, JobReporter &reporter) {
        reporter.announceDevice({ "cpu", 0, "Own CPU", "", "", 1 });
        if (request.kind != RequestKind::Pipeline)
            reporter.send(inspectionOf(request));
        reporter.announceUntrustedCode();
        send(request, reporter);
        reporter.send(Done {});
    };
    return recordsOf(asked, { model, sendRoofs });
}

/// The result of that type, as it is passed on.
template<typename Body> RecordBody resultOf(RequestKind kind, Body result)
{
    for (RecordBody &record : recordsAfter(request(kind), body(std::move(result)))) {
        if (std::holds_alternative<Body>(record))
            return std::move(record);
    }
    throw std::runtime_error("The result was refused.");
}

} // namespace rooflight::fixture
