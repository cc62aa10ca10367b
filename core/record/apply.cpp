// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"

#include <algorithm>

namespace ridgepoint {

namespace {

bool sameItems(const Analysis &a, const Analysis &b)
{
    const auto sameLayer = [](const Layer &x, const Layer &y) { return x.path == y.path && x.call == y.call; };
    const auto sameOperator = [](const Operator &x, const Operator &y) {
        return x.layer == y.layer && x.name == y.name;
    };
    return a.model.sha256 == b.model.sha256 && a.device == b.device && a.inputs == b.inputs
        && std::ranges::equal(a.layers, b.layers, sameLayer)
        && std::ranges::equal(a.operators, b.operators, sameOperator);
}

struct Applier {
    Session &session;

    void operator()(const Hello &hello) { session.hello = hello; }
    void operator()(const Progress &) { }
    void operator()(const UnknownRecord &) { }
    void operator()(const Notice &notice) { session.notices.push_back(notice); }
    void operator()(const Done &) { session.error.reset(); }
    void operator()(const Error &error) { session.error = error; }
    void operator()(const Peaks &peaks) { session.peaks = peaks; }
    void operator()(const ModelLatency &latency) { session.latency = latency; }
    void operator()(const LayerLatencies &latencies) { session.layers = latencies; }
    void operator()(const InterleavedLatency &interleaved) { session.interleaved = interleaved; }
    void operator()(const MethodComparison &comparison) { session.methods = comparison; }
    void operator()(const BatchSweep &sweep) { session.sweep = sweep; }
    void operator()(const PipelineLatency &pipeline) { session.pipeline = pipeline; }

    void operator()(const Inspection &inspection)
    {
        if (session.inspection && session.inspection->model.sha256 != inspection.model.sha256) {
            session.analysis.reset();
            forgetTimes();
        }
        session.inspection = inspection;
        session.error.reset();
    }

    void operator()(const Analysis &analysis)
    {
        if (session.analysis && !sameItems(*session.analysis, analysis))
            forgetTimes();
        session.analysis = analysis;
    }

    /// Times name their layers by id, which means something else in another analysis.
    void forgetTimes()
    {
        session.latency.reset();
        session.layers.reset();
        session.interleaved.reset();
        session.methods.reset();
        session.sweep.reset();
        session.pipeline.reset();
    }
};

} // namespace

void apply(Session &session, const Record &record)
{
    std::visit(Applier { session }, record.body);
}

} // namespace ridgepoint
