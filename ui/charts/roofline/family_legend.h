// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/mark_colors.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/style/chart_style.h"

#include <QList>
#include <QWidget>

#include <map>
#include <set>
#include <vector>

class QLabel;
class QToolButton;

namespace ridgepoint {

class LegendButton;

/// The row above the plot: which marker means what, and which points are shown. QLegend knows none of the
/// marker shapes and cannot filter.
class FamilyLegend : public QWidget
{
    Q_OBJECT

public:
    explicit FamilyLegend(QWidget *parent = nullptr);

    void setStyle(const ChartStyle &style);
    void setContent(const RooflineContent &content);
    /// What the colours of the marks say; empty: the family.
    void setColorKey(const std::vector<ColorKey> &key);
    /// Leaves the families out, and keeps what the colours say.
    void setOnlyKey(bool only);
    [[nodiscard]] bool hasKey() const { return !m_key.empty(); }
    /// Shows this family alone; all of them where it is alone already.
    void isolate(OperatorFamily family);
    [[nodiscard]] const std::set<OperatorFamily> &hiddenFamilies() const { return m_hidden; }

    /// Whether everything has a place side by side.
    [[nodiscard]] bool fitsIntoARow(int width) const;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void hiddenFamiliesChanged();
    void roofsRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;
    /// A double click, or Enter, on a button isolates its family.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeButton(OperatorFamily family, int count);
    void updateIcons();
    /// Puts the children into rows of this width; returns the height. Only asks when apply is false.
    int arrange(int width, bool apply) const;
    /// What goes without a place while only the key is shown.
    [[nodiscard]] QList<QWidget *> leftOut() const;

    ChartStyle m_style;
    std::map<OperatorFamily, LegendButton *> m_buttons;
    std::set<OperatorFamily> m_hidden;
    std::vector<QLabel *> m_key;
    bool m_onlyKey = false;
    QToolButton *m_roofs;
    QLabel *m_note;
};

/// A marker of a family as the chart draws it, for legends and tables.
[[nodiscard]] QPixmap markerPixmap(const ChartStyle &style, OperatorFamily family, double devicePixelRatio,
                                   bool onlyShape = false);

} // namespace ridgepoint
