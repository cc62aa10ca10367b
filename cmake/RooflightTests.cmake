# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# Where the test fixture "models" leaves the files that tests/data/models makes; empty where no Python can make them.
set(ROOFLIGHT_TEST_MODELS "${PROJECT_BINARY_DIR}/tests/models")
# Where the test fixture "roofs" keeps the roofs of this machine: what XDG_CACHE_HOME names.
set(ROOFLIGHT_TEST_ROOFS "${PROJECT_BINARY_DIR}/tests/roofs")

# rooflight_tests(<folder> TESTS x_test.cpp... [SOURCES ...] [LIBRARIES ...] [DEFINITIONS ...] [DEPENDS ...]
#                  [LABELS ...] [TIMEOUT seconds] [PROPERTIES ...] [ALONE ...] [WINDOW] [TORCH] [OPTIMIZED])
# One program <folder>_tests for all tests of a folder; CTest runs each by itself, without a display, as <folder>.x.
# SOURCES are shared; ALONE as for group_sources; WINDOW makes a QApplication;
# TORCH: they include LibTorch; OPTIMIZED: what they compile themselves runs for seconds, not only what they test.
# LibTorch gets one thread: of several, those that wait for one that another test keeps off its CPU burn theirs.
function(rooflight_tests folder)
    cmake_parse_arguments(ARG "WINDOW;TORCH;OPTIMIZED" "TIMEOUT" "TESTS;SOURCES;LIBRARIES;DEFINITIONS;DEPENDS;LABELS;PROPERTIES;ALONE" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set(_program ${folder}_tests)
    add_executable(${_program} ${ARG_TESTS} ${ARG_SOURCES})
    moc_classes(${_program})
    group_sources(${_program} ${ARG_ALONE})
    set(_main rooflight_test_program)
    if(ARG_WINDOW)
        set(_main rooflight_window_test_program)
    endif()
    target_link_libraries(${_program} PRIVATE ${_main} ${ARG_LIBRARIES})
    if(ARG_TORCH)
        reuse_torch_headers(${_program})
        set_source_files_properties("${CMAKE_CURRENT_BINARY_DIR}/${_program}_autogen/mocs_compilation.cpp"
                                    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    elseif(ARG_OPTIMIZED) # the precompiled headers are those of tests without
        target_compile_options(${_program} PRIVATE -O1)
    else()
        target_precompile_headers(${_program} REUSE_FROM ${_main})
    endif()
    target_compile_definitions(
        ${_program} PRIVATE ROOFLIGHT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
                            ROOFLIGHT_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}" ${ARG_DEFINITIONS})
    if(ARG_DEPENDS)
        add_dependencies(${_program} ${ARG_DEPENDS})
    endif()
    foreach(_source IN LISTS ARG_TESTS)
        get_filename_component(_stem "${_source}" NAME_WE)
        string(REGEX REPLACE "^test_|_test$" "" _name "${_stem}")
        add_test(NAME ${folder}.${_name} COMMAND ${_program} ${_stem})
        set_tests_properties(
            ${folder}.${_name}
            PROPERTIES
                ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;OMP_NUM_THREADS=1"
                TIMEOUT ${ARG_TIMEOUT}
                LABELS "${ARG_LABELS}"
                ${ARG_PROPERTIES})
    endforeach()
endfunction()
