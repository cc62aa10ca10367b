// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/help_window.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QShortcut>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>

#include <array>

namespace rooflight {

namespace {

constexpr auto pageProperty = "rooflightHelpPage";

struct Page {
    const char *name;
    const char *title;
};

constexpr std::array pages = {
    Page { "start_page", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Opening files") },
    Page { "overview", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Overview") },
    Page { "roofline_chart", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "The roofline") },
    Page { "roofs", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Roofs") },
    Page { "verdicts", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "What the verdicts mean") },
    Page { "layer_table", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "The layer table") },
    Page { "histogram", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "The latency histogram") },
    Page { "benchmarks", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Benchmarks") },
    Page { "comparison", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Comparing sessions") },
    Page { "sessions", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Several sessions on one chart") },
    Page { "matrix", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Many models and machines") },
    Page { "what_if", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "What if") },
    Page { "graph", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "The graph of the model") },
    Page { "details", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Details") },
    Page { "coverage", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Operators without a formula") },
    Page { "options", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "How to measure") },
    Page { "export", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Exporting results") },
    Page { "log", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Messages and the log") },
    Page { "commands", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Finding everything") },
    Page { "keyboard", QT_TRANSLATE_NOOP("rooflight::HelpWindow", "Keyboard") },
};

/// Without the comment at the top of a page of the reference, which Qt would show, and without pictures, which are not
/// part of the program.
QString shownPartOf(QString page)
{
    const QLatin1String end("-->");
    if (page.startsWith(QLatin1String("<!--")))
        page = page.sliced(page.indexOf(end) + end.size()).trimmed();
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]*\\]\\([^)]*\\)"));
    return page.remove(picture);
}

/// The anchor that a title has on the pages of a repository: "What these times are" -> "what-these-times-are".
QString anchorOf(const QString &title)
{
    static const QRegularExpression others(QStringLiteral("[^\\w\\- ]"));
    return title.toLower().remove(others).replace(u' ', u'-');
}

} // namespace

HelpWindow::HelpWindow(QWidget *parent)
    : QDialog(parent)
    , m_pages(new QListWidget(this))
    , m_text(new QTextBrowser(this))
{
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(16);
    for (const Page &page : pages) {
        auto *item = new QListWidgetItem(m_pages);
        item->setData(Qt::UserRole, QString::fromLatin1(page.name));
    }
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_pages);
    layout->addWidget(m_text, 1);
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem *item) {
        if (item)
            showPage(item->data(Qt::UserRole).toString());
    });
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    followFont();
    retranslate();
    constexpr QSize firstSize(820, 560);
    resize(screen() ? firstSize.boundedTo(screen()->availableSize()) : firstSize);
}

QString HelpWindow::pageFor(const QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        QString page = widget->property(pageProperty).toString();
        if (!page.isEmpty())
            return page;
    }
    return QString::fromLatin1(pages.front().name);
}

void HelpWindow::setPage(QWidget *widget, const QString &page)
{
    widget->setProperty(pageProperty, page);
    // A modal dialog keeps the window's own key from working.
    if (qobject_cast<QDialog *>(widget))
        connect(new QShortcut(QKeySequence::HelpContents, widget), &QShortcut::activated, widget,
                [widget] { openAbove(widget); });
}

void HelpWindow::openAbove(QWidget *dialog)
{
    auto *help = dialog->findChild<HelpWindow *>();
    if (!help)
        help = new HelpWindow(dialog);
    help->showPage(pageFor(dialog));
    help->show();
    help->raise();
    help->activateWindow();
}

void HelpWindow::showPage(const QString &page)
{
    QFile file(QStringLiteral(":/help/%1.md").arg(page));
    if (!file.exists())
        file.setFileName(QStringLiteral(":/help/more/%1.md").arg(page));
    if (!file.open(QIODevice::ReadOnly))
        return;
    m_page = page;
    m_text->setMarkdown(shownPartOf(QString::fromUtf8(file.readAll())));
    showTables();
    for (int row = 0; row < m_pages->count(); ++row) {
        if (m_pages->item(row)->data(Qt::UserRole).toString() == page)
            m_pages->setCurrentRow(row);
    }
}

/// Of a page to a title in this or another one; other addresses to the desktop's browser.
void HelpWindow::follow(const QUrl &link)
{
    if (!link.scheme().isEmpty()) {
        QDesktopServices::openUrl(link);
        return;
    }
    if (const QString page = link.fileName().section(u'.', 0, 0); !page.isEmpty() && page != m_page)
        showPage(page);
    if (!link.hasFragment())
        return;
    for (QTextBlock block = m_text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() > 0 && anchorOf(block.text()) == link.fragment()) {
            m_text->setTextCursor(QTextCursor(m_text->document()->lastBlock())); // so that the title comes to the top
            m_text->setTextCursor(QTextCursor(block));
            return;
        }
    }
}

/// With thin lines between the cells: Qt frames each cell by itself.
void HelpWindow::showTables()
{
    constexpr double padding = 4;
    for (QTextFrame *frame : m_text->document()->rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(palette().mid());
        format.setCellPadding(padding);
        format.setCellSpacing(0);
        table->setFormat(format);
    }
}

QString HelpWindow::text() const
{
    return m_text->toPlainText();
}

void HelpWindow::retranslate()
{
    setWindowTitle(tr("Rooflight Help"));
    m_pages->setAccessibleName(tr("Pages"));
    m_text->setAccessibleName(windowTitle());
    for (std::size_t i = 0; i < pages.size(); ++i)
        m_pages->item(int(i))->setText(tr(pages[i].title));
}

void HelpWindow::followFont()
{
    constexpr int lettersOfTitles = 32;
    m_pages->setFixedWidth(fontMetrics().averageCharWidth() * lettersOfTitles);
}

void HelpWindow::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        followFont();
}

} // namespace rooflight
