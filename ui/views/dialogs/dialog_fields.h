// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QString>

class QWidget;

namespace rooflight {

struct DialogField {
    QString name;
    QString choices; ///< what can be chosen in it, where that is a list
};

/// The fields of a dialog in its order: labels with a buddy, and boxes to check.
[[nodiscard]] QList<DialogField> fieldsOf(const QWidget &dialog);
/// Gives the focus to the field that is called so, on whichever page it is.
void focusField(QWidget &dialog, const QString &field);

} // namespace rooflight
