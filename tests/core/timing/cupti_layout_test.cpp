// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include "core/timing/cuda/cupti_functions.h"

#if ROOFLIGHT_HAS_CUPTI
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#endif

#include <QTest>

/// What is declared of CUPTI agrees with its own headers, where there are any.
class CuptiLayoutTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesAreThoseOfCupti();
};

#if ROOFLIGHT_HAS_CUPTI
namespace ours = rooflight::cupti;

template<typename Own, typename Theirs> inline constexpr bool sameSize = sizeof(Own) == sizeof(Theirs);

#define SAME_PLACE(own, member, theirs, field)                                                                         \
    static_assert(offsetof(own, member) == offsetof(theirs, field)                                                     \
                  && sameSize<decltype(own::member), decltype(theirs::field)>)

SAME_PLACE(ours::ChipName, device, CUpti_Device_GetChipName_Params, deviceIndex);
SAME_PLACE(ours::ChipName, name, CUpti_Device_GetChipName_Params, pChipName);
SAME_PLACE(ours::HostInitialize, profiler, CUpti_Profiler_Host_Initialize_Params, profilerType);
SAME_PLACE(ours::HostInitialize, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
SAME_PLACE(ours::HostInitialize, availableCounters, CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage);
SAME_PLACE(ours::HostInitialize, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);
SAME_PLACE(ours::AddMetrics, host, CUpti_Profiler_Host_ConfigAddMetrics_Params, pHostObject);
SAME_PLACE(ours::AddMetrics, names, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames);
SAME_PLACE(ours::AddMetrics, count, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
SAME_PLACE(ours::ImageSize, host, CUpti_Profiler_Host_GetConfigImageSize_Params, pHostObject);
SAME_PLACE(ours::ImageSize, bytes, CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize);
SAME_PLACE(ours::Image, owner, CUpti_Profiler_Host_GetConfigImage_Params, pHostObject);
SAME_PLACE(ours::Image, bytes, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize);
SAME_PLACE(ours::Image, image, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);
SAME_PLACE(ours::Image, owner, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pRangeProfilerObject);
SAME_PLACE(ours::Image, bytes, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize);
SAME_PLACE(ours::Image, image, CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData);
SAME_PLACE(ours::Evaluate, host, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pHostObject);
SAME_PLACE(ours::Evaluate, counters, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage);
SAME_PLACE(ours::Evaluate, counterBytes, CUpti_Profiler_Host_EvaluateToGpuValues_Params, counterDataImageSize);
SAME_PLACE(ours::Evaluate, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
SAME_PLACE(ours::Evaluate, names, CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames);
SAME_PLACE(ours::Evaluate, count, CUpti_Profiler_Host_EvaluateToGpuValues_Params, numMetrics);
SAME_PLACE(ours::Evaluate, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
SAME_PLACE(ours::Enable, context, CUpti_RangeProfiler_Enable_Params, ctx);
SAME_PLACE(ours::Enable, profiler, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
SAME_PLACE(ours::CounterSize, profiler, CUpti_RangeProfiler_GetCounterDataSize_Params, pRangeProfilerObject);
SAME_PLACE(ours::CounterSize, names, CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames);
SAME_PLACE(ours::CounterSize, count, CUpti_RangeProfiler_GetCounterDataSize_Params, numMetrics);
SAME_PLACE(ours::CounterSize, ranges, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges);
SAME_PLACE(ours::CounterSize, rangeNodes, CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes);
SAME_PLACE(ours::CounterSize, bytes, CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize);
SAME_PLACE(ours::Configure, profiler, CUpti_RangeProfiler_SetConfig_Params, pRangeProfilerObject);
SAME_PLACE(ours::Configure, configurationBytes, CUpti_RangeProfiler_SetConfig_Params, configSize);
SAME_PLACE(ours::Configure, configuration, CUpti_RangeProfiler_SetConfig_Params, pConfig);
SAME_PLACE(ours::Configure, counterBytes, CUpti_RangeProfiler_SetConfig_Params, counterDataImageSize);
SAME_PLACE(ours::Configure, counters, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
SAME_PLACE(ours::Configure, range, CUpti_RangeProfiler_SetConfig_Params, range);
SAME_PLACE(ours::Configure, replay, CUpti_RangeProfiler_SetConfig_Params, replayMode);
SAME_PLACE(ours::Configure, rangesPerPass, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass);
SAME_PLACE(ours::Configure, nestingLevels, CUpti_RangeProfiler_SetConfig_Params, numNestingLevels);
SAME_PLACE(ours::Configure, firstNestingLevel, CUpti_RangeProfiler_SetConfig_Params, minNestingLevel);
SAME_PLACE(ours::Configure, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex);
SAME_PLACE(ours::Configure, targetNestingLevel, CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel);
SAME_PLACE(ours::PushRange, profiler, CUpti_RangeProfiler_PushRange_Params, pRangeProfilerObject);
SAME_PLACE(ours::PushRange, name, CUpti_RangeProfiler_PushRange_Params, pRangeName);
SAME_PLACE(ours::OnObject, object, CUpti_RangeProfiler_Start_Params, pRangeProfilerObject);
SAME_PLACE(ours::OnObject, object, CUpti_RangeProfiler_PopRange_Params, pRangeProfilerObject);
SAME_PLACE(ours::OnObject, object, CUpti_RangeProfiler_Disable_Params, pRangeProfilerObject);
SAME_PLACE(ours::OnObject, object, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);
SAME_PLACE(ours::Stop, profiler, CUpti_RangeProfiler_Stop_Params, pRangeProfilerObject);
SAME_PLACE(ours::Stop, pass, CUpti_RangeProfiler_Stop_Params, passIndex);
SAME_PLACE(ours::Stop, targetNestingLevel, CUpti_RangeProfiler_Stop_Params, targetNestingLevel);
SAME_PLACE(ours::Stop, allPassesDone, CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted);
SAME_PLACE(ours::Decode, profiler, CUpti_RangeProfiler_DecodeData_Params, pRangeProfilerObject);
SAME_PLACE(ours::Decode, rangesDropped, CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped);
static_assert(ours::rangeProfiler == CUPTI_PROFILER_TYPE_RANGE_PROFILER);
static_assert(ours::userRange == CUPTI_UserRange);
static_assert(ours::userReplay == CUPTI_UserReplay);
static_assert(ours::insufficientPrivileges == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
static_assert(ours::insufficientPrivilegesOnVirtualDevice == CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
#endif

void CuptiLayoutTest::sizesAreThoseOfCupti()
{
#if ROOFLIGHT_HAS_CUPTI
    QCOMPARE(ours::sized(&ours::Nothing::reserved).size, CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::ChipName::name).size, CUpti_Device_GetChipName_Params_STRUCT_SIZE);
    // Up to its last field of CUDA 13.0: 13.2 added one, and takes the shorter one by its size.
    QCOMPARE(ours::sized(&ours::HostInitialize::host).size,
             CUPTI_PROFILER_STRUCT_SIZE(CUpti_Profiler_Host_Initialize_Params, pHostObject));
    QCOMPARE(ours::sized(&ours::AddMetrics::count).size, CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::ImageSize::bytes).size, CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Image::image).size, CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Evaluate::values).size, CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Enable::profiler).size, CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::CounterSize::bytes).size, CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Image::image).size, CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Configure::targetNestingLevel).size, CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::PushRange::name).size, CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::OnObject::object).size, CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Stop::allPassesDone).size, CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
    QCOMPARE(ours::sized(&ours::Decode::rangesDropped).size, CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
#else
    QSKIP("The headers of CUPTI are not here.");
#endif
}

ROOFLIGHT_TEST(CuptiLayoutTest)
#include "cupti_layout_test.moc"
