# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What scripts/check finds in files that are planted in a repository of their own."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "lib" / "architecture_check.py"

SESSION = """
#define ROOFLIGHT_RESULTS(RESULT) \\
    RESULT(Analysis, analysis) \\
    RESULT(BatchSweep, sweep)
"""


class ArchitectureCheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.plant("core/results/session.h", SESSION)
        (self.root / "scripts" / "lib").mkdir(parents=True)
        shutil.copy(CHECK, self.root / "scripts" / "lib")
        subprocess.run(["git", "init", "--quiet", self.root], check=True)

    def plant(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    def problems(self, name):
        done = subprocess.run(
            [sys.executable, "-B", self.root / "scripts" / "lib" / "architecture_check.py", name], capture_output=True, text=True
        )
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 1 if done.stdout else 0)
        return done.stdout.splitlines()

    def test_a_panel_keeps_no_pointer_to_a_session(self):
        for member in (
            "    const Session *m_session = nullptr;",
            "    Session *m_session;",
            "    const JudgedSession &m_judged;",
            "    const rooflight::Session *const m_session = nullptr;",
            "    Session const *m_session;",
            "    const Analysis *m_analysis = nullptr;",
            "    const BatchSweep &m_sweep;",
        ):
            self.plant("ui/views/panels/kept.h", f"class Panel {{\nprivate:\n{member}\n}};\n")
            problems = self.problems("sessions")
            self.assertEqual(len(problems), 1, member)
            self.assertIn("ui/views/panels/kept.h:3: ", problems[0])

    def test_what_is_shared_may_stay(self):
        self.plant(
            "ui/views/panels/kept.h",
            "class Panel {\n    void setSession(const Session &session);\n    const Session &session() const { return m_session; }\n"
            "    Session m_session;\n    Part<Analysis> m_analysis;\n    ShownSession *m_shown;\n    std::vector<Session> m_all;\n};\n",
        )
        # A painter that lives for one call, and what is no part of the window.
        self.plant("ui/charts/figure.cpp", "class Painter {\n    const BatchSweep &m_sweep;\n};\n")
        self.plant("core/report/trace.cpp", "class Trace {\n    const Session &m_session;\n};\n")
        self.assertEqual(self.problems("sessions"), [])

    def test_a_time_point_is_not_the_moment_of_boot(self):
        self.plant("core/clock.h", "Clock::time_point m_begun {};\nstd::optional<Clock::time_point> m_end;\n")
        self.assertEqual(len(self.problems("moments")), 1)

    def plant_figures(self, rows):
        table = "".join(f"| {figure} | `{name}` | `{file}` |\n" for figure, name, file in rows)
        self.plant("docs/development/architecture.md", f"# A\n\n## Where one figure lives\n\n{table}\n## Folders\n")

    def test_a_second_home_of_a_figure_is_found(self):
        figures = ("ridge", "ranking", "time of an item", "limit", "disturbed")
        self.plant("core/homes.h", "void home();\n")
        self.plant_figures([(figure, "home", "core/homes.h") for figure in figures])
        self.assertEqual(self.problems("homes"), [])
        for figure, path, line in (
            ("ridge", "ui/label.cpp", "const double x = compute.value / memory.value;"),
            ("ridge", "resources/report/page.js", "const ridge = compute / memory;"),
            ("ranking", "core/report/page.cpp", "std::ranges::sort(points, std::greater(), &RooflinePoint::timeToGainNs);"),
            ("time of an item", "ui/card.cpp", "const double scale = *point.timeNs / *point.instrumentedNs;"),
            ("time of an item", "core/report/page.cpp", "const auto share = timeShare(latency.samples, runs);"),
            ("limit", "core/report/page.cpp", "const Bound bound = x < y ? Bound::Bandwidth : Bound::Compute;"),
            ("disturbed", "core/report/page.cpp", "const std::array flags { SampleFlag::Hot, SampleFlag::OtherLoad };"),
            ("disturbed", "app/python/rooflight/_x.py", 'DISTURBED = ("other_load", "throttled")'),
        ):
            self.plant(path, line + "\n")
            problems = self.problems("homes")
            self.assertEqual([f"{path}:1: a second home of the {figure}" in problem for problem in problems], [True], line)
            (self.root / path).unlink()

    def test_the_table_of_figures_names_functions_that_are_there(self):
        self.plant("core/homes.h", "void home();\n")
        figures = ("ridge", "ranking", "time of an item", "limit")
        self.plant_figures([(figure, "home", "core/homes.h") for figure in figures] + [("rate", "gone", "core/homes.h")])
        problems = self.problems("homes")
        self.assertEqual(len(problems), 2)
        self.assertIn("rate is said to come from gone", problems[0])
        self.assertIn("lacks disturbed", problems[1])

    def test_the_table_of_figures_names_members_by_their_class(self):
        self.plant("core/homes.h", "void home();\n")
        self.plant("core/rates.h", "class Rates {\n    double most() const;\n};\n")
        figures = ("ridge", "ranking", "time of an item", "limit", "disturbed")
        homes = [(figure, "home", "core/homes.h") for figure in figures]
        self.plant_figures(homes + [("rate", "Rates::most", "core/rates.h")])
        self.assertEqual(self.problems("homes"), [])
        for name in ("Rates::least", "Shares::most"):
            self.plant_figures(homes + [("rate", name, "core/rates.h")])
            problems = self.problems("homes")
            self.assertEqual([f"rate is said to come from {name} of" in problem for problem in problems], [True], name)

    def test_a_long_file_is_found(self):
        self.plant("core/long.cpp", "int i;\n" * 501)
        self.plant("core/short.cpp", "int i;\n" * 500)
        self.assertEqual(len(self.problems("length")), 1)

    def test_more_short_headers_than_before_are_found(self):
        for number in range(295):  # with the session's that is one too many
            self.plant(f"core/a{number}.h", "int i;\n")
        self.plant("core/long.h", "int i;\n" * 60)
        self.assertEqual(len(self.problems("length")), 1)
        (self.root / "core" / "a0.h").unlink()
        self.assertEqual(self.problems("length"), [])

    def test_words_that_have_a_better_term_are_found(self):
        for path, line in (
            ("docs/page.md", "A Stranger's file."),
            ("core/a.cpp", "// A neighbour that writes past the caches."),
            ("core/a.h", "void setNeighbour();"),
            ("ui/b.cpp", "/// The rules of the house."),
            ("README.md", "> conv2 at its roof would\n> make it 9.9 ms."),
            ("tests/c.py", "def test_nobody_answers(): pass"),
        ):
            self.plant(path, line + "\n")
            self.assertEqual([path + ":1: " in problem for problem in self.problems("words")], [True], line)
            (self.root / path).unlink()

    def test_words_that_only_look_alike_are_left_alone(self):
        self.plant("core/a.cpp", "// The warehouse of MIBench; householder_product; recommended.\n")
        self.plant("ui/charts/graph/graph_view.h", "std::vector<int> neighbours;\n")
        self.plant("tests/data/session.ridge", "stranger\n")
        self.assertEqual(self.problems("words"), [])


unittest.main()
