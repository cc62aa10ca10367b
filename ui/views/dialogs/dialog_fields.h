// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

class QWidget;

namespace rooflight {

/// What the fields of a dialog are called, in its order: labels with a buddy, and boxes to check.
[[nodiscard]] QStringList fieldsOf(const QWidget &dialog);
/// Gives the focus to the field that is called so, on whichever page it is.
void focusField(QWidget &dialog, const QString &field);

} // namespace rooflight
