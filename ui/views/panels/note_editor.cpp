// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/panels/note_editor.h"

#include "ui/models/selection.h"

#include <QEvent>
#include <QSignalBlocker>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int linesHigh = 3;
constexpr int frameAndMargins = 12;

} // namespace

NoteEditor::NoteEditor(Selection *selection, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_selection(selection)
{
    setTabChangesFocus(true);
    connect(selection, &Selection::selectedChanged, this, &NoteEditor::showNote);
    connect(this, &QPlainTextEdit::textChanged, this, &NoteEditor::takeText);
    retranslate();
}

void NoteEditor::setAnalysis(const Part<Analysis> &analysis)
{
    m_analysis = analysis;
    showNote();
}

void NoteEditor::setNotes(const std::vector<LayerNote> &notes)
{
    m_notes = notes;
    showNote();
}

std::string NoteEditor::layerInFocus() const
{
    const std::optional<ItemId> item = m_selection->focus();
    if (!item || !m_analysis)
        return {};
    const Analysis &analysis = *m_analysis;
    std::int64_t layer = item->id;
    if (item->kind == ItemId::Kind::Operator)
        layer = layer >= 0 && layer < std::int64_t(analysis.operators.size())
            ? analysis.operators[std::size_t(layer)].layer
            : -1;
    return layer >= 0 && layer < std::int64_t(analysis.layers.size()) ? analysis.layers[std::size_t(layer)].path
                                                                      : std::string();
}

void NoteEditor::showNote()
{
    const std::string layer = layerInFocus();
    const auto note = std::ranges::find(m_notes, layer, &LayerNote::layer);
    const QString text = note == m_notes.end() ? QString() : QString::fromStdString(note->text);
    const QSignalBlocker blocker(this);
    if (text != toPlainText()) // the cursor stays where a person writes
        setPlainText(text);
    m_hint = layer.empty() ? tr("A note about the model, saved with the session")
                           : tr("A note about %1, saved with the session").arg(QString::fromStdString(layer));
    showHint();
    fitHeight();
    viewport()->update();
}

/// In one line, as there is only one to see.
void NoteEditor::showHint()
{
    const int width = viewport()->width() - int(2 * document()->documentMargin());
    setPlaceholderText(fontMetrics().elidedText(tr("Note"), Qt::ElideRight, width));
    // A name is data, and must not be taken for markup.
    setToolTip(QStringLiteral("<qt>%1</qt>").arg(m_hint.toHtmlEscaped()));
}

void NoteEditor::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    showHint();
}

void NoteEditor::fitHeight()
{
    const int lines = hasFocus() || !document()->isEmpty() ? linesHigh : 1;
    setFixedHeight(fontMetrics().lineSpacing() * lines + frameAndMargins);
}

void NoteEditor::focusInEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusInEvent(event);
    fitHeight();
}

void NoteEditor::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    fitHeight();
}

void NoteEditor::takeText()
{
    const std::string layer = layerInFocus();
    const std::string text = toPlainText().trimmed().toStdString();
    std::erase_if(m_notes, [&layer](const LayerNote &note) { return note.layer == layer; });
    if (!text.empty())
        m_notes.push_back({ layer, toPlainText().toStdString() });
    Q_EMIT edited(QString::fromStdString(layer), text.empty() ? QString() : toPlainText());
}

void NoteEditor::retranslate()
{
    setAccessibleName(tr("Note"));
    showNote();
}

void NoteEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace rooflight
