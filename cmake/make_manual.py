# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Manual pages and completions from what the programs say under --help.

Usage: make_manual.py VERSION DATE MAINTAINER FOLDER PROGRAM...

Writes NAME.1.gz for each program, for rooflight-cli its completions for bash, zsh and fish, and the change log that a Debian
package has. DATE is YYYY-MM-DD.
"""

import datetime
import email.utils
import gzip
import os
import pathlib
import re
import subprocess
import sys


def help_of(program, *command):
    environment = os.environ | {"COLUMNS": "100", "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    run = subprocess.run(
        [program, *command, "--help"], capture_output=True, encoding="utf-8", check=True, env=environment
    )
    return run.stdout.replace(str(program), pathlib.Path(program).name)


def roff(text):
    """Data as text of a page."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def section_of(text, title):
    """The lines below "Title:", without their indentation."""
    lines, found = [], False
    for line in text.splitlines():
        if re.match(r"\w[\w ]*:$", line):
            found = line[:-1] == title
        elif found and line.strip():
            lines.append(line)
    return lines


def entries(text, title):
    """Name and description of each entry; a description may begin on the next line."""
    found = []
    for line in section_of(text, title):
        start = re.match(r"  (\S.*?)(?:  +(\S.*))?$", line)
        if start and not line.startswith("   "):
            found.append([start.group(1), start.group(2) or ""])
        elif found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return found


def page_entries(title, found):
    lines = [f".SH {title.upper()}"] if found else []
    for name, description in found:
        lines += [".TP", f".B {roff(name)}", roff(description)]
    return lines


def summary_of(text):
    first = [line for line in text.splitlines() if line and not line.startswith("Usage:")]
    return first[0]


def examples_of(text):
    found = section_of(text, "Example") + section_of(text, "Examples")
    return ["Example:", ".PP", ".nf", *(roff(line) for line in found), ".fi"] if found else []


def manual_page(name, version, main, commands):
    usage = next(line for line in main.splitlines() if line.startswith("Usage:")).removeprefix("Usage: ")
    lines = [
        f'.TH {name.upper()} 1 "" "Rooflight {version}" "User Commands"',
        ".SH NAME", f"{roff(name)} \\- what limits each layer of a neural network on this machine",
        ".SH SYNOPSIS", f".B {roff(usage)}",
        ".SH DESCRIPTION", roff(summary_of(main)),
        *examples_of(main),
        *page_entries("Options", entries(main, "Options")),
    ]
    for command, text in commands.items():
        lines += [f".SH {command.upper()}", roff(summary_of(text))]
        for title in ("Positionals", "Options"):
            for option, description in entries(text, title):
                lines += [".TP", f".B {roff(option)}", roff(description)]
        lines += [".PP", *examples_of(text)]
    return "\n".join(lines) + "\n"


def options_of(text):
    """Long options of a command, with whether each takes a value, and its description."""
    found = []
    for name, description in entries(text, "Options"):
        option = re.search(r"--[\w-]+", name)
        if option:
            found.append((option.group(0), " " in name.strip(), description))
    return found


def bash_completion(commands, main):
    cases = "\n".join(
        f"        {name}) options='{' '.join(option for option, _, _ in options_of(text))}' ;;"
        for name, text in commands.items()
    )
    return f"""# bash completion of rooflight-cli
_rooflight_cli()
{{
    local current="${{COMP_WORDS[COMP_CWORD]}}" options=''
    if [[ $COMP_CWORD -eq 1 ]]; then
        mapfile -t COMPREPLY < <(compgen -W '{' '.join(commands)} --help --version' -- "$current")
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}}
complete -o filenames -F _rooflight_cli rooflight-cli
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_completion(commands, main):
    described = "\n".join(
        "        " + quoted(f"{name}:{summary_of(text).replace(':', chr(92) + ':')}") for name, text in commands.items()
    )
    cases = []
    for name, text in commands.items():
        words = []
        for option, takes, description in options_of(text):
            plain = re.sub(r"([\[\]:\\])", r"\\\1", description)
            words.append("            " + quoted(f"*{option}[{plain}]" + (":value:_files" if takes else "")))
        cases.append(f"    {name})\n        _arguments -s \\\n" + " \\\n".join([*words, "            '*:file:_files'"]) + "\n        ;;")
    return f"""#compdef rooflight-cli
if (( CURRENT == 2 )); then
    local -a commands=(
{described}
    )
    _describe command commands
    return
fi
(( CURRENT-- ))
shift words
case "$words[1]" in
{chr(10).join(cases)}
esac
"""


def fish_completion(commands, main):
    lines = ["# fish completion of rooflight-cli"]
    for name, text in commands.items():
        lines.append(f"complete -c rooflight-cli -n __fish_use_subcommand -f -a {name} -d {quoted(summary_of(text))}")
        for option, takes, description in options_of(text):
            value = " -r" if takes else ""
            lines.append(
                f"complete -c rooflight-cli -n '__fish_seen_subcommand_from {name}' -l {option[2:]}{value} "
                f"-d {quoted(description.replace(chr(92), ' '))}"
            )
    return "\n".join(lines) + "\n"


def debian_changelog(version, date, maintainer):
    who = maintainer if "<" in maintainer else f"{maintainer} <>"  # the format wants an address, even an empty one
    when = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.timezone.utc)
    return (
        f"rooflight ({version}) unstable; urgency=medium\n\n  * Version {version}.\n\n"
        f" -- {who}  {email.utils.format_datetime(when)}\n"
    )


def write_packed(path, text):
    """The same bytes at any time."""
    path.write_bytes(gzip.compress(text.encode(), compresslevel=9, mtime=0))


def main():
    version, date, maintainer = sys.argv[1:4]
    folder = pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    write_packed(folder / "changelog.gz", debian_changelog(version, date, maintainer))
    for program in sys.argv[5:]:
        name = pathlib.Path(program).name
        text = help_of(program)
        commands = {command: help_of(program, command) for command, _ in entries(text, "Subcommands")}
        write_packed(folder / f"{name}.1.gz", manual_page(name, version, text, commands))
        if commands:
            (folder / f"{name}.bash").write_text(bash_completion(commands, text), encoding="utf-8")
            (folder / f"_{name}").write_text(zsh_completion(commands, text), encoding="utf-8")
            (folder / f"{name}.fish").write_text(fish_completion(commands, text), encoding="utf-8")


main()
