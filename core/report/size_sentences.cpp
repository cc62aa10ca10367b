// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/size_sentences.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"

#include <algorithm>

namespace rooflight {

namespace {

Phrase nameOf(const BatchSweep &sweep, const std::vector<SizePath> &paths, const std::vector<std::size_t> &group)
{
    const std::int64_t layer = paths[group.front()].layer;
    if (layer == 0)
        return { QT_TRANSLATE_NOOP("Phrases", "The model") };
    Phrase label = literalPhrase(sweptLayerName(sweep, layer));
    if (group.size() == 1)
        return label;
    const auto others = static_cast<std::int64_t>(group.size()) - 1;
    return { QT_TRANSLATE_NOOP("Phrases", "%1 (and %2 like it)"),
             { std::move(label), literalPhrase(formatCount(others)) } };
}

Phrase sizePhrase(const std::string &axis, std::int64_t size)
{
    return literalPhrase(axis + " = " + formatCount(size));
}

Phrase sentenceOf(const BatchSweep &sweep, const RidgeCrossing &crossing, const Phrase &layer)
{
    const Phrase from = sizePhrase(sweep.axes[crossing.axis].name, crossing.from);
    if (!crossing.other)
        return { crossing.toCompute ? QT_TRANSLATE_NOOP("Phrases", "%1 turns compute-bound from %2 on.")
                                    : QT_TRANSLATE_NOOP("Phrases", "%1 turns bandwidth-bound from %2 on."),
                 { layer, from } };
    return { crossing.toCompute ? QT_TRANSLATE_NOOP("Phrases", "%1 turns compute-bound from %2 on at %3.")
                                : QT_TRANSLATE_NOOP("Phrases", "%1 turns bandwidth-bound from %2 on at %3."),
             { layer, from, sizePhrase(sweep.axes[1 - crossing.axis].name, *crossing.other) } };
}

std::vector<RidgeCrossing> crossingsOf(const BatchSweep &sweep, const SizePath &path)
{
    std::vector<RidgeCrossing> crossings = ridgeCrossings(sweep, path, sweep.axes.size() - 1);
    return crossings.empty() && sweep.axes.size() > 1 ? ridgeCrossings(sweep, path, 0) : crossings;
}

/// Of a model that never crosses a ridge.
Phrase modelSentence(const SizePath &model)
{
    return { model.steps.front().isComputeBound()
                 ? QT_TRANSLATE_NOOP("Phrases", "The model is compute-bound at all of these sizes.")
                 : QT_TRANSLATE_NOOP("Phrases", "The model is bandwidth-bound at all of these sizes.") };
}

} // namespace

std::string sweptLayerName(const BatchSweep &sweep, std::int64_t layer)
{
    return layerName(sweep.layers[static_cast<std::size_t>(layer)]);
}

std::vector<Phrase> ridgeSentences(const BatchSweep &sweep, const std::vector<SizePath> &paths)
{
    std::vector<Phrase> sentences;
    for (const std::vector<std::size_t> &group : alikePaths(sweep, paths)) {
        const SizePath &path = paths[group.front()];
        const auto layer = static_cast<std::size_t>(path.layer);
        const bool isBetween = path.layer != 0 && !sweep.layers[layer].leaf; // its parts say it
        const auto isJudged = [](const SizeStep &step) { return step.atRoofNs > 0; };
        if (isBetween || !std::ranges::any_of(path.steps, isJudged))
            continue;
        const std::vector<RidgeCrossing> crossings = crossingsOf(sweep, path);
        for (const RidgeCrossing &crossing : crossings)
            sentences.push_back(sentenceOf(sweep, crossing, nameOf(sweep, paths, group)));
        if (crossings.empty() && path.layer == 0)
            sentences.push_back(modelSentence(path));
    }
    return sentences;
}

} // namespace rooflight
