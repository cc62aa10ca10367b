// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/matrix/matrix_window.h"

#include "core/base/whole_file.h"
#include "core/matrix/table/matrix_table.h"
#include "ui/charts/plot/picture_file.h"
#include "ui/matrix/matrix_model.h"
#include "ui/settings/settings.h"
#include "ui/style/chart_style.h"
#include "ui/style/plain_text.h"
#include "ui/style/save_dialog.h"

#include <QAction>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QPainter>
#include <QScreen>
#include <QStatusBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolBar>

#include <algorithm>

namespace rooflight {

namespace {

/// Paints a cell of a matrix: its text, its share of the roof as a bar below, its runs as a line at the right.
class CellDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

constexpr int sparklineWidth = 64;
constexpr int margin = 6;
constexpr int barHeight = 3;
constexpr int textWidth = 18; ///< in characters

void paintSparkline(QPainter &painter, const QRectF &area, const QList<double> &values, const QColor &color)
{
    QPolygonF line;
    for (const auto &[x, y] : sparklinePoints({ values.begin(), values.end() }, area.width(), area.height()))
        line.append(area.topLeft() + QPointF(x, y));
    painter.setPen(QPen(color, 1));
    painter.drawPolyline(line);
}

void CellDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ChartStyle style(option.palette, option.font);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool outlier = index.data(MatrixModel::OutlierRole).toBool();
    const QVariant share = index.data(MatrixModel::ShareRole);
    const QColor text = selected ? option.palette.color(QPalette::HighlightedText)
        : outlier                ? style.warning()
        : share.isValid()        ? style.text()
                                 : style.mutedText();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected)
        painter->fillRect(option.rect, option.palette.color(QPalette::Highlight));
    const QRect inside = option.rect.adjusted(margin, 2, -margin, -2);
    painter->setFont(option.font);
    painter->setPen(text);
    painter->drawText(inside.adjusted(0, 0, -sparklineWidth, -barHeight), Qt::AlignLeft | Qt::AlignVCenter,
                      index.data().toString());
    if (share.isValid()) {
        const QRect track(inside.left(), inside.bottom() - barHeight + 1, inside.width(), barHeight);
        painter->fillRect(track, style.border());
        QRect bar = track;
        bar.setWidth(std::max(1, int(bar.width() * std::clamp(share.toDouble(), 0.0, 1.0))));
        painter->fillRect(bar, selected ? text : style.accent());
    }
    const QRectF area(inside.right() - sparklineWidth + margin, inside.top() + 2, sparklineWidth - margin,
                      inside.height() - barHeight - 6);
    paintSparkline(*painter, area, index.data(MatrixModel::SparklineRole).value<QList<double>>(),
                   selected ? text : style.mutedText());
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return { option.fontMetrics.averageCharWidth() * textWidth + sparklineWidth + 3 * margin,
             option.fontMetrics.height() + barHeight + 10 };
}

constexpr QSize firstWindowSize(1000, 640);
constexpr int longestPicture = 32'000; ///< pixels: what Qt's painter reaches

std::string encoded(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

} // namespace

MatrixWindow::MatrixWindow(Settings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_model(new MatrixModel(this))
    , m_view(new QTableView(this))
    , m_summary(new QLabel(this))
    , m_compare(new QAction(this))
    , m_onlyOutliers(new QAction(this))
    , m_export(new QAction(this))
    , m_reload(new QAction(this))
{
    m_summary->setTextFormat(Qt::PlainText);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new CellDelegate(m_view));
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->verticalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    setCentralWidget(m_view);
    statusBar()->addWidget(m_summary);
    QToolBar *bar = addToolBar(QString());
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    bar->addActions({ m_compare, m_onlyOutliers, m_export, m_reload });
    m_onlyOutliers->setCheckable(true);
    m_reload->setShortcut(QKeySequence::Refresh);
    m_export->setShortcut(QKeySequence::Save);
    connect(m_view, &QTableView::activated, this, &MatrixWindow::openCell);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MatrixWindow::updateCompare);
    connect(m_compare, &QAction::triggered, this, &MatrixWindow::compare);
    connect(m_onlyOutliers, &QAction::toggled, this, &MatrixWindow::showLines);
    connect(m_export, &QAction::triggered, this, &MatrixWindow::chooseExport);
    connect(m_reload, &QAction::triggered, this, [this] { static_cast<void>(open(m_path)); });
    retranslate();
    updateCompare();
    resize(screen() ? firstWindowSize.boundedTo(screen()->availableSize()) : firstWindowSize);
}

Result<void> MatrixWindow::open(const QString &path)
{
    m_path = path;
    Result<MatrixIndex> index = readMatrixIndex(encoded(path));
    if (!index.ok()) {
        m_summary->setText(QString::fromStdString(index.error().text));
        return index.error();
    }
    m_model->setIndex(std::move(index).value());
    m_view->resizeColumnsToContents();
    QStyleOptionViewItem option;
    option.fontMetrics = m_view->fontMetrics();
    m_view->verticalHeader()->setDefaultSectionSize(m_view->itemDelegate()->sizeHint(option, {}).height());
    showLines();
    const QFileInfo info(path);
    const QString folder = info.isDir() ? info.fileName() : info.absoluteDir().dirName();
    setWindowTitle(folder + QStringLiteral(" — Rooflight"));
    return {};
}

QString MatrixWindow::summary() const
{
    const auto count = [this](CellStatus status) {
        return QLocale().toString(qlonglong(std::ranges::count(m_model->rows(), status, &MatrixRow::status)));
    };
    const auto outliers = std::ranges::count_if(m_model->table().deviations,
                                                [](const auto &deviation) { return deviation && deviation->outlier; });
    return tr("%1 cells done, %2 failed, %3 missing; outliers: %4")
        .arg(count(CellStatus::Done), count(CellStatus::Failed), count(CellStatus::Missing),
             QLocale().toString(qlonglong(outliers)));
}

void MatrixWindow::showLines()
{
    for (int line = 0; line < m_model->rowCount(); ++line)
        m_view->setRowHidden(line, m_onlyOutliers->isChecked() && !m_model->hasOutlier(line));
    m_summary->setText(summary());
}

QList<int> MatrixWindow::selectedColumns() const
{
    QList<int> columns;
    for (const QModelIndex &cell : m_view->selectionModel()->selectedIndexes()) {
        if (!columns.contains(cell.column()))
            columns.append(cell.column());
    }
    std::ranges::sort(columns);
    return columns;
}

void MatrixWindow::updateCompare()
{
    m_compare->setEnabled(selectedColumns().size() == 2);
}

QString MatrixWindow::sessionPath(const MatrixRow &row) const
{
    const QFileInfo info(m_path);
    const QDir folder = info.isDir() ? QDir(m_path) : info.absoluteDir();
    // Of its own folder only, whatever the index says.
    return folder.filePath(QFileInfo(QString::fromStdString(row.session)).fileName());
}

void MatrixWindow::openCell(const QModelIndex &cell)
{
    const MatrixRow *row = m_model->rowAt(cell);
    if (row && row->status == CellStatus::Done)
        Q_EMIT sessionRequested(sessionPath(*row));
    else if (row && !row->reason.empty())
        QMessageBox::information(this, windowTitle(), shownAsPlainText(QString::fromStdString(row->reason)));
}

void MatrixWindow::compare()
{
    const QList<int> columns = selectedColumns();
    const QModelIndexList cells = m_view->selectionModel()->selectedIndexes();
    if (columns.size() != 2)
        return;
    if (cells.size() != 2 || cells[0].row() != cells[1].row()) {
        showChanges(columns[0], columns[1]);
        return;
    }
    const MatrixRow *before = m_model->rowAt(m_model->index(cells[0].row(), columns[0]));
    const MatrixRow *after = m_model->rowAt(m_model->index(cells[0].row(), columns[1]));
    if (before && after && before->status == CellStatus::Done && after->status == CellStatus::Done)
        Q_EMIT comparisonRequested(sessionPath(*before), sessionPath(*after));
}

void MatrixWindow::showChanges(int before, int after)
{
    auto *changes = new ChangeTable(*m_model, static_cast<std::size_t>(before), static_cast<std::size_t>(after), this);
    changes->setAttribute(Qt::WA_DeleteOnClose);
    connect(changes, &ChangeTable::comparisonRequested, this, [this](std::size_t first, std::size_t second) {
        Q_EMIT comparisonRequested(sessionPath(m_model->rows()[first]), sessionPath(m_model->rows()[second]));
    });
    changes->show();
}

void MatrixWindow::chooseExport()
{
    const QString purpose = QStringLiteral("export");
    const QString path = chooseSavePath(
        this, tr("Save the Matrix"), { tr("CSV table (*.csv)"), tr("HTML page (*.html)"), tr("PNG picture (*.png)") },
        m_settings->lastFolder(purpose), QStringLiteral("matrix"));
    if (path.isEmpty())
        return;
    m_settings->setLastFolder(purpose, QFileInfo(path).path());
    if (const Result<void> written = exportTo(path); !written.ok())
        QMessageBox::warning(this, windowTitle(), shownAsPlainText(QString::fromStdString(written.error().text)));
}

Result<void> MatrixWindow::exportTo(const QString &path) const
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("png"))
        return writePicture(path);
    if (suffix == QLatin1String("html"))
        return writeWholeFile(encoded(path),
                              matrixTableToHtml(m_model->table(), m_model->rows(), windowTitle().toStdString()));
    return writeWholeFile(encoded(path), matrixTableToCsv(m_model->table(), m_model->rows()));
}

Result<void> MatrixWindow::writePicture(const QString &path) const
{
    const QHeaderView *lines = m_view->verticalHeader();
    const QHeaderView *columns = m_view->horizontalHeader();
    const QSize size(std::max(400, lines->width() + columns->length() + 2),
                     std::max(300, columns->height() + lines->length() + 2));
    if (std::max(size.width(), size.height()) > longestPicture)
        return Error { ErrorCode::OutputFile, tr("The matrix is too large for a picture.").toStdString(),
                       "Save it as a CSV table or an HTML page." };
    const auto paint = [this, lines, columns](QPainter &painter, const QRectF &area) {
        const ChartStyle style(palette(), font());
        painter.fillRect(area, style.ground());
        painter.setFont(font());
        QStyleOptionViewItem option;
        option.palette = palette();
        option.font = font();
        option.fontMetrics = QFontMetrics(font());
        const int left = lines->width();
        const int top = columns->height();
        painter.setPen(style.text());
        for (int column = 0; column < m_model->columnCount(); ++column)
            painter.drawText(QRect(left + columns->sectionPosition(column) + 6, 0, columns->sectionSize(column), top),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int line = 0; line < m_model->rowCount(); ++line) {
            if (m_view->isRowHidden(line))
                continue;
            const int y = top + lines->sectionPosition(line);
            painter.setPen(style.text());
            painter.drawText(QRect(6, y, left - 6, lines->sectionSize(line)), Qt::AlignLeft | Qt::AlignVCenter,
                             m_model->headerData(line, Qt::Vertical, Qt::DisplayRole).toString());
            for (int column = 0; column < m_model->columnCount(); ++column) {
                option.rect = QRect(left + columns->sectionPosition(column), y, columns->sectionSize(column),
                                    lines->sectionSize(line));
                m_view->itemDelegate()->paint(&painter, option, m_model->index(line, column));
            }
        }
    };
    return writePngPicture(path, { windowTitle(), size, paint }, 1);
}

void MatrixWindow::retranslate()
{
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("Select two columns, or two cells of a row"));
    m_onlyOutliers->setText(tr("Only Outliers"));
    m_export->setText(tr("Save As…"));
    m_reload->setText(tr("Read Again"));
    m_summary->setText(summary());
}

void MatrixWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
