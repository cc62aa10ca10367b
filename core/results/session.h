// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/device.h"
#include "core/model/verdict.h"
#include "core/results/analysis/analysis.h"
#include "core/results/explanation/explanation.h"
#include "core/results/inspection/inspection.h"
#include "core/results/interleaved/interleaved.h"
#include "core/results/latency/latency.h"
#include "core/results/layers/layers.h"
#include "core/results/methods/methods.h"
#include "core/results/pipeline/pipeline.h"
#include "core/results/remedies/remedies.h"
#include "core/results/roofs/roofs.h"
#include "core/results/sweep/sweep.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rooflight {

/// A result that a session may hold; read as a std::optional is. Copies share one value, which stays as it is for as
/// long as somebody else holds it: another result replaces the part as a whole.
template<typename T> class Part
{
public:
    using value_type = T;

    Part() = default;
    Part(std::nullopt_t) { }
    Part(T value)
        : m_value(std::make_shared<T>(std::move(value)))
    {
    }
    Part(std::optional<T> value)
    {
        if (value)
            emplace(*std::move(value));
    }

    // The name of std::optional: NOLINTNEXTLINE(readability-identifier-naming)
    [[nodiscard]] bool has_value() const { return m_value != nullptr; }
    explicit operator bool() const { return has_value(); }
    const T &operator*() const { return *m_value; }
    const T *operator->() const { return m_value.get(); }

    void reset() { m_value.reset(); }
    /// The value is to be filled at once, before this part is copied.
    template<typename... Args> T &emplace(Args &&...args)
    {
        m_value = std::make_shared<T>(std::forward<Args>(args)...);
        return *m_value;
    }
    /// The value to be changed: a copy of it if somebody else holds it, too. As emplace(), before this part is
    /// copied; it must hold something.
    [[nodiscard]] T &edit() { return m_value.use_count() == 1 ? *m_value : emplace(std::as_const(*m_value)); }

    /// Whether they share their value, or both hold none: two results of the same content are not the same.
    [[nodiscard]] bool isSame(const Part &other) const { return m_value == other.m_value; }
    friend bool operator==(const Part &a, const Part &b)
    {
        return a.isSame(b) || (a.m_value && b.m_value && *a.m_value == *b.m_value);
    }

private:
    std::shared_ptr<T> m_value;
};

/// Roofs of a device that were measured before.
struct KeptRoofs {
    std::string device; ///< "cpu", "cuda:0"
    std::string measuredAt; ///< UTC, ISO 8601

    bool operator==(const KeptRoofs &) const = default;
};

/// First record of a stream: who wrote it, on what.
struct Hello {
    int formatMajor = 1;
    int formatMinor = 0;
    std::string program; ///< version of Rooflight
    std::string libtorch; ///< version; empty when it has none
    std::string host;
    std::string created; ///< UTC, ISO 8601
    std::vector<Device> devices;
    std::optional<Processor> processor; ///< absent in sessions of earlier versions
    std::string confinement; ///< for example "landlock 7" or "none: the kernel has no Landlock"
    std::vector<KeptRoofs> keptRoofs; ///< of those devices that need not be measured again

    bool operator==(const Hello &) const = default;
};

/// Something a person should know that is no error.
struct Notice {
    std::string code; ///< stable snake_case identifier
    std::string text;
    TextParts parts = {}; ///< of a sentence of core/model/error_sentences.h

    bool operator==(const Notice &) const = default;
};

/// Code of the notice that another process measures the roofs that are waited for.
inline constexpr std::string_view roofsAwaited = "roofs_awaited";

/// What a person wrote about a layer.
struct LayerNote {
    std::string layer; ///< path; empty for the model itself
    std::string text;

    bool operator==(const LayerNote &) const = default;
};

/// All notes of a session.
struct Notes {
    std::vector<LayerNote> notes;

    bool operator==(const Notes &) const = default;
};

/// One run of several that a session holds: what a language model does at other sizes, or in another file.
struct Workload {
    std::string name; ///< "prefill", "decode"
    std::vector<std::string> dimensions; ///< sizes as they were given, "NAME=VALUE"

    bool operator==(const Workload &) const = default;
};

struct WorkloadResults {
    Workload workload;
    Part<Inspection> inspection;
    Part<Analysis> analysis;
    Part<ModelLatency> latency;
    Part<LayerLatencies> layers;
};

/// The kinds of results: type, and where a session holds the newest; in the order of a session's JSON. All else that
/// the program has to know of one is in its ResultTraits.
#define ROOFLIGHT_RESULTS(RESULT)                                                                                      \
    RESULT(Inspection, inspection)                                                                                     \
    RESULT(Analysis, analysis)                                                                                         \
    RESULT(DeviceRoofs, peaks)                                                                                         \
    RESULT(ModelLatency, latency)                                                                                      \
    RESULT(LayerLatencies, layers)                                                                                     \
    RESULT(InterleavedLatency, interleaved)                                                                            \
    RESULT(MethodComparison, methods)                                                                                  \
    RESULT(BatchSweep, sweep)                                                                                          \
    RESULT(PipelineLatency, pipeline)                                                                                  \
    RESULT(Remedies, remedies)                                                                                         \
    RESULT(Explanation, explanation)

/// Everything known about one model on one device: what the window shows and a .ridge file holds. A copy shares the
/// results, and costs next to nothing.
struct Session {
    Hello hello;
#define ROOFLIGHT_PART(Body, part) Part<Body> part = {};
    ROOFLIGHT_RESULTS(ROOFLIGHT_PART)
#undef ROOFLIGHT_PART
    std::vector<Notice> notices;
    std::optional<Error> error; ///< what ended the last request early
    VerdictThresholds thresholds = {}; ///< of whoever looks at it; never in a record
    std::vector<WorkloadResults> workloads = {}; ///< if there are several; the parts above are those of the last
    std::vector<LayerNote> notes = {}; ///< one a layer
};

/// The device that the times of a session are of, those of its layers first; null if nothing was timed. It lives as
/// long as the session.
[[nodiscard]] const Device *measuredDevice(const Session &session);

/// True for a session of times, of a pipeline for example, that holds no model and so no layers.
[[nodiscard]] bool holdsOnlyTimes(const Session &session);

} // namespace rooflight
