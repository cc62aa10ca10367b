// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

// Included first: the moc of Qt 6.4 cannot read <compare>, which our headers include, before a Qt header.
#include <QWidget>

#include "core/roofline/equal_blocks.h"
#include "core/roofline/point.h"
#include "ui/models/session_view.h"

#include <set>
#include <vector>

class QComboBox;
class QLabel;
class QToolButton;

namespace rooflight {

class GraphView;
struct GraphLook;
struct LayerGraph;
class Selection;

/// The graph of the model beside the chart: layers as boxes, the data between them as lines. Layers open in place.
class GraphPanel : public QWidget
{
    Q_OBJECT

public:
    /// What the colour of a node says.
    enum class Coloring { Time, Gain, Bound, Family };

    explicit GraphPanel(Selection *selection, QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = judgedKinds;
    /// Nothing is worked out while the panel is out of sight.
    void setSession(const SessionView &view);
    /// Whether equal layers are one node.
    void setFolded(bool folded);
    [[nodiscard]] GraphView *view() const { return m_view; }
    [[nodiscard]] QComboBox *colorings() const { return m_coloring; }
    void open(ItemId item);
    /// What the item is in becomes one node.
    void close(ItemId item);

Q_SIGNALS:
    void itemActivated(rooflight::ItemId item);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void refreshInSight();
    void showGraph();
    void showNothing();
    [[nodiscard]] std::vector<GraphLook> looks(const LayerGraph &graph) const;
    [[nodiscard]] RooflinePoint pointOf(const std::vector<ItemId> &items) const;
    [[nodiscard]] QColor colorOf(const RooflinePoint &point, double highest) const;
    [[nodiscard]] double valueOf(const RooflinePoint &point) const;
    void openAll();
    void closeAll();
    void retranslate();
    /// The buttons have their words if the panel is wide enough for them.
    void fitButtons();
    void showIcons();

    Selection *m_selection;
    GraphView *m_view;
    QComboBox *m_coloring;
    QToolButton *m_openAll;
    QToolButton *m_closeAll;
    QLabel *m_note;
    SessionView m_shown;
    bool m_folds = false;
    EqualItems m_none; ///< while nothing is folded
    bool m_isStale = true;
    std::string m_model; ///< what the open layers belong to
    std::set<std::int64_t> m_open;
};

} // namespace rooflight
