# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# The kinds of results: a folder each. Its files belong to the libraries of the layers that they are of: <kind>.cpp to
# model, fields.cpp and sound.cpp to record, report.cpp to report, job_check.cpp to service.
file(GLOB ROOFLIGHT_RESULT_FOLDERS CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE "${PROJECT_SOURCE_DIR}/core/model"
    "${PROJECT_SOURCE_DIR}/core/results/*")
# For its effect: a source that is new in one of them configures again.
file(GLOB _result_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/results/*/*.cpp")
list(FILTER ROOFLIGHT_RESULT_FOLDERS EXCLUDE REGEX "\\.[a-z]+$")

# result_sources(<variable> <name>)
# Their files of that name, "data" for <kind>.cpp, as a folder of core names them. A kind may lack one.
function(result_sources variable name)
    set(_sources)
    foreach(_folder IN LISTS ROOFLIGHT_RESULT_FOLDERS)
        set(_file "${name}")
        if(name STREQUAL data)
            get_filename_component(_file "${_folder}" NAME)
        endif()
        if(EXISTS "${PROJECT_SOURCE_DIR}/core/model/${_folder}/${_file}.cpp")
            list(APPEND _sources "${_folder}/${_file}.cpp")
        endif()
    endforeach()
    set(${variable} "${_sources}" PARENT_SCOPE)
endfunction()
