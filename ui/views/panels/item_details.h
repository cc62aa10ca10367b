// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/roofline/judged_session.h"
#include "ui/views/panels/ratio_bar.h"

#include <QCoreApplication>
#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// Translates what the details of an item say.
struct ItemDetailsText {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

struct DetailRow {
    QString name;
    QString value;
    std::optional<ItemId> item; ///< that the value leads to
    std::optional<RatioBar> bar = std::nullopt; ///< drawn before the value
    QString copied = {}; ///< what a click on the value copies
    bool isMore = false; ///< left out by briefly()

    bool operator==(const DetailRow &) const = default;
};

struct DetailSection {
    QString title;
    std::vector<DetailRow> rows;
    QString note; ///< below the rows; may be empty
    bool beginsWithNote = false; ///< it is the answer: above the rows
    QString briefNote = {}; ///< in place of the note in briefly(); empty: the same
    bool isMore = false; ///< left out by briefly()

    bool operator==(const DetailSection &) const = default;
};

/// Everything known about one layer or operator, in words.
struct ItemDetails {
    QString title;
    std::vector<DetailSection> sections;

    bool operator==(const ItemDetails &) const = default;
};

/// For an item of the session's analysis.
[[nodiscard]] ItemDetails itemDetails(const JudgedSession &judged, ItemId item);

/// Details of several items: their sum, then all about the one in focus.
[[nodiscard]] ItemDetails jointDetails(const JudgedSession &judged, const std::set<ItemId> &items, ItemId focus);

/// What a person wants to know first: the verdict, what to do about it, and the figures behind it.
[[nodiscard]] ItemDetails briefly(ItemDetails details);

/// The operator's formula with the numbers of elements of its own tensors for |in|, |out| and |weight|; unchanged
/// if it names none of them.
[[nodiscard]] QString formulaWithShapes(const QString &formula, const Operator &op);

} // namespace rooflight
