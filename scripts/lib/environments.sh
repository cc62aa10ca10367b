# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# The quick tests on machines that differ from this one: each row below is a function in_NAME COMMAND... that runs the
# command there. Those that need namespaces or another user need root; they are named where they could not run.

# What `.ci/run` takes: each row holds several differences that do not touch each other.
quick_environments=(just_booted many_days_up without_root bare_shell)
every_environment=(just_booted many_days_up without_root one_cpu locale_c locale_de locale_tr locale_zh kathmandu closed_umask
    home_unset home_read_only signals_ignored stdin_closed few_descriptors dead_display busy no_shared_memory small_tmpdir
    bare_shell odd_folder torch_beside)

# with_uptime SECONDS COMMAND...: in a time namespace in which the machine was booted so long ago. The two clocks differ
# by the time that a machine slept, and by what a time namespace around this one adds to them.
with_uptime() {
    local offsets
    mapfile -t offsets < <(
        python3 - "$1" <<'PYTHON'
import sys, time
added = {"monotonic": 0, "boottime": 0}
try:
    added |= {line.split()[0]: int(line.split()[1]) for line in open("/proc/self/timens_offsets")}
except FileNotFoundError:  # a kernel without time namespaces
    pass
for name, clock in ("monotonic", time.CLOCK_MONOTONIC), ("boottime", time.CLOCK_BOOTTIME):
    print(int(sys.argv[1]) - int(time.clock_gettime(clock)) + added[name])
PYTHON
    )
    unshare --time --monotonic "${offsets[0]}" --boottime "${offsets[1]}" "${@:2}"
}

in_just_booted() { with_uptime 30 "$@"; }
in_many_days_up() { with_uptime $((400 * 86400)) "$@"; }

# The build and LibTorch are root's, and may lie in its home: the user may read all files. What the tests write goes to a
# home of its own, what ctest writes to a folder over its own.
in_without_root() {
    local home status=0
    home=$(mktemp -d)
    chown 65534:65534 "$home"
    mkdir -p "$build_dir/Testing"
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -c 'mount -t tmpfs -o uid=65534,gid=65534 none "$1" && exec env HOME="$2" TMPDIR="$2" \
        XDG_CACHE_HOME="$2/cache" setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs \
        --securebits=+no_setuid_fixup --inh-caps=-all,+dac_read_search --ambient-caps=+dac_read_search "${@:3}"' \
        _ "$build_dir/Testing" "$home" "$@" || status=$?
    rm -rf "$home"
    return "$status"
}

in_one_cpu() { taskset -c 0 "$@"; }

# with_locale LANGUAGE COMMAND...: the locale is compiled where the system lacks it.
with_locale() {
    local folder="$cache_dir/locales" name="$1.UTF-8"
    if [[ ! -d "$folder/$name" ]]; then
        install_packages locales
        mkdir -p "$folder"
        localedef -i "$1" -f UTF-8 "$folder/$name" || [[ -d "$folder/$name" ]]
    fi
    env LOCPATH="$folder" LANG="$name" LC_ALL="$name" "${@:2}"
}

in_locale_c() { env LANG=C LC_ALL=C "$@"; }
in_locale_de() { with_locale de_DE "$@"; }
in_locale_tr() { with_locale tr_TR "$@"; }
in_locale_zh() { with_locale zh_CN "$@"; }
in_kathmandu() { env TZ=Asia/Kathmandu "$@"; }
in_closed_umask() (umask 077 && "$@")
in_home_unset() { env -u HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME "$@"; }

# A file system that is read only: root writes into any folder otherwise.
in_home_read_only() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -c 'mkdir -p /tmp/read-only-home && mount -t tmpfs -o ro none /tmp/read-only-home &&
        HOME=/tmp/read-only-home exec "$@"' _ "$@"
}

in_signals_ignored() { env --ignore-signal=CHLD,PIPE "$@"; }
in_stdin_closed() { "$@" <&-; }
in_few_descriptors() (ulimit -n 256 && "$@")
in_dead_display() { env DISPLAY=:77 "$@"; }

in_busy() {
    local loops=() status=0
    while :; do :; done &
    loops+=($!)
    while :; do :; done &
    loops+=($!)
    "$@" || status=$?
    kill "${loops[@]}"
    wait "${loops[@]}" 2>/dev/null || true
    return "$status"
}

in_no_shared_memory() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -c 'mount -t tmpfs -o ro,size=4k none /dev/shm && exec "$@"' _ "$@"
}

in_small_tmpdir() {
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount bash -c 'mkdir -p /tmp/small && mount -t tmpfs -o size=64m none /tmp/small &&
        TMPDIR=/tmp/small exec "$@"' _ "$@"
}

# What a service or a container starts with: nearly no environment, no stdin, a closed umask, ignored signals.
in_bare_shell() (
    umask 077
    ulimit -n 256
    env -i PATH="$PATH" TZ=Asia/Kathmandu DISPLAY=:77 --ignore-signal=CHLD,PIPE "$@" <&-
)

# run_environment NAME: its line of the table; the failures stand in the log that it names.
run_environment() {
    local name="$1" log start=$SECONDS result status=0
    log="$cache_dir/logs/environment-$name.log"
    mkdir -p "$(dirname "$log")"
    case "$name" in
    odd_folder | torch_beside) "build_$name" >"$log" 2>&1 || status=$? ;;
    *)
        "in_$name" ctest --test-dir "$build_dir" -L "^quick$" --output-on-failure --no-tests=error --timeout 600 \
            --parallel "$(nproc)" >"$log" 2>&1 || status=$?
        ;;
    esac
    result=$(grep -oE '[0-9]+% tests passed.*' "$log" | tail -n 1)
    printf '%-18s %5d s  %s\n' "$name" "$((SECONDS - start))" "${result:-no test was run}"
    ((status == 0)) && return
    sed -n '/The following tests FAILED/,$p' "$log" | grep -E '^\s+[0-9]+ - ' || tail -n 5 "$log"
    printf '    the whole log: %s\n' "$log"
    return 1
}

# A clone in a folder whose name has blanks and an umlaut, and files whose names have a byte that is not UTF-8. Below a
# folder of such a name nothing is built, and it is said before anything is fetched.
build_odd_folder() (
    parent=$(mktemp -d)
    trap 'rm -rf "$parent"' EXIT
    clone="$parent/a clone "$'\xff' folder="$parent/a clone ü"
    git clone --quiet "$root" "$clone"
    unset ROOFLIGHT_BUILD_DIR
    ! "$clone/scripts/test" --quick >"$parent/said" 2>&1 || exit 1
    grep -F "has a name that is not UTF-8" "$parent/said" || exit 1
    mv "$clone" "$folder"
    CCACHE_BASEDIR="$folder" CCACHE_NOHASHDIR=1 "$folder/scripts/test" --quick || exit 1
    program="$folder/build/bin/rooflight-cli"
    mkdir "$parent/models "$'\xff'
    cd "$parent/models "$'\xff' || exit 1
    cp "$folder/tests/data/torchscript/small_trace.pt" $'model \xff.pt'
    "$program" report $'model \xff.pt' --effort quick --save $'session \xff.ridge' --csv $'table \xff.csv' || exit 1
    "$program" show $'session \xff.ridge' --html $'page \xff.html' || exit 1
    [[ -s $'table \xff.csv' && -s $'page \xff.html' ]]
)

# Beside a torch that is there, named by its folder alone.
build_torch_beside() {
    (
        use_torch 2.11.0
        find_libtorch
        env LIBTORCH_ROOT="$libtorch_root" ROOFLIGHT_BUILD_DIR="$root/build-beside" "$root/scripts/test" --quick
    )
}

# run_environments [quick | NAME...]: prints a table with a row each; false if one failed.
run_environments() {
    local name status=0 chosen=("$@")
    ((EUID == 0)) || fail "the environments need root: namespaces, another user, file systems" "run it as root"
    [[ "${1:-}" != quick ]] || chosen=("${quick_environments[@]}")
    ((${#chosen[@]} > 0)) || chosen=("${every_environment[@]}")
    for name in "${chosen[@]}"; do
        [[ " ${every_environment[*]} " == *" $name "* ]] ||
            fail "there is no environment $name" "one of: ${every_environment[*]}"
    done
    for name in "${chosen[@]}"; do
        run_environment "$name" || status=1
    done
    return "$status"
}
