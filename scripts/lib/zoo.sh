# SPDX-FileCopyrightText: 2026 The Ridgepoint authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables shared between the files that prepare.sh reads

# The Python environment of the accuracy checks: torch as the build uses it, and the packages whose models are counted.

zoo_dir="$cache_dir/zoo"

# find_zoo [current]: makes the environment once for this torch and these packages; sets zoo_python.
find_zoo() {
    local folder="$zoo_dir" zoo_packages stamp torch_packages packages wanted
    # transformers from 4.52 on makes its attention masks in a way that torch.jit.trace refuses.
    zoo_packages=("timm==1.0.31" "transformers==4.51.3")
    if [[ "${1:-}" == current ]]; then # what people export today
        folder="$zoo_dir-current"
        zoo_packages=("timm==1.0.31" "transformers==5.24.0" "diffusers==0.42.1")
    fi
    stamp="$folder/.installed"
    zoo_python="$folder/bin/python"
    [[ -n "$torch_python" ]] || fail "the accuracy checks need a Python with torch" \
        "set RIDGEPOINT_PYTHON to one that has torch and torchvision"
    torch_packages=$(dirname "$(torch_folder "$torch_python")")
    wanted="$torch_packages ${zoo_packages[*]}"
    [[ "$(cat "$stamp" 2>/dev/null)" == "$wanted" ]] && return
    need_space "$cache_dir" 1 "the environment of the accuracy checks (300 MB installed)"
    make_environment "$torch_python" "$folder"
    packages=$("$zoo_python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    # pip finds torch through this file, and fetches no other.
    printf '%s\n' "$torch_packages" >"$packages/torch.pth"
    add_from_pypi "$folder" "Installing the packages whose models are counted" "check the network and try again" \
        "${zoo_packages[@]}"
    printf '%s\n' "$wanted" >"$stamp"
}
