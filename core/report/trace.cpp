// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/exports.h"

#include "core/record/json_writer.h"
#include "core/record/verdict_fields.h"
#include "core/report/format/format.h"
#include "core/report/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace rooflight {

namespace {

constexpr double nsPerMicrosecond = 1e3;
constexpr double hertzPerMegahertz = 1e6;

/// Tracks of each process.
enum class Track { Layers = 1, Kernels, BareModel };

constexpr EnumNames<Track, 3> trackNames = { {
    { Track::Layers, "Layers and operators" },
    { Track::Kernels, "Kernels" },
    { Track::BareModel, "Model, not instrumented" },
} };

constexpr EnumNames<TimelineRun, 2> processNames = { {
    { TimelineRun::Median, "Median of each layer" },
    { TimelineRun::P99, "99th percentile of each layer" },
} };

/// What a click on a slice shows, the points of a counter, or the name of a track. What is empty is left out.
struct Arguments {
    std::string name = {};
    std::optional<std::int64_t> sortIndex = {};
    std::optional<ConditionRange> range = {};
    std::optional<std::int64_t> id = {};
    std::string layer = {};
    std::string type = {};
    std::string inputShapes = {};
    std::string outputShapes = {};
    std::string dtype = {};
    std::optional<double> measuredNs = {};
    std::optional<std::int64_t> samples = {};
    std::optional<std::int64_t> launches = {};
    std::optional<Cost> cost = {};
    const ItemVerdict *verdict = nullptr;
};

struct Event {
    std::string name;
    std::string category = {};
    char phase = 'X';
    std::int64_t startNs = 0;
    std::optional<std::int64_t> durationNs = {};
    std::int64_t process = 0;
    std::int64_t track = 0;
    Arguments arguments = {};
};

struct Trace {
    std::vector<Event> events;
    std::string model;
    std::string device;
    std::string execution;
    std::string program;
    std::string headline;
};

double microseconds(std::int64_t ns)
{
    return static_cast<double>(ns) / nsPerMicrosecond;
}

/// An archive that leaves out what is empty.
class KnownFields
{
public:
    explicit KnownFields(JsonWriter &writer)
        : m_writer(writer)
    {
    }

    template<typename T> void operator()(std::string_view key, const T &value) { m_writer.unlessEmpty(key, value); }

private:
    JsonWriter &m_writer;
};

void fields(JsonWriter &archive, const Arguments &arguments)
{
    archive.unlessEmpty("name", arguments.name);
    archive.unlessEmpty("sort_index", arguments.sortIndex);
    if (arguments.range) {
        archive("least", arguments.range->least);
        archive("median", arguments.range->median);
        archive("greatest", arguments.range->greatest);
    }
    archive.unlessEmpty("id", arguments.id);
    archive.unlessEmpty("layer", arguments.layer);
    archive.unlessEmpty("type", arguments.type);
    archive.unlessEmpty("input_shapes", arguments.inputShapes);
    archive.unlessEmpty("output_shapes", arguments.outputShapes);
    archive.unlessEmpty("dtype", arguments.dtype);
    archive.unlessEmpty("measured_ns", arguments.measuredNs);
    archive.unlessEmpty("samples", arguments.samples);
    archive.unlessEmpty("launches", arguments.launches);
    if (arguments.cost) {
        archive("macs", arguments.cost->macs);
        archive("flops", arguments.cost->flops);
        archive("bytes_read", arguments.cost->bytesRead);
        archive("bytes_written", arguments.cost->bytesWritten);
    }
    if (arguments.verdict) {
        KnownFields known(archive);
        conclusionFields(known, *arguments.verdict);
    }
}

void fields(JsonWriter &archive, const Event &event)
{
    archive("name", event.name);
    archive.unlessEmpty("cat", event.category);
    archive("ph", std::string_view(&event.phase, 1));
    archive("pid", event.process);
    archive("tid", event.track);
    if (event.phase != 'M')
        archive("ts", microseconds(event.startNs));
    if (event.durationNs)
        archive("dur", microseconds(*event.durationNs));
    archive("args", event.arguments);
}

struct OtherData {
    const Trace &trace;
};

void fields(JsonWriter &archive, const OtherData &data)
{
    archive("program", data.trace.program);
    archive("model", data.trace.model);
    archive("device", data.trace.device);
    archive("execution", data.trace.execution);
    archive("headline", data.trace.headline);
}

void fields(JsonWriter &archive, const Trace &trace)
{
    archive("displayTimeUnit", "ns");
    archive("otherData", OtherData { trace });
    archive("traceEvents", trace.events);
}

/// The events of one process.
class ProcessTrace
{
public:
    ProcessTrace(const Session &session, const Verdicts &verdicts, TimelineRun run, std::vector<Event> &events)
        : m_session(session)
        , m_verdicts(verdicts)
        , m_run(run)
        , m_process(static_cast<std::int64_t>(run) + 1)
        , m_events(events)
    {
    }

    void add()
    {
        const Timeline timeline = timelineOf(m_session, m_run);
        constexpr double unknown = -1;
        const double bareNs =
            m_session.latency ? durationIn(m_session.latency->samples.summary, m_run).value_or(unknown) : unknown;
        if (timeline.slices.empty() && bareNs < 0)
            return;
        nameProcess();
        takeLatencies();
        if (!timeline.slices.empty())
            nameTrack(Track::Layers);
        for (const Slice &slice : timeline.slices)
            addSlice(slice);
        addKernels(timeline);
        if (bareNs >= 0)
            addBareModel(bareNs);
        addConditions(timeline.slices.empty() ? wholeNs(bareNs) : timeline.slices.front().durationNs);
    }

private:
    void nameProcess()
    {
        Event event { .name = "process_name", .phase = 'M', .process = m_process };
        event.arguments.name = nameIn(processNames, m_run);
        m_events.push_back(event);
        event.name = "process_sort_index";
        event.arguments = { .sortIndex = m_process };
        m_events.push_back(std::move(event));
    }

    void nameTrack(Track track)
    {
        Event event {
            .name = "thread_name", .phase = 'M', .process = m_process, .track = static_cast<std::int64_t>(track)
        };
        event.arguments.name = nameIn(trackNames, track);
        m_events.push_back(event);
        event.name = "thread_sort_index";
        event.arguments = { .sortIndex = static_cast<std::int64_t>(track) };
        m_events.push_back(std::move(event));
    }

    void takeLatencies()
    {
        if (!m_session.layers)
            return;
        for (const ItemLatency &latency : m_session.layers->items)
            m_latencies.emplace(latency.item, &latency);
    }

    [[nodiscard]] Event event(std::string name, Track track, std::int64_t startNs, std::int64_t durationNs) const
    {
        return { .name = std::move(name),
                 .startNs = startNs,
                 .durationNs = durationNs,
                 .process = m_process,
                 .track = static_cast<std::int64_t>(track) };
    }

    void addSlice(const Slice &slice)
    {
        const auto index = static_cast<std::size_t>(slice.item.id);
        Event made = slice.item.kind == ItemId::Kind::Layer
            ? layerEvent(slice, m_session.analysis->layers[index])
            : operatorEvent(slice, m_session.analysis->operators[index]);
        made.arguments.id = slice.item.id;
        if (const auto found = m_latencies.find(slice.item); found != m_latencies.end()) {
            made.arguments.measuredNs = durationIn(found->second->samples.summary, m_run);
            made.arguments.samples = found->second->samples.summary.count;
        }
        m_events.push_back(std::move(made));
    }

    [[nodiscard]] Event layerEvent(const Slice &slice, const Layer &layer) const
    {
        Event made = event(layerName(layer), Track::Layers, slice.startNs, slice.durationNs);
        made.category = "layer";
        made.arguments = { .type = layer.type,
                           .inputShapes = formatShapes(layer.inputShapes),
                           .outputShapes = formatShapes(layer.outputShapes),
                           .dtype = std::string(name(layer.dtype)),
                           .cost = layer.cost,
                           .verdict = &m_verdicts.layers[static_cast<std::size_t>(layer.id)] };
        return made;
    }

    [[nodiscard]] Event operatorEvent(const Slice &slice, const Operator &op) const
    {
        Event made = event(op.name, Track::Layers, slice.startNs, slice.durationNs);
        made.category = fmt::format("operator,{}", name(op.family));
        made.arguments = { .layer = layerName(m_session.analysis->layers[static_cast<std::size_t>(op.layer)]),
                           .inputShapes = formatShapes(op.inputShapes),
                           .outputShapes = formatShapes(op.outputShapes),
                           .dtype = std::string(name(op.dtype)),
                           .verdict = &m_verdicts.operators[static_cast<std::size_t>(op.id)] };
        if (op.known)
            made.arguments.cost = op.cost;
        return made;
    }

    /// Of each operator from its start, one after the other: kernels run after the operator that launched them.
    void addKernels(const Timeline &timeline)
    {
        std::int64_t freeNs = 0;
        bool named = false;
        for (const Slice &slice : timeline.slices) {
            const auto found = m_latencies.find(slice.item);
            if (found == m_latencies.end() || slice.item.kind != ItemId::Kind::Operator)
                continue;
            for (const KernelUse &kernel : found->second->kernels) {
                if (!std::exchange(named, true))
                    nameTrack(Track::Kernels);
                freeNs = std::max(freeNs, slice.startNs);
                Event made = event(kernel.name, Track::Kernels, freeNs, wholeNs(kernel.timeNs));
                made.category = "kernel";
                made.arguments.id = slice.item.id;
                made.arguments.launches = kernel.launches;
                made.arguments.measuredNs = kernel.timeNs;
                freeNs += *made.durationNs;
                m_events.push_back(std::move(made));
            }
        }
    }

    void addBareModel(double ns)
    {
        nameTrack(Track::BareModel);
        Event made = event("Model", Track::BareModel, 0, wholeNs(ns));
        made.category = "model";
        made.arguments.measuredNs = ns;
        made.arguments.samples = m_session.latency->samples.summary.count;
        m_events.push_back(std::move(made));
    }

    void addConditions(std::int64_t endNs)
    {
        const std::optional<Conditions> none;
        const std::optional<Conditions> &conditions = m_session.layers && m_session.layers->conditions
            ? m_session.layers->conditions
            : (m_session.latency ? m_session.latency->conditions : none);
        if (!conditions)
            return;
        addCounter("Clock (MHz)", conditions->clockHz, hertzPerMegahertz, endNs);
        addCounter("Memory clock (MHz)", conditions->memoryClockHz, hertzPerMegahertz, endNs);
        addCounter("Power (W)", conditions->powerWatts, 1, endNs);
        addCounter("Temperature (°C)", conditions->temperatureCelsius, 1, endNs);
    }

    /// The readings have no times: the range is the same from the first to the last moment.
    void addCounter(const char *name, const std::optional<ConditionRange> &range, double unit, std::int64_t endNs)
    {
        if (!range)
            return;
        for (const std::int64_t at : { std::int64_t { 0 }, endNs }) {
            Event made { .name = name, .category = "conditions", .phase = 'C', .startNs = at, .process = m_process };
            made.arguments.range = { range->least / unit, range->median / unit, range->greatest / unit };
            m_events.push_back(std::move(made));
        }
    }

    const Session &m_session;
    const Verdicts &m_verdicts;
    TimelineRun m_run;
    std::int64_t m_process;
    std::vector<Event> &m_events;
    std::map<ItemId, const ItemLatency *> m_latencies;
};

} // namespace

Result<std::string> sessionToTrace(const JudgedSession &judged)
{
    const Session &session = judged.session();
    const Verdicts verdicts = verdictsOf(judged);
    Trace trace;
    for (const TimelineRun run : { TimelineRun::Median, TimelineRun::P99 })
        ProcessTrace(session, verdicts, run, trace.events).add();
    if (trace.events.empty())
        return Error { ErrorCode::CommandLine, "The session holds no latency, so it has no timeline.",
                       "Choose one that report, layers or latency saved." };
    if (session.analysis) {
        trace.model = session.analysis->model.path;
        trace.headline = verdicts.model.headline;
    }
    if (session.layers)
        trace.device = deviceText(session.layers->device);
    else if (session.latency)
        trace.device = deviceText(session.latency->device);
    if (session.layers || session.latency)
        trace.execution = executionText(session.layers ? session.layers->execution : session.latency->execution);
    trace.program = fmt::format("rooflight {}", session.hello.program);
    std::string text;
    JsonWriter(text, JsonLayout::OneLine).write(trace);
    return text + '\n';
}

} // namespace rooflight
