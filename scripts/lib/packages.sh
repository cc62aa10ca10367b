# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# System packages. The one table of names: Debian 12 and 13, Ubuntu 22.04 and 24.04. Where a package is named
# differently on one of them, the names stand in one word with | between, and the first that the system offers is taken.

build_packages=(
    g++ cmake ninja-build ccache lld pkg-config git binutils
    python3 python3-venv ca-certificates
    zlib1g-dev libssl-dev libzip-dev libhwy-dev nlohmann-json3-dev libcli11-dev libfmt-dev
    libutf8proc-dev libseccomp-dev libtomlplusplus-dev
)
window_packages=(
    qt6-base-dev
    "libqt6opengl6-dev|qt6-base-dev"
    "qt6-charts-dev|libqt6charts6-dev"
    "qt6-svg-dev|libqt6svg6-dev"
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-translations-l10n
    libgl-dev
    fonts-dejavu-core
    "fonts-droid-fallback|fonts-noto-cjk"
)
check_packages=(clang clang-format clang-tidy shellcheck qt6-l10n-tools)
picture_packages=(xvfb xauth)
browser_packages=("chromium-headless-shell|chromium|chromium-browser")
fuzz_packages=(clang llvm "libclang-rt-dev|libclang-rt-14-dev|libclang-common-14-dev")

system_name() {
    # shellcheck source=/dev/null
    (. /etc/os-release 2>/dev/null && printf '%s' "${PRETTY_NAME:-this system}") || printf 'this system'
}

# True where the distribution's own Qt is new enough for the window (6.4).
has_qt_for_window() {
    # shellcheck source=/dev/null
    [[ "$(. /etc/os-release 2>/dev/null && printf '%s %s' "${ID:-}" "${VERSION_ID:-}")" != "ubuntu 22.04" ]]
}

# missing_packages WORD...: prints the words of the table of which no name is installed.
missing_packages() {
    local installed word name found
    installed=$'\n'"$(dpkg-query -W -f='${db:Status-Abbrev}${Package}\n' 2>/dev/null | sed -n 's/^ii *//p')"$'\n'
    for word in "$@"; do
        found=
        for name in ${word//|/ }; do
            [[ "$installed" == *$'\n'"$name"$'\n'* ]] && found=1
        done
        [[ -n "$found" ]] || printf '%s\n' "$word"
    done
}

# offered_names WORD...: prints the first name of each word that apt can install.
offered_names() {
    local word name candidate
    for word in "$@"; do
        for name in ${word//|/ }; do
            candidate=$(apt-cache policy "$name" 2>/dev/null | sed -n 's/^  Candidate: //p')
            if [[ -n "$candidate" && "$candidate" != "(none)" ]]; then
                printf '%s\n' "$name"
                continue 2
            fi
        done
        say "note: $(system_name) offers no package named ${word//|/ or }"
    done
}

# install_packages WORD...: installs what is missing of the table's words.
install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "note: packages of $(system_name) cannot be checked here. Wanted, by their Debian names: ${*//|/ or }"
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        return
    fi

    local as_root=()
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || { [[ -t 0 ]] && sudo -v; }; }; then
            fail "${#missing[@]} system packages are missing, and installing them needs root" \
                "as root: apt-get update && apt-get install --no-install-recommends ${missing[*]%%|*}"
        fi
        as_root=(sudo)
    fi
    local hint="check the network and the sources of apt, then run the script again"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300)
    step apt-update "Reading the lists of packages" "$hint" "${apt[@]}" update
    local names
    mapfile -t names < <(offered_names "${missing[@]}")
    if ((${#names[@]} != 0)); then
        step apt-install "Installing ${#names[@]} system packages" "$hint" \
            "${apt[@]}" -o APT::Status-Fd=1 install -y --no-install-recommends "${names[@]}"
    fi
}
