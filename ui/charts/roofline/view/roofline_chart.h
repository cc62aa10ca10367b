// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/fusion.h"
#include "core/roofline/judged_session.h"
#include "ui/charts/roofline/content/overlays.h"
#include "ui/charts/roofline/content/roofline_content.h"
#include "ui/models/session_view.h"

#include <QList>
#include <QRect>
#include <QWidget>

#include <memory>
#include <optional>
#include <set>

class QAction;

namespace rooflight {

class ChartActions;
class RooflinePlot;
class Selection;

/// The roofline: layers as points under the roofs of the machine. Zoom, pan, legend, hover card, keyboard.
class RooflineChart : public QWidget
{
    Q_OBJECT

public:
    /// The selection must outlive the chart.
    explicit RooflineChart(Selection *selection, QWidget *parent = nullptr);
    ~RooflineChart() override;

    /// Shows what the session holds so far. The zoom stays while it is the same model and the place still exists.
    void setSession(const SessionView &view);
    static constexpr ResultKinds shownKinds = judgedKinds;
    /// Points that are selected or pointed at show where they stood in this session; without a value none. Takes
    /// effect with the next setSession().
    void setEarlier(const std::optional<JudgedSession> &earlier);
    /// Puts these sessions on the chart, too, each in its colour and under its own roofs; \p name is that of the
    /// session that is shown. Takes effect with the next setSession().
    void setOthers(const QString &name, std::vector<ChartSession> others);
    /// The roofs that are drawn: indices into DeviceRoofs::roofs.
    [[nodiscard]] const std::set<std::size_t> &visibleRoofs() const;
    /// Marks where several operators would stand at their roofs if they were one; without a value nothing.
    void setFusion(const std::optional<Fusion> &fusion);
    /// Which points are one.
    [[nodiscard]] Folding folding() const;
    /// The way across the plane.
    [[nodiscard]] const std::optional<Trail> &trail() const;
    /// A way across the plane; without a value none. While all stands relative to the roofs it is not drawn.
    void setTrail(std::optional<Trail> trail);
    /// Ways of layers as sizes of the inputs grow. Takes effect with the next setSession().
    void setPaths(std::vector<Trail> paths);
    /// Shows only these items; without a value all.
    void setVisibleItems(std::optional<std::set<ItemId>> items);

    [[nodiscard]] Frame frame() const;
    [[nodiscard]] bool isZoomed() const;
    void setFrame(const Frame &frame);

    /// All that is drawn, for pictures of it.
    [[nodiscard]] const RooflinePlot &plot() const;

    /// Ready for menus; see ChartActions.
    [[nodiscard]] QList<QAction *> viewActions() const;
    [[nodiscard]] ChartActions *actions() const;
    /// Puts a tool bar beside the legend.
    void setToolBar(QWidget *toolBar);
    /// Puts a row above the legend, such as the sessions that the chart shows.
    void setTopRow(QWidget *row);
    /// What the row above says of these sessions, the legend does not repeat.
    void setNamedAbove(const QStringList &sessions);

    /// Between the axes; empty while there is nothing to show.
    [[nodiscard]] QRect plane() const;
    /// Pixels that all above and below the plane takes, whatever the height of the chart.
    [[nodiscard]] int heightAroundPlane() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Shows those by themselves that a folded point stands for.
    void unfold(ItemId item);

public Q_SLOTS:
    /// Copies the card of the point in focus, as text.
    void copyCard();
    void zoomIn();
    void zoomOut();
    void fit();
    void undoZoom();
    void redoZoom();

Q_SIGNALS:
    /// Double click or Enter on a point.
    void itemActivated(rooflight::ItemId item);
    /// A click on the line of a roof.
    void roofActivated(std::size_t roof);
    /// The person wants to see all about the roofs.
    void roofsRequested();
    /// Other points are to be one; takes effect with the next setSession().
    void foldingChanged(bool folds);
    /// Points are to stand relative to their roofs, or no longer; takes effect with the next setSession().
    void relativeChanged();
    /// The person wants the chart in the clipboard.
    void copyRequested();
    /// plane() is elsewhere, or of another size.
    void planeChanged();

protected:
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace rooflight
