// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/mark_scene.h"

namespace ridgepoint {

QList<QRectF> MarkScene::boxes() const
{
    constexpr std::size_t most = 500;
    QList<QRectF> boxes;
    if (order.size() > most)
        return boxes;
    for (const std::size_t index : order) {
        if (isShown(index))
            boxes << boxOf(index);
    }
    return boxes;
}

QList<QRectF> MarkScene::allBoxes() const
{
    return otherBoxes ? boxes() + otherBoxes() : boxes();
}

} // namespace ridgepoint
