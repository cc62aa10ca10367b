// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/translation_mark.h"
#include "core/model/request.h"
#include "core/results/remedies/remedies.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace rooflight {

/// The numbers that an option may be.
struct NumberRange {
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
    bool isWhole = false;
    bool leavesOutLeast = false;

    [[nodiscard]] bool contains(double number) const;
    /// What is said of others: "is not an integer from 1 up".
    [[nodiscard]] std::string refusal() const;
};

[[nodiscard]] constexpr NumberRange wholeFrom(double least, double most = std::numeric_limits<double>::infinity())
{
    return { .least = least, .most = most, .isWhole = true };
}

inline constexpr NumberRange aboveZero { .leavesOutLeast = true };

/// In what people give a number that a request has in shares or bytes.
enum class OptionUnit { AsInRequest, Percent, Gigabytes };

enum class OptionKind { Text, Flag, Number, List };

/// How one option is named, described and bounded: for the command line, plans, requests in JSON and the window alike.
struct OptionFacts {
    std::string_view name = {}; ///< on the command line, "--batch"; an argument has no dashes; empty: not there
    std::string_view key = {}; ///< in a request
    std::string_view planKey = {}; ///< in a plan where it is not `key`
    const char *type = ""; ///< what stands behind the name in --help
    const char *help = ""; ///< marked for translation where the window shows it
    NumberRange range = {}; ///< in its unit
    OptionUnit unit = OptionUnit::AsInRequest;
    std::span<const std::string_view> words = {}; ///< the only values; empty: any
    std::string_view exceptWord = {}; ///< one of them that is no value
    char separator = '\0'; ///< between the values of a list that is one word; '\0': the option is repeated
    bool isFile = false; ///< a plan names it from its folder
    bool showsDefault = false; ///< in --help
    bool isSentIfSet = false; ///< left out of a request that has the default
    OptionKind kind = OptionKind::Text;

    [[nodiscard]] std::vector<std::string> offeredWords() const; ///< without `exceptWord`
    /// A number as a request has it.
    [[nodiscard]] double inRequest(double number) const;
    /// The same of `range`.
    [[nodiscard]] NumberRange rangeInRequest() const;
    /// Why the text is none of its values: "0 is not an integer from 1 up"; empty for a value.
    [[nodiscard]] std::string refusalOf(const std::string &text) const;
};

/// The identifiers of an enumeration.
template<NamedEnum Enum>
inline constexpr auto identifiersOf = [] {
    std::array<std::string_view, enumNames<Enum>.size()> words {};
    std::ranges::transform(enumNames<Enum>, words.begin(), [](const auto &each) { return each.second; });
    return words;
}();

/// A member of a request, or of a part of it.
template<auto member, auto... inside> [[nodiscard]] constexpr auto &memberOf(auto &whole)
{
    return ((whole.*member).*....*inside);
}

/// The option that sets such a member.
template<auto member, auto... inside> struct RequestOption : OptionFacts {
    using Value = std::remove_cvref_t<decltype(memberOf<member, inside...>(std::declval<Request &>()))>;

    constexpr RequestOption(std::string_view name, std::string_view key, const char *type, const char *help,
                            const OptionFacts &more = {})
        : OptionFacts(more)
    {
        this->name = name;
        this->key = key;
        this->type = type;
        this->help = help;
        if constexpr (NamedEnum<Value>)
            words = identifiersOf<Value>;
        if constexpr (std::is_same_v<Value, bool>)
            kind = OptionKind::Flag;
        else if constexpr (std::is_arithmetic_v<Value> || std::is_same_v<Value, std::optional<std::int64_t>>)
            kind = OptionKind::Number;
        else if constexpr (!NamedEnum<Value> && !std::is_same_v<Value, std::string>)
            kind = OptionKind::List;
    }

    [[nodiscard]] static constexpr auto &of(auto &request) { return memberOf<member, inside...>(request); }
    /// The same of the part of a request that it is in.
    [[nodiscard]] static constexpr auto &ofPart(auto &part) { return (part.*....*inside); }
};

namespace option {

inline constexpr RequestOption<&Request::model> model("model", "model", "MODEL", "TorchScript or torch.export file");
inline constexpr RequestOption<&Request::inputs>
    inputs("--input", "inputs", "SPEC", "An argument of the model: [NAME:]SHAPE[:DTYPE][:FILL]; repeat for more",
           { .planKey = "specs" });
inline constexpr RequestOption<&Request::batch>
    batch("--batch", "batch", "N", QT_TRANSLATE_NOOP("Options", "Batch size"), { .range = wholeFrom(1) });
inline constexpr RequestOption<&Request::device>
    device("--device", "device", "TEXT", QT_TRANSLATE_NOOP("Options", "cpu or cuda:N"), { .showsDefault = true });
inline constexpr RequestOption<&Request::threads>
    threads("--threads", "threads", "N", QT_TRANSLATE_NOOP("Options", "CPU threads; chosen by LibTorch by default"),
            { .range = wholeFrom(1, Request::maxThreads) });
inline constexpr RequestOption<&Request::convention> convention("--convention", "convention", "",
                                                                QT_TRANSLATE_NOOP("Options", "What FLOPs count"),
                                                                { .showsDefault = true });
inline constexpr RequestOption<&Request::trust>
    trust("--trust", "trust", "", "Run a file even if it makes calls that are not known to be safe");
inline constexpr RequestOption<&Request::acceptDamaged> acceptDamaged("--accept-damaged", "accept_damaged", "",
                                                                      "Open a file even if a checksum differs");
inline constexpr RequestOption<&Request::libraries> libraries("--library", "libraries", "FILE.so",
                                                              "Operator library to load first; repeat for several",
                                                              { .isFile = true });
inline constexpr RequestOption<&Request::formulas> formulas("--formulas", "formulas", "FILE",
                                                            "Your own formulas for operators that the table lacks",
                                                            { .isFile = true });
inline constexpr RequestOption<&Request::timeoutSeconds> timeout("--timeout", "timeout_seconds", "SECONDS",
                                                                 "Give up after this many seconds; 0: never",
                                                                 { .planKey = "timeout" });
inline constexpr RequestOption<&Request::memoryLimitBytes> memoryLimit(
    "--memory-limit", "memory_limit_bytes", "GB",
    QT_TRANSLATE_NOOP("Options", "Memory that the model may use; nine tenths of the available memory by default"),
    { .planKey = "memory_limit", .range = aboveZero, .unit = OptionUnit::Gigabytes });
inline constexpr RequestOption<&Request::effort>
    effort("--effort", "effort", "", QT_TRANSLATE_NOOP("Options", "Time for the roofs: at most 5, 30 or 180 seconds"));
inline constexpr RequestOption<&Request::remeasure> remeasure("--remeasure", "remeasure", "",
                                                              "Measure the roofs even if they are in the cache",
                                                              { .planKey = "remeasure_roofs" });
inline constexpr RequestOption<&Request::execution, &Execution::executor>
    executor("--executor", "executor", "", QT_TRANSLATE_NOOP("Options", "How forward() is executed"));
inline constexpr RequestOption<&Request::execution, &Execution::precision>
    precision("--precision", "precision", "", QT_TRANSLATE_NOOP("Options", "Element type of weights and inputs"));
inline constexpr RequestOption<&Request::execution, &Execution::memoryFormat>
    memoryFormat("--memory-format", "memory_format", "",
                 QT_TRANSLATE_NOOP("Options", "Order of dimensions of weights and inputs"));
inline constexpr RequestOption<&Request::execution, &Execution::tf32>
    tf32("--tf32", "tf32", "", QT_TRANSLATE_NOOP("Options", "Whether fp32 work may run in TF32 on CUDA"));
inline constexpr RequestOption<&Request::execution, &Execution::caches>
    caches("--caches", "caches", "",
           QT_TRANSLATE_NOOP("Options", "What caches hold when a run begins: cold flushes them"));
inline constexpr RequestOption<&Request::execution, &Execution::method>
    method("--method", "model_method", "NAME", "A method of a TorchScript file to run instead of forward()",
           { .isSentIfSet = true });
inline constexpr RequestOption<&Request::limits, &MeasureLimits::warmup>
    warmup("--warmup", "warmup", "N",
           QT_TRANSLATE_NOOP("Options", "Warm-up calls before the measurement; until they are steady by default"),
           { .range = wholeFrom(0) });
inline constexpr RequestOption<&Request::limits, &MeasureLimits::runs>
    runs("--runs", "runs", "N",
         QT_TRANSLATE_NOOP("Options", "Measured runs; until the median is known to 1 % by default"),
         { .range = wholeFrom(1) });
inline constexpr RequestOption<&Request::limits, &MeasureLimits::seconds>
    seconds("--seconds", "seconds", "SECONDS", QT_TRANSLATE_NOOP("Options", "Time for the measured runs"),
            { .range = aboveZero });
inline constexpr RequestOption<&Request::interleave>
    interleave("--interleave", "interleave", "VARIANT",
               "Time this interleaved with the model and say which is faster: MODEL, executor=frozen, "
               "MODEL,precision=bfloat16, ...; repeat for several");
inline constexpr RequestOption<&Request::sweep, &SweepRequest::search>
    search("--search", "search", "", "binary: powers of two, then halving; sequential: one by one");
inline constexpr RequestOption<&Request::sweep, &SweepRequest::maximumBatch>
    maximumBatch("--max-batch", "maximum_batch", "N",
                 QT_TRANSLATE_NOOP("Options", "Largest batch to try; limited by memory by default"),
                 { .range = wholeFrom(1) });
inline constexpr RequestOption<&Request::sweep, &SweepRequest::margin>
    margin("--margin", "margin", "PERCENT",
           "Share of the largest batch that the recommended one leaves free, 5 by default",
           { .range = { .most = 99 }, .unit = OptionUnit::Percent });
inline constexpr RequestOption<&Request::sweep, &SweepRequest::longestCallSeconds>
    longestCall("--max-call", "longest_call_seconds", "SECONDS", "A batch is too slow when one call takes longer",
                { .range = aboveZero, .showsDefault = true });
inline constexpr RequestOption<&Request::sweep, &SweepRequest::restart>
    restart("--restart", "restart", "", "Start again, even if a sweep was interrupted");
inline constexpr RequestOption<&Request::pipeline, &PipelineRequest::models> models("models", "models", "MODEL",
                                                                                    "The models after it, in order");
inline constexpr RequestOption<&Request::pipeline, &PipelineRequest::hostWork>
    hostWork("--host-work", "host_work", "WORK",
             "Between the models: busy:MS, sleep:MS, copy, or a TorchScript file; one for all places, or repeat for "
             "each");
inline constexpr RequestOption<&Request::sweep, &SweepRequest::step>
    step("--step", "step", "N", QT_TRANSLATE_NOOP("Options", "Search sequentially: 1, then the multiples of this"),
         { .range = wholeFrom(1) });
inline constexpr RequestOption<&Request::batchDimensions> batchDimensions(
    "--batch-dim", "batch_dimensions", "N",
    QT_TRANSLATE_NOOP("Options",
                      "Which dimension of the inputs is the batch: N, NAME=N for one argument, length of a "
                      "list, or none; found by running the model by default"),
    { .planKey = "batch_dims" });
inline constexpr RequestOption<&Request::unconfined>
    unconfined("--unconfined", "unconfined", "",
               "Run the model without the sandbox: it can do everything that you can do");
inline constexpr RequestOption<&Request::roof>
    roof("--roof", "roof", "NAME", "Measure only this roof, by its name in the table", { .isSentIfSet = true });
inline constexpr RequestOption<&Request::dimensions>
    dimensions("--dim", "dimensions", "NAME=VALUE",
               "A size that an export left open, by its name in the file or by argument and dimension: NAME=VALUE, "
               "input_ids.1=512; repeat for more",
               { .planKey = "dims", .isSentIfSet = true });
inline constexpr RequestOption<&Request::predict>
    predict("--predict", "predict", "",
            "Count without running the model and without reading its weights, from the sizes that a torch.export "
            "file keeps",
            { .isSentIfSet = true });
inline constexpr RequestOption<&Request::countBytes> countBytes(
    "--count-bytes", "count_bytes", "",
    QT_TRANSLATE_NOOP("Options",
                      "On a GPU: also count the bytes in its memory with its own counters, if the driver allows it"),
    { .isSentIfSet = true });
inline constexpr RequestOption<&Request::remedies>
    remedies("--only", "remedies", "ID,...", "Try only these, separated by commas; all by default",
             { .words = identifiersOf<RemedyId>, .separator = ',', .isSentIfSet = true });
inline constexpr RequestOption<&Request::compile>
    compile("--compile", "compile", "",
            "On a CPU: also compile a torch.export file with your Python's AOTInductor, with and without freezing; "
            "takes about a minute, once per model",
            { .isSentIfSet = true });
inline constexpr RequestOption<&Request::saveCompiled>
    saveCompiled("--save-compiled", "save_compiled", "FILE.pt2", "Write the faster of what was compiled to this file",
                 { .isSentIfSet = true });
inline constexpr RequestOption<&Request::operators> operators("", "operators", "", "", { .isSentIfSet = true });
inline constexpr RequestOption<&Request::replay> replay("", "replay", "", "", { .isSentIfSet = true });
inline constexpr RequestOption<&Request::sweep, &SweepRequest::axes>
    axes("--axis", "axes", "NAME=LIST",
         "Measure sizes of the inputs instead of batches, by argument and dimension or by the name in the file: "
         "x.0=1,2,4 or ids.1=2..4096x2 (times two) or 64..512+64; twice for two axes",
         { .isSentIfSet = true });
inline constexpr RequestOption<&Request::sweep, &SweepRequest::measuredAt>
    measuredAt("--measure", "measured_at", "NAME=LIST",
               "With --predict: the sizes that are measured as well; the others are only counted",
               { .isSentIfSet = true });

} // namespace option

/// What --interleave may change, too.
inline constexpr std::tuple interleavedOptions { option::executor, option::precision, option::memoryFormat,
                                                 option::tf32, option::caches };
inline constexpr auto executionOptions = std::tuple_cat(interleavedOptions, std::tuple { option::method });

/// All, in the order of their keys in a request.
inline constexpr auto requestOptions = std::tuple_cat(
    std::tuple { option::model, option::inputs, option::batch, option::device, option::threads, option::convention,
                 option::trust, option::acceptDamaged, option::libraries, option::formulas, option::timeout,
                 option::memoryLimit, option::effort, option::remeasure },
    executionOptions, std::tuple { option::warmup,          option::runs,         option::seconds,  option::interleave,
                                   option::search,          option::maximumBatch, option::margin,   option::longestCall,
                                   option::restart,         option::models,       option::hostWork, option::step,
                                   option::batchDimensions, option::unconfined,   option::roof,     option::dimensions,
                                   option::predict,         option::countBytes,   option::remedies, option::compile,
                                   option::saveCompiled,    option::operators,    option::replay,   option::axes,
                                   option::measuredAt });

/// Calls visit(option) for each of a list above.
constexpr void forEachOption(const auto &options, const auto &visit)
{
    std::apply([&visit](const auto &...each) { (visit(each), ...); }, options);
}

} // namespace rooflight
