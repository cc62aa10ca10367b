// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace rooflight {

/// Where a person wants to save something; empty when not at all. A name without an ending gets that of the filter that
/// is chosen, at first the first one: "PNG picture (*.png)".
[[nodiscard]] QString chooseSavePath(QWidget *parent, const QString &title, const QStringList &filters,
                                     const QString &folder = {}, const QString &proposedName = {});

} // namespace rooflight
