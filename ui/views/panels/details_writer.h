// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/style/chart_style.h"
#include "ui/views/panels/item_details.h"

#include <QTextCharFormat>
#include <QTextCursor>

#include <limits>

class QTextDocument;
class QUrl;

namespace rooflight {

/// Writes details as paragraphs: name, tab, value. Copied, they are lines with a tab between name and value. Names
/// are data and go in as text, never as markup.
class DetailsWriter
{
public:
    /// \p width is what a line has, in pixels: names get half of it at most, and longer ones a line of their own.
    DetailsWriter(QTextDocument *document, const ChartStyle &style, const QColor &link,
                  double width = std::numeric_limits<double>::max(), double devicePixelRatio = 1);

    void write(const ItemDetails &details);
    /// On a line of its own.
    void writeLink(const QString &text, const QUrl &target);

private:
    void startBlock(double gapAbove, double indentation);
    void writeSection(const DetailSection &section);
    void writeRow(const DetailRow &row);
    void writeBar(const RatioBar &bar);
    [[nodiscard]] double widthOfNames(const ItemDetails &details) const;
    /// If a text is wider than its room, in pixels, lines may end between the parts of names.
    [[nodiscard]] static QString withBreaks(QString text, const QFont &font, double room);

    QTextCursor m_cursor;
    QTextCharFormat m_titleFormat;
    QTextCharFormat m_headingFormat;
    QTextCharFormat m_nameFormat;
    QTextCharFormat m_valueFormat;
    QTextCharFormat m_linkFormat;
    ChartStyle m_style;
    double m_width;
    double m_devicePixelRatio;
    int m_bars = 0; ///< drawn so far
    double m_indentation = 0; ///< of values
    bool m_isEmpty = true;
};

/// What was written, without what decides only on the ends of lines.
[[nodiscard]] QString writtenText(QString text);

/// What a link of the writer copies; empty if it leads to an item.
[[nodiscard]] QString copiedByLink(const QUrl &link);
/// The item that a link of the writer leads to.
[[nodiscard]] ItemId itemOfLink(const QUrl &link);

} // namespace rooflight
