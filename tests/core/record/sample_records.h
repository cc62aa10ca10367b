// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <random>
#include <string>
#include <vector>

/// Types of records that come behind the results, with that of records that are not known.
inline constexpr auto recordsBehindResults = 6;

/// Records with every field set to something random, nasty texts included. The ids are consistent, as those of any
/// analysis are.
class SampleRecords
{
public:
    explicit SampleRecords(unsigned seed)
        : m_random(seed)
    {
    }

    [[nodiscard]] rooflight::Hello hello();
    [[nodiscard]] rooflight::Inspection inspection();
    [[nodiscard]] rooflight::Analysis analysis(int layers = 6, int operators = 9);
    [[nodiscard]] rooflight::DeviceRoofs peaks();
    [[nodiscard]] rooflight::ModelLatency modelLatency();
    [[nodiscard]] std::optional<rooflight::EnergyUse> maybeEnergy();
    [[nodiscard]] rooflight::LayerLatencies layerLatencies(int layers = 6, int operators = 9);
    [[nodiscard]] rooflight::InterleavedLatency interleavedLatency();
    [[nodiscard]] rooflight::RunSetup runSetup();
    [[nodiscard]] std::optional<rooflight::TrialControl> maybeControl();
    [[nodiscard]] rooflight::MeasuredChange measuredChange();
    [[nodiscard]] rooflight::Remedies remedies();
    [[nodiscard]] rooflight::CalledOperator calledOperator();
    [[nodiscard]] rooflight::Explanation explanation();
    [[nodiscard]] rooflight::MethodComparison methodComparison();
    [[nodiscard]] rooflight::BatchSweep batchSweep();
    [[nodiscard]] rooflight::PipelineLatency pipelineLatency();
    [[nodiscard]] rooflight::Request request();

    /// One record of every type that this version knows.
    [[nodiscard]] std::vector<rooflight::Record> everyType();
    [[nodiscard]] rooflight::Session session();

    [[nodiscard]] std::int64_t integer();
    [[nodiscard]] int below(int bound);
    [[nodiscard]] std::string text();
    [[nodiscard]] rooflight::ComposedText composed();

private:
    [[nodiscard]] bool flag();
    [[nodiscard]] int smallInteger();
    [[nodiscard]] std::int64_t amount();
    [[nodiscard]] double number();
    [[nodiscard]] std::optional<double> maybeNumber();
    [[nodiscard]] std::vector<double> numbers();
    [[nodiscard]] std::vector<std::string> texts();
    /// A name that this version knows, or one that it does not.
    template<typename Enum> [[nodiscard]] rooflight::OpenEnum<Enum> openName()
    {
        if (flag())
            return rooflight::OpenEnum<Enum>(text());
        return static_cast<Enum>(below(static_cast<int>(rooflight::enumNames<Enum>.size())));
    }
    template<typename Body> [[nodiscard]] Body plain(const rooflight::ResultKind<Body> & /*kind*/)
    {
        Body result;
        result.device = device();
        for (const auto &each : rooflight::ResultTraits<Body>::numbers)
            result.*each.value = number();
        return result;
    }
    template<typename Enum> [[nodiscard]] std::vector<rooflight::OpenEnum<Enum>> openNames()
    {
        std::vector<rooflight::OpenEnum<Enum>> values(static_cast<std::size_t>(below(4)));
        for (rooflight::OpenEnum<Enum> &value : values)
            value = openName<Enum>();
        return values;
    }
    [[nodiscard]] rooflight::Shape shape();
    [[nodiscard]] std::vector<rooflight::Shape> shapes();
    [[nodiscard]] rooflight::DType dtype();
    [[nodiscard]] rooflight::OperatorFamily family();
    void addSizes(rooflight::BatchSweep &sweep);
    [[nodiscard]] rooflight::Cost cost();
    [[nodiscard]] rooflight::OperatorWork work();
    [[nodiscard]] rooflight::Device device();
    [[nodiscard]] rooflight::ModelIdentity identity();
    [[nodiscard]] rooflight::TensorInfo tensor();
    [[nodiscard]] rooflight::SampleSet sampleSet();
    [[nodiscard]] rooflight::Conditions conditions();
    [[nodiscard]] std::optional<rooflight::Conditions> maybeConditions();
    [[nodiscard]] rooflight::Execution execution();
    [[nodiscard]] rooflight::Roof roof();

    std::mt19937 m_random;
};
