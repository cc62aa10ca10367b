// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/other_session.h"

#include "core/results/session.h"
#include "core/roofline/bare_runs.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rooflight {

namespace {

struct SessionText {
    Q_DECLARE_TR_FUNCTIONS(Sessions)
};

QString precisionOf(const Analysis &analysis)
{
    std::map<DType, std::int64_t> work;
    for (const Operator &op : analysis.operators)
        work[op.dtype] += op.cost.flops;
    const auto most = std::ranges::max_element(work, {}, [](const auto &entry) { return entry.second; });
    return most == work.end() || most->second <= 0 ? QString() : displayName(most->first);
}

QString modelOf(const SessionFacts &facts)
{
    return QFileInfo(facts.model).completeBaseName();
}

QString batchOf(const SessionFacts &facts)
{
    return facts.batch > 0 ? SessionText::tr("batch %1").arg(facts.batch) : QString();
}

/// Of a known precision, which is said already, what else was chosen.
QString executionOf(const SessionFacts &facts)
{
    return facts.precision.isEmpty() ? facts.execution : facts.executionBesides;
}

/// Of each of these; empty if all are the same.
QStringList differing(const std::vector<SessionFacts> &facts, QString (*textOf)(const SessionFacts &))
{
    QStringList texts;
    for (const SessionFacts &each : facts)
        texts.append(textOf(each));
    const bool differ = std::ranges::any_of(texts, [&texts](const QString &text) { return text != texts.front(); });
    return differ ? texts : QStringList();
}

bool areDistinct(QStringList names)
{
    return !names.contains(QString()) && names.removeDuplicates() == 0;
}

} // namespace

QStringList namesByDifference(const std::vector<SessionFacts> &facts, const QStringList &otherwise)
{
    if (facts.size() < 2)
        return otherwise;
    const QStringList models = differing(facts, modelOf);
    if (areDistinct(models) && models.size() == qsizetype(facts.size()))
        return models;
    using TextOf = QString (*)(const SessionFacts &);
    QStringList names(qsizetype(facts.size()));
    for (const TextOf textOf :
         { TextOf(modelOf), TextOf([](const SessionFacts &each) { return each.device; }),
           TextOf([](const SessionFacts &each) { return each.precision; }), TextOf(executionOf), TextOf(batchOf) }) {
        const QStringList texts = differing(facts, textOf);
        for (qsizetype i = 0; i < texts.size(); ++i) {
            if (!texts[i].isEmpty())
                names[i] += (names[i].isEmpty() ? QString() : SessionText::tr(", ")) + texts[i];
        }
    }
    return areDistinct(names) ? names : otherwise;
}

bool isOtherWork(const SessionFacts &first, const SessionFacts &second)
{
    return first.flops && second.flops && first.flops != second.flops;
}

std::optional<TimeChange> changeOfMedian(const SessionFacts &factsBefore, const Part<ModelLatency> &before,
                                         const SessionFacts &factsAfter, const Part<ModelLatency> &after)
{
    if (!before || !after || isOtherWork(factsBefore, factsAfter))
        return std::nullopt;
    const SampleSet *first = &before->samples;
    const SampleSet *second = &after->samples;
    return runChange({ &first, 1 }, { &second, 1 }).time;
}

QString changeText(const TimeChange &change)
{
    constexpr double asFactor = 2; // what is less is said in percent
    if (!change.ratio || *change.ratio <= 0)
        return {};
    if (change.change != Change::Faster && change.change != Change::Slower)
        return SessionText::tr("no clear change");
    const bool isFaster = *change.ratio < 1;
    const double factor = isFaster ? 1 / *change.ratio : *change.ratio;
    if (factor >= asFactor) {
        const QString text = QString::number(factor, 'f', factor < 10 ? 1 : 0);
        return isFaster ? SessionText::tr("%1 times faster").arg(text) : SessionText::tr("%1 times slower").arg(text);
    }
    const QString text = percentText(std::abs(1 - *change.ratio));
    return isFaster ? SessionText::tr("%1 faster").arg(text) : SessionText::tr("%1 slower").arg(text);
}

SessionFacts factsOf(const Session &session)
{
    SessionFacts facts;
    if (const Device *device = measuredDevice(session))
        facts.device = displayName(*device);
    if (session.latency) {
        Execution execution = session.latency->execution;
        facts.execution = displayName(execution);
        execution.precision = ModelPrecision::AsLoaded;
        facts.executionBesides = displayName(execution);
        facts.batch = session.latency->batch;
    }
    facts.medianNs = bareMedianNs(session);
    if (session.analysis) {
        facts.model = QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName();
        facts.flops = session.analysis->totals.cost.flops;
        facts.precision = precisionOf(*session.analysis);
    }
    return facts;
}

} // namespace rooflight
