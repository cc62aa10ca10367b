# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The script of fifty lines runs, and is wrong as docs/how/the_fifty_line_script.md says; rooflight-cli is not.

Usage: check_fifty_lines.py ROOFLIGHT_CLI
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings

SKIPPED = 77
TOKENS, WIDTH, HEADS = 197, 768, 12
PRODUCTS = TOKENS * WIDTH * (3 * WIDTH + WIDTH + 4 * WIDTH + 4 * WIDTH)  # multiply-adds of the four linear layers
ATTENTION = 2 * TOKENS * TOKENS * WIDTH  # of both products of attention

try:
    import torch
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(SKIPPED)

import fifty_lines  # noqa: E402

script = subprocess.run([sys.executable, "-B", fifty_lines.__file__], capture_output=True, encoding="utf-8", check=True).stdout
print(script)
attention = re.search(r"scaled_dot_product\S* +(\d+) FLOP", script)
total = int(re.search(r"^total (\d+) FLOP", script, re.M).group(1))
with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), torch.no_grad():
    warnings.simplefilter("ignore")
    file = str(pathlib.Path(folder, "block.pt2"))
    torch.export.save(torch.export.export(fifty_lines.Block().eval(), (torch.rand(1, TOKENS, WIDTH),)), file)
    counted = json.loads(subprocess.run([sys.argv[1], "analyze", file, "--json"], capture_output=True, check=True).stdout)
print("rooflight-cli:", counted["totals"]["macs"], "multiply-adds; by hand:", PRODUCTS + ATTENTION)
wrong = []
if not attention or int(attention.group(1)) != 0:
    wrong.append("the script has attention, or counts it: say so no longer")
if total - 2 * PRODUCTS >= 2 * ATTENTION:
    wrong.append("the script counts attention somewhere")
if counted["totals"]["macs"] != PRODUCTS + ATTENTION:
    wrong.append("rooflight-cli is wrong")
for text in wrong:
    print("WRONG " + text)
sys.exit(bool(wrong))
