// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/views/dialogs/dialog_fields.h"
#include "ui/views/window/command_palette.h"

class QMainWindow;

namespace rooflight {

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
