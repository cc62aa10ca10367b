// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/pickle/pickle.h"
#include "core/archive/pickle/pickle_opcode.h"
#include "core/archive/zip/file_error.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <unordered_map>

namespace rooflight {

using namespace pickle_opcode;

namespace {

constexpr std::size_t maxNodes = 8'000'000;
constexpr std::uint16_t maxDepth = 500; ///< PyTorch's own reader overflows its stack somewhere beyond
constexpr std::size_t maxJoinedBytes = std::size_t { 64 } << 20; ///< names of classes that are joined of two texts

std::uint64_t littleEndian(std::string_view bytes, std::uint64_t value = 0)
{
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8u | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Two's complement of at most eight bytes.
std::int64_t signedValue(std::string_view bytes)
{
    const bool negative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80u) != 0;
    return static_cast<std::int64_t>(littleEndian(bytes, negative ? ~0ull : 0));
}

} // namespace

/// The stack machine behind Pickle::parse; used once. Functions that return bool or an optional give false or `nullopt`
/// once the pickle makes no sense, and m_failure says why.
class Unpickler
{
public:
    explicit Unpickler(std::string bytes)
        : m_bytes(m_pickle.m_texts.emplace_back(std::move(bytes)))
    {
    }

    Result<Pickle> run();

private:
    using Ids = std::vector<PickleId>;

    bool execute(unsigned char opcode);
    bool fail(std::string why);

    std::optional<std::string_view> take(std::uint64_t count);
    std::optional<std::string_view> takeCounted(std::size_t lengthBytes);
    std::optional<std::string_view> takeLine();
    std::optional<std::uint64_t> takeUnsigned(std::size_t bytes);

    std::optional<Ids> pop(std::size_t count);
    std::optional<Ids> popMarked();
    bool repeatTop();

    bool push(PickleNode node);
    bool pushInteger(PickleKind kind, std::int64_t value);
    bool pushUnsigned(std::size_t bytes);
    bool pushFloat(std::optional<std::string_view> bytes);
    bool pushSigned(std::optional<std::string_view> digits);
    bool pushText(PickleKind kind, std::optional<std::string_view> text);
    bool pushItems(PickleKind kind, std::optional<Ids> items);
    bool pushGlobal(std::optional<std::string_view> module, std::optional<std::string_view> name);
    bool pushNamedGlobal(const std::optional<Ids> &names);

    bool extend(const std::optional<Ids> &items);
    bool build(const std::optional<Ids> &objectAndState);
    bool memoize(std::optional<std::uint64_t> slot);
    bool recall(std::optional<std::uint64_t> slot);
    bool measureDepths();

    Pickle m_pickle;
    std::string_view m_bytes;
    std::size_t m_position = 0;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack
    std::unordered_map<std::uint64_t, PickleId> m_memo;
    std::size_t m_joinedBytes = 0;
    std::string m_failure;
};

Result<Pickle> Pickle::parse(std::string bytes)
{
    return Unpickler(std::move(bytes)).run();
}

Result<Pickle> Unpickler::run()
{
    const auto failure = [this](std::size_t at) { return malformed(m_failure + " (byte " + std::to_string(at) + ')'); };
    while (const auto opcode = take(1)) {
        const std::size_t at = m_position - 1;
        if (static_cast<unsigned char>(opcode->front()) != Stop) {
            if (!execute(static_cast<unsigned char>(opcode->front())))
                return failure(at);
        } else if (m_stack.empty()) {
            fail("it ends without a value");
            return failure(at);
        } else {
            m_pickle.m_root = m_stack.back();
            if (!measureDepths())
                return failure(at);
            return std::move(m_pickle);
        }
    }
    return failure(m_position);
}

/// The table of opcodes, in the order of pickle_opcode.h.
bool Unpickler::execute(unsigned char opcode)
{
    switch (opcode) {
    case Mark:
        m_marks.push_back(m_stack.size());
        return true;
    case Pop:
        return pop(1).has_value();
    case PopMark:
        return popMarked().has_value();
    case Dup:
        return repeatTop();
    case BinFloat:
        return pushFloat(take(8));
    case BinInt:
        return pushSigned(take(4));
    case BinInt1:
        return pushUnsigned(1);
    case BinInt2:
        return pushUnsigned(2);
    case None:
        return pushInteger(PickleKind::None, 0);
    case BinPersId:
        return pushItems(PickleKind::Persistent, pop(1));
    case Reduce:
    case NewObj:
        return pushItems(PickleKind::Object, pop(2));
    case NewObjEx: // keywords are dropped
        return pop(1) && pushItems(PickleKind::Object, pop(2));
    case BinString:
    case BinUnicode:
        return pushText(PickleKind::String, takeCounted(4));
    case ShortBinString:
    case ShortBinUnicode:
        return pushText(PickleKind::String, takeCounted(1));
    case BinUnicode8:
        return pushText(PickleKind::String, takeCounted(8));
    case BinBytes:
        return pushText(PickleKind::Bytes, takeCounted(4));
    case ShortBinBytes:
        return pushText(PickleKind::Bytes, takeCounted(1));
    case BinBytes8:
    case ByteArray8:
        return pushText(PickleKind::Bytes, takeCounted(8));
    case Append:
        return extend(pop(1));
    case SetItem:
        return extend(pop(2));
    case Appends:
    case SetItems:
    case AddItems:
        return extend(popMarked());
    case Build:
        return build(pop(2));
    case Global: {
        const auto module = takeLine();
        return pushGlobal(module, takeLine());
    }
    case StackGlobal:
        return pushNamedGlobal(pop(2));
    case EmptyDict:
        return pushItems(PickleKind::Dict, Ids());
    case Dict:
        return pushItems(PickleKind::Dict, popMarked());
    case EmptyList:
    case EmptySet:
        return pushItems(PickleKind::List, Ids());
    case List:
    case FrozenSet:
        return pushItems(PickleKind::List, popMarked());
    case EmptyTuple:
        return pushItems(PickleKind::Tuple, Ids());
    case Tuple1:
        return pushItems(PickleKind::Tuple, pop(1));
    case Tuple2:
        return pushItems(PickleKind::Tuple, pop(2));
    case Tuple3:
        return pushItems(PickleKind::Tuple, pop(3));
    case Tuple:
        return pushItems(PickleKind::Tuple, popMarked());
    case BinGet:
        return recall(takeUnsigned(1));
    case LongBinGet:
        return recall(takeUnsigned(4));
    case BinPut:
        return memoize(takeUnsigned(1));
    case LongBinPut:
        return memoize(takeUnsigned(4));
    case Memoize:
        return memoize(m_memo.size());
    case NewTrue:
        return pushInteger(PickleKind::Bool, 1);
    case NewFalse:
        return pushInteger(PickleKind::Bool, 0);
    case Long1:
        return pushSigned(takeCounted(1));
    case Long4:
        return pushSigned(takeCounted(4));
    case Proto:
        return take(1).has_value();
    case Frame:
        return take(8).has_value();
    default:
        std::array<char, 48> why {};
        std::snprintf(why.data(), why.size(), "opcode 0x%02x is unknown", static_cast<unsigned>(opcode));
        return fail(why.data());
    }
}

/// The first reason counts.
bool Unpickler::fail(std::string why)
{
    if (m_failure.empty())
        m_failure = std::move(why);
    return false;
}

std::optional<std::string_view> Unpickler::take(std::uint64_t count)
{
    if (count > m_bytes.size() - m_position) {
        fail("it is cut short");
        return std::nullopt;
    }
    const std::string_view taken = m_bytes.substr(m_position, count);
    m_position += count;
    return taken;
}

/// Bytes whose number stands before them.
std::optional<std::string_view> Unpickler::takeCounted(std::size_t lengthBytes)
{
    const auto length = takeUnsigned(lengthBytes);
    return length ? take(*length) : std::nullopt;
}

std::optional<std::uint64_t> Unpickler::takeUnsigned(std::size_t bytes)
{
    const auto taken = take(bytes);
    return taken ? std::optional(littleEndian(*taken)) : std::nullopt;
}

std::optional<std::string_view> Unpickler::takeLine()
{
    const std::size_t end = std::min(m_bytes.find('\n', m_position), m_bytes.size());
    const auto line = take(end - m_position);
    return take(1) ? line : std::nullopt;
}

/// The topmost values above the last mark, oldest first.
std::optional<Unpickler::Ids> Unpickler::pop(std::size_t count)
{
    const std::size_t bottom = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() < bottom + count) {
        fail("it takes more values than there are");
        return std::nullopt;
    }
    const auto start = m_stack.end() - static_cast<std::ptrdiff_t>(count);
    Ids ids(start, m_stack.end());
    m_stack.erase(start, m_stack.end());
    return ids;
}

std::optional<Unpickler::Ids> Unpickler::popMarked()
{
    if (m_marks.empty()) {
        fail("a mark is missing");
        return std::nullopt;
    }
    std::optional<Ids> ids = pop(m_stack.size() - m_marks.back());
    m_marks.pop_back();
    return ids;
}

bool Unpickler::repeatTop()
{
    const auto top = pop(1);
    if (top)
        m_stack.insert(m_stack.end(), 2, top->front());
    return top.has_value();
}

bool Unpickler::push(PickleNode node)
{
    if (m_pickle.m_nodes.size() >= maxNodes)
        return fail("it holds more than 8 million values");
    m_stack.push_back(m_pickle.size());
    m_pickle.m_nodes.push_back(std::move(node));
    return true;
}

bool Unpickler::pushInteger(PickleKind kind, std::int64_t value)
{
    PickleNode node;
    node.kind = kind;
    node.integer = value;
    return push(std::move(node));
}

/// Stored with its highest byte first.
bool Unpickler::pushFloat(std::optional<std::string_view> bytes)
{
    if (!bytes)
        return false;
    const std::string reversed(bytes->rbegin(), bytes->rend());
    return pushInteger(PickleKind::Float, static_cast<std::int64_t>(littleEndian(reversed)));
}

bool Unpickler::pushUnsigned(std::size_t bytes)
{
    const auto value = takeUnsigned(bytes);
    return value && pushInteger(PickleKind::Int, static_cast<std::int64_t>(*value));
}

bool Unpickler::pushSigned(std::optional<std::string_view> digits)
{
    if (digits && digits->size() > 8)
        return pushText(PickleKind::Bytes, digits);
    return digits && pushInteger(PickleKind::Int, signedValue(*digits));
}

bool Unpickler::pushText(PickleKind kind, std::optional<std::string_view> text)
{
    PickleNode node;
    node.kind = kind;
    node.text = text.value_or(std::string_view());
    return text && push(std::move(node));
}

bool Unpickler::pushItems(PickleKind kind, std::optional<Ids> items)
{
    if (!items)
        return false;
    if (kind == PickleKind::Dict && items->size() % 2 != 0)
        return fail("a key lacks its value");
    PickleNode node;
    node.kind = kind;
    node.items = std::move(*items);
    return push(std::move(node));
}

bool Unpickler::pushGlobal(std::optional<std::string_view> module, std::optional<std::string_view> name)
{
    if (!module || !name)
        return false;
    m_joinedBytes += module->size() + name->size() + 1;
    if (m_joinedBytes > maxJoinedBytes)
        return fail("names of its classes take more than 64 MiB");
    return pushText(PickleKind::Global, m_pickle.m_texts.emplace_back(std::string(*module) + '.' + std::string(*name)));
}

bool Unpickler::pushNamedGlobal(const std::optional<Ids> &names)
{
    return names && pushGlobal(m_pickle[names->front()].text, m_pickle[names->back()].text);
}

/// Adds items to the container on top.
bool Unpickler::extend(const std::optional<Ids> &items)
{
    const auto container = items ? pop(1) : std::nullopt;
    if (!container)
        return false;
    m_stack.push_back(container->front());
    PickleNode &node = m_pickle.m_nodes[container->front()];
    // An OrderedDict or a subclass of list is an object; its items then count as its own state.
    if (node.kind != PickleKind::List && node.kind != PickleKind::Dict && node.kind != PickleKind::Object)
        return fail("it adds items to something that is not a container");
    if (node.kind == PickleKind::Dict && items->size() % 2 != 0)
        return fail("a key lacks its value");
    node.items.insert(node.items.end(), items->begin(), items->end());
    return true;
}

bool Unpickler::build(const std::optional<Ids> &objectAndState)
{
    if (!objectAndState)
        return false;
    const PickleId object = objectAndState->front();
    m_stack.push_back(object);
    PickleNode &node = m_pickle.m_nodes[object];
    if (node.kind != PickleKind::Object)
        return fail("it gives a state to something that is not an object");
    node.state = objectAndState->back();
    return true;
}

bool Unpickler::memoize(std::optional<std::uint64_t> slot)
{
    const auto top = slot ? pop(1) : std::nullopt;
    if (!top)
        return false;
    m_stack.push_back(top->front());
    m_memo[*slot] = top->front();
    return true;
}

bool Unpickler::recall(std::optional<std::uint64_t> slot)
{
    const auto found = slot ? m_memo.find(*slot) : m_memo.end();
    if (found == m_memo.end())
        return fail("it refers to a value that was never stored");
    m_stack.push_back(found->second);
    return true;
}

/// Containers are filled after they were put into others, so depths are known at the end. A value that contains itself
/// counts as if it did not: who follows values remembers which ones.
bool Unpickler::measureDepths()
{
    enum class State : std::uint8_t { New, Open, Done };
    struct Visit {
        PickleId id = 0;
        std::size_t next = 0; ///< of its items; its state follows them
    };
    std::vector<PickleNode> &nodes = m_pickle.m_nodes;
    std::vector<State> states(nodes.size(), State::New);
    std::vector<Visit> open;
    for (PickleId start = 0; start < m_pickle.size(); ++start) {
        if (states[start] == State::New)
            open.push_back({ start, 0 });
        while (!open.empty()) {
            auto &[id, next] = open.back();
            PickleNode &node = nodes[id];
            states[id] = State::Open;
            const bool isState = next == node.items.size() && node.state != PickleNode::noState;
            if (next < node.items.size() || isState) {
                const PickleId item = isState ? node.state : node.items[next];
                if (states[item] == State::New) {
                    if (open.size() >= maxDepth)
                        return fail("values are nested more than 500 deep");
                    open.push_back({ item, 0 });
                    continue;
                }
                ++next;
                if (states[item] == State::Done)
                    node.depth = std::max<std::uint16_t>(node.depth, static_cast<std::uint16_t>(nodes[item].depth + 1));
                if (!isState && node.depth <= maxDepth)
                    continue;
            }
            if (node.depth > maxDepth)
                return fail("values are nested more than 500 deep");
            states[id] = State::Done;
            open.pop_back();
        }
    }
    return true;
}

} // namespace rooflight
