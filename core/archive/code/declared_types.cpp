// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/declared_types.h"

#include <algorithm>

namespace rooflight {

namespace {

using Tokens = std::span<const Token>;

/// Reads classes line by line; tokens of a line are those up to its LineEnd.
class TypeReader
{
public:
    TypeReader(std::string_view module, DeclaredTypes &types)
        : m_module(module)
        , m_types(types)
    {
    }

    void readLine(Tokens line)
    {
        const Token &first = line.front();
        if (m_inFunction && first.column > m_functionColumn)
            return;
        m_inFunction = false;
        if (first.column == 0)
            m_class.clear();
        if (first.is("class") && line.size() > 1)
            startClass(line);
        else if (first.is("def") && line.size() > 1)
            startFunction(line);
        else if (!m_class.empty())
            readAttribute(line);
    }

private:
    void startClass(Tokens line)
    {
        m_class = m_module + '.' + std::string(line[1].text);
        const bool isInterface = std::ranges::any_of(
            line, [](const Token &token) { return token.is("Interface") || token.is("ModuleInterface"); });
        m_types.addClass(m_class, isInterface);
    }

    void startFunction(Tokens line)
    {
        m_inFunction = true;
        m_functionColumn = line.front().column;
        const std::string name(line[1].text);
        const std::string result = resultOf(line);
        if (m_class.empty())
            m_types.addFunction(m_module + '.' + name, result);
        else
            addMethod(name, result, line);
    }

    void addMethod(const std::string &name, const std::string &result, Tokens line)
    {
        m_types.addMember(m_class, name + "()", result);
        m_types.addSignature(m_class, name, parametersOf(line) + "->" + result);
    }

    /// "x:Tensor,y:int" of "def name(self, x: Tensor, y: int) -> T:".
    static std::string parametersOf(Tokens line)
    {
        const auto isArrow = [](const Token &a, const Token &b) { return a.is("-") && b.is(">"); };
        const auto end = std::ranges::adjacent_find(line, isArrow);
        const auto comma = std::find_if(line.begin(), end, [](const Token &token) { return token.is(","); });
        return comma == end ? std::string() : typeText({ comma + 1, end });
    }

    /// "T" of "def name(...) -> T:", which ends the line in an interface too, where "pass" follows on the next.
    static std::string resultOf(Tokens line)
    {
        for (std::size_t i = line.size(); i-- > 1;) {
            if (line[i].is(">") && line[i - 1].is("-")) {
                Tokens type = line.subspan(i + 1);
                if (!type.empty() && type.back().is(":"))
                    type = type.first(type.size() - 1);
                return typeText(type);
            }
        }
        return {};
    }

    void readAttribute(Tokens line)
    {
        if (line.size() > 5 && line[0].is("__annotations__")) // __annotations__["name"] = Type
            m_types.addMember(m_class, stringContent(line[2].text), typeText(line.subspan(5)));
        else if (line.size() > 2 && line[1].is(":"))
            m_types.addMember(m_class, std::string(line[0].text), attributeType(line.subspan(2)));
    }

    /// The type of an attribute ends where "= value" follows.
    static std::string attributeType(Tokens tokens)
    {
        const auto end = std::ranges::find_if(tokens, [](const Token &token) { return token.is("="); });
        return typeText(tokens.first(static_cast<std::size_t>(end - tokens.begin())));
    }

    std::string m_module;
    DeclaredTypes &m_types;
    std::string m_class; ///< of the line before; empty outside of one
    bool m_inFunction = false;
    std::uint32_t m_functionColumn = 0;
};

/// "Optional[...]" or "Union[...]": what is between the brackets.
std::optional<std::string_view> inside(std::string_view type, std::string_view name)
{
    if (!type.starts_with(name) || type.size() < name.size() + 2 || type[name.size()] != '[' || !type.ends_with(']'))
        return std::nullopt;
    return type.substr(name.size() + 1, type.size() - name.size() - 2);
}

} // namespace

std::string typeText(std::span<const Token> tokens)
{
    std::string text;
    for (const Token &token : tokens)
        text += token.text;
    return text;
}

void DeclaredTypes::declare(Types &types, const std::string &name, const std::string &type)
{
    const auto [entry, isNew] = types.emplace(name, type);
    if (!isNew && entry->second != type)
        entry->second.clear();
}

void DeclaredTypes::addMember(const std::string &className, const std::string &member, const std::string &type)
{
    declare(m_classes[className], member, type);
    m_memberNames.emplace(member.ends_with("()") ? member.substr(0, member.size() - 2) : member, true);
}

void DeclaredTypes::addFunction(const std::string &name, const std::string &result)
{
    declare(m_functions, name, result);
}

void DeclaredTypes::addClass(const std::string &className, bool isInterface)
{
    m_classes[className];
    if (isInterface)
        m_interfaces.insert(className);
}

void DeclaredTypes::addSignature(const std::string &className, const std::string &method, const std::string &signature)
{
    declare(m_signatures[className], method, signature);
}

bool DeclaredTypes::implements(std::string_view className, std::string_view interface) const
{
    const auto wanted = m_signatures.find(interface);
    const auto offered = m_signatures.find(className);
    if (!m_interfaces.contains(interface) || wanted == m_signatures.end() || offered == m_signatures.end())
        return false;
    return std::ranges::all_of(wanted->second, [&methods = offered->second](const auto &method) {
        const auto found = methods.find(method.first);
        return found != methods.end() && !found->second.empty() && found->second == method.second;
    });
}

bool DeclaredTypes::isMember(std::string_view name) const
{
    return m_memberNames.contains(name);
}

const std::string *DeclaredTypes::memberType(const std::string &className, const std::string &member) const
{
    const auto found = m_classes.find(className);
    if (found == m_classes.end())
        return nullptr;
    const auto type = found->second.find(member);
    return type == found->second.end() ? nullptr : &type->second;
}

std::optional<std::string> DeclaredTypes::typeOf(const CodePath &path) const
{
    std::string type = path.root;
    if (type.ends_with("()")) {
        type.resize(type.size() - 2);
        if (const auto function = m_functions.find(type); function != m_functions.end())
            type = function->second;
        else if (!m_classes.contains(type)) // a class makes objects of itself
            return std::nullopt;
    }
    for (const std::string &step : path.steps) {
        const std::string *const next = memberType(type, step);
        if (!next)
            return std::nullopt;
        type = *next;
    }
    return type.empty() ? std::nullopt : std::optional(type);
}

bool DeclaredTypes::hasMember(const CodePath &path, const std::string &name) const
{
    const std::optional<std::string> type = typeOf(path);
    return type && (memberType(*type, name) != nullptr || memberType(*type, name + "()") != nullptr);
}

void addDeclaredTypes(std::string_view module, std::span<const Token> tokens, DeclaredTypes &types)
{
    TypeReader reader(module, types);
    for (std::size_t start = 0; start < tokens.size();) {
        std::size_t end = start;
        while (end < tokens.size() && tokens[end].kind != TokenKind::LineEnd)
            ++end;
        if (end > start)
            reader.readLine(tokens.subspan(start, end - start));
        start = end + 1;
    }
}

bool narrowsTo(std::string_view declared, std::string_view target)
{
    if (declared == target)
        return true;
    if (const std::optional<std::string_view> content = inside(declared, "Optional"))
        return narrowsTo(*content, target);
    const std::optional<std::string_view> parts = inside(declared, "Union");
    if (!parts)
        return false;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= parts->size(); ++i) {
        const char c = i < parts->size() ? (*parts)[i] : ',';
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c != ',' || depth != 0)
            continue;
        if (narrowsTo(parts->substr(start, i - start), target))
            return true;
        start = i + 1;
    }
    return false;
}

} // namespace rooflight
