// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/timing/cuda/memory_counters.h"

#include <fmt/format.h>

#include <cmath>

namespace rooflight::cupti {

namespace {

/// Read and written. The names depend on the chip; those of GB202 and its like are the second.
constexpr std::array<std::array<const char *, 2>, 2> counterNames = { {
    { "dram__bytes_read.sum", "dram__bytes_write.sum" },
    { "dram__bytes_op_read.sum", "dram__bytes_op_write.sum" },
} };

/// Status of the first step that fails; those behind it are not taken.
template<typename... Steps> Status inOrder(const Steps &...steps)
{
    Status status = 0;
    static_cast<void>((((status = steps()) == 0) && ...));
    return status;
}

Status onObject(Status (*function)(OnObject *), void *object)
{
    OnObject parameters = sized(&OnObject::object);
    parameters.object = object;
    return function(&parameters);
}

Error refused(const Functions &cupti, Status status)
{
    if (status == insufficientPrivileges || status == insufficientPrivilegesOnVirtualDevice)
        return { ErrorCode::ModelFailed, "the driver lets only administrators use the counters of the GPU.",
                 "Load the driver with NVreg_RestrictProfilingToAdminUsers=0, or run as root with --unconfined." };
    return { ErrorCode::ModelFailed, fmt::format("CUPTI refuses ({}).", statusText(cupti, status)), "" };
}

/// The counters of the current device, from their configuration until they are given back.
class RangeCounter
{
public:
    RangeCounter(const Functions &cupti, const ChipCounters &chip)
        : m_cupti(cupti)
        , m_chip(chip)
    {
    }
    ~RangeCounter();
    RangeCounter(const RangeCounter &) = delete;
    RangeCounter &operator=(const RangeCounter &) = delete;

    Status prepare(void *context);
    Status begin();
    Status end();

    [[nodiscard]] bool complete() const { return m_complete; } ///< one pass was enough, and its range was kept
    [[nodiscard]] Status bytes(std::array<double, 2> &values) const { return m_chip.evaluate(m_counters, values); }

private:
    Status enable(void *context);
    Status reserveCounters();
    Status configure();

    const Functions &m_cupti;
    const ChipCounters &m_chip;
    void *m_profiler = nullptr;
    std::vector<std::uint8_t> m_counters;
    bool m_started = false;
    bool m_inRange = false;
    bool m_complete = false;
};

RangeCounter::~RangeCounter()
{
    if (m_inRange)
        onObject(m_cupti.popRange, m_profiler);
    if (m_started) {
        Stop stop = sized(&Stop::allPassesDone);
        stop.profiler = m_profiler;
        m_cupti.stop(&stop);
    }
    if (m_profiler)
        onObject(m_cupti.disable, m_profiler);
}

Status RangeCounter::prepare(void *context)
{
    return inOrder([&] { return enable(context); }, [&] { return reserveCounters(); }, [&] { return configure(); });
}

Status RangeCounter::enable(void *context)
{
    Enable parameters = sized(&Enable::profiler);
    parameters.context = context;
    const Status status = m_cupti.enable(&parameters);
    m_profiler = status == 0 ? parameters.profiler : nullptr;
    return status;
}

Status RangeCounter::reserveCounters()
{
    std::array<const char *, 2> names = m_chip.names();
    CounterSize needed = sized(&CounterSize::bytes);
    needed.profiler = m_profiler;
    needed.names = names.data();
    needed.count = names.size();
    needed.ranges = 1;
    needed.rangeNodes = 1;
    if (const Status status = m_cupti.counterSize(&needed); status != 0)
        return status;
    m_counters.resize(needed.bytes);
    Image image = sized(&Image::image);
    image.owner = m_profiler;
    image.bytes = m_counters.size();
    image.image = m_counters.data();
    return m_cupti.initializeCounters(&image);
}

Status RangeCounter::configure()
{
    Configure parameters = sized(&Configure::targetNestingLevel);
    parameters.profiler = m_profiler;
    parameters.configurationBytes = m_chip.configuration().size();
    parameters.configuration = m_chip.configuration().data();
    parameters.counterBytes = m_counters.size();
    parameters.counters = m_counters.data();
    parameters.range = userRange;
    parameters.replay = userReplay;
    parameters.rangesPerPass = 1;
    parameters.nestingLevels = 1;
    parameters.firstNestingLevel = 1;
    parameters.targetNestingLevel = 1;
    return m_cupti.configure(&parameters);
}

Status RangeCounter::begin()
{
    if (const Status status = onObject(m_cupti.start, m_profiler); status != 0)
        return status;
    m_started = true;
    PushRange range = sized(&PushRange::name);
    range.profiler = m_profiler;
    range.name = "runs";
    const Status status = m_cupti.pushRange(&range);
    m_inRange = status == 0;
    return status;
}

Status RangeCounter::end()
{
    m_inRange = false;
    if (const Status status = onObject(m_cupti.popRange, m_profiler); status != 0)
        return status;
    m_started = false;
    Stop stop = sized(&Stop::allPassesDone);
    stop.profiler = m_profiler;
    Decode decode = sized(&Decode::rangesDropped);
    decode.profiler = m_profiler;
    const Status status = inOrder([&] { return m_cupti.stop(&stop); }, [&] { return m_cupti.decode(&decode); });
    m_complete = stop.allPassesDone != 0 && decode.rangesDropped == 0;
    return status;
}

/// CUPTI's profiler in this process, while it lives.
class StartedProfiler
{
public:
    explicit StartedProfiler(const Functions &cupti)
        : m_cupti(cupti)
    {
        Nothing parameters = sized(&Nothing::reserved);
        m_status = cupti.initialize(&parameters);
    }
    ~StartedProfiler()
    {
        Nothing parameters = sized(&Nothing::reserved);
        if (m_status == 0)
            m_cupti.deinitialize(&parameters);
    }
    StartedProfiler(const StartedProfiler &) = delete;
    StartedProfiler &operator=(const StartedProfiler &) = delete;

    [[nodiscard]] Status status() const { return m_status; }

private:
    const Functions &m_cupti;
    Status m_status = 0;
};

struct CurrentDevice {
    void *context = nullptr; ///< null if there is none
    int index = 0;
};

CurrentDevice currentDevice(const Functions &cupti)
{
    CurrentDevice current;
    if (!cupti.currentContext || !cupti.currentDevice || cupti.currentContext(&current.context) != 0
        || cupti.currentDevice(&current.index) != 0)
        current.context = nullptr;
    return current;
}

Result<std::string> chipOf(const Functions &cupti, int device)
{
    ChipName chip = sized(&ChipName::name);
    chip.device = static_cast<std::size_t>(device);
    if (const Status status = cupti.chipName(&chip); status != 0)
        return refused(cupti, status);
    return std::string(chip.name ? chip.name : "");
}

Result<CountedBytes> meanOf(const std::array<double, 2> &bytes, int runs)
{
    const auto isAmount = [](double value) { return std::isfinite(value) && value >= 0 && value < 1e18; };
    if (!isAmount(bytes[0]) || !isAmount(bytes[1]))
        return Error { ErrorCode::ModelFailed, "CUPTI returned no number of bytes.", "" };
    return CountedBytes { std::llround(bytes[0] / runs), std::llround(bytes[1] / runs) };
}

} // namespace

ChipCounters::~ChipCounters()
{
    close();
}

void ChipCounters::close()
{
    if (m_host)
        onObject(m_cupti.hostDeinitialize, m_host);
    m_host = nullptr;
}

Result<void> ChipCounters::open(const std::string &chip)
{
    Status status = 0;
    for (const auto &[read, written] : counterNames) {
        m_names = { read, written };
        status = add(chip);
        if (status == 0)
            return {};
        close(); // of no use once it has refused a name
    }
    return Error { ErrorCode::ModelFailed,
                   fmt::format("CUPTI has no counters of the bytes of this chip's memory ({}, {}).", chip,
                               statusText(m_cupti, status)),
                   "" };
}

Status ChipCounters::add(const std::string &chip)
{
    HostInitialize host = sized(&HostInitialize::host);
    host.profiler = rangeProfiler;
    host.chip = chip.c_str();
    if (const Status status = m_cupti.hostInitialize(&host); status != 0)
        return status;
    m_host = host.host;
    std::array<const char *, 2> both = names();
    AddMetrics metrics = sized(&AddMetrics::count);
    metrics.host = m_host;
    metrics.names = both.data();
    metrics.count = both.size();
    ImageSize needed = sized(&ImageSize::bytes);
    needed.host = m_host;
    const auto makeImage = [&] {
        m_configuration.resize(needed.bytes);
        Image image = sized(&Image::image);
        image.owner = m_host;
        image.bytes = m_configuration.size();
        image.image = m_configuration.data();
        return m_cupti.image(&image);
    };
    return inOrder([&] { return m_cupti.addMetrics(&metrics); }, [&] { return m_cupti.imageSize(&needed); }, makeImage);
}

Status ChipCounters::evaluate(const std::vector<std::uint8_t> &counters, std::array<double, 2> &bytes) const
{
    std::array<const char *, 2> both = names();
    Evaluate parameters = sized(&Evaluate::values);
    parameters.host = m_host;
    parameters.counters = counters.data();
    parameters.counterBytes = counters.size();
    parameters.names = both.data();
    parameters.count = both.size();
    parameters.values = bytes.data();
    return m_cupti.evaluate(&parameters);
}

Result<CountedBytes> countBytes(const Functions &cupti, const std::function<void()> &run, int runs)
{
    const CurrentDevice device = currentDevice(cupti);
    if (!device.context)
        return Error { ErrorCode::ModelFailed, "no CUDA device is in use.", "" };
    const StartedProfiler profiler(cupti);
    if (profiler.status() != 0)
        return refused(cupti, profiler.status());
    const Result<std::string> chip = chipOf(cupti, device.index);
    if (!chip.ok())
        return chip.error();
    ChipCounters counters(cupti);
    if (const Result<void> opened = counters.open(chip.value()); !opened.ok())
        return opened.error();
    RangeCounter range(cupti, counters);
    if (const Status status = range.prepare(device.context); status != 0)
        return refused(cupti, status);
    run(); // caches hold what they hold between runs
    if (const Status status = range.begin(); status != 0)
        return refused(cupti, status);
    for (int i = 0; i < runs; ++i)
        run();
    if (const Status status = range.end(); status != 0)
        return refused(cupti, status);
    if (!range.complete())
        return Error { ErrorCode::ModelFailed, "the GPU cannot count what it reads and writes in the same run.", "" };
    std::array<double, 2> bytes {};
    if (const Status status = range.bytes(bytes); status != 0)
        return refused(cupti, status);
    return meanOf(bytes, runs);
}

} // namespace rooflight::cupti
