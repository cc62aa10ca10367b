// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/palette_entries.h"

#include "ui/models/selection.h"
#include "ui/settings/source_texts.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QWidgetAction>

#include <algorithm>
#include <iterator>

namespace rooflight {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

QString searchedText(const QStringList &parts)
{
    QStringList words;
    for (const QString &part : parts)
        words << plainWords(part) << englishOf(part);
    words.removeDuplicates();
    return words.join(u' ').toLower();
}

/// The menu inside another one that an action is in: its title says what the action is about. What a part of the window
/// has of its own, too, says it itself.
QString innerMenuOf(const QAction &action, const QMenuBar &bar)
{
    const QList<QObject *> places = action.associatedObjects();
    if (!std::ranges::all_of(places, [](const QObject *place) { return qobject_cast<const QMenu *>(place); }))
        return {};
    for (const QObject *place : places) {
        const auto *menu = qobject_cast<const QMenu *>(place);
        if (menu && !menu->title().isEmpty() && !bar.actions().contains(menu->menuAction()))
            return menu->title();
    }
    return {};
}

bool isCommand(const QAction &action)
{
    return !action.isSeparator() && !action.text().isEmpty() && action.isVisible() && !action.menu()
        && !qobject_cast<const QWidgetAction *>(&action)
        && (!action.associatedObjects().isEmpty() || !action.shortcut().isEmpty());
}

PaletteEntry actionEntry(QAction &action, const QMenuBar &bar, const WindowActions &actions)
{
    PaletteEntry entry;
    const QString menu = innerMenuOf(action, bar);
    entry.text = menu.isEmpty() ? plainWords(action.text())
                                : Words::tr("%1: %2").arg(plainWords(menu), plainWords(action.text()));
    entry.searched = searchedText({ action.text(), menu });
    entry.shortcut = action.shortcut().toString(QKeySequence::NativeText);
    entry.enabled = action.isEnabled();
    if (!entry.enabled)
        entry.note = actions.whyDisabled(&action);
    entry.choose = [found = QPointer(&action)] {
        if (found)
            found->trigger();
    };
    return entry;
}

} // namespace

std::vector<PaletteEntry> actionEntries(QMainWindow &window, const WindowActions &actions)
{
    for (QMenu *menu : window.findChildren<QMenu *>())
        Q_EMIT menu->aboutToShow(); // some are filled by then
    QList<QAction *> all = window.findChildren<QAction *>();
    std::stable_partition(all.begin(), all.end(),
                          [&actions](const QAction *action) { return action->parent() == &actions; });
    std::vector<PaletteEntry> commands;
    std::vector<PaletteEntry> panels;
    for (QAction *action : all) {
        if (!isCommand(*action))
            continue;
        PaletteEntry entry = actionEntry(*action, *window.menuBar(), actions);
        auto *dock = qobject_cast<QDockWidget *>(action->parent());
        if (!dock) {
            commands.push_back(std::move(entry));
            continue;
        }
        if (entry.enabled)
            entry.note = Words::tr("Panel");
        entry.choose = [dock = QPointer(dock)] {
            if (dock)
                Workbench::goTo(dock);
        };
        panels.push_back(std::move(entry));
    }
    commands.insert(commands.end(), std::make_move_iterator(panels.begin()), std::make_move_iterator(panels.end()));
    return commands;
}

std::vector<PaletteEntry> layerEntries(Workbench &workbench)
{
    std::vector<PaletteEntry> entries;
    if (!workbench.session()->shown().analysis)
        return entries;
    const std::vector<Layer> &layers = workbench.session()->shown().analysis->layers;
    entries.reserve(layers.size());
    const QString note = Words::tr("Layer");
    for (const Layer &layer : layers) {
        QString text = QString::fromStdString(layer.path);
        if (text.isEmpty())
            continue; // the whole model
        const QString type = QString::fromStdString(layer.type);
        PaletteEntry entry { text, note, {}, (text + u' ' + type).toLower(), true, {} };
        if (layer.call > 0)
            entry.text = Words::tr("%1, call %2").arg(text).arg(layer.call + 1);
        entry.choose = [&workbench, id = layer.id] {
            const ItemId item { ItemId::Kind::Layer, id };
            workbench.selection()->select(item);
            workbench.showLayers();
            workbench.layers()->reveal(item);
        };
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<PaletteEntry> fieldEntries(const QString &dialog, const QList<DialogField> &fields,
                                       const std::function<void(const QString &field)> &open)
{
    std::vector<PaletteEntry> entries;
    for (const DialogField &field : fields)
        entries.push_back({ plainWords(field.name),
                            plainWords(dialog),
                            {},
                            searchedText({ field.name, dialog, field.choices }),
                            true,
                            [open, name = field.name] { open(name); } });
    return entries;
}

std::vector<PaletteEntry> fileEntries(const QString &what, const QStringList &paths,
                                      const std::function<void(const QString &path)> &open)
{
    std::vector<PaletteEntry> entries;
    for (const QString &path : paths) {
        const QString name = QFileInfo(path).fileName();
        entries.push_back({ Words::tr("%1: %2").arg(plainWords(what), name),
                            QFileInfo(path).path(),
                            {},
                            searchedText({ what }) + u' ' + name.toLower(),
                            QFileInfo::exists(path),
                            [open, path] { open(path); } });
    }
    return entries;
}

} // namespace rooflight
