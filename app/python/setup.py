# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Makes a wheel of one platform where scripts/wheels has put programs into the package, else one of Python alone.

ROOFLIGHT_WHEEL_TORCH names the minor version of torch that the programs were built for.
"""

import os
import pathlib

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel

options = {}
if pathlib.Path("rooflight", "programs").is_dir():

    class PlatformDistribution(Distribution):
        def has_ext_modules(self):
            return True

    class PlatformWheel(bdist_wheel):
        def get_tag(self):
            return "py3", "none", super().get_tag()[2]  # programs, not modules: any version of Python starts them

    options = {
        "distclass": PlatformDistribution,
        "cmdclass": {"bdist_wheel": PlatformWheel},
        "install_requires": [f"torch=={os.environ['ROOFLIGHT_WHEEL_TORCH']}.*"],
        "entry_points": {
            "console_scripts": [
                "rooflight-cli = rooflight._program:command_line",
                "rooflight = rooflight._program:window",
            ]
        },
    }
setup(**options)
