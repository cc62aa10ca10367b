# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# install_from_pypi FOLDER TITLE HINT PACKAGE...: makes a Python environment of its own and installs packages into it.
install_from_pypi() {
    make_environment python3 "$1"
    add_from_pypi "$@"
}

# make_environment PYTHON FOLDER: an empty environment for the version of this interpreter.
make_environment() {
    step "venv-$(basename "$2")" "Making a Python environment in $2" "install python3-venv, then try again" \
        "$1" -m venv --clear "$2"
}

# What pip is about to fetch and what will lie on the disk then, in MB, where that is known.
pip_fetched=0
pip_installed=0

folder_megabytes() {
    local megabytes
    megabytes=$(du -sm "$1" 2>/dev/null | cut -f 1)
    printf '%d' "${megabytes:-0}"
}

# pip_progress FETCHED FOLDER BEFORE: how far pip is, which says nothing in a log: it fetches into the first folder and
# unpacks from there into the second, which had so many MB before.
pip_progress() {
    local fetched unpacked whole=$((pip_fetched + pip_installed)) percent
    fetched=$(folder_megabytes "$1")
    unpacked=$(($(folder_megabytes "$2") - $3))
    if ((whole == 0)); then
        printf '%d MB' "$((fetched + (unpacked > 0 ? unpacked : 0)))"
        return
    fi
    # It unpacks when it has all, and removes that at the end.
    ((unpacked <= 1)) || fetched=$pip_fetched
    percent=$((100 * (fetched + unpacked) / whole))
    printf '%d %%' "$((percent < 100 ? percent : 99))"
}

# add_from_pypi FOLDER TITLE HINT PACKAGE...: installs packages into an environment that is there. Options of pip may
# stand between the packages.
add_from_pypi() {
    local folder="$1" title="$2" hint="$3"
    shift 3
    # pip unpacks gigabytes: on the disk that need_space looked at, not where TMPDIR happens to lie.
    local unpack="$folder.unpack"
    rm -rf "$unpack" && mkdir -p "$unpack" # an interrupted call left its own
    local step_progress=(pip_progress "$unpack" "$folder" "$(folder_megabytes "$folder")")
    step "pip-$(basename "$folder")" "$title" "$hint" \
        env TMPDIR="$unpack" "$folder/bin/python" -m pip install --disable-pip-version-check --no-cache-dir "$@"
    rm -rf "$unpack"
}
