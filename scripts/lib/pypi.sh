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

# add_from_pypi FOLDER TITLE HINT PACKAGE...: installs packages into an environment that is there.
add_from_pypi() {
    local folder="$1" title="$2" hint="$3"
    shift 3
    # pip unpacks gigabytes: on the disk that need_space looked at, not where TMPDIR happens to lie.
    local unpack="$folder.unpack"
    mkdir -p "$unpack"
    step "pip-$(basename "$folder")" "$title" "$hint" \
        env TMPDIR="$unpack" "$folder/bin/python" -m pip install --disable-pip-version-check --no-cache-dir "$@"
    rm -rf "$unpack"
}
