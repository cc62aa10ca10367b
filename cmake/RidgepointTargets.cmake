# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, RelWithDebInfo, Release" FORCE)
endif()

find_program(RIDGEPOINT_CCACHE ccache)
if(RIDGEPOINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${RIDGEPOINT_CCACHE}")
endif()

set(RIDGEPOINT_SANITIZE "" CACHE STRING "Sanitizers for everything that does not link LibTorch, for example address,undefined")
option(RIDGEPOINT_WERROR "Treat warnings as errors" OFF)

# Warnings, include root and sanitizers that every target of the project shares.
add_library(ridgepoint_common INTERFACE)
target_include_directories(ridgepoint_common INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(
    ridgepoint_common
    INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic>
              $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${RIDGEPOINT_WERROR}>>:-Werror>)
target_compile_definitions(ridgepoint_common INTERFACE RIDGEPOINT_VERSION="${PROJECT_VERSION}" QT_NO_KEYWORDS)
if(RIDGEPOINT_SANITIZE)
    target_compile_options(ridgepoint_common INTERFACE -fsanitize=${RIDGEPOINT_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(ridgepoint_common INTERFACE -fsanitize=${RIDGEPOINT_SANITIZE})
endif()

# ridgepoint_library(<folder> SOURCES ... [PUBLIC ...] [PRIVATE ...])
# One static library a folder: target ridgepoint_<folder>, alias ridgepoint::<folder>.
function(ridgepoint_library folder)
    cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(ridgepoint_${folder} STATIC ${ARG_SOURCES})
    add_library(ridgepoint::${folder} ALIAS ridgepoint_${folder})
    target_link_libraries(
        ridgepoint_${folder}
        PUBLIC ridgepoint_common ${ARG_PUBLIC}
        PRIVATE ${ARG_PRIVATE})
endfunction()

# Where the test fixture "models" leaves the files that tests/data/models makes; empty where no Python can make them.
set(RIDGEPOINT_TEST_MODELS "${PROJECT_BINARY_DIR}/tests/models")

# ridgepoint_test(<name> SOURCES ... LIBRARIES ... [LABELS ...] [TIMEOUT seconds])
# One Qt Test program, run by CTest without a display.
function(ridgepoint_test name)
    cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    add_executable(${name} ${ARG_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    target_link_libraries(${name} PRIVATE ridgepoint_common ${ARG_LIBRARIES} Qt6::Core Qt6::Test)
    target_compile_definitions(${name} PRIVATE RIDGEPOINT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(
        ${name}
        PROPERTIES
            ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8"
            TIMEOUT ${ARG_TIMEOUT}
            LABELS "${ARG_LABELS}")
endfunction()
