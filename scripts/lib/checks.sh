# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# The checks of scripts/check: each prints a line a problem, and returns false if there is one.

reuse_version=6.2.0
every_check=(format shell licenses length links architecture homes moments sessions words translations headers tidy gpu)

# Set by find_changed_files: sources that the checks of what changed look at.
changed_files=()

# find_changed_files: everything with --all, or where there is no commit to compare with.
find_changed_files() {
    local base="${ROOFLIGHT_BASE:-}" branch
    for branch in origin/main main; do
        [[ -n "$base" ]] || base=$(git merge-base HEAD "$branch" 2>/dev/null || true)
    done
    # On main itself: what the last commit changed.
    if [[ -n "$base" && "$base" == "$(git rev-parse HEAD)" ]]; then
        base=$(git rev-parse --verify --quiet HEAD~1 || true)
    fi
    if [[ -n "$all" || -z "$base" ]]; then
        mapfile -t changed_files < <(git ls-files)
    else
        mapfile -t changed_files < <(git diff --name-only --diff-filter=d "$base" && git ls-files --others --exclude-standard)
    fi
}

# changed_matching REGEX: prints the changed files whose paths match.
changed_matching() {
    printf '%s\n' "${changed_files[@]}" | grep -E "$1" || true
}

check_format() {
    git ls-files -z '*.cpp' '*.h' '*.cu' '*.cuh' | xargs -0 clang-format --dry-run -Werror
}

check_shell() {
    local scripts
    mapfile -t scripts < <(git ls-files .ci scripts | grep -v '\.py$')
    shellcheck "${scripts[@]}"
}

check_licenses() {
    local folder="$cache_dir/reuse" wanted="reuse==$reuse_version"
    if [[ "$(cat "$folder/.installed" 2>/dev/null)" != "$wanted" ]]; then
        install_from_pypi "$folder" "Installing reuse" "check the network and try again" "$wanted"
        printf '%s\n' "$wanted" >"$folder/.installed"
    fi
    "$folder/bin/reuse" --root "$root" lint --lines
}

check_length() {
    python3 -B scripts/lib/architecture_check.py length
}

check_links() {
    python3 -B scripts/lib/architecture_check.py links
}

check_homes() {
    python3 -B scripts/lib/architecture_check.py homes
}

check_moments() {
    python3 -B scripts/lib/architecture_check.py moments
}

check_sessions() {
    python3 -B scripts/lib/architecture_check.py sessions
}

check_words() {
    python3 -B scripts/lib/architecture_check.py words
}

check_architecture() {
    python3 -B scripts/lib/architecture_check.py architecture
}

# A source string that lupdate finds and the translation lacks, or one without its translation, is a problem.
check_translations() {
    local folder lupdate source status=0
    lupdate=$(command -v lupdate6 || command -v /usr/lib/qt6/bin/lupdate || command -v lupdate) ||
        fail "the translations cannot be checked without lupdate" "install qt6-l10n-tools"
    folder=$(mktemp -d)
    for source in resources/translations/*.ts; do
        cp "$source" "$folder/all.ts"
        "$lupdate" -silent -no-obsolete -locations none -extensions cpp,h -I . ui app/rooflight core/report core/cost core/model core/results core/roofs core/service core/timing core/torchscript -ts "$folder/all.ts" || status=1
        python3 -B scripts/lib/translation_check.py "$source" "$folder/all.ts" || status=1
    done
    rm -rf "$folder"
    return "$status"
}

# Configures a build for its compile_commands.json, with clang and without precompiled headers; nothing is built there.
prepare_for_clang() {
    [[ -z "${clang_is_prepared:-}" ]] || return 0
    find_libtorch
    build_dir="${ROOFLIGHT_CHECK_DIR:-$root/build-check}"
    configure_build -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        "-DLIBTORCH_ROOT=$libtorch_root" "-DROOFLIGHT_PYTHON=${torch_python:-python3}"
    # As a build would: sources that were added since are in no command otherwise, and would not be checked.
    ninja -C "$build_dir" --quiet build.ninja
    clang_is_prepared=1
}

# Every header says itself what it needs: each is compiled with nothing before it.
check_headers() {
    local headers
    mapfile -t headers < <(changed_matching '^(core|ui|app|tests)/.*\.h$')
    ((${#headers[@]} != 0)) || return 0
    prepare_for_clang
    python3 -B scripts/lib/clang_check.py headers "$build_dir" "$(build_jobs)" "${headers[@]}"
}

check_tidy() {
    local sources
    mapfile -t sources < <(changed_matching '^(core|ui|app|tests)/.*\.cpp$')
    ((${#sources[@]} != 0)) || return 0
    prepare_for_clang
    python3 -B scripts/lib/clang_check.py tidy "$build_dir" "$(build_jobs)" "${sources[@]}"
}

# The measured loops of the GPU hold the instructions that they claim, on every architecture that they are built for.
check_gpu() {
    local kernels
    mapfile -t kernels < <(changed_matching '^core/roofs/cuda/module/|check_instructions')
    ((${#kernels[@]} != 0)) || return 0
    find_cuda_compiler
    find_disassembler
    PATH="$disassembler_dir:$PATH" python3 -B tests/core/roofs/cuda/check_instructions.py \
        --nvcc "$cuda_compiler" --cuobjdump "$disassembler_dir/cuobjdump" --root "$root"
}
