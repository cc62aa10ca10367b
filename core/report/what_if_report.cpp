// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/what_if_report.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"
#include "core/report/format/phrase.h"
#include "core/results/roofs/report.h"
#include "core/roofline/judging_roofs.h"
#include "core/roofs/datasheet/device_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace rooflight {

namespace {

bool isOnGpu(const Session &session)
{
    return session.analysis && session.analysis->device.isCuda();
}

/// In one sentence: cells of tables end after some 150 letters.
Phrase withInt8(const Session &session, LinearInt8 int8)
{
    if (int8 == LinearInt8::Weights)
        return { QT_TRANSLATE_NOOP(
            "Phrases",
            "A weight takes one byte, the scale of an output four; products stay in the type of the inputs, "
            "and converting weights takes no time.") };
    if (session.peaks && computeRoof(*session.peaks, DType::Int8, OperatorFamily::Matrix))
        return { QT_TRANSLATE_NOOP(
            "Phrases",
            "A weight takes one byte, the scale of an output four; products run under the roof of int8, and "
            "rounding inputs takes no time.") };
    return { QT_TRANSLATE_NOOP(
        "Phrases",
        "A weight takes one byte, the scale of an output four; no roof of int8 was measured, so products "
        "stay under the roof of their type.") };
}

Phrase withoutLaunches(const Session &session)
{
    return isOnGpu(session)
        ? Phrase { QT_TRANSLATE_NOOP("Phrases",
                                     "Kernels follow each other without a gap; nothing else becomes faster.") }
        : Phrase { QT_TRANSLATE_NOOP(
            "Phrases",
            "Each call is shorter by the launch overhead, and no time passes between the operators; the upper end of "
            "the range keeps the time between them.") };
}

/// Why nothing would change.
Phrase reasonOf(const WhatIf &change)
{
    if (change.int8 != LinearInt8::None)
        return { QT_TRANSLATE_NOOP("Phrases", "No linear layer has constant weights of a floating-point type.") };
    if (change.noLaunches)
        return { QT_TRANSLATE_NOOP("Phrases", "The launch overhead was not measured.") };
    return { QT_TRANSLATE_NOOP("Phrases", "No pointwise operator alone takes the result of another operator.") };
}

bool onlyRemovesLaunches(const WhatIf &change)
{
    return change == WhatIf { .noLaunches = true };
}

Phrase ofAllChanges()
{
    return { QT_TRANSLATE_NOOP(
        "Phrases",
        "Compute-bound parts keep their share of the roof, bandwidth-bound parts grow with their bytes, underutilized "
        "parts grow with their FLOPs, and launch-bound parts stay as they are; none is faster than its roof.") };
}

/// Whether one of the operators would be another one.
bool applies(const Forecast &forecast)
{
    return forecast.changedOperators > 0;
}

/// Of what people ask first: no operator would be another one.
bool changesNone(const WhatIf &change, const Forecast &forecast)
{
    const bool isAsked =
        change.int8 != LinearInt8::None || change.noLaunches || change.fusion == FusionScope::Pointwise;
    return isAsked && !applies(forecast);
}

/// What a change takes for granted of its own.
std::vector<Phrase> ownAssumptions(const Session &session, const WhatIf &change, const Forecast &forecast)
{
    if (changesNone(change, forecast))
        return { reasonOf(change) };
    std::vector<Phrase> sentences;
    if (change.int8 != LinearInt8::None)
        sentences.push_back(withInt8(session, change.int8));
    if (change.fusion == FusionScope::Pointwise)
        sentences.push_back({ QT_TRANSLATE_NOOP(
            "Phrases",
            "Pointwise operators run inside the operator whose result they alone take, without time of their own; what "
            "passes between them stays out of memory.") });
    if (change.noLaunches)
        sentences.push_back(withoutLaunches(session));
    return sentences;
}

std::string expectedText(const Forecast &forecast)
{
    if (!applies(forecast))
        return translated(QT_TRANSLATE_NOOP("Page", "no change"));
    if (!forecast.thereNs)
        return {};
    const auto &[low, high] = forecast.intervalNs;
    return translated(QT_TRANSLATE_NOOP("Page", "%1 (%2 to %3)"), formatDuration(*forecast.thereNs),
                      formatDuration(low), formatDuration(high));
}

Cells rowOf(const Session &session, const AskedForecast &asked)
{
    std::string assumptions;
    for (const Phrase &sentence : ownAssumptions(session, changeOf(asked.asked), asked.forecast))
        assumptions += (assumptions.empty() ? "" : " ") + translated(sentence);
    return { { QT_TRANSLATE_NOOP("Page", "What if"), translated(namePhrase(asked.asked)) },
             number(QT_TRANSLATE_NOOP("Page", "Expected"), expectedText(asked.forecast)),
             number(QT_TRANSLATE_NOOP("Page", "At its roofs"),
                    applies(asked.forecast) ? orEmpty(asked.forecast.thereAtRoofNs, formatDuration) : std::string(), 1),
             { QT_TRANSLATE_NOOP("Page", "Assumes"), std::move(assumptions), 2 } };
}

/// As --what-if has it: "no-launches".
std::string optionName(AskedChange asked)
{
    std::string text(name(asked));
    std::ranges::replace(text, '_', '-');
    return text;
}

} // namespace

Phrase namePhrase(LinearInt8 int8)
{
    switch (int8) {
    case LinearInt8::Weights:
        return namePhrase(AskedChange::Int8Weights);
    case LinearInt8::Dynamic:
        return namePhrase(AskedChange::Int8Dynamic);
    case LinearInt8::None:
        break;
    }
    return {};
}

Phrase namePhrase(AskedChange asked)
{
    static constexpr EnumNames<AskedChange, 4> texts = { {
        { AskedChange::Int8Weights, QT_TRANSLATE_NOOP("Phrases", "weights of linear layers in int8") },
        { AskedChange::Int8Dynamic, QT_TRANSLATE_NOOP("Phrases", "linear layers in dynamic int8") },
        { AskedChange::NoLaunches, QT_TRANSLATE_NOOP("Phrases", "no launches") },
        { AskedChange::Compiled, QT_TRANSLATE_NOOP("Phrases", "compiled: pointwise operators fused") },
    } };
    return phraseIn(texts, asked);
}

std::vector<Phrase> assumptionsOf(const Session &session, const WhatIf &change, const Forecast &forecast)
{
    std::vector<Phrase> sentences = ownAssumptions(session, change, forecast);
    if (forecast.thereNs && !changesNone(change, forecast) && !onlyRemovesLaunches(change))
        sentences.push_back(ofAllChanges());
    return sentences;
}

Section askedSection(const Session &session)
{
    Section section { .title = QT_TRANSLATE_NOOP("Page", "What if") };
    std::vector<Cells> rows;
    for (const AskedForecast &asked : askedForecasts(session))
        rows.push_back(rowOf(session, asked));
    if (rows.empty())
        return section;
    section.table = tableOf(std::move(rows));
    section.table.columns.back().sentences = true;
    section.paragraphs = { translated(ofAllChanges()) };
    return section;
}

Section changeSection(const Session &session, AskedChange asked)
{
    const WhatIf change = changeOf(asked);
    const Forecast forecast = forecastOf(session, sessionIf(session, change), change);
    Section section { .title = QT_TRANSLATE_NOOP("Page", "What if") };
    section.facts = { { QT_TRANSLATE_NOOP("Page", "What if"), translated(namePhrase(asked)) },
                      { QT_TRANSLATE_NOOP("Page", "As it is"), orEmpty(forecast.hereNs, formatDuration) },
                      { QT_TRANSLATE_NOOP("Page", "Expected"), expectedText(forecast) },
                      { QT_TRANSLATE_NOOP("Page", "At its roofs"), orEmpty(forecast.thereAtRoofNs, formatDuration) } };
    for (const Phrase &sentence : assumptionsOf(session, change, forecast))
        section.paragraphs.push_back(translated(sentence));
    return section;
}

Session shownIf(const Session &session, AskedChange asked)
{
    Session there = sessionIf(session, changeOf(asked));
    const Section section = changeSection(session, asked);
    std::string text;
    for (const auto &[title, value] : section.facts) {
        if (!value.empty())
            text += (text.empty() ? "" : "; ") + title.text() + ": " + value;
    }
    text += '.';
    for (const std::string &paragraph : section.paragraphs)
        text += ' ' + paragraph;
    there.notices.push_back({ std::string(whatIfNotice), std::move(text) });
    return there;
}

std::vector<AskedVerdict> askedVerdicts(const Session &session)
{
    std::vector<AskedVerdict> verdicts;
    for (const AskedForecast &asked : askedForecasts(session)) {
        AskedVerdict verdict { .id = name(asked.asked), .applies = applies(asked.forecast) };
        for (const Phrase &sentence : assumptionsOf(session, changeOf(asked.asked), asked.forecast))
            verdict.assumes.push_back(toEnglish(sentence));
        if (verdict.applies) {
            verdict.medianNs = asked.forecast.thereNs;
            if (verdict.medianNs)
                verdict.intervalNs = asked.forecast.intervalNs;
            verdict.limitNs = asked.forecast.thereAtRoofNs;
        } else {
            verdict.reason = toEnglish(reasonOf(changeOf(asked.asked)));
            verdict.assumes.clear();
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

std::optional<AskedChange> askedChangeNamed(std::string_view name)
{
    std::string id(name);
    std::ranges::replace(id, '-', '_');
    return id == "int8" ? AskedChange::Int8Dynamic : fromName<AskedChange>(id);
}

Result<void> checkWhatIf(std::string_view name)
{
    if (name.empty() || askedChangeNamed(name))
        return {};
    const Result<const DeviceSheet *> sheet = whatIfSheet(name);
    return sheet.ok() ? Result<void>() : Result<void>(sheet.error());
}

std::optional<Session> shownIf(const Session &session, std::string_view name)
{
    if (const std::optional<AskedChange> asked = askedChangeNamed(name))
        return session.analysis ? std::optional(shownIf(session, *asked)) : std::nullopt;
    const std::vector<const DeviceSheet *> sheets = sheetsNamed(name);
    return sheets.empty() ? std::nullopt : std::optional(underRoofsOf(*sheets.front(), session));
}

std::string whatIfNames(int width)
{
    std::string text = layOut(sheetContent(deviceSheets()), width) + "\nChanges of the model on its own device:\n";
    for (const auto &[asked, id] : enumNames<AskedChange>)
        text += fmt::format("  {:<13} {}\n", optionName(asked), toEnglish(namePhrase(asked)));
    return text + "  int8          as int8-dynamic\n";
}

} // namespace rooflight
