# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# What the scripts say, and how they run a long step.

# A service may have no HOME.
HOME="${HOME:-$(getent passwd "$EUID" | cut -d: -f6)}"
cache_dir="${XDG_CACHE_HOME:-$HOME/.cache}/rooflight"
log_dir="$cache_dir/logs"

say() {
    printf '%s\n' "$*" >&2
}

# fail WHAT [HINT]: says what failed and what to do, and ends the script.
fail() {
    say "error: $1"
    if [[ -n "${2:-}" ]]; then
        say "  what to do: $2"
    fi
    exit 1
}

# asks_for_help ARGUMENT...: whether one of them does, wherever it stands. To be asked before anything is prepared.
asks_for_help() {
    local argument
    for argument in "$@"; do
        [[ "$argument" != --help && "$argument" != -h ]] || return 0
    done
    return 1
}

# log_progress LOG: how far a step is, as ninja ("[12/345]") and apt ("pmstatus:libc6:40.0:...") count; nothing where its
# log has neither. Of apt's two countings the first half is fetching, the second installing.
log_progress() {
    tail -c 4000 "$1" | tr '\r' '\n' | awk -F '[][/:]' '
        /^\[[0-9]+\/[0-9]+\]/ { percent = 100 * $2 / $3 }
        /^dlstatus:/ { percent = $3 / 2 }
        /^pmstatus:/ && match($0, /:[0-9.]+:/) { percent = 50 + substr($0, RSTART + 1, RLENGTH - 2) / 2 }
        END { if (percent != "") printf "%d %%", percent }'
}

# time_left SECONDS "43 %": what is left of a step, once it went on long enough to say so.
time_left() {
    local seconds="$1" percent="${2%% *}" left
    [[ "$2" == *%* ]] && ((percent >= 5 && seconds >= 10)) || return 0
    left=$((seconds * (100 - percent) / percent))
    if ((left >= 90)); then
        printf ', about %d min left' "$(((left + 30) / 60))"
    else
        printf ', about %d s left' "$left"
    fi
}

# Shows how far a step is: in place on a terminal, a line every 20 s elsewhere.
show_progress() {
    local title="$1" log="$2" seconds="$3" progress
    [[ -t 2 ]] || ((seconds > 0 && seconds % 20 == 0)) || return 0
    progress=$("${step_progress[@]}" "$log")
    progress+=$(time_left "$seconds" "$progress")
    if [[ -t 2 ]]; then
        printf '\r\033[K%s (%d s)  %s' "$title" "$seconds" "$progress" >&2
    else
        say "  ${seconds} s${progress:+: $progress}"
    fi
}

# What prints how far a step is, given its log. A step whose log does not say so has another.
step_progress=(log_progress)

# step NAME TITLE HINT COMMAND...: runs the command with its output in a log, shows how far it is, and on failure
# names the step, the end of its log and what to do.
step() {
    local name="$1" title="$2" hint="$3"
    shift 3
    { mkdir -p "$log_dir" && [[ -w "$log_dir" ]]; } 2>/dev/null ||
        fail "the folder of logs, $log_dir, cannot be written" "set XDG_CACHE_HOME to a folder that you can write to"
    local log="$log_dir/$name.log"
    local start=$SECONDS shown=-1 status=0
    [[ -t 2 ]] || say "$title"

    "$@" >"$log" 2>&1 </dev/null &
    local pid=$!
    # A shell without job control starts its children deaf to Ctrl-C.
    trap 'kill "$pid" 2>/dev/null; say ""; exit 130' INT TERM
    while kill -0 "$pid" 2>/dev/null; do
        if ((SECONDS - start != shown)); then
            shown=$((SECONDS - start))
            show_progress "$title" "$log" "$shown"
        fi
        sleep 0.1
    done
    wait "$pid" || status=$?
    trap - INT TERM

    [[ -t 2 ]] && printf '\r\033[K' >&2
    if ((status != 0)); then
        say "error: this step failed: $title (exit status $status)"
        say "  the end of its log, $log:"
        grep -vE '^(dl|pm)status:' "$log" | tail -n 25 | sed 's/^/    /' >&2
        say "  what to do: $hint"
        exit 1
    fi
    if [[ -t 2 ]] && ((SECONDS - start > 2)); then
        say "$title: done in $((SECONDS - start)) s"
    fi
}

# need_space FOLDER GIGABYTES WHAT: ends the script when the disk under the folder has less left.
need_space() {
    local folder="$1" gigabytes="$2" what="$3" free
    mkdir -p "$folder"
    free=$(df --output=avail -B1 "$folder" | tail -n 1)
    if ((free < gigabytes * 1000000000)); then
        fail "$what needs $gigabytes GB in $folder, and $((free / 1000000000)) GB are free there" \
            "free some space, or set XDG_CACHE_HOME to a folder on another disk"
    fi
}
