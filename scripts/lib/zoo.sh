# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2154 # variables shared between the files that prepare.sh reads

# The Python environment of the accuracy checks: torch as the build uses it, and the packages whose models are counted.

zoo_dir="$cache_dir/zoo"

# make_torch_environment FOLDER TITLE PACKAGE...: an environment with this torch and these packages, made once for both.
make_torch_environment() {
    local folder="$1" title="$2" torch_packages packages wanted
    shift 2
    [[ -n "$torch_python" ]] || fail "this needs a Python with torch" \
        "set ROOFLIGHT_PYTHON to one that has torch and torchvision"
    torch_packages=$(dirname "$(torch_folder "$torch_python")")
    wanted="$torch_packages $*"
    [[ "$(cat "$folder/.installed" 2>/dev/null)" == "$wanted" ]] && return
    need_space "$cache_dir" 1 "an environment of Python (300 MB installed)"
    make_environment "$torch_python" "$folder"
    packages=$("$folder/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    # pip finds torch through this file, and fetches no other.
    printf '%s\n' "$torch_packages" >"$packages/torch.pth"
    add_from_pypi "$folder" "$title" "check the network and try again" "$@"
    printf '%s\n' "$wanted" >"$folder/.installed"
}

# find_zoo [current]: sets zoo_python.
find_zoo() {
    local folder="$zoo_dir" zoo_packages
    # transformers from 4.52 on makes its attention masks in a way that torch.jit.trace refuses.
    zoo_packages=("timm==1.0.31" "transformers==4.51.3")
    if [[ "${1:-}" == current ]]; then # what people export today
        folder="$zoo_dir-current"
        zoo_packages=("timm==1.0.31" "transformers==5.24.0" "diffusers==0.42.1")
    fi
    make_torch_environment "$folder" "Installing the packages whose models are counted" "${zoo_packages[@]}"
    # shellcheck disable=SC2034 # scripts/test calls it
    zoo_python="$folder/bin/python"
}

# What opens web pages in tests: a browser of the system, and what drives it. 100 MB and 50 MB to fetch.
find_browser() {
    local folder="$cache_dir/browser" wanted="playwright==1.65.2"
    install_packages "${browser_packages[@]}"
    [[ "$(cat "$folder/.installed" 2>/dev/null)" == "$wanted" ]] && return
    need_space "$cache_dir" 1 "an environment of Python (200 MB installed)"
    install_from_pypi "$folder" "Installing what drives a browser" "check the network and try again" "$wanted"
    printf '%s\n' "$wanted" >"$folder/.installed"
}

# What the pages of docs/how take for granted; they install the rest themselves.
documentation_dir="$cache_dir/documentation"

find_documentation_python() {
    make_torch_environment "$documentation_dir" "Installing what the documentation takes for granted" pandas
}
