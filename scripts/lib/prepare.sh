# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# What scripts/run and scripts/test share: everything up to a configured build folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib/messages.sh
. "$root/scripts/lib/messages.sh"
# shellcheck source=scripts/lib/packages.sh
. "$root/scripts/lib/packages.sh"
# shellcheck source=scripts/lib/pypi.sh
. "$root/scripts/lib/pypi.sh"
# shellcheck source=scripts/lib/libtorch.sh
. "$root/scripts/lib/libtorch.sh"
# shellcheck source=scripts/lib/zoo.sh
. "$root/scripts/lib/zoo.sh"
# shellcheck source=scripts/lib/cuda.sh
. "$root/scripts/lib/cuda.sh"
# shellcheck source=scripts/lib/build.sh
. "$root/scripts/lib/build.sh"

# prepare [ON|OFF [OPTION...]]: installs what is missing and configures the build, with ON with CUDA sources.
prepare() {
    local packages=("${build_packages[@]}") options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON)
    if has_qt_for_window; then
        packages+=("${window_packages[@]}")
    else
        say "note: the Qt of $(system_name) is older than 6.4: only the command line is built"
        options+=(-DROOFLIGHT_GUI=OFF -DBUILD_TESTING=OFF)
    fi
    install_packages "${packages[@]}"
    find_libtorch
    options+=("-DLIBTORCH_ROOT=$libtorch_root" "-DROOFLIGHT_PYTHON=${torch_python:-python3}")
    if [[ "${1:-}" == ON ]]; then
        find_cuda_compiler
        options+=(-DROOFLIGHT_CUDA=ON "-DCMAKE_CUDA_COMPILER=$cuda_compiler"
            "-DCUDAToolkit_ROOT=$(dirname "$(dirname "$cuda_compiler")")")
    fi
    if [[ "${CI:-}" == true ]]; then
        options+=(-DROOFLIGHT_WERROR=ON)
    fi
    configure_build "${options[@]}" "${@:2}"
}

# prepare_sanitizers: the same for a build without LibTorch, in which the sanitizers end a program at the first error. It
# compiles file by file, so that a source that uses what another one includes or hides is found.
prepare_sanitizers() {
    install_packages "${build_packages[@]}" "${window_packages[@]}"
    configure_build -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DROOFLIGHT_WORKER=OFF \
        -DROOFLIGHT_SANITIZE=address,undefined
}
