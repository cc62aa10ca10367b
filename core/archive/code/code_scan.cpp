// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_scan.h"

#include "core/archive/zip/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace ridgepoint {

namespace {

using Tokens = std::span<const Token>;
using Chain = std::vector<std::string_view>;

constexpr std::size_t maxFindingsOfAKind = 1000;

// Registered by LibTorch 2.11 itself, read from torch._C._jit_get_all_schemas() less those that Python adds.
constexpr std::array<std::string_view, 27> ownNamespaces = {
    "aten",       "prim",     "_c10d_functional", "_c10d_functional_autograd",
    "_dtensor",   "_nnapi",   "_quantized",       "c10d",
    "cuda",       "dist_rpc", "inductor",         "metal",
    "mkl",        "mkldnn",   "mkldnn_prepacked", "onednn",
    "prepacked",  "profiler", "profiling",        "quantized",
    "rnn",        "sparse",   "static_runtime",   "symm_mem",
    "tensorexpr", "vulkan",   "xnnpack"
};

bool isOwnNamespace(std::string_view name)
{
    return std::ranges::find(ownNamespaces, name) != ownNamespaces.end();
}

bool touchesFiles(std::string_view atenOperator)
{
    return atenOperator == "save" || atenOperator == "from_file";
}

/// Operators that take sizes or indices without comparing them with the memory behind a tensor. as_strided is none: it
/// compares.
bool leavesStorage(std::string_view atenOperator)
{
    return atenOperator == "_reshape_alias" || atenOperator == "set_"
        || (atenOperator.starts_with("_sparse_") && atenOperator.ends_with("_unsafe"));
}

enum class Danger { None, Files, Memory };

Danger dangerOf(std::string_view atenOperator)
{
    if (touchesFiles(atenOperator))
        return Danger::Files;
    return leavesStorage(atenOperator) ? Danger::Memory : Danger::None;
}

class Scanner
{
public:
    Scanner(std::string_view record, std::string_view source, Tokens tokens, const std::vector<CodeFunction> &functions,
            CodeScan &scan)
        : m_record(record)
        , m_source(source)
        , m_tokens(tokens)
        , m_functions(functions)
        , m_scan(scan)
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < m_tokens.size(); ++i) {
            const Token &token = m_tokens[i];
            if (token.kind != TokenKind::Name)
                continue;
            if (i > 0 && m_tokens[i - 1].is(".")) {
                judgeMethod(i);
                continue;
            }
            if (token.text == "torch")
                judgeTorch(i, chainAt(i));
            else if (token.text == "ops")
                judgeOperator(i, chainAt(i));
            else if (token.text == "__torch__")
                judgeClass(i, chainAt(i));
            else if (token.text == "print" && i + 1 < m_tokens.size() && m_tokens[i + 1].is("("))
                add(i, "prim::Print", Danger::None);
        }
    }

private:
    /// a.b.c, also written as ((a).b).c
    [[nodiscard]] Chain chainAt(std::size_t root) const
    {
        Chain names { m_tokens[root].text };
        std::size_t first = root;
        std::size_t next = root + 1;
        while (next < m_tokens.size()) {
            if (m_tokens[next].is(".") && next + 1 < m_tokens.size() && m_tokens[next + 1].kind == TokenKind::Name) {
                names.push_back(m_tokens[next + 1].text);
                next += 2;
            } else if (m_tokens[next].is(")") && first > 0 && m_tokens[first - 1].is("(")) {
                --first;
                ++next;
            } else {
                break;
            }
        }
        return names;
    }

    /// An operator is also called as a method of its first argument, unless that is no tensor.
    void judgeMethod(std::size_t token)
    {
        if (leavesStorage(m_tokens[token].text))
            add(token, "aten::" + std::string(m_tokens[token].text), Danger::Memory);
    }

    void judgeTorch(std::size_t token, const Chain &chain)
    {
        if (chain.size() == 1)
            add(token, "torch", Danger::Files);
        else if (const Danger danger = dangerOf(chain[1]); danger != Danger::None)
            add(token, "aten::" + std::string(chain[1]), danger);
        else if (chain[1] == "device")
            add(token, "torch.device", Danger::None);
    }

    void judgeOperator(std::size_t token, const Chain &chain)
    {
        if (chain.size() < 3) {
            add(token, "ops", Danger::Files);
            return;
        }
        const std::string operation = std::string(chain[1]) + "::" + std::string(chain[2]);
        const Danger danger = chain[1] == "aten" ? dangerOf(chain[2]) : Danger::None;
        if (danger != Danger::None) {
            add(token, operation, danger);
        } else if (operation == "prim::Print") {
            add(token, operation, Danger::None);
        } else if (!isOwnNamespace(chain[1])) {
            m_scan.foreign.insert(validUtf8(operation));
            add(token, operation, Danger::None);
        }
    }

    /// __torch__.torch.classes.LIBRARY.Class: a class written in C++.
    void judgeClass(std::size_t token, const Chain &chain)
    {
        if (chain.size() < 5 || chain[1] != "torch" || chain[2] != "classes" || isOwnNamespace(chain[3]))
            return;
        const std::string className = std::string(chain[3]) + "::" + std::string(chain[4]);
        m_scan.foreign.insert(validUtf8(className));
        add(token, className, Danger::None);
    }

    void add(std::size_t token, const std::string &operation, Danger danger)
    {
        const std::int64_t line = m_tokens[token].line;
        std::size_t &alike = danger != Danger::None ? m_scan.touching : m_scan.others;
        if (alike >= maxFindingsOfAKind || isKnown(line, operation))
            return;
        ++alike;
        ScannedFinding found;
        found.finding.record = m_record;
        found.finding.line = line;
        found.finding.operation = validUtf8(operation);
        found.finding.excerpt = excerptOf(m_tokens[token]);
        found.finding.touchesFiles = danger == Danger::Files;
        found.finding.leavesStorage = danger == Danger::Memory;
        found.function = functionAt(token);
        m_scan.findings.push_back(std::move(found));
    }

    /// Findings come line by line, so one of this line can only be among the last.
    [[nodiscard]] bool isKnown(std::int64_t line, std::string_view operation) const
    {
        for (auto other = m_scan.findings.rbegin(); other != m_scan.findings.rend(); ++other) {
            if (other->finding.line != line || other->finding.record != m_record)
                return false;
            if (other->finding.operation == operation)
                return true;
        }
        return false;
    }

    [[nodiscard]] std::string excerptOf(const Token &token) const
    {
        const std::size_t start = static_cast<std::size_t>(token.text.data() - m_source.data()) - token.column;
        const std::size_t end = std::min(m_source.find('\n', start), m_source.size());
        return messagePart(trimmed(m_source.substr(start, end - start)));
    }

    [[nodiscard]] std::string functionAt(std::size_t token) const
    {
        const auto next = std::ranges::upper_bound(m_functions, token, {}, &CodeFunction::firstToken);
        if (next == m_functions.begin() || std::prev(next)->endToken <= token)
            return {};
        return std::prev(next)->name;
    }

    std::string m_record;
    std::string_view m_source;
    Tokens m_tokens;
    const std::vector<CodeFunction> &m_functions;
    CodeScan &m_scan;
};

bool isImplicit(std::string_view function)
{
    return function.starts_with("__") && function.ends_with("__") && function != "__getstate__";
}

} // namespace

void scanCode(std::string_view record, std::string_view source, std::span<const Token> tokens,
              const std::vector<CodeFunction> &functions, CodeScan &scan)
{
    Scanner(validUtf8(record), source, tokens, functions, scan).run();
}

std::set<std::string, std::less<>> functionsRunAtLoad(const std::vector<CodeFunction> &functions)
{
    std::multimap<std::string_view, const CodeFunction *> byName;
    std::vector<std::string_view> waiting;
    for (const CodeFunction &function : functions) {
        byName.emplace(function.name, &function);
        if (isImplicit(function.name))
            waiting.push_back(function.name);
    }
    std::set<std::string, std::less<>> reached;
    if (!byName.contains("__setstate__"))
        return reached;
    while (!waiting.empty()) {
        const std::string_view name = waiting.back();
        waiting.pop_back();
        if (!byName.contains(name) || !reached.emplace(name).second)
            continue;
        const auto [first, last] = byName.equal_range(name);
        for (auto entry = first; entry != last; ++entry)
            waiting.insert(waiting.end(), entry->second->mentions.begin(), entry->second->mentions.end());
    }
    return reached;
}

} // namespace ridgepoint
