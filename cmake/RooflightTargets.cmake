# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, RelWithDebInfo, Release" FORCE)
endif()

# ccache keeps what was compiled with a precompiled header only if it may trust time stamps and macros.
find_program(ROOFLIGHT_CCACHE ccache)
if(ROOFLIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
                                    "${ROOFLIGHT_CCACHE}")
endif()

# The fastest linker that the compiler can use.
include(CheckLinkerFlag)
foreach(_linker mold lld)
    check_linker_flag(CXX -fuse-ld=${_linker} ROOFLIGHT_HAS_${_linker})
    if(ROOFLIGHT_HAS_${_linker})
        add_link_options($<$<LINK_LANGUAGE:CXX>:-fuse-ld=${_linker}>)
        break()
    endif()
endforeach()

set(ROOFLIGHT_SANITIZE "" CACHE STRING "Sanitizers for everything that does not link LibTorch, for example address,undefined")
option(ROOFLIGHT_WERROR "Treat warnings as errors" OFF)

# Warnings, include root and sanitizers that every target of the project shares.
add_library(rooflight_common INTERFACE)
target_include_directories(rooflight_common INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(
    rooflight_common
    INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic>
              $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${ROOFLIGHT_WERROR}>>:-Werror>)
# Files and lines are enough for a back trace, and build in two thirds of the time; Debug has everything.
target_compile_options(
    rooflight_common INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:RelWithDebInfo>>:-g1>
                                $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpch-preprocess>)
# The smallest programs: what nothing calls is left out, function by function.
target_compile_options(rooflight_common
                       INTERFACE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:MinSizeRel>>:-ffunction-sections;-fdata-sections>)
target_link_options(rooflight_common INTERFACE $<$<CONFIG:MinSizeRel>:LINKER:--gc-sections>)
if(CMAKE_UNITY_BUILD)
    # GCC takes sources that are included for headers, and warns of types in their anonymous namespaces.
    target_compile_options(rooflight_common INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endif()
target_compile_definitions(rooflight_common INTERFACE ROOFLIGHT_VERSION="${PROJECT_VERSION}" QT_NO_KEYWORDS)
if(ROOFLIGHT_SANITIZE)
    target_compile_options(rooflight_common INTERFACE -fsanitize=${ROOFLIGHT_SANITIZE} -fno-sanitize-recover=all
                                                       -fno-omit-frame-pointer)
    target_link_options(rooflight_common INTERFACE -fsanitize=${ROOFLIGHT_SANITIZE})
endif()

# group_sources(<target> [<source>...])
# With CMAKE_UNITY_BUILD the sources of a folder are compiled as one, which reads and instantiates headers once a folder.
# Those that are named stay alone: they share a name with another in their anonymous namespaces. The folders of the
# target's property ROOFLIGHT_JOINED_FOLDERS are one.
function(group_sources target)
    get_target_property(_sources ${target} SOURCES)
    get_target_property(_joined ${target} ROOFLIGHT_JOINED_FOLDERS)
    foreach(_source IN LISTS _sources)
        if(_source MATCHES "\\.cpp$" AND NOT IS_ABSOLUTE "${_source}" AND NOT _source IN_LIST ARGN)
            get_filename_component(_folder "${_source}" DIRECTORY)
            if(_folder AND _folder IN_LIST _joined)
                set(_folder joined)
            endif()
            string(MAKE_C_IDENTIFIER "sources_${_folder}" _group)
            set_property(SOURCE "${_source}" PROPERTY UNITY_GROUP "${_group}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# rooflight_library(<folder> SOURCES ... [PUBLIC ...] [PRIVATE ...] [ALONE ...] [JOINED ...])
# One static library a folder: target rooflight_<folder>, alias rooflight::<folder>. JOINED: folders below it that
# include the same large headers, and are compiled as one.
function(rooflight_library folder)
    cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE;ALONE;JOINED" ${ARGN})
    add_library(rooflight_${folder} STATIC ${ARG_SOURCES})
    set_target_properties(rooflight_${folder} PROPERTIES ROOFLIGHT_JOINED_FOLDERS "${ARG_JOINED}")
    add_library(rooflight::${folder} ALIAS rooflight_${folder})
    target_link_libraries(
        rooflight_${folder}
        PUBLIC rooflight_common ${ARG_PUBLIC}
        PRIVATE ${ARG_PRIVATE})
    group_sources(rooflight_${folder} ${ARG_ALONE})
endfunction()
