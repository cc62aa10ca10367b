# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""Outputs as they would be if one of them worked a figure out by itself, a little differently: each must be noticed."""

import copy


def largest(items, key="time_ns"):
    return max((item for item in items if item.get(key) is not None), key=lambda item: item[key])


def scale(owner, key, factor):
    owner[key] *= factor


def scale_text(row, key, factor):
    """The same number of digits, another number: "23.0 ms" becomes "24.2 ms"."""
    number, _, unit = row[key].replace("\u00a0", " ").partition(" ")
    row[key] = f"{float(number.replace(',', '')) * factor:.3g} {unit}"


def instrumented_time(outputs):
    """Both the operator and its share of the roof are of another base than the kernels and the roof."""
    scale(largest(outputs["json"]["verdicts"]["operators"]), "time_ns", 0.89)


def fraction_of_kernels(outputs):
    scale(largest(outputs["json"]["verdicts"]["layers"], "roof_fraction"), "roof_fraction", 1.0001)


def gain_of_the_root(outputs):
    scale(outputs["json"]["verdicts"]["model"], "time_to_gain_ns", 1.22)


def roofs_of_leaves(outputs):
    scale(outputs["json"]["verdicts"]["model"], "time_at_roof_ns", 1.04)


def shares_of_the_instrumented_run(outputs):
    bounds = outputs["json"]["verdicts"]["bounds"]
    scale(bounds, max(bounds, key=bounds.get), 0.98)


def ridge_of_a_cache(outputs):
    scale(outputs["scene"]["ridge"], "x", 1 / 15)


def name_of_another_ridge(outputs):
    text = next(text for text in outputs["scene"]["texts"] if text["role"] == "ridge")
    text["text"] = "Ridge of L2: 1.23 FLOP/B"


def ridge_of_the_page(outputs):
    scale(outputs["window_page"]["data"], "ridge", 1.02)


def ridge_of_the_text(outputs):
    scale_text(outputs["text"]["facts"], "Ridge", 1.1)


def zone_over_other_verdicts(outputs):
    verdicts = outputs["json"]["verdicts"]
    point = next(point for point in outputs["scene"]["points"] if point["area"] == "plane"
                 and verdicts[point["kind"] + "s"][point["id"]]["bound"] not in ("none", "compute"))
    outputs["scene"]["zones"].append({"bound": "compute", "points": [[point["x"] / 2, 1], [point["x"] * 2, 1]]})


def list_of_folded_layers(outputs):
    rows = outputs["page"]["tables"]["Most to gain"]
    rows.insert(0, {**rows[0], "Most to gain": "another.layer \u00d712"})


def tag_of_another_ranking(outputs):
    named = outputs["json"]["verdicts"]["model"]["headline_layers"]
    operators = outputs["json"]["analysis"]["operators"]
    for point in outputs["scene"]["points"]:
        point["tag"] = ""
        layer = point["id"] if point["kind"] == "layer" else operators[point["id"]]["layer"]
        if layer not in named and not set(point["equal"]) & set(named):
            point["tag"] = "1"


def tag_of_a_page(outputs):
    next(point for point in outputs["page"]["data"]["points"] if point["tag"])["tag"] += 1


def instrumented_comparison(outputs):
    scale(largest(outputs["comparison"]["layers"], "before_ns"), "before_ns", 1.07)


def instrumented_median_of_a_comparison(outputs):
    scale(outputs["comparison"]["model"], "after_ns", 1.07)


def time_in_csv(outputs):
    row = largest([row for row in outputs["csv"]["layers"] if row["time_ns"]])
    row["time_ns"] = str(float(row["time_ns"]) * 1.000001)


def share_in_python(outputs):
    scale(largest(outputs["python"]["operators"]), "time_share", 1.0001)


def fraction_in_the_csv_of_the_window(outputs):
    row = next(row for row in outputs["window_csv"]["layers"] if row["roof_fraction"])
    row["roof_fraction"] = str(float(row["roof_fraction"]) * 0.9999)


def gain_in_the_json_of_the_window(outputs):
    scale(largest(outputs["window_json"]["verdicts"]["layers"], "time_to_gain_ns"), "time_to_gain_ns", 1.01)


def time_in_the_text(outputs):
    scale_text(outputs["text"]["tables"]["Layer"][0], "Time", 1.05)


def time_in_the_table_of_a_page(outputs):
    scale_text(outputs["window_page"]["tables"]["Layers"][0], "Time", 1.05)


def time_of_a_point_of_a_page(outputs):
    scale(largest(outputs["page"]["data"]["points"], "timeNs"), "timeNs", 1.003)


def bound_of_a_point_of_a_page(outputs):
    outputs["page"]["data"]["points"][0]["bound"] = "balanced?"


def place_of_a_point(outputs):
    point = next(point for point in outputs["scene"]["points"] if point["area"] == "plane" and not point["equal"])
    scale(point, "y", 1.02)


def value_of_a_roof(outputs):
    scale(outputs["scene"]["roofs"][0], "value", 1.01)


def roof_of_the_text(outputs):
    scale_text(outputs["text"]["tables"]["Roof"][0], "Measured", 1.05)


def rows_of_operators(outputs):
    """As one that lists operators where the window lists layers."""
    point = outputs["page"]["data"]["points"][0]
    point["operator"] = next(op["id"] for op in outputs["json"]["analysis"]["operators"] if op["layer"] == point["layer"])


def name_of_the_file(outputs):
    outputs["text"]["tables"]["Layer"][0]["Layer"] = "images.pt"


def another_name_in_the_comparison(outputs):
    for row in outputs["comparison_text"]["tables"]["Layer"]:
        row["Layer"] = row["Layer"].replace("Images", "(model)")


def median_of_the_text(outputs):
    scale_text(outputs["text"]["facts"], "Median", 1.2)


def answer_of_another_rule(outputs):
    for one in outputs["json"]["verdicts"]["what_if"]:
        if one["median_ns"] is not None:
            scale(one, "median_ns", 1.05)


def headline_of_the_page(outputs):
    outputs["page"]["paragraphs"] = [text.replace(" ms", " s") for text in outputs["page"]["paragraphs"]]


ALL = (
    instrumented_time, fraction_of_kernels, gain_of_the_root, roofs_of_leaves, shares_of_the_instrumented_run,
    ridge_of_a_cache, name_of_another_ridge, ridge_of_the_page, ridge_of_the_text, zone_over_other_verdicts,
    list_of_folded_layers, tag_of_another_ranking, tag_of_a_page, instrumented_comparison, instrumented_median_of_a_comparison, time_in_csv,
    share_in_python, fraction_in_the_csv_of_the_window, gain_in_the_json_of_the_window, time_in_the_text,
    time_in_the_table_of_a_page, time_of_a_point_of_a_page, bound_of_a_point_of_a_page, place_of_a_point, value_of_a_roof, roof_of_the_text,
    median_of_the_text, headline_of_the_page, answer_of_another_rule, rows_of_operators, name_of_the_file, another_name_in_the_comparison,
)


def time_without_what_is_between_kernels(outputs):
    operator = largest(outputs["json"]["verdicts"]["operators"], "kernels_ns")
    operator["time_ns"] = operator["kernels_ns"] * 0.98


def time_between_kernels_of_the_instrumented_run(outputs):
    scale(outputs["json"]["verdicts"]["model"], "between_kernels_ns", 1.2)


OF_KERNELS = (time_without_what_is_between_kernels, time_between_kernels_of_the_instrumented_run)


def mutated(outputs, mutation):
    changed = copy.deepcopy(outputs)
    mutation(changed)
    return changed
