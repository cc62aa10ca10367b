# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # variables shared between the files that prepare.sh reads

# The documentation as a site, by mkdocs with its theme Material.

docs_tools="$cache_dir/docs-tools"
# The theme, and what makes HTML of the pages: a newer one may refuse what was right before. All run on the Python of
# Debian 12, 3.11.2.
docs_tool_packages="mkdocs==1.6.1 mkdocs-material==9.8.2 markdown==3.11.3 pymdown-extensions==12.3 pygments==2.21.0"
# The theme announces its successor at each start.
export NO_MKDOCS_2_WARNING=true

has_docs_tools() {
    [[ "$(cat "$docs_tools/.installed" 2>/dev/null)" == "$docs_tool_packages" ]]
}

find_docs_tools() {
    ! has_docs_tools || return 0
    install_packages python3 python3-venv ca-certificates
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "the site of the documentation needs Python 3.11 or newer, and this is $(python3 --version)" \
            "use Debian 12 or newer, or Ubuntu 24.04 or newer"
    # shellcheck disable=SC2086 # words
    install_from_pypi "$docs_tools" "Installing what makes the site of the documentation" "check the network and try again" \
        $docs_tool_packages
    printf '%s\n' "$docs_tool_packages" >"$docs_tools/.installed"
}

# stage_docs SITE: writes what the generator reads, and prints the folder.
stage_docs() {
    local folder="$build_dir/docs-pages"
    mkdir -p "$build_dir"
    python3 -B "$root/scripts/lib/docs_site.py" "$root" "$folder" "$1"
    printf '%s' "$folder"
}

# build_docs SITE: on failure, a line for each broken link and each page that has no place in docs/README.md.
build_docs() {
    local site="$1" folder said
    # The generator empties the folder.
    [[ ! -e "$site" || -f "$site/search/search_index.js" || -z "$(ls -A "$site")" ]] ||
        fail "$site holds something else than this site, which would be deleted" "name a new or an empty folder"
    folder=$(stage_docs "$site")
    # With --quiet it would overlook its warnings.
    said=$("$docs_tools/bin/mkdocs" build --config-file "$folder/mkdocs.yml" 2>&1) || {
        grep -v '^INFO' <<<"$said" >&2 || true
        fail "the site of the documentation was not built" "correct what is named above; docs/README.md lists every page"
    }
}
