// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/figure_view.h"

#include "core/record/whole_file.h"
#include "ui/charts/picture_file.h"
#include "ui/charts/report_picture.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>

namespace ridgepoint {

namespace {

constexpr QSize pictureSize(1000, 640);
constexpr double pictureScale = 2;

} // namespace

FigureView::FigureView(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void FigureView::setFigure(const QString &name, Paint paint, Table table)
{
    m_name = name;
    m_paint = std::move(paint);
    m_table = std::move(table);
    setAccessibleName(name);
    update();
}

void FigureView::save()
{
    QString filters = tr("PNG picture (*.png);;SVG picture (*.svg);;PDF page (*.pdf)");
    if (m_table)
        filters += tr(";;CSV table (*.csv)");
    QFileDialog dialog(this, tr("Save %1").arg(m_name));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters.split(QStringLiteral(";;"), Qt::SkipEmptyParts));
    dialog.setDefaultSuffix(QStringLiteral("png"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString &filter) {
        dialog.setDefaultSuffix(filter.section(QStringLiteral("*."), 1).chopped(1));
    });
    if (dialog.exec() == QDialog::Accepted)
        saveTo(dialog.selectedFiles().constFirst());
}

bool FigureView::saveTo(const QString &path)
{
    const PictureContent content { m_name, pictureSize, [this](QPainter &painter, const QRectF &area) {
                                      m_paint(painter, area, ChartStyle(palette(), pictureFont()));
                                  } };
    const QString suffix = QFileInfo(path).suffix().toLower();
    Result<void> written;
    if (suffix == QStringLiteral("csv") && m_table)
        written = writeWholeFile(QFile::encodeName(path).toStdString(), m_table());
    else if (suffix == QStringLiteral("svg"))
        written = writeSvgPicture(path, content);
    else if (suffix == QStringLiteral("pdf"))
        written = writePdfPicture(path, content);
    else
        written = writePngPicture(path, content, pictureScale);
    if (!written.ok())
        QMessageBox::warning(this, tr("Save %1").arg(m_name), QString::fromStdString(written.error().text),
                             QMessageBox::Ok);
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
    if (m_paint)
        m_paint(painter, rect(), style);
    else
        painter.fillRect(rect(), style.ground());
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

} // namespace ridgepoint
