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

# Fetching at 100 Mbit/s, installing packages, and the build, in seconds.
first_start_seconds() {
    local megabytes="$1" packages="$2"
    printf '%d' "$((megabytes / 12 + packages * 2 + $(cold_build_seconds)))"
}

# announce_first_start PACKAGE...: says what the first call on this machine is about to do, before it does it. Nothing
# where neither packages of the system nor torch are missing.
announce_first_start() {
    local missing megabytes packages_megabytes=0 minutes
    [[ "$(uname -s)" == Linux ]] || fail "Rooflight runs on Linux, and this is $(uname -s)" "run it in a container of Debian 12"
    mapfile -t missing < <(command -v dpkg-query >/dev/null && missing_packages "$@")
    megabytes=$(torch_to_fetch)
    if ((${#missing[@]} + megabytes == 0)); then
        return
    fi
    # With what each needs itself.
    packages_megabytes=$((${#missing[@]} * 5))
    minutes=$((($(first_start_seconds "$((megabytes + packages_megabytes))" "${#missing[@]}") + 59) / 60))
    say "Something is not on this machine yet ($(system_name)). It takes about $minutes min here with 100 Mbit/s, and"
    if ((${#missing[@]} > 0)); then
        say "  - installs ${#missing[@]} packages of the system and what they need: about $packages_megabytes MB to fetch. apt-get does so as"
        say "    root$( ((EUID == 0)) || printf ', by sudo'); nothing else needs root. They are: ${missing[*]%%|*}"
    fi
    if ((megabytes > 0)); then
        say "  - fetches LibTorch $torch_version from PyPI$([[ "$torch_use" == tests ]] || printf ', without its libraries for GPUs'): $megabytes MB, ${torch_installed[$torch_use]} MB on the disk, in"
        say "    $python_dir. To use another one instead, set LIBTORCH_ROOT, Torch_DIR or CMAKE_PREFIX_PATH."
    fi
    [[ -f "$build_dir/build.ninja" ]] || say "  - builds in $build_dir."
}

# prepare [ON|OFF [OPTION...]]: installs what is missing and configures the build, with ON with CUDA sources.
prepare() {
    local packages=("${build_packages[@]}") options=(-DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_UNITY_BUILD=ON)
    need_utf8 "$root" "$build_dir"
    if has_qt_for_window; then
        packages+=("${window_packages[@]}")
    else
        say "note: the Qt of $(system_name) is older than 6.4: only the command line is built"
        options+=(-DROOFLIGHT_GUI=OFF -DBUILD_TESTING=OFF)
    fi
    announce_first_start "${packages[@]}"
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
    need_utf8 "$root" "$build_dir"
    install_packages "${build_packages[@]}" "${window_packages[@]}"
    configure_build -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DROOFLIGHT_WORKER=OFF \
        -DROOFLIGHT_SANITIZE=address,undefined
}
