// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/stored_objects.h"

#include "core/archive/zip/text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

namespace {

constexpr std::size_t mostFindings = 20;
constexpr int maxDepth = 1000; ///< of a value and its type; the reader of pickles has half of that for values
constexpr std::size_t maxTypeBytes = std::size_t { 16 } << 10;
constexpr std::string_view typeTag = "torch.jit._pickle.restore_type_tag";

/// "List[...]": List, and what is between the brackets, split at its commas.
struct TypeParts {
    std::string_view name;
    std::vector<std::string_view> arguments;
};

TypeParts partsOf(std::string_view type)
{
    const std::size_t bracket = type.find('[');
    if (bracket == std::string_view::npos || !type.ends_with(']'))
        return { type, {} };
    TypeParts parts { type.substr(0, bracket), {} };
    const std::string_view inside = type.substr(bracket + 1, type.size() - bracket - 2);
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= inside.size(); ++i) {
        const char c = i < inside.size() ? inside[i] : ',';
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c != ',' || (depth != 0 && i < inside.size()))
            continue;
        parts.arguments.push_back(inside.substr(start, i - start));
        start = i + 1;
    }
    return parts;
}

class ObjectCheck
{
public:
    ObjectCheck(const Pickle &data, const DeclaredTypes &types)
        : m_data(data)
        , m_types(types)
    {
    }

    std::vector<CodeFinding> run()
    {
        for (PickleId id = 0; id < m_data.size() && m_findings.size() < mostFindings; ++id) {
            if (m_data[id].kind != PickleKind::Object)
                continue;
            if (m_types.isClass(m_data.className(id)))
                checkAttributes(id);
            else if (m_data.className(id) == typeTag)
                checkTag(id);
        }
        return std::move(m_findings);
    }

private:
    void checkAttributes(PickleId object)
    {
        const std::string className(m_data.className(object));
        // Of a tuple with names: the class declares each item, in an order that is not known here.
        for (const PickleId argument : m_data.arguments(object)) {
            if (holdsObject(argument))
                add(className, "its items");
        }
        const PickleId state = m_data[object].state;
        if (state == PickleNode::noState || m_data[state].kind != PickleKind::Dict)
            return;
        const std::vector<PickleId> &items = m_data[state].items;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const std::string name(m_data[items[i]].text);
            const std::string *const declared = m_types.memberType(className, name);
            if (declared && !fits(items[i + 1], *declared))
                add(className + '.' + name, declared->empty() ? "types that contradict each other" : *declared);
        }
    }

    /// The list or dict gets the type that the tag names, whatever is in it.
    void checkTag(PickleId object)
    {
        const std::vector<PickleId> &arguments = m_data.arguments(object);
        if (arguments.size() != 2)
            return;
        std::string type(m_data[arguments[1]].text);
        std::erase(type, ' ');
        if (!fits(arguments[0], type))
            add("a value", type);
    }

    bool fits(PickleId id, std::string_view type)
    {
        if (isPlain(id) || type == "Any")
            return true;
        if (m_depth >= maxDepth || type.size() > maxTypeBytes)
            return false;
        const std::string *const kept = &*m_typeTexts.emplace(type).first;
        const auto [known, isNew] = m_judged.try_emplace({ id, kept }, true); // while it is looked at
        if (isNew) {
            ++m_depth;
            known->second = valueFits(id, *kept);
            --m_depth;
        }
        return known->second;
    }

    bool valueFits(PickleId id, std::string_view type)
    {
        if (m_data.className(id) == typeTag)
            return !m_data.arguments(id).empty() && fits(m_data.arguments(id)[0], type);
        const TypeParts parts = partsOf(type);
        if (parts.name == "Optional" || parts.name == "Union")
            return std::ranges::any_of(parts.arguments, [&](std::string_view part) { return fits(id, part); });
        if (m_types.isClass(m_data.className(id)) || m_types.isClass(type))
            return m_data.className(id) == type || m_types.implements(m_data.className(id), type);
        return m_data[id].kind == PickleKind::Object || itemsFit(m_data[id], parts);
    }

    bool itemsFit(const PickleNode &node, const TypeParts &parts)
    {
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const std::size_t argument = node.kind == PickleKind::List ? 0 : node.kind == PickleKind::Dict ? i % 2 : i;
            if (!fits(node.items[i], argument < parts.arguments.size() ? parts.arguments[argument] : ""))
                return false;
        }
        return true;
    }

    /// Numbers, texts and nothing are compared by LibTorch when they are read.
    [[nodiscard]] bool isPlain(PickleId id) const
    {
        const PickleKind kind = m_data[id].kind;
        return kind != PickleKind::Object && kind != PickleKind::List && kind != PickleKind::Tuple
            && kind != PickleKind::Dict;
    }

    [[nodiscard]] bool holdsObject(PickleId id) const
    {
        const auto isObject = [this](PickleId item) { return m_types.isClass(m_data.className(item)); };
        return isObject(id) || std::ranges::any_of(m_data[id].items, isObject);
    }

    void add(const std::string &what, const std::string &declared)
    {
        CodeFinding finding;
        finding.record = "data.pkl";
        finding.operation = "prim::GetAttr";
        finding.excerpt = messagePart(what + " is declared as " + declared + " and holds an object of another class");
        finding.setRisk(OperatorRisk::Cast);
        m_findings.push_back(std::move(finding));
    }

    const Pickle &m_data;
    const DeclaredTypes &m_types;
    std::set<std::string, std::less<>> m_typeTexts;
    std::map<std::pair<PickleId, const std::string *>, bool> m_judged;
    int m_depth = 0;
    std::vector<CodeFinding> m_findings;
};

} // namespace

std::vector<CodeFinding> objectsOfOtherClasses(const Pickle &data, const DeclaredTypes &types)
{
    return ObjectCheck(data, types).run();
}

} // namespace rooflight
