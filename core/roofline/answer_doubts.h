// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/session_samples.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rooflight {

/// What the model would take with some of its parts at their roofs.
struct Promise {
    double timeNs = 0;
    std::array<double, 2> intervalNs = { 0, 0 }; ///< 19 of 20 later reports are expected in it
};

enum class DoubtKind { Roof, Layer };

template<>
inline constexpr auto enumNames<DoubtKind> = EnumNames<DoubtKind, 2> { {
    { DoubtKind::Roof, "roof" },
    { DoubtKind::Layer, "layer" },
} };

/// A roof or a layer whose value is known so badly that the answer does not stand.
struct Doubt {
    DoubtKind kind = DoubtKind::Roof;
    std::string name; ///< of the model if its own runs are the reason
    double moves = 0; ///< share of the gain
    std::optional<std::size_t> roof = {}; ///< index into DeviceRoofs::roofs
    std::optional<ItemId> item = {}; ///< the model is layer 0
};

/// From this share of the gain on that one roof or layer could move it by, the answer does not stand.
inline constexpr double doubtfulShare = 0.1;

/// Carries what is not known of roofs and times through to the answer. What each roof, each layer's share of the run
/// and the run's median could be off by counts as independent.
///
/// - A roof: its interval. If other work, heat, or an end before its time disturbed its measurement, an interval
/// says
///   nothing of the value of a quiet moment: then up to the theoretical one, else to twice the value. Without an
///   interval a disturbed one may be half or twice as high.
/// - A layer: 95 % of its mean share over the instrumented runs. Of a GPU's kernels their own times count as known.
/// - The run: the interval of its median and what two runs differ by, betweenRunsOf(). Of a GPU that sets the pace, by
///   leastBetweenRunsOnGpu and by what its own medians differ by: of the runs alone and of those beside instrumented
///   ones. Not if the limit of its power holds the clock down: products then differ by up to 8 % between two minutes
///   (docs/how/measure_on_a_gpu.md).
class AnswerDoubts
{
public:
    /// All must outlive this. The session has an analysis, roofs and a time.
    AnswerDoubts(const Session &session, const SessionPoints &points, const ModelSummary &summary);

    /// With these at their roofs. They are operators, or layers if no operator was timed.
    [[nodiscard]] Promise promise(std::span<const ItemId> items) const;
    /// What could move the answer by a tenth of all gain and more, the most first. Flags of the runs that say that
    /// another run may be quite another are a reason by themselves; noise is one if neither what these gain nor what
    /// is left is known.
    [[nodiscard]] std::vector<Doubt> doubts(std::span<const ItemId> items) const;

private:
    struct Errors;

    [[nodiscard]] Errors errorsOf(std::span<const ItemId> items) const;
    [[nodiscard]] ItemId layerOf(ItemId item) const;
    [[nodiscard]] double shareError(const RooflinePoint &point) const;
    [[nodiscard]] double errorOfRuns() const;
    [[nodiscard]] double errorBetweenRuns() const;
    [[nodiscard]] double errorOfAnyRun() const;
    [[nodiscard]] double restOf(const Errors &errors) const;
    [[nodiscard]] double movedByRunsNs(const Errors &errors) const;

    const Session &m_session;
    const SessionPoints &m_points;
    const ModelSummary &m_summary;
    SessionSamples m_samples;
};

} // namespace rooflight
