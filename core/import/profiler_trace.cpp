// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/import/profiler_trace.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <istream>
#include <map>
#include <optional>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace rooflight {

namespace {

/// Reads another stream and repairs in its JSON strings what PyTorch's profiler writes wrongly: raw line breaks and
/// other control characters (pytorch/pytorch issues 113001, 130622), which become spaces, and backslashes that begin no
/// escape, as in paths of Windows (issue 98432), which are doubled. All else passes as it is.
class LenientJson : public std::streambuf
{
public:
    explicit LenientJson(std::istream &source)
        : m_source(source)
    {
    }

protected:
    int_type underflow() override;

private:
    enum class State { Outside, InString, AfterBackslash, InNumber };

    void take(char character);
    void takeInString(char character);
    void takeEscape(char character);
    void takeDigit(char character);

    std::istream &m_source;
    State m_state = State::Outside;
    std::string m_digits; ///< of the \u that is being read
    std::string m_mended;
};

constexpr std::size_t blockBytes = std::size_t { 1 } << 16;
constexpr std::size_t digitsOfNumber = 4;
constexpr std::string_view escapes = "\"\\/bfnrt";
constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";

bool isIn(std::string_view characters, char character)
{
    return characters.find(character) != std::string_view::npos;
}

LenientJson::int_type LenientJson::underflow()
{
    if (gptr() < egptr())
        return traits_type::to_int_type(*gptr());
    std::array<char, blockBytes> block {};
    m_mended.clear();
    while (m_mended.empty()) {
        m_source.read(block.data(), block.size());
        const auto count = static_cast<std::size_t>(m_source.gcount());
        for (const char character : std::string_view(block.data(), count))
            take(character);
        if (count == 0)
            return traits_type::eof(); // what is left of an escape is cut off
    }
    setg(m_mended.data(), m_mended.data(), m_mended.data() + m_mended.size());
    return traits_type::to_int_type(*gptr());
}

void LenientJson::take(char character)
{
    switch (m_state) {
    case State::Outside:
        m_mended += character;
        if (character == '"')
            m_state = State::InString;
        break;
    case State::InString:
        takeInString(character);
        break;
    case State::AfterBackslash:
        takeEscape(character);
        break;
    case State::InNumber:
        takeDigit(character);
        break;
    }
}

void LenientJson::takeInString(char character)
{
    m_state = character == '"' ? State::Outside : character == '\\' ? State::AfterBackslash : State::InString;
    if (m_state != State::AfterBackslash)
        m_mended += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
}

void LenientJson::takeEscape(char character)
{
    if (character == 'u') {
        m_digits.clear();
        m_state = State::InNumber;
        return;
    }
    m_state = State::InString;
    m_mended += '\\';
    if (isIn(escapes, character)) {
        m_mended += character;
        return;
    }
    m_mended += '\\';
    takeInString(character);
}

void LenientJson::takeDigit(char character)
{
    const bool isDigit = isIn(hexadecimal, character);
    if (isDigit)
        m_digits += character;
    if (isDigit && m_digits.size() < digitsOfNumber)
        return;
    m_mended += (isDigit ? "\\u" : "\\\\u") + m_digits;
    m_state = State::InString;
    if (!isDigit)
        takeInString(character);
}

using nlohmann::json;

constexpr std::size_t maxValuesOfEvent = 100'000; ///< a call with more is none
constexpr std::size_t mostTextBytes = 4096; ///< of a name; longer ones are cut
constexpr double maxMicroseconds = 1e17; ///< three thousand years
constexpr std::string_view eventsKey = "traceEvents";
constexpr std::string_view modulePrefix = "nn.Module: ";
constexpr std::string_view stepPrefix = "ProfilerStep#";

/// Why a trace is refused: the second half of a sentence, and what to do.
struct Refusal : std::runtime_error {
    Refusal(const std::string &why, std::string hint)
        : std::runtime_error(why)
        , hint(std::move(hint))
    {
    }

    std::string hint;
};

const json *member(const json &object, std::string_view key)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string textOf(const json *value)
{
    const auto *text = value ? value->get_ptr<const std::string *>() : nullptr;
    return text ? text->substr(0, mostTextBytes) : std::string();
}

std::optional<double> numberOf(const json *value)
{
    if (!value || !value->is_number())
        return std::nullopt;
    const double number = value->get<double>();
    return std::isfinite(number) && std::abs(number) < maxMicroseconds ? std::optional(number) : std::nullopt;
}

std::int64_t integerOf(const json *value, std::int64_t otherwise)
{
    if (value && value->is_number_unsigned() && value->get<std::uint64_t>() > std::uint64_t { INT64_MAX })
        return otherwise;
    return value && value->is_number_integer() ? value->get<std::int64_t>() : otherwise;
}

std::vector<std::int64_t> integersOf(const json &list)
{
    std::vector<std::int64_t> integers;
    for (const json &element : list)
        integers.push_back(integerOf(&element, 0));
    return integers;
}

/// "[1, 2]" of a tensor, "[[1, 2], [3]]" of a list of them.
std::vector<std::vector<std::int64_t>> integerListsOf(const json *value)
{
    if (!value || !value->is_array())
        return {};
    if (value->empty() || !value->front().is_array())
        return { integersOf(*value) };
    std::vector<std::vector<std::int64_t>> lists;
    for (const json &element : *value)
        lists.push_back(element.is_array() ? integersOf(element) : std::vector<std::int64_t>());
    return lists;
}

const json *elementOf(const json *list, std::size_t index)
{
    return list && list->is_array() && index < list->size() ? &(*list)[index] : nullptr;
}

std::vector<RecordedArgument> argumentsOf(const json *details)
{
    std::vector<RecordedArgument> arguments;
    if (!details)
        return arguments;
    const json *types = member(*details, "Input type");
    const json *shapes = member(*details, "Input Dims");
    const json *strides = member(*details, "Input Strides");
    const json *values = member(*details, "Concrete Inputs");
    for (std::size_t i = 0; shapes && shapes->is_array() && i < shapes->size(); ++i) {
        RecordedArgument &argument = arguments.emplace_back();
        argument.type = textOf(elementOf(types, i));
        argument.shapes = integerListsOf(elementOf(shapes, i));
        argument.strides = integerListsOf(elementOf(strides, i));
        argument.value = textOf(elementOf(values, i));
    }
    return arguments;
}

/// Takes the events of a trace while it is read.
class TraceEvents
{
public:
    /// What the parser has read: false if it need not keep it.
    bool take(int depth, json::parse_event_t what, json &value)
    {
        if (++m_values > maxValuesOfEvent)
            throw Refusal("one of its entries holds too many values", "Write the trace again.");
        if (depth == 1 && what == json::parse_event_t::key) {
            m_key = textOf(&value);
            m_isTrace = m_isTrace || m_key == eventsKey;
        }
        const bool ended = what == json::parse_event_t::object_end || what == json::parse_event_t::value
            || what == json::parse_event_t::array_end;
        if (depth > 2 || !ended)
            return true;
        m_values = 0;
        if (depth == 2 && what == json::parse_event_t::object_end) {
            if (m_key == eventsKey)
                add(value);
            else if (m_key == "deviceProperties" && m_trace.gpu.empty())
                m_trace.gpu = textOf(member(value, "name"));
        }
        return depth == 0;
    }

    [[nodiscard]] bool isTrace() const { return m_isTrace; }
    [[nodiscard]] bool hasOperators() const { return m_hasOperators; }
    [[nodiscard]] bool hasShapes() const { return m_hasShapes; }
    [[nodiscard]] ProfilerTrace finish() { return std::move(m_trace); }

private:
    static std::optional<RecordedEvent::Kind> kindOf(const std::string &category, const std::string &name)
    {
        using enum RecordedEvent::Kind;
        if (category == "cpu_op" || category == "Operator")
            return Operator;
        if (category == "python_function" && name.starts_with(modulePrefix))
            return Module;
        if (category == "user_annotation" && name.starts_with(stepPrefix))
            return Step;
        if (category == "cuda_runtime" || category == "cuda_driver")
            return Launch;
        if (category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset")
            return Kernel;
        return std::nullopt;
    }

    void add(const json &event)
    {
        const std::string name = textOf(member(event, "name"));
        const std::optional<RecordedEvent::Kind> kind = kindOf(textOf(member(event, "cat")), name);
        const std::optional<double> begin = numberOf(member(event, "ts"));
        const std::optional<double> duration = numberOf(member(event, "dur"));
        if (!kind || !begin || !duration || *duration < 0 || textOf(member(event, "ph")) != "X")
            return;
        if (m_trace.events.size() == ProfilerTrace::maxEvents)
            throw Refusal(fmt::format("it has more than {} events", ProfilerTrace::maxEvents),
                          "Record fewer steps: torch.profiler.schedule() chooses them.");
        RecordedEvent &kept = m_trace.events.emplace_back();
        kept.kind = *kind;
        m_hasOperators = m_hasOperators || *kind == RecordedEvent::Kind::Operator; // with details or without
        kept.name = *kind == RecordedEvent::Kind::Module ? name.substr(modulePrefix.size()) : name;
        if (!m_firstUs)
            m_firstUs = *begin;
        constexpr double nsPerUs = 1000;
        kept.beginNs = (*begin - *m_firstUs) * nsPerUs;
        kept.endNs = kept.beginNs + *duration * nsPerUs;
        kept.thread = threadOf(event);
        addDetails(kept, member(event, "args"));
    }

    void addDetails(RecordedEvent &event, const json *details)
    {
        if (!details)
            return;
        event.externalId = integerOf(member(*details, "External id"), -1);
        event.correlation = integerOf(member(*details, "correlation"), -1);
        if (event.kind == RecordedEvent::Kind::Kernel)
            event.blocksPerMultiprocessor = std::max(0.0, numberOf(member(*details, "blocks per SM")).value_or(0));
        if (event.kind != RecordedEvent::Kind::Operator)
            return;
        m_hasShapes = m_hasShapes || member(*details, "Input Dims");
        event.hierarchy = textOf(member(*details, "Module Hierarchy"));
        event.arguments = argumentsOf(details);
    }

    std::int64_t threadOf(const json &event)
    {
        const auto part = [&event](std::string_view key) {
            const json *value = member(event, key);
            // Lists in lists would be written by a function that calls itself for each.
            const bool isPlain = value && value->is_primitive();
            return isPlain ? value->dump(-1, ' ', false, json::error_handler_t::replace) : std::string();
        };
        return m_threads.try_emplace({ part("pid"), part("tid") }, static_cast<std::int64_t>(m_threads.size()))
            .first->second;
    }

    ProfilerTrace m_trace;
    std::map<std::pair<std::string, std::string>, std::int64_t> m_threads;
    std::optional<double> m_firstUs;
    std::string m_key; ///< of the outermost object
    std::size_t m_values = 0; ///< of the entry that is being read
    bool m_isTrace = false;
    bool m_hasOperators = false;
    bool m_hasShapes = false;
};

void requireOperators(const TraceEvents &events)
{
    if (!events.isTrace())
        throw Refusal("it is not a trace of PyTorch's profiler",
                      "Write one with torch.profiler's export_chrome_trace().");
    if (!events.hasOperators())
        throw Refusal("it holds no operators", "Record them: profile(activities=[ProfilerActivity.CPU, ...]).");
    if (!events.hasShapes())
        throw Refusal("no shapes were recorded, without which nothing can be counted",
                      "Record again with profile(record_shapes=True).");
}

void requireText(std::istream &stream)
{
    constexpr int gzipMark = 0x1F;
    if (stream.peek() == gzipMark)
        throw Refusal("it is compressed", "Unpack it with gunzip first.");
}

} // namespace

Result<ProfilerTrace> readProfilerTrace(std::istream &stream, const std::string &path)
{
    const auto refused = [&path](const std::string &why, const std::string &hint) {
        return Error { ErrorCode::FileUnreadable, fmt::format("Cannot import {}: {}.", path, why), hint };
    };
    LenientJson buffer(stream);
    std::istream repaired(&buffer);
    try {
        requireText(stream);
        TraceEvents events;
        const auto take = [&events](int depth, json::parse_event_t what, json &value) {
            return events.take(depth, what, value);
        };
        std::ignore = json::parse(repaired, take);
        requireOperators(events);
        return events.finish();
    } catch (const Refusal &refusal) {
        return refused(refusal.what(), refusal.hint);
    } catch (const json::exception &problem) {
        return repaired.eof() ? refused("it is cut off", "Write or copy it again.")
                              : refused("it is not a trace of PyTorch's profiler: it is not JSON",
                                        "Write one with torch.profiler's export_chrome_trace().");
    }
}

} // namespace rooflight
