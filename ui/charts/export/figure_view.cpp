// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/export/figure_view.h"

#include "ui/charts/export/report_picture.h"
#include "ui/style/plain_text.h"
#include "ui/style/save_dialog.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>

namespace rooflight {

namespace {

constexpr double pictureScale = 2;

} // namespace

FigureView::FigureView(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void FigureView::setFigure(SessionFigure figure)
{
    m_figure = std::move(figure);
    setAccessibleName(m_figure.name);
    update();
}

void FigureView::save()
{
    QString filters = tr("PNG picture (*.png);;SVG picture (*.svg);;PDF page (*.pdf)");
    if (m_figure.table)
        filters += tr(";;CSV table (*.csv)");
    const QString path =
        chooseSavePath(this, tr("Save %1").arg(m_figure.name), filters.split(QStringLiteral(";;"), Qt::SkipEmptyParts));
    if (!path.isEmpty())
        saveTo(path);
}

bool FigureView::saveTo(const QString &path)
{
    const Result<void> written =
        writeFigure(path, m_figure, figureSize, pictureScale, ChartStyle(palette(), pictureFont()));
    if (!written.ok())
        QMessageBox::warning(this, tr("Save %1").arg(m_figure.name),
                             shownAsPlainText(QString::fromStdString(written.error().text)), QMessageBox::Ok);
    return written.ok();
}

QSize FigureView::sizeHint() const
{
    return { 420, 260 };
}

QSize FigureView::minimumSizeHint() const
{
    return { 160, 80 };
}

void FigureView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const ChartStyle style(palette(), font());
    painter.fillRect(rect(), style.ground()); // parts of a figure meet between pixels
    if (m_figure.paint)
        m_figure.paint(painter, rect(), style);
    if (hasFocus()) {
        painter.setPen(style.selectedPen());
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void FigureView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        update();
}

void FigureView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    connect(menu.addAction(tr("Save Picture or Table…")), &QAction::triggered, this, &FigureView::save);
    menu.exec(event->globalPos());
}

} // namespace rooflight
