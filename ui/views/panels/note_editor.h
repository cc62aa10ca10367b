// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/results/session.h"

#include <QPlainTextEdit>

#include <optional>

namespace rooflight {

class Selection;

/// What a person writes about the layer in focus; about the model when none is.
class NoteEditor : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit NoteEditor(Selection *selection, QWidget *parent = nullptr);

    void setAnalysis(const Part<Analysis> &analysis);
    /// All that was written so far.
    void setNotes(const std::vector<LayerNote> &notes);

Q_SIGNALS:
    /// \p layer is its path. An empty text: there is no note any more.
    void edited(const QString &layer, const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void showNote();
    void takeText();
    /// It is high while there is something in it, or about to be.
    void fitHeight();
    void showHint();
    void retranslate();
    /// Path of the layer in focus, or of the layer that the operator in focus is in.
    [[nodiscard]] std::string layerInFocus() const;

    Selection *m_selection;
    Part<Analysis> m_analysis;
    QString m_hint; ///< what the empty editor says
    std::vector<LayerNote> m_notes;
};

} // namespace rooflight
