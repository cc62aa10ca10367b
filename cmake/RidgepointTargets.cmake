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
