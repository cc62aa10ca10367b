// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/unpickler.h"

#include "core/archive/pickle_opcode.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ridgepoint {

using namespace pickle_opcode;

namespace {

constexpr std::size_t mostNodes = 8'000'000;
constexpr std::uint16_t deepest = 500; ///< PyTorch's own reader overflows its stack somewhere beyond

constexpr std::string_view cutShort = "it is cut short";
constexpr std::string_view emptyStack = "it takes more values than there are";

/// Two's complement of at most eight bytes, the lowest first.
std::int64_t signedValue(std::string_view bytes)
{
    std::uint64_t value = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80u) != 0 ? ~0ull : 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8u | static_cast<unsigned char>(bytes[i]);
    return static_cast<std::int64_t>(value);
}

} // namespace

Unpickler::Unpickler(std::string bytes)
{
    m_bytes = m_pickle.m_texts.emplace_back(std::move(bytes));
}

Result<Pickle> Unpickler::run()
{
    const auto failure = [this](std::size_t at, std::string_view why) {
        return Error { ErrorCode::Damaged, std::string(why) + " (byte " + std::to_string(at) + ')', "", 0 };
    };
    while (m_position < m_bytes.size()) {
        const std::size_t at = m_position;
        const auto opcode = static_cast<unsigned char>(m_bytes[m_position++]);
        if (opcode == Stop) {
            if (m_stack.empty())
                return failure(at, "it ends without a value");
            m_pickle.m_root = m_stack.back();
            return std::move(m_pickle);
        }
        if (const Step failed = execute(opcode))
            return failure(at, failed->why);
    }
    return failure(m_position, cutShort);
}

Unpickler::Step Unpickler::execute(unsigned char opcode)
{
    using Group = std::optional<Step> (Unpickler::*)(unsigned char);
    constexpr std::array<Group, 6> groups = { &Unpickler::executeScalar,    &Unpickler::executeText,
                                              &Unpickler::executeContainer, &Unpickler::executeMemo,
                                              &Unpickler::executeObject,    &Unpickler::executeStack };
    for (const Group group : groups) {
        if (std::optional<Step> step = (this->*group)(opcode))
            return std::move(*step);
    }
    std::array<char, 48> why {};
    std::snprintf(why.data(), why.size(), "opcode 0x%02x is unknown", static_cast<unsigned>(opcode));
    return Failure { why.data() };
}

std::optional<Unpickler::Step> Unpickler::executeScalar(unsigned char opcode)
{
    switch (opcode) {
    case None:
        return pushInteger(PickleKind::None, 0);
    case NewTrue:
        return pushInteger(PickleKind::Bool, 1);
    case NewFalse:
        return pushInteger(PickleKind::Bool, 0);
    case BinInt:
        return pushSigned(4);
    case BinInt1:
    case BinInt2: {
        const auto value = takeUnsigned(opcode == BinInt1 ? 1 : 2);
        return value ? pushInteger(PickleKind::Int, static_cast<std::int64_t>(*value))
                     : Failure { std::string(cutShort) };
    }
    case Long1:
        return pushLong(1);
    case Long4:
        return pushLong(4);
    case BinFloat:
        return take(8) ? pushInteger(PickleKind::Float, 0) : Failure { std::string(cutShort) };
    default:
        return std::nullopt;
    }
}

std::optional<Unpickler::Step> Unpickler::executeText(unsigned char opcode)
{
    switch (opcode) {
    case BinUnicode:
    case BinString:
        return pushText(PickleKind::String, 4);
    case ShortBinUnicode:
    case ShortBinString:
        return pushText(PickleKind::String, 1);
    case BinUnicode8:
        return pushText(PickleKind::String, 8);
    case BinBytes:
        return pushText(PickleKind::Bytes, 4);
    case ShortBinBytes:
        return pushText(PickleKind::Bytes, 1);
    case BinBytes8:
    case ByteArray8:
        return pushText(PickleKind::Bytes, 8);
    default:
        return std::nullopt;
    }
}

std::optional<Unpickler::Step> Unpickler::executeContainer(unsigned char opcode)
{
    switch (opcode) {
    case EmptyTuple:
        return pushTupleOf(0);
    case Tuple1:
        return pushTupleOf(1);
    case Tuple2:
        return pushTupleOf(2);
    case Tuple3:
        return pushTupleOf(3);
    case Tuple:
        return pushMarked(PickleKind::Tuple);
    case EmptyList:
    case EmptySet:
        return pushInteger(PickleKind::List, 0);
    case List:
    case FrozenSet:
        return pushMarked(PickleKind::List);
    case EmptyDict:
        return pushInteger(PickleKind::Dict, 0);
    case Dict:
        return pushMarked(PickleKind::Dict);
    case Append: {
        PickleId item = 0;
        const Step popped = popInto(item);
        return popped ? popped : extend({ item });
    }
    case SetItem: {
        PickleId key = 0;
        PickleId value = 0;
        const Step popped = popInto(value);
        const Step poppedKey = popInto(key);
        return popped ? popped : poppedKey ? poppedKey : extend({ key, value });
    }
    case Appends:
    case AddItems:
    case SetItems: {
        std::vector<PickleId> items;
        const Step popped = popMarked(items);
        return popped ? popped : extend(std::move(items));
    }
    default:
        return std::nullopt;
    }
}

std::optional<Unpickler::Step> Unpickler::executeMemo(unsigned char opcode)
{
    switch (opcode) {
    case BinPut:
    case LongBinPut: {
        const auto slot = takeUnsigned(opcode == BinPut ? 1 : 4);
        return slot ? memoize(*slot) : Failure { std::string(cutShort) };
    }
    case Memoize:
        return memoize(m_memo.size());
    case BinGet:
        return recall(takeUnsigned(1));
    case LongBinGet:
        return recall(takeUnsigned(4));
    default:
        return std::nullopt;
    }
}

std::optional<Unpickler::Step> Unpickler::executeObject(unsigned char opcode)
{
    switch (opcode) {
    case Global: {
        const auto module = takeLine();
        const auto name = takeLine();
        return module && name ? pushGlobal(*module, *name) : Failure { std::string(cutShort) };
    }
    case StackGlobal: {
        PickleId module = 0;
        PickleId name = 0;
        if (popInto(name) || popInto(module))
            return Failure { std::string(emptyStack) };
        return pushGlobal(m_pickle[module].text, m_pickle[name].text);
    }
    case Reduce:
    case NewObj:
        return pushObject();
    case NewObjEx: {
        PickleId keywords = 0;
        const Step popped = popInto(keywords);
        return popped ? popped : pushObject();
    }
    case Build:
        return build();
    case BinPersId: {
        PickleNode node;
        node.kind = PickleKind::Persistent;
        PickleId identifier = 0;
        if (const Step popped = popInto(identifier))
            return popped;
        node.items = { identifier };
        return push(std::move(node));
    }
    default:
        return std::nullopt;
    }
}

std::optional<Unpickler::Step> Unpickler::executeStack(unsigned char opcode)
{
    PickleId dropped = 0;
    std::vector<PickleId> droppedItems;
    switch (opcode) {
    case Proto:
        return take(1) ? Step() : Failure { std::string(cutShort) };
    case Frame:
        return take(8) ? Step() : Failure { std::string(cutShort) };
    case Mark:
        m_marks.push_back(m_stack.size());
        return Step();
    case Pop:
        return popInto(dropped);
    case PopMark:
        return popMarked(droppedItems);
    case Dup:
        if (const Step popped = popInto(dropped))
            return popped;
        m_stack.insert(m_stack.end(), { dropped, dropped });
        return Step();
    default:
        return std::nullopt;
    }
}

std::optional<std::string_view> Unpickler::take(std::uint64_t count)
{
    if (count > m_bytes.size() - m_position)
        return std::nullopt;
    const std::string_view taken = m_bytes.substr(m_position, count);
    m_position += count;
    return taken;
}

std::optional<std::uint64_t> Unpickler::takeUnsigned(std::size_t bytes)
{
    const auto taken = take(bytes);
    if (!taken)
        return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;)
        value = value << 8u | static_cast<unsigned char>((*taken)[i]);
    return value;
}

std::optional<std::string_view> Unpickler::takeLine()
{
    const std::size_t end = m_bytes.find('\n', m_position);
    if (end == std::string_view::npos)
        return std::nullopt;
    const std::string_view line = m_bytes.substr(m_position, end - m_position);
    m_position = end + 1;
    return line;
}

Unpickler::Step Unpickler::push(PickleNode node)
{
    if (m_pickle.m_nodes.size() >= mostNodes)
        return Failure { "it holds more than 8 million values" };
    if (const Step tooDeep = raiseDepth(node, node.items))
        return tooDeep;
    m_stack.push_back(m_pickle.size());
    m_pickle.m_nodes.push_back(std::move(node));
    return std::nullopt;
}

Unpickler::Step Unpickler::pushInteger(PickleKind kind, std::int64_t value)
{
    PickleNode node;
    node.kind = kind;
    node.integer = value;
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushSigned(std::size_t bytes)
{
    const auto taken = take(bytes);
    return taken ? pushInteger(PickleKind::Int, signedValue(*taken)) : Failure { std::string(cutShort) };
}

Unpickler::Step Unpickler::pushLong(std::size_t lengthBytes)
{
    const auto length = takeUnsigned(lengthBytes);
    const auto digits = length ? take(*length) : std::nullopt;
    if (!digits)
        return Failure { std::string(cutShort) };
    if (digits->size() <= 8)
        return pushInteger(PickleKind::Int, signedValue(*digits));
    PickleNode node;
    node.kind = PickleKind::Bytes;
    node.text = *digits;
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushText(PickleKind kind, std::size_t lengthBytes)
{
    const auto length = takeUnsigned(lengthBytes);
    const auto text = length ? take(*length) : std::nullopt;
    if (!text)
        return Failure { std::string(cutShort) };
    PickleNode node;
    node.kind = kind;
    node.text = *text;
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushTupleOf(std::size_t count)
{
    PickleNode node;
    node.kind = PickleKind::Tuple;
    node.items.resize(count);
    for (std::size_t i = count; i-- > 0;) {
        if (const Step popped = popInto(node.items[i]))
            return popped;
    }
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushGlobal(std::string_view module, std::string_view name)
{
    PickleNode node;
    node.kind = PickleKind::Global;
    node.text = m_pickle.m_texts.emplace_back(std::string(module) + '.' + std::string(name));
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushObject()
{
    PickleNode node;
    node.kind = PickleKind::Object;
    node.items.resize(2);
    if (popInto(node.items[1]) || popInto(node.items[0]))
        return Failure { std::string(emptyStack) };
    return push(std::move(node));
}

Unpickler::Step Unpickler::pushMarked(PickleKind kind)
{
    PickleNode node;
    node.kind = kind;
    if (const Step popped = popMarked(node.items))
        return popped;
    if (kind == PickleKind::Dict && node.items.size() % 2 != 0)
        return Failure { "a key lacks its value" };
    return push(std::move(node));
}

Unpickler::Step Unpickler::extend(std::vector<PickleId> items)
{
    PickleId id = 0;
    if (const Step popped = popInto(id))
        return popped;
    m_stack.push_back(id);
    PickleNode &node = m_pickle.m_nodes[id];
    // An OrderedDict or a subclass of list is an object; its items then count as its own state.
    if (node.kind != PickleKind::List && node.kind != PickleKind::Dict && node.kind != PickleKind::Object)
        return Failure { "it adds items to something that is no container" };
    if (node.kind == PickleKind::Dict && items.size() % 2 != 0)
        return Failure { "a key lacks its value" };
    if (const Step tooDeep = raiseDepth(node, items))
        return tooDeep;
    node.items.insert(node.items.end(), items.begin(), items.end());
    return std::nullopt;
}

Unpickler::Step Unpickler::build()
{
    PickleId state = 0;
    PickleId object = 0;
    if (popInto(state) || popInto(object))
        return Failure { std::string(emptyStack) };
    m_stack.push_back(object);
    PickleNode &node = m_pickle.m_nodes[object];
    if (node.kind != PickleKind::Object)
        return Failure { "it gives a state to something that is no object" };
    node.state = state;
    return raiseDepth(node, { state });
}

Unpickler::Step Unpickler::popInto(PickleId &id)
{
    const std::size_t floor = m_marks.empty() ? 0 : m_marks.back();
    if (m_stack.size() <= floor)
        return Failure { std::string(emptyStack) };
    id = m_stack.back();
    m_stack.pop_back();
    return std::nullopt;
}

Unpickler::Step Unpickler::popMarked(std::vector<PickleId> &items)
{
    if (m_marks.empty())
        return Failure { "a mark is missing" };
    const auto start = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    m_marks.pop_back();
    items.assign(start, m_stack.end());
    m_stack.erase(start, m_stack.end());
    return std::nullopt;
}

Unpickler::Step Unpickler::memoize(std::uint64_t slot)
{
    PickleId id = 0;
    if (const Step popped = popInto(id))
        return popped;
    m_stack.push_back(id);
    m_memo[slot] = id;
    return std::nullopt;
}

Unpickler::Step Unpickler::recall(std::optional<std::uint64_t> slot)
{
    if (!slot)
        return Failure { std::string(cutShort) };
    const auto found = m_memo.find(*slot);
    if (found == m_memo.end())
        return Failure { "it refers to a value that was never stored" };
    m_stack.push_back(found->second);
    return std::nullopt;
}

Unpickler::Step Unpickler::raiseDepth(PickleNode &node, const std::vector<PickleId> &items) const
{
    for (const PickleId item : items)
        node.depth = std::max<std::uint16_t>(node.depth, static_cast<std::uint16_t>(m_pickle[item].depth + 1));
    if (node.depth > deepest)
        return Failure { "values are nested more than 500 deep" };
    return std::nullopt;
}

} // namespace ridgepoint
