// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sessions beside the one that a workbench shows, and the one that it is compared with.

#include "ui/charts/roofline/painter/mark_layers.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/style/chart_style.h"
#include "ui/style/quantities.h"
#include "ui/views/panels/comparison_panel.h"
#include "ui/views/panels/histogram_panel.h"
#include "ui/views/panels/sessions_panel.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/session_tabs.h"
#include "ui/views/window/what_if_chart.h"
#include "ui/views/window/workbench.h"

#include <QDockWidget>

#include <algorithm>

namespace rooflight {

void Workbench::setName(const QString &name)
{
    m_name = name;
    m_sessions->setShown(m_name, m_facts, m_session->measured().latency);
    showNames();
    if (!m_others.empty() && m_session->shown().analysis)
        showChart(); // the legend names it
}

void Workbench::setOthers(const std::vector<OtherSession> &others)
{
    m_others = others;
    m_sessions->setOthers(others);
    showFilledDocks();
    showNames();
    if (m_session->shown().analysis)
        showChart();
}

void Workbench::setBaseline(const QString &name)
{
    m_baseline = name;
    showNames();
}

void Workbench::showNames()
{
    std::vector<SessionFacts> facts { m_facts };
    QStringList names { m_name };
    for (const OtherSession &other : m_others) {
        facts.push_back(other.facts);
        names.append(other.name);
    }
    m_labels = namesByDifference(facts, names);
    m_tabs->setSessions(sessionTabs());
    for (QAction *tool : m_sessionTools)
        tool->setVisible(!m_others.empty() || !m_baseline.isEmpty());
    showOthers();
}

/// Each with its median, and what that is to the baseline, or without one to the session that is shown.
std::vector<SessionTab> Workbench::sessionTabs() const
{
    const ChartStyle style(palette(), font());
    const auto base = std::ranges::find(m_others, true, &OtherSession::isBaseline);
    const bool hasBase = base != m_others.end();
    const SessionFacts &baseFacts = hasBase ? base->facts : m_facts;
    const Part<ModelLatency> &baseLatency = hasBase ? base->session->latency : m_session->measured().latency;
    const auto textOf = [&](const QString &label, const SessionFacts &facts, const Part<ModelLatency> &latency,
                            bool isBase) {
        QStringList parts { label };
        if (facts.medianNs)
            parts << durationText(*facts.medianNs);
        const auto change = isBase ? std::nullopt : changeOfMedian(baseFacts, baseLatency, facts, latency);
        if (const QString text = change ? changeText(*change) : QString(); !text.isEmpty())
            parts << text;
        return parts.join(QStringLiteral("  "));
    };
    const bool isBaseline = !m_baseline.isEmpty() && !hasBase;
    const QString shown = textOf(m_labels.front(), m_facts, m_session->measured().latency, !hasBase);
    std::vector<SessionTab> tabs {
        { m_name, isBaseline ? tr("Baseline: %1").arg(shown) : shown, {}, style.numberedColor(0), std::nullopt }
    };
    std::size_t overlay = 0;
    for (std::size_t i = 0; i < m_others.size(); ++i) {
        const OtherSession &other = m_others[i];
        const QString text = textOf(m_labels[qsizetype(i) + 1], other.facts, other.session->latency, other.isBaseline);
        tabs.push_back({ other.name, other.isBaseline ? tr("Baseline: %1").arg(text) : text, other.path,
                         other.onChart ? OverlayMarks::colorOf(overlay, style) : QColor(), i });
        overlay += other.onChart ? 1 : 0;
    }
    return tabs;
}

void Workbench::showOthers()
{
    m_onChart.clear();
    for (std::size_t i = 0; i < m_others.size(); ++i) {
        if (m_others[i].onChart)
            m_onChart.push_back({ m_labels.value(qsizetype(i) + 1, m_others[i].name), m_others[i].session });
    }
    if (m_prediction->prediction())
        m_onChart.push_back(*m_prediction->prediction());
    m_chart->setNamedAbove(m_others.empty() ? QStringList() : m_labels); // by their tabs
    m_chart->setOthers(m_labels.value(0, m_name), m_onChart);
}

void Workbench::updateComparison()
{
    if (m_earlier)
        m_comparison->setComparison(compareSessions(m_earlier->session(), m_session->measured()), m_earlierPath);
}

void Workbench::compareWith(const Session &earlier, const QString &path, bool inFront)
{
    m_earlier = JudgedSession(earlier);
    m_earlierPath = path;
    m_chart->setEarlier(m_earlier);
    m_histogram->setEarlier(earlier);
    showChart();
    updateComparison();
    if (inFront)
        showComparison();
    else
        showFilledDocks();
}

void Workbench::endComparison()
{
    if (!m_earlier)
        return;
    m_earlier.reset();
    m_chart->setEarlier(std::nullopt);
    m_histogram->setEarlier(std::nullopt);
    showChart();
    m_comparison->clear();
    m_comparisonDock->hide();
}

} // namespace rooflight
