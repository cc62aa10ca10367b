# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# LibTorch: the one that is named, else the one of a Python that has it, else one from PyPI in the cache folder.

# Each torch that the tests run against, with its torchvision; a GPU machine may have an older one than the default.
declare -A torchvision_versions=([2.9.1]=0.24.1 [2.11.0]=0.26.0 [2.13.0]=0.28.0 [2.14.1]=0.29.1 [2.15.0]=0.29.2)
default_torch=2.15.0
oldest_torch=2.9
jsonschema_version=4.26.0
torch_version=$default_torch
torchvision_version=${torchvision_versions[$torch_version]}
python_dir="$cache_dir/python"

# True once use_torch named a version: then no other torch of this machine is taken.
torch_is_chosen=

# use_torch VERSION: takes this torch, in folders of its own beside the default's.
use_torch() {
    local offered
    offered=$(printf '%s\n' "${!torchvision_versions[@]}" | sort -V | paste -sd ' ')
    [[ -n "${torchvision_versions[$1]:-}" ]] || fail "torch $1 is none of those that are tested" "name one of $offered"
    torch_version=$1
    torchvision_version=${torchvision_versions[$1]}
    torch_is_chosen=1
    if [[ "$1" != "$default_torch" ]]; then
        python_dir="$cache_dir/python-torch-$1"
        zoo_dir="$cache_dir/zoo-torch-$1"
        build_dir="${ROOFLIGHT_BUILD_DIR:-$root/build-torch-$1}"
    fi
}

# Set by find_libtorch: the folder with include/ and lib/, and an interpreter that can import torch, or nothing.
libtorch_root=
torch_python=

# torch_folder PYTHON: prints where the interpreter's torch lies, if it is new enough. Does not import it: that takes seconds.
torch_folder() {
    "$1" - "$oldest_torch" 2>/dev/null <<'PYTHON'
import importlib.metadata as metadata, importlib.util, re, sys
numbers = lambda text: [int(n) for n in re.findall(r"\d+", text)[:2]]
spec = importlib.util.find_spec("torch")
if spec and numbers(metadata.version("torch")) >= numbers(sys.argv[1]):
    print(spec.submodule_search_locations[0])
PYTHON
}

# use_python PYTHON: takes LibTorch from this interpreter; false when it has none.
use_python() {
    local folder
    command -v "$1" >/dev/null || return 1
    folder=$(torch_folder "$1")
    [[ -n "$folder" && -f "$folder/include/torch/script.h" ]] || return 1
    torch_python=$(command -v "$1")
    libtorch_root="$folder"
}

# Takes the LibTorch that the environment names; false when it names none.
use_named_libtorch() {
    local -a prefixes
    local paths="${CMAKE_PREFIX_PATH:-}"
    IFS=: read -ra prefixes <<<"${paths//;/:}"
    local folder
    for folder in "${LIBTORCH_ROOT:-}" "${Torch_DIR:+$Torch_DIR/../../..}" "${prefixes[@]}"; do
        if [[ -n "$folder" && -f "$folder/include/torch/script.h" ]]; then
            libtorch_root=$(cd "$folder" && pwd)
            return
        fi
    done
    return 1
}

install_libtorch() {
    need_space "$cache_dir" 8 "LibTorch (2.7 GB to fetch, 4.7 GB installed)"
    say "LibTorch is not on this machine. It comes from PyPI (torch $torch_version: 2.7 GB to fetch, 4.7 GB installed)"
    say "into $python_dir. To use another one, set Torch_DIR, LIBTORCH_ROOT or CMAKE_PREFIX_PATH."
    install_from_pypi "$python_dir" "Installing LibTorch" \
        "check the network and try again; behind a proxy set HTTPS_PROXY; or set Torch_DIR to a LibTorch of your own" \
        "torch==$torch_version" "torchvision==$torchvision_version"
}

# True when what lies in the cache folder was installed to its end.
libtorch_is_installed() {
    local stamp="$python_dir/.installed" wanted="torch $torch_version torchvision $torchvision_version"
    [[ -x "$python_dir/bin/python" ]] || return 1
    [[ "$(cat "$stamp" 2>/dev/null)" == "$wanted" ]] && return
    # Only an import proves that an installation without the stamp is whole.
    "$python_dir/bin/python" -c "
import torch, torchvision
found = (torch.__version__.split('+')[0], torchvision.__version__.split('+')[0])
raise SystemExit(found != ('$torch_version', '$torchvision_version'))" >/dev/null 2>&1 || return 1
    printf '%s\n' "$wanted" >"$stamp"
}

find_libtorch() {
    if [[ -z "$torch_is_chosen" ]] && use_named_libtorch; then
        local python
        for python in "${ROOFLIGHT_PYTHON:-python3}" "$python_dir/bin/python"; do
            if [[ -z "$torch_python" && -n "$(torch_folder "$python")" ]]; then
                torch_python=$(command -v "$python")
            fi
        done
        return
    fi
    if [[ -z "$torch_is_chosen" && -n "${ROOFLIGHT_PYTHON:-}" ]]; then
        use_python "$ROOFLIGHT_PYTHON" && return
        fail "ROOFLIGHT_PYTHON names $ROOFLIGHT_PYTHON, which has no torch of $oldest_torch or newer" \
            "install torch there, or unset ROOFLIGHT_PYTHON"
    fi
    [[ -z "$torch_is_chosen" ]] && use_python python3 && return
    mkdir -p "$cache_dir"
    local lock
    exec {lock}>"$cache_dir/lock"
    flock -n "$lock" || { say "Waiting for another run that installs LibTorch"; flock "$lock"; }
    libtorch_is_installed || { install_libtorch && libtorch_is_installed; } ||
        fail "LibTorch was installed into $python_dir, but Python cannot import it" "remove that folder and try again"
    exec {lock}>&-
    use_python "$python_dir/bin/python" || fail "$python_dir holds no LibTorch" "remove that folder and try again"
}

# find_jsonschema: what the tests of the schemas need, beside the torch of the cache folder. A Python of somebody's own
# is left as it is: without jsonschema those tests are skipped there.
find_jsonschema() {
    local stamp="$python_dir/.jsonschema"
    [[ "$torch_python" == "$python_dir/bin/python" && "$(cat "$stamp" 2>/dev/null)" != "$jsonschema_version" ]] || return 0
    add_from_pypi "$python_dir" "Installing jsonschema" "check the network and try again" "jsonschema==$jsonschema_version"
    printf '%s\n' "$jsonschema_version" >"$stamp"
}
