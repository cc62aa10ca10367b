# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# Configuring and building, in a folder that git ignores.

build_dir="${ROOFLIGHT_BUILD_DIR:-$root/build}"

# A translation unit that includes LibTorch takes up to 2 GB.
build_jobs() {
    local memory_gb jobs
    memory_gb=$(awk '/^MemAvailable:/ { print int($2 / 1000000) }' /proc/meminfo)
    jobs=$((memory_gb / 2 < $(nproc) ? memory_gb / 2 : $(nproc)))
    printf '%d' "$((jobs > 1 ? jobs : 1))"
}

# How long a first build takes with nothing cached: the programs, or the tests too.
cold_build_seconds() {
    local seconds=1100 # of processor time
    [[ "$torch_use" == programs ]] || seconds=4000
    [[ ! -f "$build_dir/build.ninja" ]] || seconds=0
    printf '%d' "$((seconds / $(build_jobs)))"
}

# need_utf8 FOLDER...: CMake lists the sources that Qt's moc reads as JSON, which holds no other bytes.
need_utf8() {
    local folder
    for folder in "$@"; do
        printf '%s' "$folder" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 ||
            fail "the folder ${folder@Q} has a name that is not UTF-8, and CMake and Qt cannot build there" \
                "rename the folder, or clone into another one"
    done
}

# configure_build OPTION...: runs CMake unless the folder is configured with just these options.
configure_build() {
    local stamp="$build_dir/.configured" wanted
    wanted=$(printf '%s\n' "$root" "$@")
    if [[ -f "$build_dir/build.ninja" && "$(cat "$stamp" 2>/dev/null)" == "$wanted" ]]; then
        return
    fi
    # Paths that CMake found under other options would stay in its cache.
    rm -f "$build_dir/CMakeCache.txt" "$stamp"
    step configure "Configuring the build in $build_dir" \
        "the log names the package that is missing; remove $build_dir if it is of another machine" \
        cmake -S "$root" -B "$build_dir" -G Ninja "$@"
    printf '%s\n' "$wanted" >"$stamp"
}

# build_targets TARGET...
build_targets() {
    step build "Building" "the first error in the log says where; run the script again once it is fixed" \
        cmake --build "$build_dir" --parallel "${ROOFLIGHT_JOBS:-$(build_jobs)}" --target "$@"
}
