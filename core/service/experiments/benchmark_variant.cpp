// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/benchmark_variant.h"

#include "core/model/error_sentences.h"
#include "core/statistics/summary.h"
#include "core/timing/device/torch_conditions.h"

namespace rooflight {

namespace {

/// What pairs of runs in one pair of processes do not show: two equal processes differ, in where their memory lies. Of
/// 38 gains that were measured again in other processes one lay outside of both intervals, by 0.5 %.
constexpr double processUncertainty = 0.01;

constexpr double energyShare = 0.05; ///< of the time, for one variant

} // namespace

Result<BenchmarkVariant> loadVariant(BenchmarkPool &pool, const RunSetup &setup, const std::string &inputs)
{
    const Result<BenchmarkProcess *> taken = pool.take();
    if (!taken.ok())
        return taken.error();
    BenchmarkVariant variant;
    variant.process = taken.value();
    const Result<BenchmarkResponse> loaded =
        pool.ask(*variant.process, { .task = BenchmarkTask::Load, .setup = setup, .data = inputs });
    if (!loaded.ok())
        return loaded.error();
    variant.threads = loaded.value().threads;
    return variant;
}

MeasuredChange changeOf(const PairedRuns &paired, const TrialControl &control, const BenchmarkVariant &variant)
{
    MeasuredChange change;
    change.control = control;
    change.rounds = static_cast<std::int64_t>(paired.runs.samplesNs.size());
    if (change.rounds == 0)
        return change;
    change.medianNs = medianOf(paired.runs.samplesNs);
    change.ratio = paired.ratio;
    const auto &[low, high] = paired.ratioInterval;
    change.ratioInterval = { low * (1 - processUncertainty), high * (1 + processUncertainty) };
    if (variant.difference) {
        change.maxAbsError = variant.difference->maxAbs;
        change.maxRelError = variant.difference->maxRel;
    }
    change.peakBytes = variant.peakBytes;
    return change;
}

VariantEnergy::VariantEnergy(const std::string &device, Caches caches, double seconds)
    : m_meter(energyCounterOf(c10::Device(device), caches))
    , m_seconds(seconds)
{
}

EnergyUse VariantEnergy::readIdle()
{
    m_meter.readIdle();
    return m_meter.use(energyShare);
}

void VariantEnergy::read(const std::vector<Place> &places, const MeasurementContext &context) const
{
    std::vector<EnergyVariant> variants;
    variants.reserve(places.size());
    for (const Place &place : places)
        variants.push_back(place.variant);
    const auto isKnown = [](const std::optional<EnergyUse> &energy) { return energy && energy->joulesPerRun; };
    try {
        const std::vector<EnergyUse> uses = energyInTurns(m_meter, variants, m_seconds, energyShare, context);
        for (std::size_t i = 0; i < uses.size(); ++i) {
            if (uses[i].joulesPerRun || (i == 0 && !isKnown(*places[i].energy)))
                *places[i].energy = uses[i];
        }
    } catch (const RaisedError &) {
        if (!isKnown(*places.front().energy))
            *places.front().energy = m_meter.use(energyShare);
    }
}

} // namespace rooflight
