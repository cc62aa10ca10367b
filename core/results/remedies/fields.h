// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/results/remedies/remedies.h"

namespace rooflight {

void fields(auto &archive, Is<RunSetup> auto &setup)
{
    fields(archive, setup.execution);
    archive("threads", setup.threads);
    archive.unlessEmpty("cpus", setup.cpus);
    archive("batch", setup.batch);
    archive("keeps_memory", setup.keepsMemory);
    archive("huge_pages", setup.hugePages);
    archive("flushes_denormals", setup.flushesDenormals);
    archive("replays_graph", setup.replaysGraph);
    archive.unlessEmpty("jemalloc", setup.jemalloc);
    archive.unlessEmpty("tcmalloc", setup.tcmalloc);
    archive.unlessEmpty("fpmath_bfloat16", setup.fpmathBFloat16);
    archive.unlessEmpty("dynamic_int8", setup.dynamicInt8);
    archive.unlessEmpty("pins_threads", setup.pinsThreads);
    archive.unlessEmpty("benchmarks_cudnn", setup.benchmarksCudnn);
    archive.unlessEmpty("compiled", setup.compiled);
    archive.unlessEmpty("compiled_frozen", setup.compiledFrozen);
}

void fields(auto &archive, Is<HowTo> auto &how)
{
    archive("python", how.python);
    archive("command_line", how.commandLine);
}

/// The keys of a change are among those of what was changed; null if nothing was measured.
void changeFields(auto &archive, Is<MeasuredChange> auto &change)
{
    const bool measured = change.isMeasured();
    archive("rounds", change.rounds);
    archive.orNull(measured, "median_ns", change.medianNs);
    archive.orNull(measured, "ratio", change.ratio);
    archive.orNull(measured, "interval", change.ratioInterval);
    archive.unlessEmpty("control", change.control);
    archive.derived("verdict", [&] { return measured ? name(verdictOf(change)) : std::string_view(); });
    archive("max_abs_error", change.maxAbsError);
    archive("max_rel_error", change.maxRelError);
    archive.orNull(measured, "peak_bytes", change.peakBytes);
    archive.unlessEmpty("energy", change.energy);
}

/// A part of remedies, and the whole: how to get it depends on how the model runs without it.
template<typename Part, typename Whole> struct PartOfRemedies {
    Part &part;
    Whole &whole;
};

inline auto partsOfRemedies(auto &whole)
{
    return [&whole](auto &part) {
        return PartOfRemedies<std::remove_reference_t<decltype(part)>, std::remove_reference_t<decltype(whole)>> {
            part, whole
        };
    };
}

template<typename Part, typename Whole>
requires Is<Part, Remedy>
void fields(auto &archive, const PartOfRemedies<Part, Whole> &of)
{
    auto &remedy = of.part;
    archive("id", remedy.id);
    archive.derived("name", [&] { return nameOf(remedy).text; });
    archive.derived("applies", [&] { return remedy.applies(); });
    archive("obstacle", remedy.obstacle);
    archive.derived("reason", [&] { return reasonOf(remedy).text; });
    composedTextFields(archive, "failure", "failure_parts", remedy.failure);
    changeFields(archive, remedy.change);
    archive.unlessEmpty("compile_seconds", remedy.compileSeconds);
    archive("setup", remedy.setup);
    archive.derived("how", [&] { return howTo(remedy.setup, of.whole.setup, of.whole.model); });
}

template<typename Part, typename Whole>
requires Is<Part, RemedyCombination>
void fields(auto &archive, const PartOfRemedies<Part, Whole> &of)
{
    auto &combination = of.part;
    archive("ids", combination.ids);
    changeFields(archive, combination.change);
    archive("setup", combination.setup);
    archive.derived("how", [&] { return howTo(combination.setup, of.whole.setup, of.whole.model); });
}

/// The model as it is.
template<typename Whole> struct BaselineOf {
    Whole &whole;
};

template<typename Whole> void fields(auto &archive, const BaselineOf<Whole> &baseline)
{
    auto &whole = baseline.whole;
    archive("median_ns", whole.medianNs);
    archive("interval", whole.medianInterval);
    archive("peak_bytes", whole.peakBytes);
    archive("setup", whole.setup);
    archive.unlessEmpty("energy", whole.energy);
}

void fields(auto &archive, Is<Remedies> auto &remedies)
{
    archive("model", remedies.model);
    archive("device", remedies.device);
    BaselineOf<std::remove_reference_t<decltype(remedies)>> baseline { remedies };
    archive("baseline", baseline);
    archive.each("remedies", remedies.remedies, partsOfRemedies(remedies));
    archive.each("combinations", remedies.combinations, partsOfRemedies(remedies));
    auto best = partsOfRemedies(remedies)(remedies.best);
    archive("best", best);
    archive("flags", remedies.flags);
    archive.derived("disturbed_by", [&] { return disturbancesOf(remedies); });
    archive("partial", remedies.partial);
    archive("conditions", remedies.conditions);
}

} // namespace rooflight
