// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/analysis.h"
#include "core/model/method_comparison.h"
#include "core/model/request.h"
#include "core/model/roof.h"
#include "core/model/sample_flag.h"
#include "core/report/format/phrase.h"
#include "core/roofline/point.h"
#include "core/roofline/session_comparison.h"

#include <QString>
#include <QStringList>

#include <span>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// The words that people read for the values of the model, translated. Nothing else in the window spells them.

[[nodiscard]] QString displayName(OperatorFamily family); ///< "Convolution"
[[nodiscard]] QString displayName(Bound bound); ///< "Compute-bound"
[[nodiscard]] QString displayText(const Phrase &phrase); ///< with its arguments in place
[[nodiscard]] QString displayText(const std::vector<Phrase> &sentences); ///< one after the other
/// The same as rich text: everything is escaped, the first sentence stands out, what has a target is a link to it.
[[nodiscard]] QString displayMarkup(std::span<const Phrase> sentences);
[[nodiscard]] QString displayName(ModelForm form); ///< "Script"
[[nodiscard]] QString displayName(RoofKind kind); ///< "Compute"
[[nodiscard]] QString displayName(InputSource source); ///< "from the trace"
[[nodiscard]] QString displayName(Effort effort); ///< "Quick"
[[nodiscard]] QString displayName(Executor executor); ///< "Frozen"
[[nodiscard]] QString displayName(ModelPrecision precision); ///< "As loaded", "float16"
[[nodiscard]] QString displayName(MemoryFormat format); ///< "Channels last"
[[nodiscard]] QString displayName(Tf32 tf32); ///< "TF32 allowed"
[[nodiscard]] QString displayName(Caches caches); ///< "Cold caches"
[[nodiscard]] QString displayName(const Execution &execution); ///< all choices that are not the default
[[nodiscard]] QString displayName(const Device &device); ///< name and threads or index
[[nodiscard]] QString displayName(AboveRoofCause cause); ///< "its data lay in a cache"
/// That a point is above its roof, and the likely causes; empty for others.
[[nodiscard]] QString aboveRoofSentence(const RooflinePoint &point);
[[nodiscard]] QString displayName(Change change); ///< with a sign before it: "▼ Faster"
[[nodiscard]] QString displayName(Setting setting); ///< "Execution"
[[nodiscard]] QString cautionSentence(Caution caution);
[[nodiscard]] QString displayName(const OpenEnum<ArithmeticUnit> &unit); ///< "vector"; itself for an unknown one
[[nodiscard]] QString displayName(const OpenEnum<MemoryLevel> &level); ///< "main memory", "L2"
[[nodiscard]] QString displayName(const OpenEnum<MemoryPattern> &pattern); ///< "read"; itself for an unknown one
[[nodiscard]] QString displayName(const OpenEnum<LaunchPattern> &pattern); ///< "in a graph"
[[nodiscard]] QString displayName(const OpenEnum<TimingMethod> &method); ///< "Events"; itself for an unknown one
/// A roof's name, "FP32 FMA (vector)", or that of its data.
[[nodiscard]] QString roofName(std::string_view name);
/// Why something is not known, as the worker wrote it.
[[nodiscard]] QString reasonText(std::string_view text);
[[nodiscard]] QString ageName(std::int64_t seconds); ///< "3 d ago"
/// Of Progress::stage: "Measuring the roofs"; the identifier itself for a stage of a newer version.
[[nodiscard]] QString stageName(std::string_view stage);
/// Of SampleSet::flags and Roof::flags: "few samples"; the identifier itself for an unknown one.
[[nodiscard]] QString flagName(std::string_view flag);
/// Of several; "noisy" goes unsaid beside "very noisy".
[[nodiscard]] QStringList flagNames(const std::vector<OpenEnum<SampleFlag>> &flags);
/// "unknown" and the like become a word; others keep PyTorch's name.
[[nodiscard]] QString displayName(DType dtype);

} // namespace ridgepoint
