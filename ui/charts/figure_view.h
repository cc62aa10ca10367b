// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/style/chart_style.h"

#include <QRectF>
#include <QWidget>

#include <functional>

namespace ridgepoint {

/// A picture that is painted anew in whatever size the window gives it, and that a person can save: the picture as PNG,
/// SVG or PDF, the numbers behind it as CSV. The menu of the right mouse button and of the menu key offers it.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    using Paint = std::function<void(QPainter &painter, const QRectF &area, const ChartStyle &style)>;
    using Table = std::function<std::string()>; ///< CSV

    explicit FigureView(QWidget *parent = nullptr);

    /// \p name is the picture's title for screen readers and files, \p table may be empty. What they refer to must stay
    /// until the next call.
    void setFigure(const QString &name, Paint paint, Table table);

    /// Asks where, and saves.
    void save();
    /// The format follows the file's ending: png, svg, pdf or csv. Tells a person when that failed.
    bool saveTo(const QString &path);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    QString m_name;
    Paint m_paint;
    Table m_table;
};

} // namespace ridgepoint
