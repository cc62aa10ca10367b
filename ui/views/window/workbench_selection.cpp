// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is selected in a workbench, and what follows from it.

#include "core/roofline/explained_items.h"
#include "core/roofline/fusion.h"
#include "ui/charts/roofline/content/chart_text.h"
#include "ui/charts/roofline/view/roofline_chart.h"
#include "ui/models/selection.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/workbench.h"

#include <QKeyEvent>

namespace rooflight {

namespace {

/// More than that are not added up.
constexpr std::size_t maxFused = 2000;

} // namespace

void Workbench::follow(const QString &target)
{
    const QString kind = target.section(u':', 0, 0);
    const QString value = target.section(u':', 1);
    if (kind == QLatin1String("bound")) {
        if (const auto bound = valueOfName<Bound>(value.toStdString()))
            filterBounds(m_layers->filter().bounds == std::set { *bound } ? std::set<Bound>() : std::set { *bound });
    } else if (kind == QLatin1String("equal")) {
        selectEqual(target.section(u':', 1, 1), target.section(u':', 2).toLongLong());
    } else if (const auto item = valueOfName<ItemId::Kind>(kind.toStdString())) {
        m_selection->select({ *item, value.toLongLong() });
        showLayers();
    }
}

void Workbench::selectEqual(const QString &kind, std::int64_t id)
{
    const auto itemKind = valueOfName<ItemId::Kind>(kind.toStdString());
    if (!itemKind)
        return;
    const EqualItems &equal = m_session->judged().equalItems();
    const ItemId first = equal.firstOf({ *itemKind, id });
    const auto all = equal.equalTo(first);
    m_selection->setSelected({ all.begin(), all.end() }, first);
    showLayers();
}

void Workbench::filterBounds(const std::set<Bound> &bounds)
{
    LayerFilter filter = m_layers->filter();
    filter.bounds = bounds;
    m_layers->setFilter(filter);
}

void Workbench::showFusion()
{
    const std::set<ItemId> &selected = m_selection->selected();
    const bool several = selected.size() > 1 && selected.size() <= maxFused;
    const auto fusion = several ? fusionOf(m_session->shown(), selected) : std::nullopt;
    m_chart->setFusion(fusion);
    QStringList sentences;
    if (several && m_session->shown().analysis)
        sentences << jointSentence(jointFigures(m_session->judged(), selected));
    if (fusion)
        sentences << fusionSentence(*fusion);
    sentences.removeAll(QString());
    m_layers->setNote(joinedSentences(sentences));
}

std::vector<std::int64_t> Workbench::operatorsInQuestion()
{
    constexpr std::size_t withMostToGain = 3;
    const JudgedSession &judged = m_session->judged();
    std::vector<std::int64_t> operators = operatorsOfItems(judged, m_selection->selected());
    if (operators.empty())
        operators = operatorsToExplain(judged, withMostToGain);
    if (m_selection->selected().empty() && !operators.empty())
        m_selection->select(ItemId { ItemId::Kind::Operator, operators.front() });
    return operators;
}

/// What no view has taken: Esc clears the selection.
void Workbench::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !m_selection->selected().empty())
        m_selection->clear();
    else
        QMainWindow::keyPressEvent(event);
}

} // namespace rooflight
