// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/report/facts/item_facts.h"
#include "core/roofline/judged_session.h"
#include "core/roofline/operator_proof.h"
#include "core/roofline/point.h"
#include "ui/style/chart_style.h"

#include <QCoreApplication>
#include <QImage>
#include <QString>

#include <array>
#include <optional>
#include <set>
#include <vector>

namespace rooflight {

/// A ratio of times with its 95 % interval.
struct RatioBar {
    double ratio = 1;
    std::array<double, 2> interval = { 1, 1 };
    Effect effect = Effect::Unclear;

    bool operator==(const RatioBar &) const = default;
};

/// A bar as long as the ratio, with a line through it for the interval and one across at 1, the unchanged time. Its
/// width stands for 0 to 1.5. Transparent elsewhere.
[[nodiscard]] QImage pictureOf(const RatioBar &bar, const ChartStyle &style, double height, double devicePixelRatio);

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

/// For an item of the session's analysis. Experiments are offered only if the model \p canMeasure be run from here.
[[nodiscard]] ItemDetails itemDetails(const JudgedSession &judged, ItemId item, bool canMeasure = true);

/// Details of several items: their sum, then all about the one in focus.
[[nodiscard]] ItemDetails jointDetails(const JudgedSession &judged, const std::set<ItemId> &items, ItemId focus,
                                       bool canMeasure = true);

/// What a person wants to know first: the verdict, what to do about it, and the figures behind it.
[[nodiscard]] ItemDetails briefly(ItemDetails details);

/// The operator's formula with the numbers of elements of its own tensors for |in|, |out| and |weight|; unchanged
/// if it names none of them.
[[nodiscard]] QString formulaWithShapes(const QString &formula, const Operator &op);

/// How a roof came about, in words: `measured` holds it as it was measured, `shown` as it is drawn (a typed value, or a
/// data sheet's). The index is the same in both.
[[nodiscard]] ItemDetails roofDetails(const DeviceRoofs &measured, const DeviceRoofs &shown, std::size_t roof);

/// "Measured 3 d ago, effort: Normal", or that and why nothing was measured.
[[nodiscard]] QString peaksHeadline(const DeviceRoofs &peaks);

/// The bare runs of the model and those in which its layers were timed took times that are more than 2 % apart.
[[nodiscard]] bool hasTwoModelTimes(const Session &session);

/// How the device was, as far as it is known.
[[nodiscard]] DetailSection conditionSection(const Conditions &conditions);

/// Kernels of an operator; of the model those of no operator, and how the device was while its layers (else it as a
/// whole) were timed, and why the model has two times. Only sections that have something to say.
[[nodiscard]] std::vector<DetailSection> deviceSections(const Session &session, ItemId item);

/// Where an item stands under the roofs, and why.
[[nodiscard]] DetailSection rooflineSection(const Session &session, const RooflinePoint &point);

/// What an operator moves, by how much was touched since it was last touched, and the levels of memory that it can at
/// best come from: most bytes first. None for files that do not hold it.
/// A row for the fact if it is known, with exact numbers.
void addFact(DetailSection &section, const ItemRow &row, FactId id);
/// A row for each fact of a group that is known, with exact numbers.
void addFacts(DetailSection &section, const Session &session, const RooflinePoint &point, FactGroup group);

[[nodiscard]] std::vector<DetailRow> reuseRows(const Session &session, const Operator &op);

} // namespace rooflight
