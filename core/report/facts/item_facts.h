// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/verdicts.h"
#include "core/report/format/phrase.h"
#include "core/results/roofs/roofs.h"
#include "core/results/session.h"
#include "core/roofline/point.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace rooflight {

// Everything that is said of a layer or operator: one row of a table a fact. CSV, JSON (and with it traces and Python),
// the tables of text and HTML, the chart's card, the details and the window's table are loops over it.

/// Facts that the program refers to by name, by their row in the table. Rows behind these need no name. The window's
/// saved layouts hold the numbers of the first ones.
enum class FactId : std::uint8_t {
    Layer,
    Type,
    Time,
    Share,
    Bound,
    RoofFraction,
    Gain,
    AtBest,
    Flops,
    Intensity,
    Achieved,
    BytesRead,
    BytesWritten,
    Macs,
    Parameters,
    InputShapes,
    OutputShapes,
    ElementType,
    Calls,
    P95,
    Spread,
    Call,
    Operators,
    Bytes,
    BytesLowerBound,
    Roof,
    Attainable,
    Median,
    P10,
    P90,
    P99,
    Samples,
    AchievedBytes,
    FusedIntensity,
    TimeAtRoof,
    Causes,
    SelfShare,
    KernelTime,
    AboveRoof,
    BetweenKernels,
    CauseTimes,
};

/// Where a fact is said; combined with |.
enum FactOutput : unsigned {
    InCsv = 1,
    InVerdicts = 2, ///< of JSON, of traces and of Python; null if it is not known
    InVerdictsIfKnown = 4, ///< the same, left out if it is not known
    InTables = 8, ///< of text and HTML
    InWindow = 16, ///< its table of layers
    OnCard = 32, ///< of the chart
    InDetails = 64, ///< in the section of its group
};

/// What a session must hold for a fact to say something; combined with |.
enum FactNeeds : unsigned {
    NeedsTimes = 1, ///< latencies of the layers
    NeedsRoofs = 2,
    NeedsMeasuredRoofs = 4, ///< or none: the times and the roofs are of one device
    NeedsDataSheet = 8, ///< the roofs of another device's data sheet
};

/// Sections of the details.
enum class FactGroup : std::uint8_t { Item, Work, Memory, Roofline };

/// A layer or operator with all that its facts are made of.
struct ItemRow {
    const RooflinePoint *point = nullptr;
    const Layer *layer = nullptr; ///< null for an operator, and if only the point is known
    const Operator *op = nullptr; ///< null for a layer
    const Roof *roof = nullptr; ///< that judges it
    const std::vector<Shape> *inputShapes = nullptr; ///< null if they are not known
    const std::vector<Shape> *outputShapes = nullptr;
    std::string name = {}; ///< the fact Layer; may be empty if that is not asked for
    int calls = 1; ///< how often the module of a layer is called
    /// Summary of its samples: of the instrumented runs for CSV, scaled to Time for the window; null if it was not
    /// timed.
    const Summary *times = nullptr;
    std::optional<double> spreadOfEqual = {}; ///< of several equal blocks: slowest less fastest, over the median

    void takeLayer(const Layer &of);
    void takeOperator(const Operator &of);
};

/// The row of a point, without its name and its times. It points into both.
[[nodiscard]] ItemRow rowOf(const RooflinePoint &point, const Session &session);

using FactNames = std::vector<std::string_view>;

/// Nothing if a value is not known.
using FactValue = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, FactNames, NamedTimes,
                               const std::vector<Shape> *>;

struct ItemFact {
    FactId id = FactId::Layer; ///< of those that have a name: rows behind them leave it out
    std::string_view key = {}; ///< in CSV, JSON and Python
    const char *title = ""; ///< for people; of the context "Facts"
    std::string_view unit = {}; ///< "1" for counts and shares; empty for text
    FactValue (*value)(const ItemRow &) = nullptr; ///< SI base units, times in nanoseconds
    unsigned outputs = 0; ///< of FactOutput
    unsigned needs = 0; ///< of FactNeeds
    FactGroup group = FactGroup::Item;
    const char *titleOfSeveral = nullptr; ///< of what runs several operators; null: the same
    int rank = 0; ///< in tables: as TableColumn::rank
    const char *help = ""; ///< of a column of the window: one or two sentences
    const char *sample = ""; ///< of a column of the window: about as wide as the usual content
    bool hiddenAtFirst = false;
    bool ofLayersOnly = false; ///< nothing is known of it for an operator
    Phrase (*phrase)(const ItemRow &) = nullptr; ///< for people, if that is not its value with its unit
};

[[nodiscard]] const ItemFact &factOf(FactId id);
/// The facts of an output, in its order.
[[nodiscard]] std::span<const FactId> factsIn(FactOutput output);

/// What the session holds of FactNeeds.
[[nodiscard]] unsigned factNeedsMetBy(const Session &session);
[[nodiscard]] inline bool isMet(FactId id, unsigned met)
{
    return (factOf(id).needs & ~met) == 0;
}

/// Facts with a unit stand at the right of a table and are sorted by factNumber().
[[nodiscard]] bool isNumeric(FactId id);

// For people: rounded, with its unit; "≥" before work of which a part is not known. Empty if it is not known.

/// In the current language (core/report/format/language.h), as is factText().
[[nodiscard]] std::string factTitle(FactId id);
/// Title of a fact of one item: English, to be translated in the context "Facts".
[[nodiscard]] const char *factTitleOf(const ItemRow &row, FactId id);
[[nodiscard]] std::string factText(const ItemRow &row, FactId id);
[[nodiscard]] Phrase factPhrase(const ItemRow &row, FactId id);
/// With the exact number behind a rounded count: "1.81 GFLOP (1,814,073,344)".
[[nodiscard]] Phrase exactFactPhrase(const ItemRow &row, FactId id);

// For programs:

/// A cell of CSV; what is not known is empty.
[[nodiscard]] std::string factCsv(const ItemRow &row, FactId id);
/// The value as a number; absent for text, for what is not known, and for work of which no part is known.
[[nodiscard]] std::optional<double> factNumber(const ItemRow &row, FactId id);

/// All facts, those of FactId first and in its order. A new one is a row behind them.
[[nodiscard]] std::span<const ItemFact> factTable();

} // namespace rooflight
