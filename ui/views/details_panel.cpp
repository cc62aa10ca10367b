// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/details_panel.h"

#include "ui/models/selection.h"
#include "ui/style/chart_style.h"

#include <QEvent>
#include <QLabel>
#include <QStackedWidget>
#include <QTextBlockFormat>
#include <QTextBrowser>
#include <QTextCursor>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double documentMargin = 10;
constexpr double sectionGap = 12;
constexpr double rowGap = 2;
constexpr double columnGap = 14;

constexpr QLatin1String layerScheme("layer");
constexpr QLatin1String operatorScheme("operator");

QString addressOf(ItemId item)
{
    const QLatin1String scheme = item.kind == ItemId::Kind::Layer ? layerScheme : operatorScheme;
    return scheme + u':' + QString::number(item.id);
}

/// Writes details as paragraphs: name, tab, value. Copied, they are lines with a tab between name and value. Names
/// are data and go in as text, never as markup.
class DetailsWriter
{
public:
    DetailsWriter(QTextDocument *document, const ChartStyle &style, const QColor &link);

    void write(const ItemDetails &details);

private:
    void startBlock(double gapAbove, double indentation);
    void writeSection(const DetailSection &section);
    void writeRow(const DetailRow &row);
    [[nodiscard]] double widthOfNames(const ItemDetails &details) const;

    QTextCursor m_cursor;
    QTextCharFormat m_titleFormat;
    QTextCharFormat m_headingFormat;
    QTextCharFormat m_nameFormat;
    QTextCharFormat m_valueFormat;
    QTextCharFormat m_linkFormat;
    double m_indentation = 0; ///< of values
    bool m_isEmpty = true;
};

DetailsWriter::DetailsWriter(QTextDocument *document, const ChartStyle &style, const QColor &link)
    : m_cursor(document)
{
    m_titleFormat.setFont(style.titleFont());
    m_titleFormat.setForeground(style.text());
    m_headingFormat.setFont(style.strongFont());
    m_headingFormat.setForeground(style.text());
    m_nameFormat.setFont(style.textFont());
    m_nameFormat.setForeground(style.mutedText());
    m_valueFormat.setFont(style.textFont());
    m_valueFormat.setForeground(style.text());
    m_linkFormat = m_valueFormat;
    m_linkFormat.setForeground(link);
    m_linkFormat.setFontUnderline(true);
    m_linkFormat.setAnchor(true);
}

double DetailsWriter::widthOfNames(const ItemDetails &details) const
{
    const QFontMetricsF metrics(m_nameFormat.font());
    double width = 0;
    for (const DetailSection &section : details.sections) {
        for (const DetailRow &row : section.rows)
            width = std::max(width, metrics.horizontalAdvance(row.name));
    }
    return width;
}

void DetailsWriter::startBlock(double gapAbove, double indentation)
{
    QTextBlockFormat format;
    format.setTopMargin(m_isEmpty ? 0 : gapAbove);
    format.setLeftMargin(indentation);
    format.setTextIndent(-indentation);
    if (indentation > 0)
        format.setTabPositions({ QTextOption::Tab(indentation, QTextOption::LeftTab) });
    if (m_isEmpty)
        m_cursor.setBlockFormat(format);
    else
        m_cursor.insertBlock(format);
    m_isEmpty = false;
}

void DetailsWriter::writeRow(const DetailRow &row)
{
    startBlock(rowGap, m_indentation);
    m_cursor.insertText(row.name + u'\t', m_nameFormat);
    QTextCharFormat format = m_valueFormat;
    if (row.item) {
        format = m_linkFormat;
        format.setAnchorHref(addressOf(*row.item));
    }
    m_cursor.insertText(row.value, format);
}

void DetailsWriter::writeSection(const DetailSection &section)
{
    startBlock(sectionGap, 0);
    m_cursor.insertText(section.title, m_headingFormat);
    for (const DetailRow &row : section.rows)
        writeRow(row);
    if (!section.note.isEmpty()) {
        startBlock(rowGap * 2, 0);
        m_cursor.insertText(section.note, m_nameFormat);
    }
}

void DetailsWriter::write(const ItemDetails &details)
{
    m_indentation = std::ceil(widthOfNames(details) + columnGap);
    m_cursor.beginEditBlock();
    startBlock(0, 0);
    m_cursor.insertText(details.title, m_titleFormat);
    for (const DetailSection &section : details.sections)
        writeSection(section);
    m_cursor.endEditBlock();
}

} // namespace

DetailsPanel::DetailsPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_stack(new QStackedWidget(this))
    , m_text(new QTextBrowser(this))
    , m_empty(new QLabel(this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setUndoRedoEnabled(false);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_text->document()->setDocumentMargin(documentMargin);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    setFocusProxy(m_text);
    connect(m_text, &QTextBrowser::anchorClicked, this, &DetailsPanel::follow);
    connect(selection, &Selection::selectedChanged, this, &DetailsPanel::refresh);
    retranslate();
}

QString DetailsPanel::text() const
{
    return m_text->toPlainText();
}

void DetailsPanel::setSession(const Session &session)
{
    m_session = &session;
    refresh();
}

std::optional<ItemId> DetailsPanel::shownItem() const
{
    if (!m_session || !m_session->analysis)
        return std::nullopt;
    const ItemId item = m_selection->focus().value_or(ItemId());
    const Analysis &analysis = *m_session->analysis;
    const std::size_t count = item.kind == ItemId::Kind::Layer ? analysis.layers.size() : analysis.operators.size();
    return item.id >= 0 && item.id < std::int64_t(count) ? std::optional(item) : std::nullopt;
}

void DetailsPanel::refresh()
{
    const std::optional<ItemId> item = shownItem();
    m_stack->setCurrentWidget(item ? static_cast<QWidget *>(m_text) : m_empty);
    if (!item || !isVisible())
        return;
    ItemDetails details = itemDetails(*m_session, *item);
    // While times arrive this is asked often, and a person may have marked some text.
    if (details == m_details)
        return;
    m_details = std::move(details);
    write();
}

void DetailsPanel::write()
{
    m_text->clear();
    DetailsWriter(m_text->document(), ChartStyle(palette(), font()), palette().color(QPalette::Link)).write(m_details);
    m_text->moveCursor(QTextCursor::Start);
}

void DetailsPanel::follow(const QUrl &link)
{
    const auto kind = link.scheme() == layerScheme ? ItemId::Kind::Layer : ItemId::Kind::Operator;
    m_selection->select({ kind, link.path().toLongLong() });
}

void DetailsPanel::retranslate()
{
    m_text->setAccessibleName(tr("Details"));
    m_empty->setText(tr("Shapes, work and formulas of a model appear here once it has been counted."));
    refresh();
}

void DetailsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void DetailsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        write();
}

} // namespace ridgepoint
