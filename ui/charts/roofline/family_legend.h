// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/mark_colors.h"
#include "ui/charts/roofline/roofline_content.h"
#include "ui/charts/roofline/roofline_overlay.h"
#include "ui/style/chart_style.h"

#include <QList>
#include <QWidget>

#include <map>
#include <set>
#include <vector>

class QLabel;
class QToolButton;

namespace rooflight {

class LegendButton;

/// How much the legend says, from all to what cannot be left out.
enum class LegendWording {
    Names, ///< a marker and a name
    NamesAlone, ///< without the notes
    Markers, ///< names are in the tool tips
    OnlyKey, ///< what the colours say, and no families
};

/// The rows above the plot: which marker means what, and which points are shown. It takes a second row before it leaves
/// out a word. QLegend knows none of the marker shapes and cannot filter.
class FamilyLegend : public QWidget
{
    Q_OBJECT

public:
    explicit FamilyLegend(QWidget *parent = nullptr);

    void setStyle(const ChartStyle &style);
    /// How many there are is in the tool tips. Families of the other sessions have an entry, too, and no count.
    void setContent(const RooflineContent &content, const std::vector<RooflineOverlay> &others);
    /// What the signs of launch ceilings say; empty while none is drawn.
    void setLaunchNote(const QString &note, const QString &help);
    /// What the colours of the marks say if they are not those of the families; what is said elsewhere is left out.
    void setColorKey(const std::vector<ColorKey> &key, bool replacesFamilies);
    [[nodiscard]] bool hasKey() const { return !m_key.empty(); }
    /// Shows this family alone; all of them if it is alone already.
    void isolate(OperatorFamily family);
    [[nodiscard]] const std::set<OperatorFamily> &hiddenFamilies() const { return m_hidden; }

    /// In a low chart it takes one row, and says as much as fits into it.
    void setMostRows(int rows);
    /// Whether it takes no more than its rows.
    [[nodiscard]] bool fits(int width) const;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void hiddenFamiliesChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    /// A double click, or Enter, on a button isolates its family.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Arrangement {
        LegendWording wording;
        QList<QWidget *> widgets;
        std::vector<QRect> places; ///< one a widget, in rows from left to right

        [[nodiscard]] int height() const { return places.empty() ? 0 : places.back().bottom() + 1; }
        [[nodiscard]] int rows() const;
    };

    void makeButton(OperatorFamily family, int count);
    void updateIcons();
    [[nodiscard]] QList<QWidget *> widgetsIn(LegendWording wording) const;
    [[nodiscard]] Arrangement arrangementFor(int width) const;
    void arrange();

    ChartStyle m_style;
    std::map<OperatorFamily, LegendButton *> m_buttons;
    std::set<OperatorFamily> m_hidden;
    std::vector<QLabel *> m_key;
    bool m_hasOtherColors = false;
    bool m_hasNote = false;
    int m_mostRows = 1;
    QLabel *m_note;
    QLabel *m_launch; ///< what the ceilings of launches are
};

/// A marker of a family as the chart draws it, for legends and tables.
[[nodiscard]] QPixmap markerPixmap(const ChartStyle &style, OperatorFamily family, double devicePixelRatio,
                                   bool onlyShape = false);

} // namespace rooflight
