// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>
#include <QModelIndexList>
#include <QString>

namespace rooflight {

class LayerFilterProxy;
class LayerTreeModel;

/// Rows as tab-separated text with a header, ready for a sheet: raw numbers in the C locale, text as it is with tabs
/// and line breaks made spaces. Rows are indices of the proxy in any order and come out in the order of the table;
/// without rows all that the proxy shows.
[[nodiscard]] QString tableText(const LayerTreeModel &model, const LayerFilterProxy &proxy, QModelIndexList rows,
                                const QList<int> &columns);

} // namespace rooflight
