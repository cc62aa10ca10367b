// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDir>
#include <QStringList>

namespace rooflight {

class MainWindow;

/// Saves pictures for pages of docs/window, named as the page is, and "window" of the whole. The window shows the first
/// of the sessions; the others are added to its chart at the end.
void savePagePictures(MainWindow *window, const QDir &folder, const QStringList &sessions);

} // namespace rooflight
