// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/operator_risk.h"
#include "core/results/analysis/analysis.h"
#include "core/results/result_traits.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A module as the file stores it.
struct StoredModule {
    std::string path; ///< dotted; empty for the model itself
    std::string type; ///< last part of the qualified class name, mangling removed
    std::int64_t parameters = 0; ///< its own, not of modules below it
    std::int64_t buffers = 0;

    bool operator==(const StoredModule &) const = default;
};

/// Code in a file that deserves a look before it runs.
struct CodeFinding {
    std::string record; ///< where: name of the file inside the archive
    std::int64_t line = 0; ///< from 1; 0 if there are no lines
    std::string operation; ///< for example "aten::save"
    std::string excerpt; ///< the line, trimmed
    bool runsAtLoad = false; ///< inside __setstate__
    bool touchesFiles = false; ///< reads or writes files: asks for trust
    bool leavesStorage = false; ///< may reach memory beyond that of its tensors: asks for trust
    std::string node = {}; ///< of an export: the value that the call makes
    OpenEnum<OperatorRisk> risk = OperatorRisk::None; ///< why it asks for trust

    void setRisk(OperatorRisk why)
    {
        risk = why;
        touchesFiles = why == OperatorRisk::Files;
        leavesStorage = why != OperatorRisk::Files && why != OperatorRisk::None;
    }

    [[nodiscard]] bool asksForTrust() const { return touchesFiles || leavesStorage; }
    bool operator==(const CodeFinding &) const = default;
};

/// "code/__torch__.py, line 5", or "models/model.json, node add_1".
[[nodiscard]] ComposedText placeOf(const CodeFinding &finding);

/// A tensor that a trace stored.
struct TracedTensor {
    std::string place; ///< inside the argument, for example "[0]" or "[image]"; empty: it is the argument
    TensorInfo tensor;

    bool operator==(const TracedTensor &) const = default;
};

/// An argument of forward() as the file declares it.
struct StoredArgument {
    std::string name;
    std::string type; ///< for example "Tensor", "Optional[Tensor]", "List[Tensor]"
    std::vector<TracedTensor> traced; ///< what a trace stored for it, in order
    std::string defaultValue; ///< empty: it has none

    bool operator==(const StoredArgument &) const = default;
};

/// Operators and classes of one namespace that do not come with PyTorch.
struct NeededLibrary {
    std::string nameSpace; ///< for example "torchvision"
    std::vector<std::string> operators; ///< in alphabetical order, for example "torchvision::nms"
    bool found = false; ///< a library that brings all of them is open

    bool operator==(const NeededLibrary &) const = default;
};

/// A size that an export left open.
struct SizeSymbol {
    std::string name; ///< in the file, for example "s77"
    std::int64_t minimum = 0;
    std::optional<std::int64_t> maximum; ///< none: any
    std::optional<std::int64_t> sample; ///< when the model was exported
    std::vector<std::string> places; ///< argument and dimension that have this size: "input_ids.1"

    bool operator==(const SizeSymbol &) const = default;
};

/// What is known of a file without running any of it.
struct Inspection {
    ModelIdentity model;
    std::int64_t fileBytes = 0;
    std::string producer; ///< version record of the archive
    std::vector<StoredModule> modules; ///< parents before children
    std::vector<StoredArgument> arguments; ///< of forward(), self left out
    std::vector<CodeFinding> findings;
    std::vector<NeededLibrary> libraries; ///< by namespace
    std::vector<SizeSymbol> symbols; ///< of an export

    /// True when the code must not run without trust.
    [[nodiscard]] bool needsTrust() const;

    bool operator==(const Inspection &) const = default;
};

template<> struct ResultTraits<Inspection> {
    static constexpr std::string_view record = "inspection";
    static constexpr RequestKind request = RequestKind::Inspect;
    // A pipeline has several files.
    static constexpr EnumSet<RequestKind> others = {
        RequestKind::Analyze, RequestKind::Latency, RequestKind::Layers,   RequestKind::Methods, RequestKind::Sweep,
        RequestKind::Report,  RequestKind::Import,  RequestKind::Remedies, RequestKind::Explain
    };
    static constexpr ResultOf of = ResultOf::File;
};

} // namespace rooflight
