// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "device/activity.h"
#include "device/lies.h"
#include "device/settings.h"

#include <cupti.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#include <array>
#include <cstring>

/// Counts the bytes that the cost model gives to work of which it knows them: products, convolutions, copies and fills.

using namespace emulated_gpu;

namespace {

constexpr std::array<const char *, 2> counters = { "dram__bytes_read.sum", "dram__bytes_write.sum" };

/// What the image of the counters holds: bytes read and written within the range.
using Counted = std::array<double, 2>;

struct Range {
    Counted begin {};
    std::uint8_t *image = nullptr;
    Counted counted {};
};

CUptiResult answer()
{
    return static_cast<CUptiResult>(settings().cuptiStatus);
}

template<typename Handle> Range &rangeOf(Handle *handle)
{
    return *reinterpret_cast<Range *>(handle);
}

} // namespace

extern "C" {

CUptiResult cuptiProfilerInitialize(CUpti_Profiler_Initialize_Params *)
{
    return answer();
}

CUptiResult cuptiProfilerDeInitialize(CUpti_Profiler_DeInitialize_Params *)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceGetChipName(CUpti_Device_GetChipName_Params *parameters)
{
    parameters->pChipName = "EMULATED";
    return answer();
}

CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *parameters)
{
    static char any;
    parameters->pHostObject = reinterpret_cast<CUpti_Profiler_Host_Object *>(&any);
    return answer();
}

CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *)
{
    return CUPTI_SUCCESS;
}

CUptiResult cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params *parameters)
{
    for (std::size_t i = 0; i < parameters->numMetrics; ++i) {
        if (i >= counters.size() || std::strcmp(parameters->ppMetricNames[i], counters[i]) != 0)
            return CUPTI_ERROR_INVALID_METRIC_NAME;
    }
    return answer();
}

CUptiResult cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params *parameters)
{
    parameters->configImageSize = sizeof(Counted);
    return answer();
}

CUptiResult cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params *parameters)
{
    std::memset(parameters->pConfigImage, 0, parameters->configImageSize);
    return answer();
}

CUptiResult cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params *parameters)
{
    if (parameters->counterDataImageSize < sizeof(Counted) || parameters->numMetrics > counters.size())
        return CUPTI_ERROR_INVALID_PARAMETER;
    std::memcpy(parameters->pMetricValues, parameters->pCounterDataImage, parameters->numMetrics * sizeof(double));
    return answer();
}

CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *parameters)
{
    if (answer() == CUPTI_SUCCESS)
        parameters->pRangeProfilerObject = reinterpret_cast<CUpti_RangeProfiler_Object *>(new Range);
    return answer();
}

CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *parameters)
{
    delete &rangeOf(parameters->pRangeProfilerObject);
    return CUPTI_SUCCESS;
}

CUptiResult cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params *parameters)
{
    parameters->counterDataSize = sizeof(Counted);
    return answer();
}

CUptiResult
cuptiRangeProfilerCounterDataImageInitialize(CUpti_RangeProfiler_CounterDataImage_Initialize_Params *parameters)
{
    std::memset(parameters->pCounterData, 0, parameters->counterDataSize);
    return answer();
}

CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *parameters)
{
    rangeOf(parameters->pRangeProfilerObject).image = parameters->pCounterDataImage;
    return answer();
}

CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *)
{
    return answer();
}

CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *parameters)
{
    parameters->isAllPassSubmitted = 1;
    return answer();
}

CUptiResult cuptiRangeProfilerPushRange(CUpti_RangeProfiler_PushRange_Params *parameters)
{
    rangeOf(parameters->pRangeProfilerObject).begin = { bytesRead(), bytesWritten() };
    return answer();
}

CUptiResult cuptiRangeProfilerPopRange(CUpti_RangeProfiler_PopRange_Params *parameters)
{
    Range &range = rangeOf(parameters->pRangeProfilerObject);
    const double factor = lie(Lie::Counters, 1);
    range.counted = { factor * (bytesRead() - range.begin[0]), factor * (bytesWritten() - range.begin[1]) };
    return answer();
}

CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *parameters)
{
    const Range &range = rangeOf(parameters->pRangeProfilerObject);
    if (!range.image)
        return CUPTI_ERROR_INVALID_OPERATION;
    std::memcpy(range.image, range.counted.data(), sizeof(Counted));
    parameters->numOfRangeDropped = 0;
    return answer();
}

} // extern "C"
