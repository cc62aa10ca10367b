// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/record/sample_records.h"

#include <cmath>

using namespace rooflight;

Conditions SampleRecords::conditions()
{
    const auto range = [this] {
        return flag() ? std::optional(ConditionRange { number(), number(), number() }) : std::nullopt;
    };
    return { integer(), range(), range(), range(), range(), openNames<ThrottleReason>(), maybeNumber(), maybeNumber() };
}

std::optional<Conditions> SampleRecords::maybeConditions()
{
    return flag() ? std::optional(conditions()) : std::nullopt;
}

std::optional<EnergyUse> SampleRecords::maybeEnergy()
{
    if (flag())
        return std::nullopt;
    EnergyUse energy { maybeNumber(), {}, maybeNumber(), {}, composed() };
    if (flag())
        energy.interval = { number(), number() };
    if (flag())
        energy.source = static_cast<EnergySource>(below(2));
    return energy;
}

ModelLatency SampleRecords::modelLatency()
{
    return { device(),
             text(),
             execution(),
             integer(),
             integer(),
             text(),
             text(),
             sampleSet(),
             number(),
             maybeConditions(),
             static_cast<BatchSource>(below(3)),
             text(),
             integer(),
             integer(),
             maybeEnergy() };
}

RunSetup SampleRecords::runSetup()
{
    std::vector<int> cpus;
    if (flag())
        cpus = { smallInteger(), smallInteger() };
    return { execution(), smallInteger(), std::move(cpus), integer(), flag(), flag(), flag(), flag(),
             flag(),      flag(),         flag(),          flag(),    flag(), flag(), flag(), flag() };
}

std::optional<TrialControl> SampleRecords::maybeControl()
{
    if (flag())
        return std::nullopt;
    return TrialControl { number(), { number(), number() }, integer(), flag() };
}

MeasuredChange SampleRecords::measuredChange()
{
    if (flag())
        return {};
    return { number(),  1 + (integer() >> 1), number(),     { number(), number() }, maybeNumber(), maybeNumber(),
             integer(), maybeControl(),       maybeEnergy() };
}

Remedies SampleRecords::remedies()
{
    Remedies value;
    value.model = "/models/" + text();
    value.device = device();
    value.setup = runSetup();
    value.medianNs = number();
    value.medianInterval = { number(), number() };
    value.peakBytes = integer();
    value.flags = openNames<SampleFlag>();
    for (int i = 0; i < 3; ++i)
        value.remedies.push_back({ openName<RemedyId>(), openName<RemedyObstacle>(), text(), runSetup(),
                                   measuredChange(), flag() ? std::abs(number()) : 0 });
    value.combinations = { { { openName<RemedyId>(), openName<RemedyId>() }, runSetup(), measuredChange() } };
    value.best = { { openName<RemedyId>() }, runSetup(), measuredChange() };
    value.partial = flag();
    value.conditions = maybeConditions();
    return value;
}

CalledOperator SampleRecords::calledOperator()
{
    const auto tensor = [this] {
        CalledTensor value { this->tensor(), shape(), integer(), below(4) - 1, {}, flag(), number() };
        if (flag())
            value.range = { integer(), integer() };
        return value;
    };
    CalledOperator value { text(), text(), {} };
    for (const auto &[kind, name] : enumNames<ArgumentKind>)
        value.arguments.push_back(
            { text(), flag(), kind, { tensor(), tensor() }, { integer(), integer() }, numbers(), text() });
    return value;
}

Explanation SampleRecords::explanation()
{
    Explanation value;
    value.model = "/models/" + text();
    value.device = device();
    value.execution = execution();
    value.threads = smallInteger();
    for (int i = 0; i < 3; ++i)
        value.operators.push_back({ integer(),
                                    number(),
                                    number(),
                                    number(),
                                    { { openName<Experiment>(), number(), { number(), number() }, integer() },
                                      { openName<Experiment>(), number(), { number(), number() }, integer() } },
                                    text(),
                                    flag() ? std::optional(flag()) : std::nullopt,
                                    flag() ? std::optional(calledOperator()) : std::nullopt,
                                    { { openName<Experiment>(), text() } } });
    value.flags = openNames<SampleFlag>();
    value.partial = flag();
    return value;
}

InterleavedLatency SampleRecords::interleavedLatency()
{
    InterleavedLatency value { device(), integer(), {}, flag(), maybeConditions() };
    for (int i = 0; i < 2; ++i)
        value.variants.push_back({ "/models/" + text(),
                                   execution(),
                                   integer(),
                                   sampleSet(),
                                   number(),
                                   { number(), number() },
                                   openName<VariantVerdict>() });
    value.control = maybeControl();
    return value;
}
