# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# The sample model, and the main job on a machine without a display.

# sample_model: unpacks the sample, which the window unpacks too, and prints its path.
sample_model() {
    local sample="$cache_dir/samples/resnet18.pt"
    if [[ ! -f "$sample" ]]; then
        step sample "Unpacking the sample model (ResNet-18, random weights)" \
            "name a model of your own: scripts/run MODEL.pt" \
            python3 -B "$root/resources/samples/make_samples.py" --unpack "$(dirname "$sample")"
    fi
    printf '%s' "$sample"
}

# What rooflight ends with where it cannot open a display: the variables may name one that is gone.
no_display_status=5

has_display() {
    [[ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]]
}

# report_without_window PROGRAM_FOLDER FILE: measures, prints the table, and leaves session, CSV and chart in
# ./rooflight-report.
report_without_window() {
    local programs="$1" file="$2" folder="$PWD/rooflight-report" name
    name=$(basename "$file")
    name="$folder/${name%.*}"
    local session="$name.ridge" made=("$name.csv")
    mkdir -p "$folder"
    if [[ "$file" == *.ridge ]]; then
        session="$file"
        "$programs/rooflight-cli" show "$session" --csv "$name.csv" || return
    else
        "$programs/rooflight-cli" report "$file" --save "$session" --csv "$name.csv" || return
        made+=("$session")
    fi
    if [[ -x "$programs/rooflight" ]]; then
        "$programs/rooflight" --export "$name.png" "$session" || return
        made+=("$name.png")
    fi
    say ""
    say "Written:"
    printf '  %s\n' "${made[@]}" >&2
}
