// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/details_panel.h"

#include "core/results/measured_device.h"
#include "ui/models/selection.h"
#include "ui/style/sentences.h"
#include "ui/views/panels/details_writer.h"
#include "ui/views/panels/note_editor.h"

#include <QClipboard>
#include <QCursor>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTextDocumentFragment>
#include <QToolTip>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace rooflight {

namespace {

constexpr double documentMargin = 10;
constexpr int narrow = 360; ///< in pixels

/// Shows all, or less.
QUrl extentLink()
{
    return QUrl(QStringLiteral("extent:"));
}

/// Copies what was written as plain text. Right and Left step through the links: there may be dozens of them, and Tab
/// leads on.
class DetailsText : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override
    {
        auto *data = new QMimeData;
        data->setText(writtenText(textCursor().selection().toPlainText()));
        return data;
    }

    bool focusNextPrevChild(bool next) override { return QTextEdit::focusNextPrevChild(next); }

    void keyPressEvent(QKeyEvent *event) override
    {
        const bool right = event->key() == Qt::Key_Right;
        if ((!right && event->key() != Qt::Key_Left) || event->modifiers() != Qt::NoModifier)
            return QTextBrowser::keyPressEvent(event);
        QTextBrowser::focusNextPrevChild(right);
        setFocus(); // behind the last link, too
    }
};

} // namespace

DetailsPanel::DetailsPanel(Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_stack(new QStackedWidget(this))
    , m_text(new DetailsText(this))
    , m_empty(new QLabel(this))
    , m_note(new NoteEditor(selection, this))
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(24);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setUndoRedoEnabled(false);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->document()->setDocumentMargin(documentMargin);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_note);
    setFocusProxy(m_text);
    connect(m_text, &QTextBrowser::anchorClicked, this, &DetailsPanel::follow);
    connect(selection, &Selection::selectedChanged, this, &DetailsPanel::refresh);
    retranslate();
}

QString DetailsPanel::text() const
{
    return writtenText(m_text->toPlainText());
}

void DetailsPanel::setSession(const SessionView &view)
{
    m_view = view;
    m_note->setVisible(view.session().analysis.has_value());
    m_note->setAnalysis(view.session().analysis);
    refresh();
}

std::optional<ItemId> DetailsPanel::shownItem() const
{
    if (!m_view.session().analysis)
        return std::nullopt;
    const ItemId item = m_selection->focus().value_or(ItemId());
    const Analysis &analysis = *m_view.session().analysis;
    const std::size_t count = item.kind == ItemId::Kind::Layer ? analysis.layers.size() : analysis.operators.size();
    return item.id >= 0 && item.id < std::int64_t(count) ? std::optional(item) : std::nullopt;
}

void DetailsPanel::refresh()
{
    const std::optional<ItemId> item = shownItem();
    m_stack->setCurrentWidget(item ? static_cast<QWidget *>(m_text) : m_empty);
    m_empty->setText(holdsOnlyTimes(m_view.session())
                         ? onlyTimesSentence()
                         : tr("Shapes, work and formulas of a model appear here once it has been counted."));
    if (!item || !isVisible())
        return;
    const std::set<ItemId> &selected = m_selection->selected();
    const JudgedSession &judged = m_view.judged();
    ItemDetails details = selected.size() > 1 ? jointDetails(judged, selected, *item, m_canMeasure)
                                              : itemDetails(judged, *item, m_canMeasure);
    // While times arrive this is asked often, and a person may have marked some text.
    if (details == m_details)
        return;
    m_details = std::move(details);
    write();
}

void DetailsPanel::write()
{
    m_text->clear();
    m_writtenWidth = m_text->viewport()->width();
    DetailsWriter writer(m_text->document(), ChartStyle(palette(), font()), palette().color(QPalette::Link),
                         m_writtenWidth - 2 * documentMargin, devicePixelRatioF());
    const ItemDetails brief = briefly(m_details);
    writer.write(m_showsAll ? m_details : brief);
    if (brief != m_details)
        writer.writeLink(m_showsAll ? tr("Show less") : tr("Show all"), extentLink());
    m_text->moveCursor(QTextCursor::Start);
}

void DetailsPanel::follow(const QUrl &link)
{
    if (const QString text = copiedByLink(link); !text.isEmpty()) {
        QGuiApplication::clipboard()->setText(text);
        QToolTip::showText(QCursor::pos(), tr("Copied"), this);
        return;
    }
    if (link == extentLink()) {
        setShowsAll(!m_showsAll);
        Q_EMIT showsAllChosen(m_showsAll);
        return;
    }
    m_selection->select(itemOfLink(link));
}

void DetailsPanel::setShowsAll(bool all)
{
    if (std::exchange(m_showsAll, all) != all && !m_details.sections.empty())
        write();
}

void DetailsPanel::setCanMeasure(bool canMeasure)
{
    if (std::exchange(m_canMeasure, canMeasure) != canMeasure)
        refresh();
}

void DetailsPanel::retranslate()
{
    m_text->setAccessibleName(tr("Details"));
    refresh();
}

void DetailsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void DetailsPanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Only there the names are cut.
    const int width = m_text->viewport()->width();
    if (width != m_writtenWidth && std::min(width, m_writtenWidth) < narrow)
        write();
}

void DetailsPanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        write();
}

} // namespace rooflight
