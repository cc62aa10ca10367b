// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDir>
#include <QStringList>

namespace rooflight {

class MainWindow;

/// Saves a picture for each page of docs/window that is about a part of the window, named as the page is, and "window"
/// of the whole. The window shows the first of the sessions, and compares it with the second.
void savePagePictures(MainWindow *window, const QDir &folder, const QStringList &sessions);

} // namespace rooflight
