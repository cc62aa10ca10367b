// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/sha256.h"
#include "core/record/record.h"
#include "core/record/session_file.h"
#include "core/report/comparison_report.h"
#include "core/report/exports.h"
#include "core/report/result_reports.h"
#include "core/report/session_report.h"
#include "core/report/tables/layer_table.h"
#include "core/report/verdicts.h"
#include "core/roofline/equal_blocks.h"
#include "core/roofline/fusion.h"
#include "core/roofline/item_times.h"
#include "core/roofs/datasheet/device_sheet.h"
#include "core/service/jobs/record_check.h"
#include "core/service/steps/kept_files.h"
#include "tests/fuzz/memory_file.h"
#include "tests/fuzz/targets.h"

#include <nlohmann/json.hpp>

#include <set>

namespace rooflight::fuzz {

namespace {

constexpr int narrow = 60;

void writeTables(const Session &session)
{
    const JudgedSession judged(session);
    if (session.analysis) {
        static_cast<void>(operatorsToCsv(judged));
        static_cast<void>(layersToCsv(judged));
        static_cast<void>(torchstatToCsv(session));
        static_cast<void>(coverageOf(session));
    }
    forEachResultKind(
        [&]<typename Body>(const ResultKind<Body> &) { static_cast<void>(resultToCsv(judged, kindsOf<Body>)); });
}

/// What the window works out beyond the tables.
void workOut(const Session &session)
{
    if (!session.analysis)
        return;
    const std::vector<EqualBlocks> blocks = equalBlocks(*session.analysis);
    const EqualItems items(*session.analysis, blocks);
    std::set<ItemId> operators;
    for (const Operator &one : session.analysis->operators)
        operators.insert({ ItemId::Kind::Operator, one.id });
    for (const ItemId item : operators)
        static_cast<void>(items.equalTo(items.firstOf(item)));
    static_cast<void>(fusionOf(session, operators));
}

void showAll(const Session &session)
{
    static_cast<void>(sessionToText(JudgedSession(session), !session.analysis, narrow, OperatorTable::Always));
    static_cast<void>(sessionToHtml(JudgedSession(session), {}, OperatorTable::Always));
    require(nlohmann::json::accept(sessionWithVerdictsToJson(JudgedSession(session))), "--json is JSON");
    writeTables(session);
    require(nlohmann::json::accept(sessionToBmf(JudgedSession(session))), "--bmf is JSON");
    if (const Result<std::string> trace = sessionToTrace(JudgedSession(session)); trace.ok())
        require(nlohmann::json::accept(trace.value()), "--trace is JSON");
    workOut(session);
    const SessionComparison comparison = compareSessions(session, session);
    static_cast<void>(comparisonText(comparison, narrow));
    static_cast<void>(comparisonToHtml(comparison, "a", "b"));
    static_cast<void>(
        comparisonToInteractiveHtml(JudgedSession(session), { JudgedSession(session), comparison, "a", "b" }));
    static_cast<void>(comparisonToCsv(comparison));
    static_cast<void>(comparisonToMarkdown(comparison, {}, "model"));
    require(nlohmann::json::accept(comparisonToJson(comparison)), "a comparison's --json is JSON");
    static_cast<void>(sessionToText(JudgedSession(underRoofsOf(deviceSheets().front(), session)), false, 0));
}

} // namespace

void readSavedSession(std::string_view input)
{
    static MemoryFile file;
    file.fill(input);
    const Result<Session> session = readSession(file.path());
    if (!session.ok()) {
        require(!session.error().text.empty() && exitStatus(session.error()) == 3,
                "a session is refused with status 3");
        return;
    }
    const std::string saved = toStream(session.value());
    file.fill(saved);
    const Result<Session> again = readSession(file.path());
    require(again.ok() && toStream(again.value()) == saved, "a session that is saved is read as the same");
    showAll(session.value());
}

void readRecord(std::string_view input)
{
    static_cast<void>(emptyBodyFor(input));
    Request request;
    request.id = 1;
    request.kind = RequestKind::Report;
    for (const JobRole role : { JobRole::Model, JobRole::Roofs })
        static_cast<void>(RecordCheck(request, role).check(std::string(input)));
    const Result<Record> record = decode(input);
    if (!record.ok() || std::holds_alternative<UnknownRecord>(record.value().body))
        return;
    const std::string line = encode(record.value());
    require(line.find('\n') == line.size() - 1, "a record is one line");
    const Result<Record> again = decode(line);
    require(again.ok() && encode(again.value()) == line, "a record that is written is read as the same");
}

void readRequest(std::string_view input)
{
    static_cast<void>(requestNumberIn(input));
    const Result<ClientMessage> message = decodeMessage(input);
    if (!message.ok()) {
        require(exitStatus(message.error()) == 2 && !message.error().text.empty(),
                "a request is refused with status 2");
        return;
    }
    const std::string line = encodeMessage(message.value());
    require(line.find('\n') == line.size() - 1, "a request is one line");
    const Result<ClientMessage> again = decodeMessage(line);
    require(again.ok() && encodeMessage(again.value()) == line, "a request that is written is read as the same");
}

void readKeptRoofs(std::string_view input)
{
    const std::string line = std::string(input.substr(0, input.find('\n'))) + '\n';
    require(!roofsIn(line), "roofs without their checksum are refused");
    const std::optional<DeviceRoofs> roofs = roofsIn(line + sha256OfText(line) + '\n');
    if (!roofs)
        return;
    require(areSound(*roofs), "kept roofs are sound");
    require(roofsIn(keptText(*roofs)).has_value(), "roofs that are kept are read");
}

} // namespace rooflight::fuzz
