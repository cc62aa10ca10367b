# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# The kinds of results: a folder each. Its files belong to the libraries of the layers that they are of: <kind>.cpp to
# model, fields.cpp to record, report.cpp to report, check.cpp to service.
set(ROOFLIGHT_RESULTS
    analysis
    explanation
    inspection
    interleaved
    latency
    layers
    methods
    pipeline
    remedies
    roofs
    sweep)
list(TRANSFORM ROOFLIGHT_RESULTS PREPEND "../results/" OUTPUT_VARIABLE ROOFLIGHT_RESULT_FOLDERS)

# result_sources(<variable> <name>)
# Their files of that name, "data" for <kind>.cpp, as a folder of core names them. A kind may lack one.
function(result_sources variable name)
    set(_sources)
    foreach(_kind IN LISTS ROOFLIGHT_RESULTS)
        if(name STREQUAL data)
            set(_source "../results/${_kind}/${_kind}.cpp")
        else()
            set(_source "../results/${_kind}/${name}.cpp")
        endif()
        if(EXISTS "${PROJECT_SOURCE_DIR}/core/model/${_source}")
            list(APPEND _sources "${_source}")
        endif()
    endforeach()
    set(${variable} "${_sources}" PARENT_SCOPE)
endfunction()
