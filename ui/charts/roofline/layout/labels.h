// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/layout/roofline_layout.h"

#include <QFontMetricsF>

#include <span>

namespace rooflight {

/// What a text is about and how it looks, wherever it goes.
struct TextLook {
    TextRole role = TextRole::Roof;
    QFont font;
    QColor color;
    TextGround ground = TextGround::Halo;

    [[nodiscard]] QSizeF sizeOf(const QString &text) const
    {
        const QFontMetricsF metrics(font);
        return { metrics.horizontalAdvance(text), metrics.height() };
    }
};

/// The texts of a roofline as they find their places, the most important ones first.
struct TextSheet {
    const RooflineScene &scene;
    RooflineLayout &layout; ///< complete but for its texts
    Placer placer;

    TextSheet(const RooflineScene &content, RooflineLayout &incomplete)
        : scene(content)
        , layout(incomplete)
        , placer(incomplete.viewports.plane.area)
    {
    }

    void put(const QString &text, const TextLook &look, const TextPlace &place)
    {
        layout.texts.push_back({ look.role, text, look.font, look.color, look.ground, place });
    }
    void put(const QString &text, const TextLook &look, const QRectF &box)
    {
        put(text, look, TextPlace { .anchor = {}, .box = box });
    }
    /// At the first free one of these places; false if none is.
    bool write(const QString &text, const TextLook &look, std::span<const QRectF> candidates,
               const Clearance &clearance = {})
    {
        const std::optional<QRectF> box = placer.place(candidates, clearance);
        if (box)
            put(text, look, *box);
        return box.has_value();
    }
};

/// Texts beside marks: shares of roofs, numbers of what the headline names, how many equal ones a folded mark stands
/// for, what a fusion saves; then those along trails. Also enters what these and all later texts keep clear of.
void writeMarkTexts(TextSheet &sheet);

/// What the roofs are: a warning if they are not measured, the ridge and its zones, names along their lines, and
/// captions.
void writeRoofTexts(TextSheet &sheet);

} // namespace rooflight
