// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/item_id.h"
#include "core/model/samples.h"
#include "core/results/session.h"
#include "core/roofline/verdict.h"

#include <optional>
#include <vector>

namespace rooflight {

/// What was measured of one layer or operator; absent if it was not.
struct ItemTime {
    std::optional<double> share; ///< of the run
    std::optional<double> ns; ///< share x the median of the bare model; without a share the median of its own times
    std::optional<double> instrumentedNs; ///< median of its own times in the instrumented runs
    std::optional<double> kernelsNs; ///< on a GPU: own time of its kernels, of a layer those of all below
    /// On a GPU: of the time that a bare run has beyond all kernels its part; ns is the sum of both.
    std::optional<double> betweenKernelsNs;

    [[nodiscard]] CallTime call() const { return { ns, kernelsNs }; }
};

/// The times of all parts of a session, by position in the analysis. One time base for all that is shown: the median of
/// bare runs, divided among the operators. What parts took in instrumented runs only decides on their shares. If the
/// kernels of a GPU are known, these are times already: only what a bare run takes beyond them is divided, in
/// proportion to what each operator took beyond its kernels when observed.
struct ItemTimes {
    std::vector<ItemTime> layers;
    std::vector<ItemTime> operators;

    explicit ItemTimes(const Session &session);

private:
    void takeShares(const Session &session);
    // In kernel_times.cpp, on a GPU:
    void takeKernels(const Session &session);
    void divideAmongOperators(std::optional<double> modelNs, double otherKernelsNs);
    void addUpLayers(const Analysis &analysis, std::optional<double> modelNs);
};

/// The coverage of a session with an analysis, with the times of its operators.
[[nodiscard]] Coverage coverageOf(const Session &session);

/// Times of an item in every table: its instrumented ones on the base of \p timeNs, onBareBase(); of the model the bare
/// runs themselves. Nothing if \p timeNs is absent.
[[nodiscard]] std::optional<Summary> tableTimes(const Session &session, ItemId item, const Summary &instrumented,
                                                std::optional<double> timeNs);

} // namespace rooflight
