"""Runs the cells of examples/notebook/endings.ipynb, and compares its plots with what `dameotb stats` counts.

The cells are plain Python, and run without Jupyter.
Environment: DAMEOTB_NOTEBOOK, the file; DAMEOTB_TEST_COMMAND, the program; DAMEOTB_DIR, tables of up to 3 pieces;
MPLBACKEND, Agg, which shows nothing; and what the Python package needs.
"""

import json
import os
import pathlib
import subprocess
import unittest

import matplotlib.pyplot as plt

NOTEBOOK = pathlib.Path(os.environ["DAMEOTB_NOTEBOOK"])
COMMAND = pathlib.Path(os.environ["DAMEOTB_TEST_COMMAND"])


def counts():
    """Returns what `dameotb stats --json` says of each class and side to move."""
    printed = subprocess.run([COMMAND, "stats", "--json"], capture_output=True, text=True, check=True).stdout
    lines = map(json.loads, printed.splitlines())
    return {(line["class"], line["stm"]): line for line in lines}


class Notebook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.environ["PATH"] = f"{COMMAND.parent}:{os.environ['PATH']}"
        cls.notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        cls.names = {}
        for cell in cls.notebook["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), cell["id"], "exec"), cls.names)
        cls.figures = [plt.figure(number) for number in plt.get_fignums()]
        cls.counts = counts()

    def test_format(self):
        self.assertEqual((self.notebook["nbformat"], self.notebook["nbformat_minor"]), (4, 5))
        cells = self.notebook["cells"]
        self.assertEqual(len({cell["id"] for cell in cells}), len(cells))
        self.assertTrue(all(cell["outputs"] == [] for cell in cells if cell["cell_type"] == "code"))

    def test_every_plot_says_what_it_shows(self):
        self.assertEqual(len(self.figures), 3)
        for figure in self.figures:
            figure.canvas.draw()
            for axes in figure.axes:
                if axes.get_label() == "<colorbar>":
                    self.assertTrue(axes.get_ylabel())
                else:
                    self.assertTrue(axes.get_title() and axes.get_xlabel())
            self.assertTrue(figure.axes[0].get_ylabel())

    def test_bars_are_the_counts_by_plies(self):
        (axes,) = self.figures[0].axes
        for bars, stm, result in zip(axes.containers, "wb", ("win", "loss")):
            of_class = self.counts["KMvK", stm]
            self.assertEqual(sum(bar.get_height() for bar in bars), of_class["quiet" + result])
            for bar in bars:
                plies = round(bar.get_x() + bar.get_width() / 2)
                by_plies = of_class["wins_by_plies" if result == "win" else "losses_by_plies"]
                self.assertTrue(0 < bar.get_height() <= by_plies[plies], plies)
            self.assertEqual(plies, of_class["max" + result])

    def test_shares_are_those_of_the_counts(self):
        classes = list(dict.fromkeys(name for name, _ in self.counts))
        self.assertEqual(len(classes), 9)
        for axes, stm in zip(self.figures[1].axes, "wb"):
            results = ("win", "draw", "loss") if stm == "w" else ("loss", "draw", "win")
            for bars, result in zip(axes.containers, results):
                for name, bar in zip(classes, bars):
                    of_class = self.counts[name, stm]
                    self.assertAlmostEqual(bar.get_width(), 100 * of_class["quiet" + result] / of_class["quiet"])

    def test_squares_have_shares(self):
        for axes in self.figures[2].axes[:2]:
            (image,) = axes.images
            shares = image.get_array()
            self.assertEqual(shares.shape, (8, 8))
            self.assertTrue((shares[:7] == shares[:7, ::-1]).all(), "mirror images are worth the same")
            self.assertTrue(0 <= shares.min() < shares.max() <= image.norm.vmax)

    def test_weights_and_probes(self):
        # The cells compare the values and the sums.
        self.assertEqual(self.names["shapes"]["weight"].sum(), 2 * self.counts["KKvK", "w"]["all"])
        self.assertEqual(self.names["longest"], self.counts["KKvK", "b"]["maxloss"])
        self.assertEqual(len(self.names["values"]), len(self.names["rows"]))


if __name__ == "__main__":
    unittest.main()
