// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <random>
#include <string>
#include <vector>

/// Records with every field set to something random, nasty texts included. The ids are consistent, as those of any
/// analysis are.
class SampleRecords
{
public:
    explicit SampleRecords(unsigned seed)
        : m_random(seed)
    {
    }

    [[nodiscard]] ridgepoint::Hello hello();
    [[nodiscard]] ridgepoint::Inspection inspection();
    [[nodiscard]] ridgepoint::Analysis analysis(int layers = 6, int operators = 9);
    [[nodiscard]] ridgepoint::DeviceRoofs peaks();
    [[nodiscard]] ridgepoint::ModelLatency modelLatency();
    [[nodiscard]] ridgepoint::LayerLatencies layerLatencies(int layers = 6, int operators = 9);
    [[nodiscard]] ridgepoint::InterleavedLatency interleavedLatency();
    [[nodiscard]] ridgepoint::RunSetup runSetup();
    [[nodiscard]] ridgepoint::MeasuredChange measuredChange();
    [[nodiscard]] ridgepoint::Remedies remedies();
    [[nodiscard]] ridgepoint::Explanation explanation();
    [[nodiscard]] ridgepoint::MethodComparison methodComparison();
    [[nodiscard]] ridgepoint::BatchSweep batchSweep();
    [[nodiscard]] ridgepoint::PipelineLatency pipelineLatency();
    [[nodiscard]] ridgepoint::Request request();

    /// One record of every type that this version knows.
    [[nodiscard]] std::vector<ridgepoint::Record> everyType();
    [[nodiscard]] ridgepoint::Session session();

    [[nodiscard]] std::int64_t integer();
    [[nodiscard]] int below(int bound);
    [[nodiscard]] std::string text();
    [[nodiscard]] ridgepoint::ComposedText composed();

private:
    [[nodiscard]] bool flag();
    [[nodiscard]] int smallInteger();
    [[nodiscard]] std::int64_t amount();
    [[nodiscard]] double number();
    [[nodiscard]] std::optional<double> maybeNumber();
    [[nodiscard]] std::vector<double> numbers();
    [[nodiscard]] std::vector<std::string> texts();
    /// A name that this version knows, or one that it does not.
    template<typename Enum> [[nodiscard]] ridgepoint::OpenEnum<Enum> openName()
    {
        if (flag())
            return ridgepoint::OpenEnum<Enum>(text());
        return static_cast<Enum>(below(static_cast<int>(ridgepoint::enumNames<Enum>.size())));
    }
    template<typename Enum> [[nodiscard]] std::vector<ridgepoint::OpenEnum<Enum>> openNames()
    {
        std::vector<ridgepoint::OpenEnum<Enum>> values(static_cast<std::size_t>(below(4)));
        for (ridgepoint::OpenEnum<Enum> &value : values)
            value = openName<Enum>();
        return values;
    }
    [[nodiscard]] ridgepoint::Shape shape();
    [[nodiscard]] std::vector<ridgepoint::Shape> shapes();
    [[nodiscard]] ridgepoint::DType dtype();
    [[nodiscard]] ridgepoint::OperatorFamily family();
    void addSizes(ridgepoint::BatchSweep &sweep);
    [[nodiscard]] ridgepoint::Cost cost();
    [[nodiscard]] ridgepoint::OperatorWork work();
    [[nodiscard]] ridgepoint::Device device();
    [[nodiscard]] ridgepoint::ModelIdentity identity();
    [[nodiscard]] ridgepoint::TensorInfo tensor();
    [[nodiscard]] ridgepoint::SampleSet sampleSet();
    [[nodiscard]] ridgepoint::Conditions conditions();
    [[nodiscard]] std::optional<ridgepoint::Conditions> maybeConditions();
    [[nodiscard]] ridgepoint::Execution execution();
    [[nodiscard]] ridgepoint::Roof roof();

    std::mt19937 m_random;
};
