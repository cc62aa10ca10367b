// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_index.h"

#include "core/archive/code/forward_arguments.h"
#include "core/archive/zip/text.h"

namespace rooflight {

namespace {

using Tokens = std::span<const Token>;

/// Strings of a list such as ["weight", "bias", ].
std::vector<std::string> stringsOf(Tokens line)
{
    std::vector<std::string> strings;
    for (const Token &token : line) {
        if (token.kind == TokenKind::String)
            strings.push_back(stringContent(token.text));
    }
    return strings;
}

bool isBranch(const Token &token)
{
    return token.kind == TokenKind::Name && (token.text == "if" || token.text == "while" || token.text == "for");
}

class DeclarationReader
{
public:
    explicit DeclarationReader(Tokens tokens)
        : m_tokens(tokens)
    {
    }

    CodeDeclarations run()
    {
        for (std::size_t start = 0; start < m_tokens.size();) {
            std::size_t end = start;
            while (end < m_tokens.size() && m_tokens[end].kind != TokenKind::LineEnd)
                ++end;
            if (end > start)
                readLine(start, end);
            start = end + 1;
        }
        return std::move(m_result);
    }

private:
    void readLine(std::size_t start, std::size_t end)
    {
        const Tokens line = m_tokens.subspan(start, end - start);
        const Token &first = line.front();
        if (m_function && first.column > m_functionColumn) {
            continueFunction(line, end);
            return;
        }
        m_function = false;
        if (first.column == 0)
            m_class = nullptr;
        if (first.is("def") && line.size() > 1)
            startFunction(line, start, end);
        else if (first.is("class") && line.size() > 1)
            startClass(line);
        else if (m_class != nullptr)
            readAttribute(line);
    }

    void startClass(Tokens line)
    {
        m_class = &m_result.classes[std::string(line[1].text)];
        m_class->isModule = line.size() > 3 && line[2].is("(") && line[3].is("Module");
    }

    void startFunction(Tokens line, std::size_t start, std::size_t end)
    {
        m_function = true;
        m_functionColumn = line.front().column;
        m_result.functions.push_back({ std::string(line[1].text), start, end, {} });
        if (m_class != nullptr && line[1].is("forward"))
            m_class->forward = readArguments(line.subspan(2));
        continueFunction(line, end);
    }

    void continueFunction(Tokens line, std::size_t end)
    {
        CodeFunction &function = m_result.functions.back();
        function.endToken = end;
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i].kind == TokenKind::Name)
                function.mentions.emplace(line[i].text);
            if (line[i].is("CONSTANTS") && i + 2 < line.size())
                ++m_result.constantUses[std::string(line[i + 2].text)];
            m_result.branches = m_result.branches || isBranch(line[i]);
        }
    }

    void readAttribute(Tokens line)
    {
        if (line.front().is("__parameters__")) {
            m_class->parameters = stringsOf(line);
        } else if (line.front().is("__buffers__")) {
            m_class->buffers = stringsOf(line);
        } else if (line.size() > 5 && line[0].is("__annotations__")) {
            addAttribute(stringContent(line[2].text), line[5].text); // __annotations__["name"] = Type
        } else if (line.size() > 2 && line[1].is(":")) {
            addAttribute(std::string(line[0].text), line[2].text);
        }
    }

    void addAttribute(std::string name, std::string_view type)
    {
        if (type != "Tensor" && type != "__torch__" && type != "NoneType")
            m_class->plainAttributes.push_back(std::move(name));
    }

    Tokens m_tokens;
    CodeDeclarations m_result;
    CodeClass *m_class = nullptr; ///< of the line before, in m_result
    bool m_function = false; ///< the line before belongs to the last function of m_result
    std::uint32_t m_functionColumn = 0;
};

} // namespace

CodeDeclarations readDeclarations(std::span<const Token> tokens)
{
    return DeclarationReader(tokens).run();
}

std::string joined(std::span<const Token> tokens)
{
    std::string text;
    for (const Token &token : tokens) {
        if (text.ends_with(','))
            text += ' ';
        text += token.text;
    }
    return validUtf8(withoutMangling(text));
}

std::string withoutMangling(std::string_view qualifiedName)
{
    constexpr std::string_view mark = "___torch_mangle_";
    std::string result;
    for (std::size_t found = qualifiedName.find(mark); found != std::string_view::npos;
         found = qualifiedName.find(mark)) {
        result += qualifiedName.substr(0, found);
        const std::size_t end = qualifiedName.find_first_not_of("0123456789", found + mark.size());
        qualifiedName.remove_prefix(end == std::string_view::npos ? qualifiedName.size() : end);
        if (qualifiedName.starts_with('.'))
            qualifiedName.remove_prefix(1);
    }
    return result += qualifiedName;
}

} // namespace rooflight
