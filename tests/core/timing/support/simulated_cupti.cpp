// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/timing/support/simulated_cupti.h"

#include <cstring>

using namespace rooflight::cupti;

namespace {

SimulatedCupti *simulated = nullptr;
constexpr Status invalidParameter = 1;
constexpr std::size_t imageBytes = 64;

} // namespace

/// What the functions do. Handles are addresses of bytes.
struct Entries {
    static inline char host, profiler, context;

    static Status take(const char *name, int taken = 0)
    {
        const Status status = simulated->called(name);
        simulated->m_open += status == 0 ? taken : 0;
        return status;
    }
    static Status give(const char *name)
    {
        --simulated->m_open;
        return simulated->called(name);
    }

    static Status initialize(Nothing *) { return take("initialize", 1); }
    static Status deinitialize(Nothing *) { return give("deinitialize"); }
    static Status chipName(ChipName *parameters)
    {
        parameters->name = simulated->chip.c_str();
        return take("chipName");
    }
    static Status statusName(Status status, const char **text)
    {
        *text = "CUPTI_ERROR_HARDWARE_BUSY";
        return status == 26 ? 0 : invalidParameter;
    }
    static Status hostInitialize(HostInitialize *parameters)
    {
        parameters->host = &host;
        return parameters->chip == simulated->chip ? take("hostInitialize", 1) : invalidParameter;
    }
    static Status hostDeinitialize(OnObject *) { return give("hostDeinitialize"); }
    static Status addMetrics(AddMetrics *parameters)
    {
        for (std::size_t i = 0; i < parameters->count; ++i) {
            if (!simulated->counters.contains(QString::fromLatin1(parameters->names[i])))
                return invalidParameter;
        }
        return take("addMetrics");
    }
    static Status imageSize(ImageSize *parameters)
    {
        parameters->bytes = imageBytes;
        return take("imageSize");
    }
    static Status image(Image *parameters)
    {
        std::memset(parameters->image, SimulatedCupti::mark, parameters->bytes);
        return take("image");
    }
    static Status enable(Enable *parameters)
    {
        parameters->profiler = &profiler;
        return parameters->context == &context ? take("enable", 1) : invalidParameter;
    }
    static Status disable(OnObject *) { return give("disable"); }
    static Status counterSize(CounterSize *parameters)
    {
        parameters->bytes = imageBytes;
        return take("counterSize");
    }
    static Status configure(Configure *parameters)
    {
        const bool sound = parameters->configurationBytes == imageBytes && parameters->counterBytes == imageBytes
            && parameters->configuration[0] == SimulatedCupti::mark && parameters->counters[0] == SimulatedCupti::mark
            && parameters->range == userRange && parameters->replay == userReplay && parameters->rangesPerPass == 1;
        return sound ? take("configure") : invalidParameter;
    }
    static Status start(OnObject *) { return take("start", 1); }
    static Status stop(Stop *parameters)
    {
        parameters->allPassesDone = simulated->onePass;
        return give("stop");
    }
    static Status pushRange(PushRange *)
    {
        const Status status = take("pushRange", 1);
        simulated->m_counting = status == 0;
        return status;
    }
    static Status popRange(OnObject *)
    {
        simulated->m_counting = false;
        return give("popRange");
    }
    static Status decode(Decode *) { return take("decode"); }
    static Status evaluate(Evaluate *parameters)
    {
        for (std::size_t i = 0; i < parameters->count; ++i)
            parameters->values[i] = simulated->counters.indexOf(QString::fromLatin1(parameters->names[i])) == 0
                ? simulated->m_readBytes
                : simulated->m_writtenBytes;
        return take("evaluate");
    }
    static int currentContext(void **current)
    {
        *current = simulated->hasContext ? &context : nullptr;
        return 0;
    }
    static int currentDevice(int *device)
    {
        *device = 0;
        return simulated->hasContext ? 0 : 201;
    }
};

SimulatedCupti::SimulatedCupti()
{
    simulated = this;
}

SimulatedCupti::~SimulatedCupti()
{
    simulated = nullptr;
}

Functions SimulatedCupti::functions() const
{
    return { .initialize = Entries::initialize,
             .deinitialize = Entries::deinitialize,
             .chipName = Entries::chipName,
             .statusName = Entries::statusName,
             .hostInitialize = Entries::hostInitialize,
             .hostDeinitialize = Entries::hostDeinitialize,
             .addMetrics = Entries::addMetrics,
             .imageSize = Entries::imageSize,
             .image = Entries::image,
             .evaluate = Entries::evaluate,
             .enable = Entries::enable,
             .disable = Entries::disable,
             .counterSize = Entries::counterSize,
             .initializeCounters = Entries::image,
             .configure = Entries::configure,
             .start = Entries::start,
             .stop = Entries::stop,
             .pushRange = Entries::pushRange,
             .popRange = Entries::popRange,
             .decode = Entries::decode,
             .currentContext = Entries::currentContext,
             .currentDevice = Entries::currentDevice };
}

void SimulatedCupti::move(double readBytes, double writtenBytes)
{
    if (!m_counting)
        return;
    m_readBytes += readBytes;
    m_writtenBytes += writtenBytes;
}

Status SimulatedCupti::called(const char *name)
{
    const QString function = QString::fromLatin1(name);
    calls << function;
    const auto found = refused.find(function);
    return found == refused.end() ? 0 : found->second;
}
