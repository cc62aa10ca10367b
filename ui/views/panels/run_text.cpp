// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/histogram_panel.h"

#include "core/roofline/session_samples.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace rooflight {

namespace {

struct RunText {
    Q_DECLARE_TR_FUNCTIONS(RunText)
};

constexpr std::size_t namedRuns = 3;
constexpr double maxOf = 0.5;

QString link(const QString &target, const QString &text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target, text.toHtmlEscaped());
}

QString shareOfFaster(std::size_t run, const std::vector<double> &all)
{
    const auto faster = std::ranges::count_if(all, [&](double time) { return time < all[run]; });
    return percentText(double(faster) / double(all.size()));
}

QString moreText(double timeNs)
{
    return u'+' + durationText(timeNs);
}

} // namespace

QString slowestRunsText(const SampleSet &samples)
{
    QStringList runs;
    for (const std::size_t run : slowestRuns(samples, namedRuns))
        runs << RunText::tr("%1 (%2)").arg(link(QStringLiteral("run:%1").arg(run), QString::number(run + 1)),
                                           durationText(samples.samplesNs[run]).toHtmlEscaped());
    if (runs.isEmpty())
        return {};
    const QString named = RunText::tr("Slowest runs: %1.").arg(runs.join(RunText::tr(", ")));
    const std::size_t slow = slowRunCount(samples);
    return slow == 0
        ? named
        : named + u' ' + RunText::tr("%1 of %2 are far above the others.").arg(slow).arg(samples.samplesNs.size());
}

QString rankText(std::size_t run, const SampleSet &samples)
{
    if (slowestRuns(samples, 1).front() == run)
        return RunText::tr("Run %1: %2, the slowest of %3.")
            .arg(QString::number(run + 1), durationText(samples.samplesNs[run]),
                 QString::number(samples.samplesNs.size()))
            .toHtmlEscaped();
    return RunText::tr("Run %1: %2, longer than %3 of the runs.")
        .arg(QString::number(run + 1), durationText(samples.samplesNs[run]), shareOfFaster(run, samples.samplesNs))
        .toHtmlEscaped();
}

QString instrumentedRunText(const JudgedSession &judged, std::size_t run, bool showsModel)
{
    const LayerLatencies &layers = *judged.session().layers;
    const auto excess = excessOf(layers, run);
    if (!excess)
        return {};
    QStringList sentences;
    if (!showsModel)
        sentences << RunText::tr("Whole model: %1, longer than %2.")
                         .arg(durationText(layers.instrumentedModel.samplesNs[run]),
                              shareOfFaster(run, layers.instrumentedModel.samplesNs))
                         .toHtmlEscaped();
    if (excess->excessNs <= 0)
        return sentences.join(u' ');
    sentences << RunText::tr("That is %1 more than the median.").arg(durationText(excess->excessNs)).toHtmlEscaped();
    const double most = maxOf * excess->excessNs;
    if (excess->betweenNs >= most) {
        sentences
            << RunText::tr("Most of it between the operators (%1).").arg(moreText(excess->betweenNs)).toHtmlEscaped();
    } else if (excess->item) {
        const QString name = link(QStringLiteral("operator:%1").arg(excess->item->id),
                                  QString::fromStdString(judged.at(*excess->item).label));
        const QString time = moreText(excess->itemNs).toHtmlEscaped();
        sentences << (excess->itemNs >= most
                          ? RunText::tr("Most of it in %1 (%2).").arg(name, time)
                          : RunText::tr("%1 of %2 operators were slower, none by half of that; most in %3 (%4).")
                                .arg(QString::number(excess->slower), QString::number(excess->all), name, time));
    }
    return sentences.join(u' ');
}

QString bareRunText(const JudgedSession &judged)
{
    const auto &layers = judged.session().layers;
    const auto slowest = layers ? slowestRuns(layers->instrumentedModel, 1) : std::vector<std::size_t>();
    if (slowest.empty())
        return {};
    return RunText::tr("Bare runs are not timed by layer; of the instrumented ones %1 was the slowest.")
        .arg(link(QStringLiteral("instrumented:%1").arg(slowest.front()),
                  RunText::tr("run %1").arg(slowest.front() + 1)));
}

} // namespace rooflight
