// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/exports.h"

#include "core/roofline/explained_items.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>

namespace rooflight {

extern const std::string_view reproducerProgram; // from resources/report/reproducer.py

namespace {

constexpr std::string_view placeOfCall = "# CALL\n";
constexpr std::string_view nameSpace = "aten::";
constexpr std::size_t longestName = 64;
constexpr std::int64_t alignment = 64; ///< elements: an offset beyond them changes nothing but the size of the memory
constexpr std::int64_t mostElements = std::int64_t { 1 } << 40;

/// What is known of a call does not suffice.
struct Unrepeatable {
    std::string reason;
};

/// A word of LibTorch's schemas, which stands in the script as it is.
bool isIdentifier(std::string_view text)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !text.empty() && text.size() <= longestName && isLetter(text.front())
        && std::ranges::all_of(text, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// Modes that operators of LibTorch take as a text.
bool isMode(std::string_view text)
{
    constexpr std::array<std::string_view, 14> modes = { "none",  "tanh",     "same",    "valid",     "floor",
                                                         "trunc", "constant", "reflect", "replicate", "circular",
                                                         "sum",   "mean",     "ij",      "xy" };
    return std::ranges::find(modes, text) != modes.end();
}

/// Random numbers make no such argument.
bool mustHoldItsNumbers(std::string_view argument)
{
    constexpr std::array<std::string_view, 8> names = { "offsets",      "offs",         "lengths",   "batch_sizes",
                                                        "crow_indices", "ccol_indices", "cum_seq_q", "cum_seq_k" };
    return std::ranges::find(names, argument) != names.end();
}

bool canBeMade(DType dtype)
{
    using enum DType;
    constexpr std::array made = { Bool,     UInt8,   Int8,    Int16,     Int32,      Int64,      Float16,
                                  BFloat16, Float32, Float64, Complex64, Complex128, Float8E4M3, Float8E5M2 };
    return std::ranges::find(made, dtype) != made.end();
}

std::string floatText(double number)
{
    if (!std::isfinite(number))
        throw Unrepeatable { "one of its numbers is not finite" };
    std::string text = fmt::format("{}", number);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string tupleText(const std::vector<std::int64_t> &numbers)
{
    return fmt::format("({}{})", fmt::join(numbers, ", "), numbers.size() == 1 ? "," : "");
}

std::string_view truthText(bool value)
{
    return value ? "True" : "False";
}

bool isTooLarge(const CalledTensor &tensor, std::int64_t offset)
{
    double last = static_cast<double>(offset); // as a double, which does not overflow
    for (std::size_t i = 0; i < tensor.strides.size(); ++i) {
        if (tensor.strides[i] < 0 || tensor.info.shape[i] < 0)
            return true;
        last += static_cast<double>(tensor.info.shape[i]) * static_cast<double>(tensor.strides[i]);
    }
    return last > static_cast<double>(mostElements);
}

class CallText
{
public:
    explicit CallText(const CalledOperator &call)
    {
        for (const CalledArgument &argument : call.arguments) {
            const std::string value = valueOf(argument);
            if (!argument.byName)
                m_given.push_back(value);
            else if (isIdentifier(argument.name))
                m_named.push_back(fmt::format("\"{}\": {}", argument.name, value));
            else
                throw Unrepeatable { "LibTorch does not know the name of one of its arguments" };
        }
    }

    [[nodiscard]] std::string text() const
    {
        return fmt::format("def arguments():\n"
                           "    tensors = []\n"
                           "{}"
                           "    given = [{}]\n"
                           "    named = {{{}}}\n"
                           "    return given, named\n",
                           m_tensors, fmt::join(m_given, ", "), fmt::join(m_named, ", "));
    }

private:
    std::string valueOf(const CalledArgument &argument)
    {
        switch (argument.kind) {
        case ArgumentKind::None:
            return "None";
        case ArgumentKind::Tensor:
            return tensorText(only(argument.tensors), argument.name);
        case ArgumentKind::Tensors: {
            std::vector<std::string> texts;
            for (const CalledTensor &tensor : argument.tensors)
                texts.push_back(tensorText(tensor, argument.name));
            return fmt::format("[{}]", fmt::join(texts, ", "));
        }
        case ArgumentKind::Integer:
            return fmt::format("{}", only(argument.integers));
        case ArgumentKind::Integers:
            return fmt::format("[{}]", fmt::join(argument.integers, ", "));
        case ArgumentKind::Number:
            return numberText(argument);
        case ArgumentKind::Numbers: {
            std::vector<std::string> texts;
            std::ranges::transform(argument.numbers, std::back_inserter(texts), floatText);
            return fmt::format("[{}]", fmt::join(texts, ", "));
        }
        case ArgumentKind::Boolean:
            return std::string(truthText(only(argument.integers) != 0));
        case ArgumentKind::Booleans: {
            std::vector<std::string_view> texts;
            for (const std::int64_t value : argument.integers)
                texts.push_back(truthText(value != 0));
            return fmt::format("[{}]", fmt::join(texts, ", "));
        }
        case ArgumentKind::Text:
            if (!isMode(argument.text))
                throw Unrepeatable { "one of its arguments is a text of the model" };
            return fmt::format("\"{}\"", argument.text);
        case ArgumentKind::Cpu:
            return "\"cpu\"";
        case ArgumentKind::Other:
            break;
        }
        throw Unrepeatable { "one of its arguments is neither a plain tensor on the CPU nor a number" };
    }

    template<typename T> static const T &only(const std::vector<T> &values)
    {
        if (values.size() != 1)
            throw Unrepeatable { "the record of its arguments is malformed" };
        return values.front();
    }

    static std::string numberText(const CalledArgument &argument)
    {
        for (const std::string_view notFinite : { "inf", "-inf", "nan" }) {
            if (argument.text == notFinite)
                return fmt::format("float(\"{}\")", notFinite);
        }
        return floatText(only(argument.numbers));
    }

    /// How it is named in the script, behind a line that makes it.
    std::string tensorText(const CalledTensor &tensor, std::string_view argument)
    {
        const std::int64_t number = m_count++;
        m_tensors += fmt::format("    tensors.append({})\n", madeText(tensor, number, argument));
        return fmt::format("tensors[{}]", number);
    }

    static std::string madeText(const CalledTensor &tensor, std::int64_t number, std::string_view argument)
    {
        if (tensor.info.dtype == DType::Unknown)
            return "None";
        if (tensor.sameAs >= 0 && tensor.sameAs < number)
            return fmt::format("tensors[{}]", tensor.sameAs);
        if (!canBeMade(tensor.info.dtype))
            throw Unrepeatable { fmt::format("there are no random numbers of the type {}", name(tensor.info.dtype)) };
        if (tensor.range && mustHoldItsNumbers(argument))
            throw Unrepeatable { "one of its arguments must hold the numbers of the run" };
        const std::int64_t offset = tensor.offset % alignment;
        if (tensor.strides.size() != tensor.info.shape.size() || offset < 0 || isTooLarge(tensor, offset))
            throw Unrepeatable { "the record of its arguments is malformed" };
        std::string text = fmt::format("tensor({}, {}, torch.{}", tupleText(tensor.info.shape),
                                       tupleText(tensor.strides), name(tensor.info.dtype));
        if (tensor.range)
            text +=
                fmt::format(", {}, {}", tensor.range->front(), std::max(tensor.range->front(), tensor.range->back()));
        else if (isFloatingPoint(tensor.info.dtype))
            text += tensor.negative ? "" : ", 0.0, 1.0";
        else
            text += ", 0, 0"; // without elements, or of a type that has no range
        if (offset > 0)
            text += fmt::format(", offset={}", offset);
        if (tensor.denormals > 0)
            text += fmt::format(", denormals={}", floatText(std::min(tensor.denormals, 1.0)));
        return text + ')';
    }

    std::string m_tensors;
    std::vector<std::string> m_given;
    std::vector<std::string> m_named;
    std::int64_t m_count = 0;
};

/// As the script calls it; empty: no script can change that.
std::string_view changeOf(const FoundCause &cause)
{
    switch (cause.evidence.id.value().value_or(Experiment::Control)) {
    case Experiment::MemoryFormat:
        return "channels_last";
    case Experiment::Contiguous:
        return "contiguous";
    case Experiment::PageFaults:
        return "keep_memory";
    case Experiment::HugePages:
        return "huge_pages";
    case Experiment::Denormals:
        return "flush_denormals";
    case Experiment::InstructionSet:
        return "all_instructions";
    case Experiment::AllThreads:
        return "all_threads";
    case Experiment::Threads:
        return cause.id == ProvenCause::FewerThreads ? "half_threads" : "";
    case Experiment::ColdCaches:
        return "warm_caches";
    default:
        return {};
    }
}

/// The largest that a script can make.
const FoundCause *winningCause(const OperatorProof &proof)
{
    const auto found =
        std::ranges::find_if(proof.causes, [](const FoundCause &cause) { return !changeOf(cause).empty(); });
    return found == proof.causes.end() ? nullptr : &*found;
}

std::string callText(const ExplainedItem &item, const Explanation &explanation)
{
    constexpr double nsPerUs = 1e3;
    if (!item.experiments->failure.empty())
        throw Unrepeatable { "it could not be called again" };
    if (explanation.device.isCuda())
        throw Unrepeatable { "scripts repeat calls on a CPU only" };
    if (!item.experiments->call)
        throw Unrepeatable { "it is not on the list of LibTorch's operators that are known to be safe" };
    const CalledOperator &call = *item.experiments->call;
    const std::string_view name = std::string_view(call.name).substr(std::min(nameSpace.size(), call.name.size()));
    const std::string overload = call.overload.empty() ? "default" : call.overload;
    if (!call.name.starts_with(nameSpace) || !isIdentifier(name) || !isIdentifier(overload))
        throw Unrepeatable { "it is not on the list of LibTorch's operators that are known to be safe" };
    const std::string arguments = CallText(call).text();
    const FoundCause *const cause = winningCause(item.proof);
    const std::optional<double> inModel = item.point->timeNs;
    return fmt::format(
        "OPERATOR = torch.ops.aten.{}.{}\n"
        "THREADS = {}\n"
        "COLD = {}\n"
        "SESSION_US = {}  # called alone\n"
        "MODEL_US = {}\n"
        "PAGE_FAULTS = {}  # of a call, in the session\n"
        "CHANGE = {}\n"
        "RATIO = {}  # of the change, in the session\n"
        "\n\n{}",
        name, overload, std::max(explanation.threads, 1), truthText(explanation.execution.caches == Caches::Cold),
        floatText(item.experiments->medianNs / nsPerUs), inModel ? floatText(*inModel / nsPerUs) : "None",
        floatText(item.experiments->pageFaults), cause ? fmt::format("\"{}\"", changeOf(*cause)) : "None",
        floatText(cause ? cause->evidence.ratio : 1), arguments);
}

Reproducer reproducerOf(const ExplainedItem &item, const Explanation &explanation)
{
    const std::string call = callText(item, explanation);
    Reproducer reproducer;
    reproducer.fileName =
        fmt::format("{:04}_{}.py", item.op->id, item.experiments->call->name.substr(nameSpace.size()));
    reproducer.text = reproducerProgram;
    reproducer.text.replace(reproducer.text.find(placeOfCall), placeOfCall.size(), call);
    return reproducer;
}

} // namespace

Reproducers reproducersOf(const JudgedSession &judged)
{
    Reproducers all;
    if (!judged.session().explanation)
        return all;
    std::set<std::int64_t> done; // of two layers it may be the same
    for (const ExplainedItem &item : explainedItems(judged)) {
        if (!done.insert(item.op->id).second)
            continue;
        try {
            all.scripts.push_back(reproducerOf(item, *judged.session().explanation));
        } catch (const Unrepeatable &why) {
            all.leftOut.push_back(fmt::format("There is no script for {}, as {}.", item.point->label, why.reason));
        }
    }
    return all;
}

} // namespace rooflight
