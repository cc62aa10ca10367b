# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""What must hold between the outputs of one session, and within each. Every function yields a sentence for each figure
that differs; of what a session does not hold there is nothing to say."""

import math
import re

from outputs import quantity

DIVIDES = 1e-6  # time x share of the roof = time at the roof
SUMS = 0.01  # of the times of operators beside the median of the run
EXACT = 1e-9
SIX_DIGITS = 1e-5  # of the data of a page


def differs(a, b, tolerance=EXACT):
    return abs(a - b) > tolerance * max(abs(a), abs(b), 1e-300)


def numbers_of(row):
    return {key: value for key, value in row.items() if isinstance(value, (int, float)) and not isinstance(value, bool)}


def items_of(outputs):
    """Layers and operators of the verdicts, with a name for messages."""
    verdicts = outputs["json"].get("verdicts") or {}
    for part in ("layers", "operators"):
        for item in verdicts.get(part, []):
            yield f"{part[:-1]} {item['id']}", item


def no_operator_below_its_kernels(outputs):
    for name, item in items_of(outputs):
        kernels = item.get("kernels_ns")
        if kernels and item["time_ns"] < kernels * (1 - EXACT):
            yield f"{name} takes {item['time_ns']} ns and its kernels {kernels} ns"


def kernels_and_the_time_between_are_the_run(outputs):
    """On a GPU an operator takes its kernels and its part of what is between them."""
    for name, item in items_of(outputs):
        kernels, between = item.get("kernels_ns"), item.get("between_kernels_ns")
        if kernels is not None and between is not None and differs(kernels + between, item["time_ns"]):
            yield f"{name} takes {item['time_ns']} ns, its kernels {kernels} ns and between them {between} ns"
    verdicts = outputs["json"].get("verdicts") or {"operators": [], "model": {}}
    parts = [item["between_kernels_ns"] for item in verdicts["operators"] if item.get("between_kernels_ns") is not None]
    whole = verdicts["model"].get("between_kernels_ns")
    if parts and whole is not None and differs(sum(parts), whole):
        yield f"between the kernels of operators are {sum(parts)} ns, of the model {whole} ns"


def causes_take_no_more_than_their_kernels(outputs):
    """On a GPU a cause takes the time of kernels that show it, and is one of those that are named."""
    for name, item in items_of(outputs):
        for cause, time in item.get("cause_times_ns", {}).items():
            if cause not in item["causes"]:
                yield f"{name} has a time of {cause}, which is no cause of it"
            if not 0 < time <= item["kernels_ns"] * (1 + EXACT):
                yield f"{cause} takes {time} ns of {name}, all of its kernels {item['kernels_ns']} ns"


def times_divide(outputs):
    """Time x share of its roof = time at its roof; what could be saved is the rest."""
    for name, item in items_of(outputs):
        time, fraction, at_roof = (item.get(key) for key in ("time_ns", "roof_fraction", "time_at_roof_ns"))
        if None in (time, fraction, at_roof):
            continue
        if differs(time * fraction, at_roof, DIVIDES):
            yield f"{name}: {time} ns x {fraction} is not {at_roof} ns"
        if item["time_to_gain_ns"] is not None and abs(max(0, time - at_roof) - item["time_to_gain_ns"]) > DIVIDES * time:
            yield f"{name}: {time} ns - {at_roof} ns is not {item['time_to_gain_ns']} ns"


def sums_hold(outputs):
    """Operators and what is unknown are the run; shares add up to one, gains to the model's."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    model, operators = verdicts["model"], verdicts["operators"]
    if abs(sum(verdicts["bounds"].values()) - 1) > EXACT and any(verdicts["bounds"].values()):
        yield f"the bounds add up to {sum(verdicts['bounds'].values())}"
    timed = [item["time_ns"] for item in operators if item["time_ns"] is not None]
    if timed and model["median_ns"] is not None and model.get("unknown_ns") is not None:
        total = sum(timed) + model["unknown_ns"]
        if differs(total, model["median_ns"], SUMS):
            yield f"operators and unknown are {total} ns, a run {model['median_ns']} ns"
    if verdicts["ranking"] and model["time_to_gain_ns"] is not None:
        gains = sum(item["time_to_gain_ns"] or 0 for item in verdicts[verdicts["ranking_of"]])
        if verdicts["ranking_of"] == "operators" and differs(gains, model["time_to_gain_ns"], DIVIDES):
            yield f"gains are {gains} ns, the model's {model['time_to_gain_ns']} ns"
    at_roofs = sum(item["time_at_roof_ns"] or 0 for item in operators)
    if model["time_at_roof_ns"] is not None and differs(at_roofs, model["time_at_roof_ns"], DIVIDES):
        yield f"operators at their roofs are {at_roofs} ns, the model {model['time_at_roof_ns']} ns"


def is_rounded(text, value, scale=1):
    """Whether a text for people says the value; one that says no number contradicts none."""
    said = quantity(text)
    return said is None or abs(said[0] * scale - value) <= said[1] * scale + EXACT * abs(value)


def one_ridge(outputs):
    """In JSON, text, pages and chart; and that of the platform."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    platform = verdicts["platform"]
    ridge = platform["ridge_flop_per_byte"]
    pages = {name: outputs[name]["data"].get("ridge") for name in ("page", "window_page") if outputs[name]["data"]}
    drawn = (outputs["scene"]["ridge"] or {}).get("x")
    if ridge is None:
        if drawn is not None and platform["compute_flop_per_second"] is not None:
            yield f"the chart draws a ridge at {drawn}, the platform has none"
        return
    if differs(ridge, platform["compute_flop_per_second"] / platform["bandwidth_byte_per_second"]):
        yield f"the ridge {ridge} is not that of the platform's roofs"
    if drawn is not None and differs(drawn, ridge):
        yield f"the chart draws the ridge at {drawn}, JSON says {ridge}"
    for name, value in pages.items():
        if value is not None and differs(value, ridge, SIX_DIGITS):
            yield f"{name} draws the ridge at {value}, JSON says {ridge}"
    said = outputs["text"]["facts"].get("Ridge")
    if said and not is_rounded(said, ridge):
        yield f"the text says {said} for a ridge of {ridge}"
    for text in outputs["scene"]["texts"]:
        if text["role"] == "ridge" and not is_rounded(re.sub(r"^.*?(?=\d[\d.,]* FLOP)", "", text["text"]), ridge):
            yield f"the chart names the ridge {text['text']}, JSON says {ridge}"


def zones_agree_with_verdicts(outputs):
    """An area of the chart that states a bound holds no point that was judged otherwise."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    scene = outputs["scene"]
    for zone in scene["zones"]:
        across = [corner[0] for corner in zone["points"]]
        for point in scene["points"]:
            bound = verdicts[point["kind"] + "s"][point["id"]]["bound"]
            if (point["area"] == "plane" and min(across) <= point["x"] <= max(across)
                    and bound not in ("none", zone["bound"])):
                yield f"{point['path']} is {bound} and stands in the zone {zone['bound']}"


def one_ranking(outputs):
    """The headline names first what the list and the chart have first."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts or not verdicts["model"]["headline_layers"]:
        return
    first = verdicts["model"]["headline_layers"][0]
    layer = outputs["json"]["analysis"]["layers"][first]
    headline = verdicts["model"]["headline"]
    tables = {"the text": outputs["text"]["tables"].get("Most to gain")}
    tables |= {name: outputs[name]["tables"].get("Most to gain") for name in ("page", "window_page")}
    for name, rows in tables.items():
        if not rows:
            continue
        labels = [next(iter(row.values())) for row in rows]
        if labels[0] not in headline:
            yield f"{name} lists {labels[0]} first, the headline says: {headline}"
        later = [label for label in labels[1:] if label in headline]
        if any(headline.index(label) < headline.find(labels[0]) and labels[0] not in label for label in later):
            yield f"{name} lists {labels[0]} before {', '.join(later)}; the headline says: {headline}"
    tags = {point["tag"]: point for point in outputs["scene"]["points"] if point["tag"]}
    if "1" not in tags:
        yield f"the chart has no 1, the headline names {layer['path']}"
    for tag, point in tags.items():
        number = int(tag)
        ids = point["equal"] or [point["id"]]
        layers = ids if point["kind"] == "layer" else [outputs["json"]["analysis"]["operators"][i]["layer"] for i in ids]
        if number == 1 and first not in layers:
            yield f"the chart's 1 is {point['path']}, the headline's first {layer['path']}"
        if not set(layers) & set(verdicts["model"]["headline_layers"]):
            yield f"the chart's {tag} is {point['path']}, which the headline does not name"


def comparison_has_the_times_of_the_table(outputs):
    comparison = outputs.get("comparison")
    if not comparison:
        return
    verdicts = outputs["json"]["verdicts"]
    median = verdicts["model"]["median_ns"]
    for side in ("before_ns", "after_ns"):
        if differs(comparison["model"][side], median):
            yield f"the model takes {median} ns, in the comparison {comparison['model'][side]} ns"
    times = {(layer["path"], layer["call"]): verdicts["layers"][layer["id"]]["time_ns"]
             for layer in outputs["json"]["analysis"]["layers"]}
    for row in comparison["layers"]:
        time = times[row["path"], row["call"]]
        for side in ("before_ns", "after_ns"):
            is_model = row["path"] == "" and row[side] is not None and not differs(row[side], median)
            if row[side] is not None and time is not None and differs(row[side], time) and not is_model:
                yield f"{row['path']} takes {time} ns, in the comparison {row[side]} ns"


def equal_keys_have_equal_numbers(outputs):
    """JSON, CSV, Python, and what the window exports."""
    verdicts = outputs["json"].get("verdicts")
    if outputs["window_json"].get("verdicts") != verdicts:
        yield "the window exports other verdicts than rooflight-cli"
    if not verdicts:
        return
    for source in ("csv", "window_csv", "python"):
        for part, rows in outputs[source].items():
            if len(rows) != len(verdicts[part]):
                yield f"{source} has {len(rows)} {part}, JSON {len(verdicts[part])}"
            for row, item in zip(rows, verdicts[part]):
                for key, value in numbers_of(item).items():
                    if key == "id" or key not in row:
                        continue
                    shown = float(row[key]) if row[key] not in ("", None) else math.nan
                    if not shown == value:
                        yield f"{key} of {part} {item['id']} is {value} in JSON, {row[key]!r} in {source}"


# Columns of tables for people, by the key of the same fact.
COLUMNS = {"Time": "time_ns", "Share": "time_share", "Of roof": "roof_fraction", "At its roof": "time_at_roof_ns",
           "Could save": "time_to_gain_ns", "Intensity": "arithmetic_intensity", "Between kernels": "between_kernels_ns"}


def tables_say_the_same(outputs):
    """Texts for people are the figures of JSON, rounded."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    tables = [("the text", "layers", outputs["text"]["tables"].get("Layer")),
              ("the text", "operators", outputs["text"]["tables"].get("Operator"))]
    tables += [(name, "layers", outputs[name]["tables"].get("Layers")) for name in ("page", "window_page")]
    for name, part, rows in tables:
        if not rows or len(rows) != len(verdicts[part]):
            continue
        for row, item in zip(rows, verdicts[part]):
            for title, key in COLUMNS.items():
                if row.get(title) and item.get(key) is not None and not is_rounded(row[title], item[key]):
                    yield f"{title} of {part} {item['id']}: {name} says {row[title]}, JSON {item[key]}"


def latencies_say_the_same(outputs):
    """The median of a bare run."""
    verdicts, latency = outputs["json"].get("verdicts"), outputs["json"].get("latency")
    if not latency or not latency.get("statistics"):
        return
    median = latency["statistics"]["median_ns"]
    contradicted = "other runs of the same model took" in outputs["text"]["facts"].get("Caution", "")
    if verdicts and differs(verdicts["model"]["median_ns"], median) and not contradicted:
        yield f"the verdict's median is {verdicts['model']['median_ns']} ns, that of the runs {median} ns"
    said = outputs["text"]["facts"].get("Median")
    if said and not is_rounded(said.split(" (")[0], median):
        yield f"the text says {said} for a median of {median} ns"
    for name in ("page", "window_page"):
        data = outputs[name]["data"]
        drawn = data and data["histograms"].get("model")
        if drawn and differs(drawn["median"], median, SIX_DIGITS):
            yield f"{name} draws a median of {drawn['median']} ns, the runs have {median} ns"


# Of the data of a page, by the key of the same fact.
POINT_KEYS = {"timeNs": "time_ns", "share": "time_share", "fraction": "roof_fraction", "gainNs": "time_to_gain_ns",
              "intensity": "arithmetic_intensity", "bandwidth": "achieved_byte_per_second"}


def pages_draw_the_same(outputs):
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    for name in ("page", "window_page"):
        for point in (outputs[name]["data"] or {}).get("points", []):
            isOperator = point["operator"] >= 0
            item = verdicts["operators"][point["operator"]] if isOperator else verdicts["layers"][point["layer"]]
            if point["bound"] != item["bound"]:
                yield f"{point['name']} is {item['bound']}, {name} draws it as {point['bound']}"
            for key, fact in POINT_KEYS.items():
                if point.get(key) is not None and item.get(fact) is not None and differs(point[key], item[fact], SIX_DIGITS):
                    yield f"{fact} of {point['name']} is {item[fact]}, {name} draws {point[key]}"


def page_and_chart_show_the_same_rows(outputs):
    """Layer by layer, operators where layers have none of their own; a folded point is all that it stands for. What the
    headline names has the same numbers."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    drawn, placed, tags = set(), set(), {}
    for point in outputs["scene"]["points"]:
        items = {(point["kind"], number) for number in point["equal"] or [point["id"]]}
        drawn |= items
        placed |= items if point["area"] != "edge" else set()
        tags |= {item: point["tag"] for item in items if point["tag"]}
    for name in ("page", "window_page"):
        data = outputs[name]["data"]
        if not data:
            continue
        shown = {("operator", point["operator"]) if point["operator"] >= 0 else ("layer", point["layer"]): point
                 for point in data["points"]}
        numbered = {item: str(point["tag"]) for item, point in shown.items() if point["tag"]}
        if set(numbered.values()) != set(tags.values()) or any(tags.get(item) != tag for item, tag in numbered.items()):
            yield f"{name} has the numbers {numbered}, the chart {tags}"
        for kind, number in sorted(shown.keys() - drawn):
            yield f"{name} draws {kind} {number}, the chart does not"
        for kind, number in sorted(placed - shown.keys()):
            yield f"the chart draws {kind} {number}, {name} does not"


def one_name_of_the_model(outputs):
    """In the tables of text and page, and in the comparison."""
    layers = (outputs["json"].get("analysis") or {}).get("layers")
    rows = outputs["text"]["tables"].get("Layer")
    if not layers or not rows or not outputs["json"].get("verdicts"):
        return
    name = layers[0]["type"] or "(model)"
    if rows[0]["Layer"] != name:
        yield f"the text calls the model {rows[0]['Layer']}, its class is {name}"
    for page in ("page", "window_page"):
        table = outputs[page]["tables"].get("Layers")
        if table and next(iter(table[0].values())) != name:
            yield f"{page} calls the model {next(iter(table[0].values()))}, its class is {name}"
    compared = outputs.get("comparison_text")
    if compared and name not in [row["Layer"] for row in compared["tables"]["Layer"]]:
        yield f"the comparison has no row {name}"


def chart_draws_the_same(outputs):
    """A point stands at the intensity and the rate of its row; a folded one among those that it stands for."""
    verdicts = outputs["json"].get("verdicts")
    if not verdicts:
        return
    for point in outputs["scene"]["points"]:
        part = point["kind"] + "s"
        rows = [outputs["csv"][part][i] for i in point["equal"] or [point["id"]]]
        if not point["timed"] or point["area"] == "edge":
            continue
        across, up = ("achieved_byte_per_second", None) if point["area"] == "strip" else (
            "arithmetic_intensity", "achieved_flop_per_second")
        for place, key in (("x", across), ("y", up)):
            values = [float(row[key]) for row in rows if key and row[key]]
            if values and not min(values) * (1 - EXACT) <= point[place] <= max(values) * (1 + EXACT):
                yield f"{key} of {point['path']} is {values}, the chart draws it at {point[place]}"
    roofs = {roof["value"] for roof in (outputs["json"].get("peaks") or {}).get("roofs", [])}
    for roof in outputs["scene"]["roofs"]:
        if roof["value"] not in roofs:
            yield f"the chart draws {roof['name']} of {roof['value']}, which was not measured"


def roofs_and_work_say_the_same(outputs):
    """Values of roofs, and the work of the model."""
    roofs = {roof["name"]: roof["value"] for roof in (outputs["json"].get("peaks") or {}).get("roofs", [])
             if roof["kind"] != "launch"}
    tables = {"the text": outputs["text"]["tables"].get("Roof")}
    tables |= {name: outputs[name]["tables"].get("Roofs of the device") for name in ("page", "window_page")}
    for name, rows in tables.items():
        for row in rows or []:
            value = roofs.get(row["Roof"])
            if value is not None and not is_rounded(row["Measured"], value):
                yield f"{name} says {row['Measured']} for {row['Roof']}, JSON {value}"
    for source in ("page", "window_page"):
        for roof in (outputs[source]["data"] or {}).get("roofs", []):
            if roof["name"] in roofs and differs(roof["value"], roofs[roof["name"]], SIX_DIGITS):
                yield f"{source} draws {roof['name']} at {roof['value']}, JSON says {roofs[roof['name']]}"
    analysis, said = outputs["json"].get("analysis"), outputs["text"]["facts"].get("Work")
    if analysis and said and not is_rounded(said.split(" (")[0], analysis["totals"]["flops"]):
        yield f"the text says {said}, JSON {analysis['totals']['flops']} FLOP"


def sweeps_say_the_same(outputs):
    """CSV, text and figure have the medians and the work of JSON."""
    sweep = outputs["json"].get("sweep")
    if not sweep:
        return
    points = sweep["batches"] or sweep["points"]
    for source, rows in outputs["sweep"].items():
        if len(rows) != len(points):
            yield f"{source} has {len(rows)} points of the sweep, JSON {len(points)}"
        for row, point in zip(rows, points):
            statistics = (point.get("statistics") or (point.get("timing") or {}).get("statistics")) or {}
            expected = {"flops": point["flops"], "latency_median_ns": statistics.get("median_ns"),
                        "latency_mean_ns": statistics.get("mean_ns"), "batch": point.get("batch")}
            for key, value in expected.items():
                if value is not None and row.get(key) and float(row[key]) != value:
                    yield f"{key} of the sweep is {value}, {source} says {row[key]}"
    for row, point in zip(outputs["text"]["tables"].get("Batch", []), sweep["batches"]):
        if not is_rounded(row["Median"], point["statistics"]["median_ns"]):
            yield f"the text says {row['Median']} for a median of {point['statistics']['median_ns']} ns"


def tokens_say_the_same(outputs):
    """The last workload is what the session shows; none is faster than its roofs."""
    tokens = outputs.get("tokens")
    if not tokens:
        return
    workloads = tokens["json"]["workloads"]
    median = outputs["json"]["verdicts"]["model"]["median_ns"]
    if differs(workloads[-1]["median_ns"], median):
        yield f"tokens has a median of {workloads[-1]['median_ns']} ns, the verdicts have {median} ns"
    if workloads[-1]["flops"] != outputs["json"]["analysis"]["totals"]["flops"]:
        yield f"tokens counts {workloads[-1]['flops']} FLOP, the analysis {outputs['json']['analysis']['totals']['flops']}"
    for row, workload in zip(tokens["text"]["tables"]["Workload"], workloads):
        for bound in ("memory_bound_interval_ns", "arithmetic_bound_interval_ns"):
            if workload[bound] is not None and workload["median_ns"] < workload[bound][0]:
                yield f"{workload['workload']} takes {workload['median_ns']} ns, and its {bound} begins at {workload[bound][0]}"
        rate = row["Rate"].removesuffix(" tokens/s")
        if not is_rounded(rate, workload["tokens_per_second"]):
            yield f"the text says {row['Rate']}, JSON {workload['tokens_per_second']}"


def answers_say_the_same(outputs):
    """What people ask first: text and pages have the answers of JSON, none of which is below its limit."""
    asked = (outputs["json"].get("verdicts") or {}).get("what_if") or []
    for one in asked:
        if one["median_ns"] is not None and not one["limit_ns"] <= one["interval"][0] <= one["median_ns"] <= one["interval"][1]:
            yield f"{one['id']}: {one['limit_ns']} at best, {one['median_ns']} in {one['interval']}"
    tables = {"text": outputs["text"]["tables"], "page": outputs["page"]["tables"], "window_page": outputs["window_page"]["tables"]}
    for source, found in tables.items():
        rows = found.get("What if", [])
        if len(rows) != len(asked):
            yield f"{source} has {len(rows)} answers, JSON {len(asked)}"
        for row, one in zip(rows, asked):
            expected = row["Expected"].partition(" (")[0]
            if one["median_ns"] is not None and not is_rounded(expected, one["median_ns"]):
                yield f"{source} says {expected} for {one['id']}, JSON {one['median_ns']} ns"


def one_headline(outputs):
    verdicts = outputs["json"].get("verdicts")
    if not verdicts or not verdicts["model"]["headline"]:
        return
    headline = verdicts["model"]["headline"]
    if headline not in outputs["text"]["sentences"]:
        yield f"the text does not say: {headline}"
    for name in ("page", "window_page"):
        if headline not in outputs[name]["paragraphs"]:
            yield f"{name} does not say: {headline}"


ALL = (
    no_operator_below_its_kernels, kernels_and_the_time_between_are_the_run, causes_take_no_more_than_their_kernels, times_divide, sums_hold, one_ridge, zones_agree_with_verdicts, one_ranking,
    comparison_has_the_times_of_the_table, equal_keys_have_equal_numbers, tables_say_the_same, latencies_say_the_same,
    pages_draw_the_same, page_and_chart_show_the_same_rows, one_name_of_the_model, chart_draws_the_same, roofs_and_work_say_the_same, sweeps_say_the_same, tokens_say_the_same, one_headline,
    answers_say_the_same,
)
