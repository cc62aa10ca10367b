# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# Finds LibTorch without its own package file, which insists on a CUDA compiler for every CUDA build of LibTorch and
# writes into global compiler flags. We link its CPU half only; the CUDA half is opened at run time.
#
# Looked for in this order: LIBTORCH_ROOT, Torch_DIR, CMAKE_PREFIX_PATH, the torch of the Python interpreter in
# ROOFLIGHT_PYTHON or on PATH.
#
# Targets: LibTorch::LibTorch. Variables: LibTorch_FOUND, LibTorch_VERSION, LibTorch_ROOT_DIR, LibTorch_CUDA_VERSION.

set(_hints "${LIBTORCH_ROOT}" "$ENV{LIBTORCH_ROOT}")
foreach(_dir IN ITEMS "${Torch_DIR}" "$ENV{Torch_DIR}")
    if(_dir)
        list(APPEND _hints "${_dir}/../../..")
    endif()
endforeach()

find_path(LibTorch_INCLUDE_DIR torch/script.h HINTS ${_hints} PATH_SUFFIXES include)

if(NOT LibTorch_INCLUDE_DIR)
    find_program(ROOFLIGHT_PYTHON NAMES python3 python)
    if(ROOFLIGHT_PYTHON)
        execute_process(
            COMMAND
                "${ROOFLIGHT_PYTHON}" -c
                "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
            OUTPUT_VARIABLE _python_root
            OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        if(_python_root)
            find_path(LibTorch_INCLUDE_DIR torch/script.h PATHS "${_python_root}/include" NO_DEFAULT_PATH)
        endif()
    endif()
endif()

if(LibTorch_INCLUDE_DIR)
    get_filename_component(LibTorch_ROOT_DIR "${LibTorch_INCLUDE_DIR}/.." REALPATH)
    find_library(LibTorch_CPU_LIBRARY torch_cpu PATHS "${LibTorch_ROOT_DIR}/lib" NO_DEFAULT_PATH)
    find_library(LibTorch_C10_LIBRARY c10 PATHS "${LibTorch_ROOT_DIR}/lib" NO_DEFAULT_PATH)
    foreach(_header torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
        if(NOT LibTorch_VERSION AND EXISTS "${LibTorch_INCLUDE_DIR}/${_header}")
            file(STRINGS "${LibTorch_INCLUDE_DIR}/${_header}" _lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) ")
            string(REGEX REPLACE "[^0-9;]" "" _numbers "${_lines}")
            list(JOIN _numbers "." LibTorch_VERSION)
        endif()
    endforeach()
endif()

# The CUDA that LibTorch was built for, as its own files tell it.
set(LibTorch_CUDA_VERSION "none")
if(LibTorch_ROOT_DIR AND EXISTS "${LibTorch_ROOT_DIR}/lib/libtorch_cuda.so")
    set(LibTorch_CUDA_VERSION "unknown")
    if(EXISTS "${LibTorch_ROOT_DIR}/version.py")
        file(STRINGS "${LibTorch_ROOT_DIR}/version.py" _line REGEX "^cuda")
        string(REGEX MATCH "[0-9]+\\.[0-9]+" _number "${_line}")
        if(_number)
            set(LibTorch_CUDA_VERSION "${_number}")
        endif()
    endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
    LibTorch
    REQUIRED_VARS LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY LibTorch_INCLUDE_DIR
    VERSION_VAR LibTorch_VERSION
    REASON_FAILURE_MESSAGE "Point Torch_DIR at its share/cmake/Torch, or run scripts/run, which installs it.")

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
    add_library(LibTorch::c10 SHARED IMPORTED)
    set_target_properties(LibTorch::c10 PROPERTIES IMPORTED_LOCATION "${LibTorch_C10_LIBRARY}")
    add_library(LibTorch::LibTorch SHARED IMPORTED)
    set_target_properties(LibTorch::LibTorch PROPERTIES IMPORTED_LOCATION "${LibTorch_CPU_LIBRARY}")
    # As options: moc would read the headers in include directories, 4 s of them for each test that includes LibTorch.
    target_compile_options(
        LibTorch::LibTorch INTERFACE "SHELL:-isystem \"${LibTorch_INCLUDE_DIR}\""
                                     "SHELL:-isystem \"${LibTorch_INCLUDE_DIR}/torch/csrc/api/include\"")
    target_link_libraries(LibTorch::LibTorch INTERFACE LibTorch::c10)
    # at::RecordFunction has one member more without NDEBUG than the library was built with.
    target_compile_definitions(LibTorch::LibTorch INTERFACE NDEBUG)
endif()
mark_as_advanced(LibTorch_INCLUDE_DIR LibTorch_CPU_LIBRARY LibTorch_C10_LIBRARY)
