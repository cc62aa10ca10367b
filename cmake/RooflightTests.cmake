# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# Where the test fixture "models" leaves the files that tests/data/models makes; empty where no Python can make them.
set(ROOFLIGHT_TEST_MODELS "${PROJECT_BINARY_DIR}/tests/models")
# Where the test fixture "roofs" keeps the roofs of this machine: what XDG_CACHE_HOME names.
set(ROOFLIGHT_TEST_ROOFS "${PROJECT_BINARY_DIR}/tests/roofs")

# Processor time of each test alone, in ms, as "scripts/test --times" measured it: ctest begins with those that take
# longest, and those of the label "quick" together take less than a minute. A test that is not in the table is not.
set(_times "${PROJECT_SOURCE_DIR}/tests/times.txt")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${_times}")
file(STRINGS "${_times}" _lines REGEX "^ *[0-9]")
foreach(_line IN LISTS _lines)
    string(REGEX MATCH "^ *([0-9]+) +(.+)$" _matched "${_line}")
    set("ROOFLIGHT_TEST_TIME_${CMAKE_MATCH_2}" "${CMAKE_MATCH_1}")
endforeach()
set(ROOFLIGHT_QUICK_TEST_TIME 500)

# weigh_test(<name> [<label>...]): its labels, and what the table of times says of it. What needs a fixture is not quick:
# that may take long, or need what is not there.
function(weigh_test name)
    set(_time "${ROOFLIGHT_TEST_TIME_${name}}")
    set(_labels ${ARGN})
    get_test_property(${name} FIXTURES_REQUIRED _required)
    get_test_property(${name} FIXTURES_SETUP _setup)
    if(_time AND _time LESS_EQUAL ROOFLIGHT_QUICK_TEST_TIME AND NOT _required AND NOT _setup)
        list(APPEND _labels quick)
    endif()
    set_tests_properties(${name} PROPERTIES LABELS "${_labels}")
    if(_time GREATER_EQUAL 1000)
        math(EXPR _seconds "${_time} / 1000")
        set_tests_properties(${name} PROPERTIES COST ${_seconds})
    endif()
endfunction()

# script_test(<name> COMMAND ... [LABELS ...] [TIMEOUT seconds] [ENVIRONMENT ...] [PROPERTIES ...])
# A test that is no program of Qt Test. With status 77 it is skipped; its last line says why.
function(script_test name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "COMMAND;LABELS;ENVIRONMENT;PROPERTIES")
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_test(NAME ${name} COMMAND ${ARG_COMMAND})
    set_tests_properties(
        ${name}
        PROPERTIES
            ENVIRONMENT "LC_ALL=C.UTF-8;${ARG_ENVIRONMENT}"
            SKIP_RETURN_CODE 77
            TIMEOUT ${ARG_TIMEOUT}
            ${ARG_PROPERTIES})
    weigh_test(${name} ${ARG_LABELS})
endfunction()

# rooflight_tests(<folder> TESTS x_test.cpp... [SOURCES ...] [LIBRARIES ...] [DEFINITIONS ...] [DEPENDS ...]
#                  [LABELS ...] [TIMEOUT seconds] [FIXTURES ...] [ALONE ...] [WINDOW] [TORCH] [OPTIMIZED])
# One program <folder>_tests for all tests of a folder; CTest runs each by itself, without a display, as <folder>.x.
# SOURCES are shared; ALONE as for group_sources; WINDOW makes a QApplication;
# TORCH: they include LibTorch; OPTIMIZED: what they compile themselves runs for seconds, not only what they test.
# LibTorch gets one thread: of several, those that wait for one that another test keeps off its CPU burn theirs.
function(rooflight_tests folder)
    cmake_parse_arguments(ARG "WINDOW;TORCH;OPTIMIZED" "TIMEOUT" "TESTS;SOURCES;LIBRARIES;DEFINITIONS;DEPENDS;LABELS;FIXTURES;ALONE" ${ARGN})
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
                FIXTURES_REQUIRED "${ARG_FIXTURES}")
        weigh_test(${folder}.${_name} ${ARG_LABELS})
    endforeach()
endfunction()
