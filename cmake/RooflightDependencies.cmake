# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

# Every dependency of the project, each with the reason why it is there.

find_package(fmt REQUIRED)
set_package_properties(fmt PROPERTIES PURPOSE "formats text and numbers in the C locale")

find_package(nlohmann_json REQUIRED)
set_package_properties(nlohmann_json PROPERTIES PURPOSE "the record stream is JSON Lines")

find_package(PkgConfig REQUIRED)

pkg_check_modules(utf8proc REQUIRED IMPORTED_TARGET libutf8proc)
add_feature_info(utf8proc utf8proc_FOUND "decodes UTF-8 and knows how many columns a character takes on a terminal")

find_package(Threads REQUIRED)

pkg_check_modules(Highway REQUIRED IMPORTED_TARGET libhwy)
add_feature_info(Highway Highway_FOUND "microbenchmarks for every instruction set, chosen at run time")

pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
add_feature_info(libzip libzip_FOUND "looks into TorchScript archives without running them")

if(ROOFLIGHT_MATRIX)
    pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
    add_feature_info(toml++ tomlplusplus_FOUND "reads the plans of matrices")
endif()

find_package(CLI11 REQUIRED)
set_package_properties(CLI11 PROPERTIES PURPOSE "the command line of rooflight-cli")

find_package(OpenSSL REQUIRED COMPONENTS Crypto)
set_package_properties(OpenSSL PROPERTIES PURPOSE "SHA-256 of model files")

if(ROOFLIGHT_WORKER)
    pkg_check_modules(libseccomp IMPORTED_TARGET libseccomp>=2.5)
    if(NOT libseccomp_FOUND)
        message(FATAL_ERROR "libseccomp 2.5 or newer is missing: install libseccomp-dev (Debian, Ubuntu) or "
                            "libseccomp-devel (Fedora). It keeps models from what they have no use for.")
    endif()
    add_feature_info(libseccomp libseccomp_FOUND "takes system calls from the process that runs a model")

    find_package(LibTorch 2.9 REQUIRED)
    set_package_properties(LibTorch PROPERTIES PURPOSE "loads and runs TorchScript models")
    # LibTorch's folder of headers holds an fmt of its own, whose functions no library exports: each file that formats
    # would compile them again, 2 s of processor time and 600 KB. A link in front of that folder finds the system's.
    get_target_property(_fmt_folder fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
    set(_fmt_first "${PROJECT_BINARY_DIR}/include/system")
    file(MAKE_DIRECTORY "${_fmt_first}")
    file(CREATE_LINK "${_fmt_folder}/fmt" "${_fmt_first}/fmt" SYMBOLIC)
    target_include_directories(LibTorch::LibTorch BEFORE INTERFACE "${_fmt_first}")
endif()

if(ROOFLIGHT_CUDA AND ROOFLIGHT_WORKER)
    # For the GPUs from Turing to Blackwell; newer ones translate the last one's intermediate code.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
        set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120)
    endif()
    include(CheckLanguage)
    check_language(CUDA)
    if(NOT CMAKE_CUDA_COMPILER)
        message(
            FATAL_ERROR
                "ROOFLIGHT_CUDA=ON needs nvcc of the CUDA Toolkit 13: put it on PATH, name it in CUDACXX or "
                "CMAKE_CUDA_COMPILER, or run scripts/run --cuda, which installs it.")
    endif()
    enable_language(CUDA)
    find_package(CUDAToolkit 13.0 REQUIRED)
    set_package_properties(CUDAToolkit PROPERTIES PURPOSE "microbenchmarks of GPUs")
    # Its headers alone: the library is opened at run time. LibTorch brings both.
    set(_torch_cuda "${LibTorch_ROOT_DIR}/../nvidia/cu${CUDAToolkit_VERSION_MAJOR}")
    find_path(ROOFLIGHT_CUBLASLT_INCLUDE_DIR cublasLt.h HINTS ${CUDAToolkit_INCLUDE_DIRS} "${_torch_cuda}/include"
                                                               REQUIRED)
    mark_as_advanced(ROOFLIGHT_CUBLASLT_INCLUDE_DIR)
endif()

if(ROOFLIGHT_GUI)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Concurrent Gui Widgets Charts Svg LinguistTools)
    set_package_properties(Qt6 PROPERTIES PURPOSE "the window, its charts and translations")
endif()

if(BUILD_TESTING)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
endif()

if(BUILD_TESTING OR ROOFLIGHT_FUZZ)
    find_package(ZLIB REQUIRED)
    set_package_properties(ZLIB PROPERTIES PURPOSE "checksums of the archives that the fuzzer makes up")
endif()
