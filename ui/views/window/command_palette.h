// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/dialogs/dialog_fields.h"

#include <QFrame>
#include <QPointer>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

class QLineEdit;
class QMainWindow;
class QTreeWidget;

namespace rooflight {

/// How well a text answers a search: every word must be in it, or its letters in their order, the first of them where a
/// word begins. 0 if one is not. Both in lower case.
[[nodiscard]] int matchOf(const QString &text, const QStringList &words);

/// One thing that can be found by its name.
struct PaletteEntry {
    QString text;
    QString note; ///< what it is, or why it cannot be chosen now
    QString shortcut;
    QString searched; ///< in lower case: its words in the shown language and in English
    bool enabled = true;
    std::function<void()> choose;
};

/// A field to search in and what it finds, over the top of a window: commands, layers, panels and settings by their
/// names. Up and Down choose, Enter does it, Escape closes.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    explicit CommandPalette(QWidget *window);

    /// Opens with these; the first of equally good ones is the first shown.
    void open(std::vector<PaletteEntry> entries);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void find();
    void choose();
    void place();
    bool takeKey(int key);

    QLineEdit *m_search;
    QTreeWidget *m_list;
    std::vector<PaletteEntry> m_entries;
    QPointer<QWidget> m_focusBefore;
};

class WindowActions;
class Workbench;

/// Every action of a window, found where it is: in a menu, on a tool bar, or with a shortcut alone. Panels last.
[[nodiscard]] std::vector<PaletteEntry> actionEntries(QMainWindow &window, const WindowActions &actions);
/// Every layer of the session; it is selected, and shown in the table.
[[nodiscard]] std::vector<PaletteEntry> layerEntries(Workbench &workbench);
/// Of fields of a dialog, which opens with the chosen one in focus.
[[nodiscard]] std::vector<PaletteEntry> fieldEntries(const QString &dialog, const QList<DialogField> &fields,
                                                     const std::function<void(const QString &field)> &open);
/// Entries for files, each by its name.
[[nodiscard]] std::vector<PaletteEntry> fileEntries(const QString &what, const QStringList &paths,
                                                    const std::function<void(const QString &path)> &open);

} // namespace rooflight
