// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/details_writer.h"

#include "ui/style/sentences.h"

#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTextBlockFormat>
#include <QTextDocument>
#include <QTextImageFormat>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace rooflight {

namespace {

constexpr double sectionGap = 12;
constexpr double rowGap = 2;
constexpr double columnGap = 14;
constexpr double leastGap = 4;
constexpr double scrollBarWidth = 20; ///< it may appear while the text is written

constexpr char16_t breakOfName = 0x200b; // a space without width

constexpr QLatin1String layerScheme("layer");
constexpr QLatin1String operatorScheme("operator");
constexpr QLatin1String copyScheme("copy");

QString addressOf(ItemId item)
{
    const QLatin1String scheme = item.kind == ItemId::Kind::Layer ? layerScheme : operatorScheme;
    return scheme + u':' + QString::number(item.id);
}

} // namespace

DetailsWriter::DetailsWriter(QTextDocument *document, const ChartStyle &style, const QColor &link, double width,
                             double devicePixelRatio)
    : m_cursor(document)
    , m_style(style)
    , m_width(width)
    , m_devicePixelRatio(devicePixelRatio)
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

QString DetailsWriter::withBreaks(QString text, const QFont &font, double room)
{
    // After dots and underscores, and before capitals.
    static const QRegularExpression part(QStringLiteral("([._](?=[A-Za-z_])|[a-z](?=[A-Z]))"));
    if (QFontMetricsF(font).horizontalAdvance(text) <= room)
        return text;
    return text.replace(part, QStringLiteral("\\1") + QChar(breakOfName));
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
    // In a narrow panel a long name has a line of its own: a tab after it would lead past the column.
    const bool fits = QFontMetricsF(m_nameFormat.font()).horizontalAdvance(row.name) + leastGap <= m_indentation;
    m_cursor.insertText(row.name + (fits ? QChar(u'\t') : QChar(QChar::LineSeparator)), m_nameFormat);
    QTextCharFormat format = m_valueFormat;
    if (row.item) {
        format = m_linkFormat;
        format.setAnchorHref(addressOf(*row.item));
    }
    if (!row.copied.isEmpty()) {
        format = m_linkFormat;
        format.setAnchorHref(copyScheme + u':' + QString::fromLatin1(QUrl::toPercentEncoding(row.copied)));
    }
    if (row.bar)
        writeBar(*row.bar);
    m_cursor.insertText(
        withBreaks(withUnbrokenUnits(row.value), format.font(), m_width - m_indentation - scrollBarWidth), format);
}

void DetailsWriter::writeBar(const RatioBar &bar)
{
    const QFontMetricsF metrics(m_valueFormat.font());
    const QImage picture = pictureOf(bar, m_style, std::ceil(metrics.ascent()), m_devicePixelRatio);
    const QString name = QStringLiteral("bar:%1").arg(++m_bars);
    m_cursor.document()->addResource(QTextDocument::ImageResource, QUrl(name), picture);
    QTextImageFormat format;
    format.setName(name);
    format.setWidth(picture.width() / m_devicePixelRatio);
    format.setHeight(picture.height() / m_devicePixelRatio);
    m_cursor.insertImage(format);
    m_cursor.insertText(QStringLiteral(" "), m_valueFormat);
}

void DetailsWriter::writeSection(const DetailSection &section)
{
    startBlock(sectionGap, 0);
    m_cursor.insertText(section.title, m_headingFormat);
    const auto writeNote = [&](const QTextCharFormat &format) {
        if (section.note.isEmpty())
            return;
        startBlock(rowGap * 2, 0);
        m_cursor.insertText(section.note, format);
    };
    if (section.beginsWithNote)
        writeNote(m_valueFormat);
    for (const DetailRow &row : section.rows)
        writeRow(row);
    if (!section.beginsWithNote)
        writeNote(m_nameFormat);
}

void DetailsWriter::write(const ItemDetails &details)
{
    m_indentation = std::ceil(std::min(widthOfNames(details) + columnGap, m_width / 2));
    m_cursor.beginEditBlock();
    startBlock(0, 0);
    m_cursor.insertText(withBreaks(details.title, m_titleFormat.font(), m_width - scrollBarWidth), m_titleFormat);
    for (const DetailSection &section : details.sections)
        writeSection(section);
    m_cursor.endEditBlock();
}

void DetailsWriter::writeLink(const QString &text, const QUrl &target)
{
    startBlock(sectionGap, 0);
    QTextCharFormat format = m_linkFormat;
    format.setAnchorHref(target.toString());
    m_cursor.insertText(text, format);
}

QString writtenText(QString text)
{
    static const QString bar = QChar(QChar::ObjectReplacementCharacter) + QStringLiteral(" ");
    return text.remove(bar).remove(QChar(breakOfName)).replace(QChar::Nbsp, u' ');
}

QString copiedByLink(const QUrl &link)
{
    return link.scheme() == copyScheme ? link.path(QUrl::FullyDecoded) : QString();
}

ItemId itemOfLink(const QUrl &link)
{
    const auto kind = link.scheme() == layerScheme ? ItemId::Kind::Layer : ItemId::Kind::Operator;
    return { kind, link.path().toLongLong() };
}

} // namespace rooflight
