// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/comparison_panel.h"

#include "core/report/format/format.h"
#include "ui/charts/roofline/view/family_legend.h"
#include "ui/style/display_names.h"
#include "ui/style/quantities.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>

namespace rooflight {

namespace {

constexpr int kindColumnGap = 10;

struct KindsText {
    Q_DECLARE_TR_FUNCTIONS(Kinds)
};

} // namespace

KindTable::KindTable(QWidget *parent)
    : QTreeWidget(parent)
{
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    header()->setStretchLastSection(false);
    retranslate();
}

void KindTable::setKinds(const std::vector<KindChange> &kinds)
{
    if (kinds == m_kinds)
        return;
    m_kinds = kinds;
    retranslate();
}

void KindTable::addRow(const KindChange &kind)
{
    auto *row = new QTreeWidgetItem(this,
                                    { displayName(kind.family), QString::number(kind.callsBefore),
                                      QString::number(kind.callsAfter), durationOrEmpty(kind.beforeNs),
                                      durationOrEmpty(kind.afterNs),
                                      QString::fromStdString(orEmpty(kind.differenceNs(), formatDifference)),
                                      bytesText(kind.bytesBefore), bytesText(kind.bytesAfter) });
    row->setIcon(0, markerPixmap(ChartStyle(palette(), font()), kind.family, devicePixelRatioF()));
    row->setToolTip(0, kindSentence(kind));
    for (int column = 1; column < columnCount(); ++column)
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void KindTable::retranslate()
{
    setAccessibleName(tr("Operators of both sessions by kind"));
    clear();
    setHeaderLabels({ tr("Kind of operator"), tr("Calls before"), tr("Calls now"), tr("Time before"), tr("Time now"),
                      tr("Difference"), tr("Traffic before"), tr("Traffic now") });
    for (int column = 1; column < columnCount(); ++column)
        headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    for (const KindChange &kind : m_kinds)
        addRow(kind);
    for (int column = 0; column < columnCount(); ++column) {
        resizeColumnToContents(column);
        setColumnWidth(column, columnWidth(column) + kindColumnGap);
    }
}

void KindTable::changeEvent(QEvent *event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        retranslate(); // the markers have the colours of the chart
}

QString kindSentence(const KindChange &kind)
{
    const QString name = displayName(kind.family);
    if (kind.callsAfter == 0 && kind.folded)
        return KindsText::tr("%1: %2 before, none now (folded into the convolutions)").arg(name).arg(kind.callsBefore);
    if (kind.callsAfter == 0)
        return KindsText::tr("%1: %2 before, none now").arg(name).arg(kind.callsBefore);
    if (kind.callsBefore == 0)
        return KindsText::tr("%1: none before, %2 now").arg(name).arg(kind.callsAfter);
    QString calls = KindsText::tr("%1: %2 before, %3 now").arg(name).arg(kind.callsBefore).arg(kind.callsAfter);
    if (!kind.beforeNs || !kind.afterNs)
        return calls;
    return KindsText::tr("%1; %2 → %3", "calls; time")
        .arg(calls, durationOrEmpty(kind.beforeNs), durationOrEmpty(kind.afterNs));
}

} // namespace rooflight
