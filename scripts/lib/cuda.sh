# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# The CUDA compiler, for builds with ROOFLIGHT_CUDA: the one on this machine, else one from PyPI.

cuda_version=13.0.2
cuda_parts=nvcc,nvvm,crt,cccl,cudart,cublas
cuda_dir="$cache_dir/cuda"

# Set by find_cuda_compiler.
cuda_compiler=

install_cuda_compiler() {
    need_space "$cache_dir" 2 "the CUDA compiler (0.9 GB installed)"
    say "nvcc is not on this machine. It comes from PyPI (cuda-toolkit $cuda_version, 0.9 GB) into $cuda_dir."
    install_from_pypi "$cuda_dir" "Installing the CUDA compiler" \
        "check the network and try again, or install the CUDA Toolkit 13 and put nvcc on PATH" \
        "cuda-toolkit[$cuda_parts]==$cuda_version"
}

# complete_cuda_tree FOLDER: adds the names that CMake and linkers look for and that the packages of PyPI leave out.
complete_cuda_tree() {
    local library plain
    [[ -e "$1/lib64" ]] || ln -s lib "$1/lib64"
    for library in "$1"/lib/lib*.so.*; do
        plain="${library%%.so.*}.so"
        [[ -e "$plain" ]] || ln -s "$(basename "$library")" "$plain"
    done
}

find_cuda_compiler() {
    cuda_compiler=$(command -v "${CUDA_HOME:+$CUDA_HOME/bin/}nvcc" || command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)
    [[ -z "$cuda_compiler" ]] || return 0
    local stamp="$cuda_dir/.installed" tree
    if [[ "$(cat "$stamp" 2>/dev/null)" != "$cuda_version" ]]; then
        install_cuda_compiler
    fi
    tree=$(find "$cuda_dir"/lib -type d -path '*/site-packages/nvidia/cu13' -print -quit)
    [[ -n "$tree" && -x "$tree/bin/nvcc" ]] ||
        fail "the CUDA compiler was installed into $cuda_dir, but nvcc is not there" "remove that folder and try again"
    complete_cuda_tree "$tree"
    printf '%s\n' "$cuda_version" >"$stamp"
    cuda_compiler="$tree/bin/nvcc"
}

# Of NVIDIA's GPUs, any version since that of the compiler.
disassembler_version=13.5.37

# Set by find_disassembler.
disassembler_dir=

find_disassembler() {
    local folder="$cache_dir/cuobjdump"
    if [[ "$(cat "$folder/.installed" 2>/dev/null)" != "$disassembler_version" ]]; then
        install_from_pypi "$folder" "Installing cuobjdump" "check the network and try again" \
            "nvidia-cuda-cuobjdump==$disassembler_version" "nvidia-cuda-nvdisasm==$disassembler_version"
        printf '%s\n' "$disassembler_version" >"$folder/.installed"
    fi
    disassembler_dir=$(dirname "$(find "$folder"/lib -path '*/bin/cuobjdump' -print -quit)")
}
