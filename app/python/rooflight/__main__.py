# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""`python -m rooflight`: the programs on models that this Python can make."""

import sys

from ._commands import main

sys.exit(main(sys.argv[1:]))
