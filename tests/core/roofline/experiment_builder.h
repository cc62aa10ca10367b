// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/operator_proof.h"

#include <optional>
#include <utility>
#include <vector>

namespace rooflight::fixture {

inline constexpr int twoThreads = 2;

inline ExperimentResult result(Experiment id, double low, double ratio, double high)
{
    return { id, ratio, { low, high }, 8 };
}

inline ExplainedOperator operatorWith(std::vector<ExperimentResult> experiments)
{
    ExplainedOperator op;
    op.medianNs = 1e6;
    op.busyThreads = 1.9;
    op.experiments = std::move(experiments);
    op.experiments.push_back(result(Experiment::Control, 0.97, 1, 1.03));
    return op;
}

inline std::vector<ProvenCause> causeIds(const OperatorProof &proof)
{
    std::vector<ProvenCause> ids;
    for (const FoundCause &cause : proof.causes)
        ids.push_back(cause.id);
    return ids;
}

/// Held against the control that it has, on a machine that does nothing else.
inline OperatorProof proofFor(const ExplainedOperator &op, const JudgedBound &judged, int threads)
{
    return proofOf(op, controlOf({}, op), judged, threads);
}

inline std::optional<bool> provenOf(const ExplainedOperator &op, Bound bound, bool byCache = false)
{
    return proofFor(op, { bound, byCache, 0 }, twoThreads).proven;
}

inline const ExperimentResult slowedByWrites = result(Experiment::MemoryLoad, 1.5, 1.7, 1.9);
inline const ExperimentResult notSlowed = result(Experiment::MemoryLoad, 0.98, 1.01, 1.05);
inline const ExperimentResult fasterInCache = result(Experiment::HalfBytes, 0.4, 0.45, 0.5);
inline const ExperimentResult sameInCache = result(Experiment::HalfBytes, 0.97, 1, 1.02);
inline const ExperimentResult mergedGains = result(Experiment::MergedCalls, 0.2, 0.22, 0.25);
inline const TrialControl equalTimes { 1, { 0.97, 1.03 }, 8, false };
inline const ExperimentResult mergedSame = result(Experiment::MergedCalls, 0.95, 0.98, 1);

inline std::optional<bool> provenOnGpu(const ExplainedOperator &op, Bound bound, double roofFraction = 0)
{
    return proofFor(op, { bound, false, roofFraction, true }, twoThreads).proven;
}

inline const ExperimentResult copyAsLong = result(Experiment::CopiedBytes, 0.8, 0.85, 0.9);
inline const ExperimentResult copyIsShort = result(Experiment::CopiedBytes, 0.04, 0.05, 0.06);
inline const ExperimentResult sameInHalfType = result(Experiment::Float16, 0.98, 1, 1.02);
inline const ExperimentResult fasterInHalfType = result(Experiment::BFloat16, 0.48, 0.5, 0.52);
inline const ExperimentResult sameInGraph = result(Experiment::CudaGraph, 0.97, 0.99, 1.01);
inline const ExperimentResult fasterInGraph = result(Experiment::CudaGraph, 0.08, 0.1, 0.12);
inline const ExperimentResult fasterAsLargerBatch = result(Experiment::LargerBatch, 0.24, 0.25, 0.26);

inline ExplainedOperator failed(ExplainedOperator op, Experiment id)
{
    op.failed = { { id, "its process ended" } };
    return op;
}

} // namespace rooflight::fixture
