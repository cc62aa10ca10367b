# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# LibTorch: the one that is named, else the one of a Python that has it, else one from PyPI in the cache folder.

# Each torch that the tests run against, with its torchvision; a GPU machine may have an older one than the default.
declare -A torchvision_versions=([2.9.1]=0.24.1 [2.11.0]=0.26.0 [2.12.1]=0.27.1 [2.13.0]=0.28.0 [2.14.1]=0.29.1 [2.15.0]=0.29.2)
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

# What is wanted of torch: "programs" for the libraries that the programs link, "tests" for a Python that can import it.
# A machine with a GPU always gets the second, whose libraries LibTorch loads there.
torch_use=tests

# use_torch_for_programs: nothing more than the programs need is fetched.
use_torch_for_programs() {
    has_nvidia_driver || torch_use=programs
}

has_nvidia_driver() {
    [[ -e /proc/driver/nvidia/version || -e /dev/nvidiactl || -e /dev/dxg ]]
}

# By use, in MB: what pip fetches, and what lies on the disk afterwards. Of the default torch, on x86-64; others differ by
# a tenth.
declare -A torch_fetched=([programs]=554 [tests]=2740) torch_installed=([programs]=1280 [tests]=4500)

# Set by find_libtorch: the folder with include/ and lib/, and an interpreter that can import torch, or nothing.
libtorch_root=
torch_python=

# torch_folder PYTHON: prints where the interpreter's torch lies, if it is new enough. Does not import it: that takes seconds.
torch_folder() {
    "$1" - "$oldest_torch" 2>/dev/null <<'PYTHON'
import importlib.metadata as metadata, importlib.util, os, re, sys
numbers = lambda text: [int(n) for n in re.findall(r"\d+", text)[:2]]
spec = importlib.util.find_spec("torch")
if spec and numbers(metadata.version("torch")) >= numbers(sys.argv[1]):
    print(os.path.realpath(spec.submodule_search_locations[0]))
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

# named_folder VARIABLE FOLDER: prints the folder, which must hold LibTorch where the variable names one.
named_folder() {
    [[ -n "${!1:-}" ]] || return 0
    [[ -f "$2/include/torch/script.h" ]] ||
        fail "$1 names ${!1}, where there is no LibTorch" "name the folder of torch that has include/ and lib/, or unset $1"
    printf '%s' "$2"
}

# Takes the LibTorch that the environment names, and the Python that has it; false when it names none.
use_named_libtorch() {
    local -a prefixes
    local paths="${CMAKE_PREFIX_PATH:-}"
    IFS=: read -ra prefixes <<<"${paths//;/:}"
    local folder named python
    # A failure within would end the subshell alone.
    named=$(named_folder LIBTORCH_ROOT "${LIBTORCH_ROOT:-}") || exit 1
    [[ -n "$named" ]] || named=$(named_folder Torch_DIR "${Torch_DIR:-}/../../..") || exit 1
    for folder in "$named" "${prefixes[@]}"; do
        [[ -n "$folder" && -f "$folder/include/torch/script.h" ]] || continue
        libtorch_root=$(cd "$folder" && pwd -P)
        # A Python that is named may have another torch. Of the rest only its own: that of the environment around it
        # (lib/python3.11/site-packages/torch), or the one on PATH.
        torch_python=$(command -v "${ROOFLIGHT_PYTHON:-}" || true)
        for python in "$libtorch_root/../../../../bin/python" "$(dirname "$folder")/../../../bin/python" python3; do
            if [[ -z "$torch_python" && "$(torch_folder "$python")" == "$libtorch_root" ]]; then
                torch_python=$(command -v "$python")
            fi
        done
        return
    done
    return 1
}

# The stamp of what lies in the cache folder: for the tests it has all that the programs need.
torch_stamp() {
    [[ "$1" == tests ]] && printf 'torch %s torchvision %s' "$torch_version" "$torchvision_version" ||
        printf 'torch %s for the programs' "$torch_version"
}

# libtorch_is_installed USE: true when what lies in the cache folder was installed to its end, for this use or for more.
libtorch_is_installed() {
    local found
    found=$(cat "$python_dir/.installed" 2>/dev/null)
    [[ -x "$python_dir/bin/python" ]] && [[ "$found" == "$(torch_stamp tests)" || "$found" == "$(torch_stamp "$1")" ]]
}

# torch_to_fetch: prints the MB that find_libtorch will fetch.
torch_to_fetch() {
    if takes_torch_that_is_there || libtorch_is_installed "$torch_use"; then
        printf 0
    elif libtorch_is_installed programs; then
        printf '%d' "$((torch_fetched[tests] - torch_fetched[programs]))"
    else
        printf '%d' "${torch_fetched[$torch_use]}"
    fi
}

# install_libtorch: into the cache folder, what torch_use says. torch itself comes first, for it names what it needs.
install_libtorch() {
    local fetched=${torch_fetched[$torch_use]} installed=${torch_installed[$torch_use]} hint needed
    hint="check the network and try again; behind a proxy set HTTPS_PROXY; or set Torch_DIR to a LibTorch of your own"
    need_space "$cache_dir" "$(((fetched + installed) / 1000 + 1))" "LibTorch"
    if ! libtorch_is_installed programs; then
        make_environment python3 "$python_dir"
        pip_fetched=${torch_fetched[programs]} pip_installed=${torch_installed[programs]}
        add_from_pypi "$python_dir" "Fetching LibTorch (${torch_fetched[programs]} MB)" "$hint" \
            --no-deps "torch==$torch_version"
        mapfile -t needed < <("$python_dir/bin/python" -B "$root/scripts/lib/torch_needs.py" programs)
        pip_fetched=0 pip_installed=0
        ((${#needed[@]} == 0)) || add_from_pypi "$python_dir" "Fetching what it links" "$hint" "${needed[@]}"
        printf '%s\n' "$(torch_stamp programs)" >"$python_dir/.installed"
    fi
    # A torch of another build may link more than this.
    local linked
    linked=$(ldd "$python_dir"/lib/python3*/site-packages/torch/lib/libtorch_cpu.so)
    [[ "$torch_use" == tests || "$linked" == *"not found"* ]] || return 0
    mapfile -t needed < <("$python_dir/bin/python" -B "$root/scripts/lib/torch_needs.py" tests)
    pip_fetched=$((torch_fetched[tests] - torch_fetched[programs]))
    pip_installed=$((torch_installed[tests] - torch_installed[programs]))
    add_from_pypi "$python_dir" "Fetching what Python's torch needs ($pip_fetched MB)" \
        "$hint" "${needed[@]}" numpy pillow
    pip_fetched=0 pip_installed=0
    # Without what torch asks for, which pip would complete.
    add_from_pypi "$python_dir" "Fetching torchvision" "$hint" --no-deps "torchvision==$torchvision_version"
    "$python_dir/bin/python" -c "import torch, torchvision" >/dev/null 2>&1 ||
        fail "torch was installed into $python_dir, but Python cannot import it" "remove that folder and try again"
    printf '%s\n' "$(torch_stamp tests)" >"$python_dir/.installed"
}

# takes_torch_that_is_there: finds the LibTorch that the environment names or that a Python of this machine has. False
# when there is none, or use_torch named a version.
takes_torch_that_is_there() {
    [[ -z "$torch_is_chosen" ]] || return 1
    if use_named_libtorch; then
        return
    elif [[ -n "${ROOFLIGHT_PYTHON:-}" ]]; then
        use_python "$ROOFLIGHT_PYTHON" && return
        fail "ROOFLIGHT_PYTHON names $ROOFLIGHT_PYTHON, which has no torch of $oldest_torch or newer" \
            "install torch there, or unset ROOFLIGHT_PYTHON"
    fi
    local environment
    for environment in "${VIRTUAL_ENV:-}" "${CONDA_PREFIX:-}"; do
        [[ -z "$environment" ]] || ! use_python "$environment/bin/python" || return 0
    done
    use_python python3
}

# Prints the version of the torch in a folder, with a blank before it, where its Python package says so.
version_of_torch() {
    sed -n "s/^__version__ = '\\([^']*\\)'.*/ \\1/p" "$1/version.py" 2>/dev/null || true
}

find_libtorch() {
    if takes_torch_that_is_there; then
        say "Using torch$(version_of_torch "$libtorch_root") in $libtorch_root"
        find_test_python
        return
    fi
    mkdir -p "$cache_dir"
    local lock
    exec {lock}>"$cache_dir/lock"
    flock -n "$lock" || { say "Waiting for another run that installs LibTorch"; flock "$lock"; }
    libtorch_is_installed "$torch_use" || install_libtorch
    exec {lock}>&-
    use_python "$python_dir/bin/python" || fail "$python_dir holds no LibTorch" "remove that folder and try again"
    libtorch_is_installed tests || torch_python= # it cannot import what it has
    find_test_python
}

# python_has PYTHON MODULE...
python_has() {
    "$1" -c "import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, sys.argv[1:])))" "${@:2}" 2>/dev/null
}

# find_test_python: sees that the Python of the tests has what they import beside torch. One of somebody's own is left as
# it is: an environment in the cache folder has the rest, and finds that torch.
find_test_python() {
    [[ -n "$torch_python" ]] || return 0
    if [[ "$torch_python" == "$python_dir/bin/python" ]]; then
        [[ "$torch_use" == tests && "$(cat "$python_dir/.jsonschema" 2>/dev/null)" != "$jsonschema_version" ]] || return 0
        add_from_pypi "$python_dir" "Installing jsonschema" "check the network and try again" "jsonschema==$jsonschema_version"
        printf '%s\n' "$jsonschema_version" >"$python_dir/.jsonschema"
        return
    fi
    python_has "$torch_python" torchvision jsonschema && return
    local folder version wanted
    folder="$cache_dir/beside-$(printf '%s' "$libtorch_root" | cksum | cut -d ' ' -f 1)"
    if [[ "$torch_use" == tests ]]; then
        version=$("$torch_python" -c 'import importlib.metadata as m; print(m.version("torch"))')
        make_torch_environment "$folder" "Installing what the tests need beside the torch in $libtorch_root" \
            "torch==$version" torchvision "jsonschema==$jsonschema_version"
    fi
    # Also where it is not needed: the build stays configured for one Python.
    [[ ! -f "$folder/.installed" ]] || torch_python="$folder/bin/python"
}
