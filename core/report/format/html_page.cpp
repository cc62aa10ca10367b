// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/format/html_page.h"

#include "core/report/format/language.h"
#include "core/report/format/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rooflight {

namespace {

constexpr std::string_view pageHead = R"(
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>
:root { --page: #ffffff; --text: #1c1c1e; --soft: #6b6b70; --line: #d8d8dc; --head: #f3f3f5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1c1c1e; --text: #ececee; --soft: #a0a0a6; --line: #3a3a3e; --head: #2a2a2d; }
}
body { background: var(--page); color: var(--text); font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;
       max-width: 80rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; overflow-wrap: anywhere; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; } .scroll + dl, dl + .scroll { margin-top: .9rem; }
table { border-collapse: collapse; font-size: .9em; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top;
         word-break: keep-all; }
thead th { background: var(--head); white-space: nowrap; }
th.n, td.n { text-align: right; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.2rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
img { background: #ffffff; max-width: 100%; }
.error { border-left: 4px solid #c0392b; padding-left: .8rem; }
@media print {
  :root { --page: #ffffff; --text: #000000; --soft: #555559; --line: #c8c8cc; --head: #f3f3f5; }
  body { font-size: 10px; margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; }
  .scroll { overflow: visible; } th { min-width: 0 !important; } th, td { padding: .15rem .4rem; }
}
</style>
)";

/// The least width in which a text stands in two lines, in columns of a terminal.
int twoLineWidth(std::string_view text)
{
    int least = columnWidth(text);
    for (std::size_t space = text.find(' '); space != std::string_view::npos; space = text.find(' ', space + 1))
        least = std::min(least, std::max(columnWidth(text.substr(0, space)), columnWidth(text.substr(space + 1))));
    return least;
}

/// Gives each column the width that keeps its rows at two lines; short ones find it by themselves.
std::string widthStyle(const TableContent &table, std::size_t column)
{
    constexpr int narrow = 6;
    int width = 0;
    for (const std::vector<std::string> &row : table.rows) {
        // A text has at least a byte a column: most need no look.
        if (column < row.size() && row[column].size() > static_cast<std::size_t>(std::max(narrow, width)))
            width = std::max(width, twoLineWidth(elided(printable(row[column]), widestCell)));
        if (width >= widestCell)
            break;
    }
    return width > narrow ? fmt::format(" style=\"min-width:{}ch\"", width + 1) : std::string();
}

std::string cell(std::string_view tag, std::string_view attributes, std::string_view text)
{
    return fmt::format("<{}{}>{}</{}>", tag, attributes, htmlText(text), tag);
}

std::string toHtml(const Facts &facts)
{
    std::string html = "<dl>\n";
    for (const auto &[fact, value] : facts) {
        if (value.empty())
            continue;
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", htmlText(fact.text()), htmlText(elided(value, widestFact)));
    }
    return html + "</dl>\n";
}

std::string toHtml(const TableContent &table)
{
    const std::string id = table.id.empty() ? std::string() : fmt::format(" id=\"{}\"", htmlText(table.id));
    std::string html = fmt::format("<div class=\"scroll\"><table{}>\n<thead><tr>", id);
    const auto numberClass = [](const TableColumn &column) { return column.number ? " class=\"n\"" : ""; };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const TableColumn &column = table.columns[i];
        const std::string width = column.number ? std::string() : widthStyle(table, i);
        html += cell("th", fmt::format(" scope=\"col\"{}{}", numberClass(column), width), column.title.text());
    }
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (html.size() > maxHtmlTableBytes) {
            html += fmt::format("<tr><td>… {} rows more</td></tr>\n", table.rows.size() - row);
            break;
        }
        html += "<tr>";
        for (std::size_t column = 0; column < table.columns.size() && column < table.rows[row].size(); ++column) {
            std::string attributes = numberClass(table.columns[column]);
            if (column == 0 && row < table.depths.size() && table.depths[row] > 0)
                attributes = fmt::format(" style=\"padding-left:{}em\"",
                                         0.7 + 1.2 * std::min(table.depths[row], deepestIndentation));
            html += cell("td", attributes, elided(table.rows[row][column], widestCell));
        }
        html += "</tr>\n";
    }
    return html + "</tbody>\n</table></div>\n";
}

} // namespace

std::string htmlText(std::string_view text)
{
    constexpr std::string_view markup = "&<>\"'";
    constexpr std::array<std::string_view, markup.size()> escapes = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };
    std::string html;
    for (const char c : printable(text)) {
        const std::size_t found = markup.find(c);
        html += found == std::string_view::npos ? std::string_view(&c, 1) : escapes[found];
    }
    return html;
}

std::string htmlHeading(const Title &title)
{
    return fmt::format("<h2>{}</h2>\n", htmlText(title.text()));
}

std::string toHtml(const std::vector<Section> &sections)
{
    std::string html;
    for (const Section &section : sections) {
        const bool hasTable = !section.table.rows.empty();
        const bool isEmpty = !hasTable && section.facts.empty() && section.paragraphs.empty();
        if (!section.title.empty() && !isEmpty)
            html += htmlHeading(section.title);
        html += hasTable ? toHtml(section.table) : std::string();
        html += section.facts.empty() ? std::string() : toHtml(section.facts);
        for (const std::string &paragraph : section.paragraphs)
            html += "<p>" + htmlText(elided(paragraph, widestFact)) + "</p>\n";
    }
    return html;
}

std::string htmlPage(std::string_view title, std::string_view body, const PageScript &script)
{
    const std::string text = htmlText(title);
    const std::string allowed = script.code.empty() ? std::string() : " script-src 'sha256-" + script.sha256 + "';";
    std::string html = fmt::format("<!DOCTYPE html>\n<html lang=\"{}\">{}", htmlText(currentLanguage().code), pageHead);
    html += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                        "'unsafe-inline';{} img-src data:\">\n",
                        allowed);
    if (!script.style.empty())
        html += fmt::format("<style>\n{}</style>\n", script.style);
    html += fmt::format("<title>{}</title>\n</head>\n<body>\n<h1>{}</h1>\n", text, text);
    html += body;
    if (!script.code.empty())
        html += fmt::format("<script>{}</script>\n", script.code);
    return html + "</body>\n</html>\n";
}

std::string jsonText(std::string_view text)
{
    std::string json = "\"";
    for (const char c : printable(text)) {
        if (c == '"' || c == '\\')
            json += '\\';
        if (c == '<')
            json += "\\u003c";
        else
            json += c;
    }
    return json + '"';
}

bool isPositive(const std::optional<double> &value)
{
    return value && std::isfinite(*value) && *value > 0;
}

std::string optionalNumber(std::string_view key, const std::optional<double> &value)
{
    return isPositive(value) ? fmt::format(",\"{}\":{:.6g}", key, *value) : std::string();
}

std::string joinedJson(const std::vector<std::string> &parts)
{
    std::string all;
    for (const std::string &part : parts)
        all += (all.empty() ? "" : ",\n") + part;
    return all;
}

} // namespace rooflight
