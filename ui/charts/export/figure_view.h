// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/figures/session_figures.h"

#include <QWidget>

namespace rooflight {

/// A picture that is painted anew in whatever size the window gives it, and that a person can save: the picture as PNG,
/// SVG or PDF, the numbers behind it as CSV. The menu of the right mouse button and of the menu key offers it.
class FigureView : public QWidget
{
    Q_OBJECT

public:
    explicit FigureView(QWidget *parent = nullptr);

    /// What the figure refers to must stay until the next call.
    void setFigure(SessionFigure figure);

    /// Asks where, and saves.
    void save();
    /// The format follows the file's ending: png, svg, pdf or csv. Shows a message when that failed.
    bool saveTo(const QString &path);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    SessionFigure m_figure;
};

} // namespace rooflight
