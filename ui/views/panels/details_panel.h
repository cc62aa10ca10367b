// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/models/session_view.h"
#include "ui/views/panels/item_details.h"

#include <QWidget>

class QStackedWidget;
class QLabel;
class QTextBrowser;
class QUrl;

namespace rooflight {

class NoteEditor;
class Selection;

/// Everything about the item in focus, as text to be read and copied; about the whole model when none is. Of several
/// selected ones their sums come first. Names of layers and operators in it select them.
class DetailsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DetailsPanel(Selection *selection, QWidget *parent = nullptr);

    static constexpr ResultKinds shownKinds = judgedKinds;
    void setSession(const SessionView &view);
    [[nodiscard]] QString text() const;
    /// All that is known, or what a person wants to know first.
    void setShowsAll(bool all);
    /// Whether the model can be run from here; else no key that runs it is named.
    void setCanMeasure(bool canMeasure);
    /// What a person writes about what is shown.
    [[nodiscard]] NoteEditor *notes() const { return m_note; }

Q_SIGNALS:
    /// By a person.
    void showsAllChosen(bool all);

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void refresh();
    void write();
    void follow(const QUrl &link);
    void retranslate();
    [[nodiscard]] std::optional<ItemId> shownItem() const;

    Selection *m_selection;
    QStackedWidget *m_stack;
    QTextBrowser *m_text;
    QLabel *m_empty;
    NoteEditor *m_note;
    SessionView m_view;
    ItemDetails m_details;
    bool m_showsAll = true;
    bool m_canMeasure = true;
    int m_writtenWidth = 0; ///< of the view when they were written, in pixels
};

} // namespace rooflight
