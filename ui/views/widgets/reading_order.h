// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>

class QMainWindow;
class QWidget;

namespace rooflight {

/// What Tab reaches in a window, as it is read: part by part, from top to bottom and from left to right. Parts are tool
/// bars, docks and what lies between them. Qt's own order is that in which widgets were made, and a chart makes its
/// legend anew with each model.
[[nodiscard]] QList<QWidget *> inReadingOrder(const QMainWindow &window);

} // namespace rooflight
