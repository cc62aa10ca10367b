// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/code/code_scan.h"

#include "core/archive/code/local_paths.h"
#include "core/archive/operators/known_operators.h"
#include "core/archive/zip/text.h"
#include "core/base/operator_table.h"

#include <algorithm>
#include <map>

namespace rooflight {

namespace {

using Tokens = std::span<const Token>;
using Chain = std::vector<std::string_view>;

constexpr std::size_t maxFindingsOfAKind = 1000;
constexpr std::size_t maxDelayed = 10'000;

/// Position of the argument that says whether an operator is called in training: that of a trace is a literal.
const OperatorTable<std::size_t> &trainingArguments()
{
    static const OperatorTable<std::size_t> positions {
        { "dropout dropout_ alpha_dropout alpha_dropout_ feature_dropout feature_dropout_ feature_alpha_dropout "
          "feature_alpha_dropout_ native_dropout",
          2 },
        { "batch_norm native_batch_norm cudnn_batch_norm miopen_batch_norm _batch_norm_impl_index", 5 },
        { "lstm gru rnn_tanh rnn_relu", 6 },
    };
    return positions;
}

/// What a tensor, an enumeration, an object of C++ or a device is asked for without an operator of that name, and the
/// operators that are no methods, as they have no argument "self".
const OperatorTable<bool> &plainMembers()
{
    static const OperatorTable<bool> names {
        { "dtype device data shape is_cuda is_xpu is_sparse is_sparse_csr is_mkldnn "
          "is_quantized is_vulkan is_meta is_mps is_cpu is_nested requires_grad "
          "layout T H ndim name value itemsize nbytes type index tolist byte char "
          "double float cfloat cdouble int long short half bool __getstate__ "
          "__setstate__ __init__ __call__ __getitem__ __len__ unpack save from_file",
          true }
    };
    return names;
}

bool isKeyword(const Token &token)
{
    static const OperatorTable<bool> words { { "return if elif else while in not and or is assert", true } };
    return token.kind == TokenKind::Name && words.find(token.text);
}

bool looksLikeName(std::string_view text)
{
    return !text.empty() && text.front() > '9'
        && text.find_first_not_of("0123456789_abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        == std::string_view::npos;
}

/// Objects and tuples have slots that are reached by number, whatever is in them; other values are asked what they are.
bool hasSlots(std::string_view type)
{
    return type.find("__torch__") != std::string_view::npos || type.find("Tuple") != std::string_view::npos;
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
            followBrackets(i);
            if (token.kind != TokenKind::Name || i < m_judgedEnd)
                continue;
            if (i > 0 && m_tokens[i - 1].is("."))
                judgeMember(i);
            else if (token.text == "torch")
                judgeTorch(i, chainAt(i));
            else if (token.text == "ops")
                judgeOperator(i, chainAt(i));
            else if (token.text == "__torch__")
                judgeClass(i, chainAt(i));
            else if (token.text == "CONSTANTS")
                m_judgedEnd = i + 3; // CONSTANTS.c0
            else if (token.text == "unchecked_cast")
                judgeCast(i);
            else if (token.text == "getattr")
                judgeAttribute(i);
            else if (token.text == "print" && isAt(i + 1, "("))
                add(i, "prim::Print", OperatorRisk::None);
            else
                judgeArgument(i);
        }
    }

private:
    [[nodiscard]] bool isAt(std::size_t token, std::string_view text) const
    {
        return token < m_tokens.size() && m_tokens[token].is(text);
    }

    void followBrackets(std::size_t i)
    {
        const int step = bracketStep(m_tokens[i]);
        if (step > 0)
            m_open.push_back(i);
        else if (step < 0 && !m_open.empty())
            m_open.pop_back();
        else if (m_tokens[i].kind == TokenKind::LineEnd)
            m_open.clear();
    }

    /// a.b.c, also written as ((a).b).c
    [[nodiscard]] Chain chainAt(std::size_t root)
    {
        Chain names { m_tokens[root].text };
        std::size_t first = root;
        std::size_t next = root + 1;
        while (next < m_tokens.size()) {
            if (m_tokens[next].is(".") && next + 1 < m_tokens.size() && m_tokens[next + 1].kind == TokenKind::Name) {
                names.push_back(m_tokens[next + 1].text);
                next += 2;
                m_judgedEnd = next;
            } else if (m_tokens[next].is(")") && first > 0 && m_tokens[first - 1].is("(")) {
                --first;
                ++next;
            } else {
                break;
            }
        }
        // torch.autograd.add is torch.add, and ops.mine.autograd.add too.
        if (const auto other = std::ranges::find(names, "autograd"); other != names.end() && names[0] != "__torch__")
            names = Chain { "torch" };
        return names;
    }

    /// An operator of LibTorch is also called as a method of its first argument, unless that is an object of a class
    /// that has a member of this name.
    void judgeMember(std::size_t token)
    {
        const auto [entry, isNew] = m_memberRisks.emplace(m_tokens[token].text, OperatorRisk::None);
        const std::string operation = "aten::" + std::string(entry->first);
        if (isNew && !plainMembers().find(entry->first))
            entry->second = riskOf(operation);
        const OperatorRisk risk = entry->second;
        if (risk == OperatorRisk::None || (risk == OperatorRisk::Unlisted && !isNew))
            return;
        // LibTorch has no operator of an unlisted name: it is enough that some class of the file has such a member.
        delay({ finding(token, operation, risk),
                risk == OperatorRisk::Unlisted ? std::nullopt : pathOf(token - 1),
                std::string(entry->first),
                {} });
    }

    void delay(DelayedCheck check)
    {
        if (m_scan.delayed.size() < maxDelayed)
            m_scan.delayed.push_back(std::move(check));
        else
            m_scan.add(std::move(check.found));
    }

    void judgeTorch(std::size_t token, const Chain &chain)
    {
        if (chain.size() == 1)
            add(token, "torch", OperatorRisk::Disguise);
        else if (const std::string operation = "aten::" + std::string(chain[1]);
                 riskOf(operation) != OperatorRisk::None)
            add(token, operation, riskOf(operation));
        else if (chain[1] == "device")
            add(token, "torch.device", OperatorRisk::None);
        if (chain.size() == 2 && isAt(m_judgedEnd, "("))
            m_scan.trains = m_scan.trains || isCalledInTraining(chain[1], m_judgedEnd + 1);
    }

    /// torch.dropout(x, 0.5, True); \p token is that of the first argument.
    [[nodiscard]] bool isCalledInTraining(std::string_view operation, std::size_t token) const
    {
        const std::size_t *const position = trainingArguments().find(operation);
        if (position == nullptr)
            return false;
        for (std::size_t i = 0; i < *position; ++i) {
            token = findOutside(token, ",");
            if (!isAt(token, ","))
                return false;
            ++token;
        }
        return isAt(token, "True") && (isAt(token + 1, ",") || isAt(token + 1, ")"));
    }

    void judgeOperator(std::size_t token, const Chain &chain)
    {
        if (chain.size() < 3) {
            add(token, "ops", OperatorRisk::Disguise);
            return;
        }
        const std::string operation = std::string(chain[1]) + "::" + std::string(chain[2]);
        if (!isOfLibTorch(chain[1])) {
            m_scan.foreign.insert(validUtf8(operation));
            m_foreignEnd = m_judgedEnd;
        }
        const OperatorRisk risk = isJudged(chain[1]) ? riskOf(operation) : OperatorRisk::None;
        if (risk != OperatorRisk::None || operation == "prim::Print" || !isOfLibTorch(chain[1]))
            add(token, operation, risk);
    }

    /// __torch__.torch.classes.LIBRARY.Class: a class written in C++.
    void judgeClass(std::size_t token, const Chain &chain)
    {
        if (chain.size() < 5 || chain[1] != "torch" || chain[2] != "classes")
            return;
        const std::string className = std::string(chain[3]) + "::" + std::string(chain[4]);
        if (isOfLibTorch(chain[3])) {
            if (chain[3] != "quantized" && chain[3] != "rnn" && chain[3] != "sparse")
                add(token, className, OperatorRisk::Unlisted);
            return;
        }
        m_scan.foreign.insert(validUtf8(className));
        m_scan.hasForeignClass = true;
        add(token, className, OperatorRisk::None);
    }

    /// unchecked_cast(T, x)
    void judgeCast(std::size_t token)
    {
        if (!isAt(token + 1, "(")) {
            add(token, "unchecked_cast", OperatorRisk::Disguise);
            return;
        }
        const std::size_t comma = findOutside(token + 2, ",");
        const std::string target = typeText(m_tokens.subspan(token + 2, comma - token - 2));
        if (!hasSlots(target))
            return;
        const std::size_t end = findOutside(comma + 1, ")");
        const Tokens value = m_tokens.subspan(std::min(comma + 1, end), end - std::min(comma + 1, end));
        delay({ finding(token, "prim::unchecked_cast", OperatorRisk::Cast), pathsAt(token).of(value), {}, target });
    }

    /// getattr(x, "0") is how PyTorch writes x.0, and nothing else.
    void judgeAttribute(std::size_t token)
    {
        const std::size_t comma = isAt(token + 1, "(") ? findOutside(token + 2, ",") : m_tokens.size();
        const bool isPlain = comma + 2 < m_tokens.size() && m_tokens[comma + 1].kind == TokenKind::String
            && isAt(comma + 2, ")") && !looksLikeName(stringContent(m_tokens[comma + 1].text));
        if (!isPlain)
            add(token, "getattr", OperatorRisk::Disguise);
    }

    /// f(x, name=y)
    void judgeArgument(std::size_t token)
    {
        if (m_open.empty() || !isAt(m_open.back(), "(") || !isAt(token + 1, "=") || isAt(token + 2, "=")
            || !(isAt(token - 1, "(") || isAt(token - 1, ",")) || m_open.back() == m_foreignEnd)
            return;
        if (const OperatorRisk risk = riskOfArgument(calledAt(m_open.back()), m_tokens[token].text);
            risk != OperatorRisk::None)
            add(token, std::string(m_tokens[token].text) + '=', risk);
    }

    /// "aten::add" for the bracket of "torch.add("; empty for another call.
    [[nodiscard]] std::string calledAt(std::size_t bracket) const
    {
        const bool isTorch = bracket > 2 && isAt(bracket - 2, ".") && isAt(bracket - 3, "torch");
        return isTorch ? "aten::" + std::string(m_tokens[bracket - 1].text) : std::string();
    }

    /// Index of the first \p text from \p token on that is in no bracket which opens there.
    [[nodiscard]] std::size_t findOutside(std::size_t token, std::string_view text) const
    {
        int depth = 0;
        for (; token < m_tokens.size() && m_tokens[token].kind != TokenKind::LineEnd; ++token) {
            if (depth == 0 && m_tokens[token].is(text))
                break;
            depth += bracketStep(m_tokens[token]);
        }
        return token;
    }

    /// Of the expression that ends before the point at \p point.
    [[nodiscard]] std::optional<CodePath> pathOf(std::size_t point)
    {
        std::size_t start = point;
        int depth = 0;
        while (start > 0) {
            const Token &before = m_tokens[start - 1];
            if (before.is(")"))
                ++depth;
            else if (before.is("(") && depth > 0)
                --depth;
            else if (depth == 0 && before.kind != TokenKind::Name && !before.is("."))
                break;
            else if (before.kind == TokenKind::LineEnd)
                break;
            --start;
        }
        while (start < point && isKeyword(m_tokens[start])) // "return (x).y"
            ++start;
        return pathsAt(point).of(m_tokens.subspan(start, point - start));
    }

    [[nodiscard]] const LocalPaths &pathsAt(std::size_t token)
    {
        static const LocalPaths none;
        const CodeFunction *const function = functionOf(token);
        if (function == nullptr)
            return none;
        if (m_pathsOf != function) {
            m_paths = LocalPaths(m_tokens.subspan(function->firstToken, function->endToken - function->firstToken));
            m_pathsOf = function;
        }
        return m_paths;
    }

    [[nodiscard]] ScannedFinding finding(std::size_t token, const std::string &operation, OperatorRisk risk) const
    {
        ScannedFinding found;
        found.place = m_scan.records;
        found.finding.record = m_record;
        found.finding.line = m_tokens[token].line;
        found.finding.operation = validUtf8(operation);
        found.finding.excerpt = excerptOf(m_tokens[token]);
        found.finding.setRisk(risk);
        const CodeFunction *const function = functionOf(token);
        found.function = function == nullptr ? std::string() : function->name;
        return found;
    }

    void add(std::size_t token, const std::string &operation, OperatorRisk risk)
    {
        m_scan.add(finding(token, operation, risk));
    }

    [[nodiscard]] std::string excerptOf(const Token &token) const
    {
        const std::size_t start = static_cast<std::size_t>(token.text.data() - m_source.data()) - token.column;
        const std::size_t end = std::min(m_source.find('\n', start), m_source.size());
        return messagePart(trimmed(m_source.substr(start, end - start)));
    }

    [[nodiscard]] const CodeFunction *functionOf(std::size_t token) const
    {
        const auto next = std::ranges::upper_bound(m_functions, token, {}, &CodeFunction::firstToken);
        if (next == m_functions.begin() || std::prev(next)->endToken <= token)
            return nullptr;
        return &*std::prev(next);
    }

    std::string m_record;
    std::string_view m_source;
    Tokens m_tokens;
    const std::vector<CodeFunction> &m_functions;
    CodeScan &m_scan;
    std::size_t m_judgedEnd = 0; ///< names before it belong to a chain that is judged
    std::size_t m_foreignEnd = 0; ///< behind the last operator of a library of the user's
    std::vector<std::size_t> m_open; ///< brackets
    std::map<std::string, OperatorRisk, std::less<>> m_memberRisks;
    LocalPaths m_paths;
    const CodeFunction *m_pathsOf = nullptr;
};

bool isImplicit(std::string_view function)
{
    return function.starts_with("__") && function.ends_with("__") && function != "__getstate__";
}

} // namespace

void CodeScan::add(ScannedFinding found)
{
    std::size_t &alike = found.finding.asksForTrust() ? touching : others;
    if (alike >= maxFindingsOfAKind || isKnown(found))
        return;
    ++alike;
    findings.push_back(std::move(found));
}

/// Findings come line by line, so one of this line can only be among the last.
bool CodeScan::isKnown(const ScannedFinding &found) const
{
    for (auto other = findings.rbegin(); other != findings.rend(); ++other) {
        if (other->finding.line != found.finding.line || other->place != found.place)
            return false;
        if (other->finding.operation == found.finding.operation)
            return true;
    }
    return false;
}

void CodeScan::settle(const DeclaredTypes &types)
{
    for (DelayedCheck &check : delayed) {
        const std::optional<std::string> type = check.path ? types.typeOf(*check.path) : std::nullopt;
        bool isHarmless = false;
        if (!check.castTo.empty())
            isHarmless = type && narrowsTo(*type, check.castTo);
        else if (check.found.finding.risk == OperatorRisk::Unlisted)
            isHarmless = hasForeignClass || types.isMember(check.member);
        else
            isHarmless = check.path && types.hasMember(*check.path, check.member);
        if (!isHarmless)
            add(std::move(check.found));
    }
    delayed.clear();
    std::ranges::stable_sort(findings, {},
                             [](const ScannedFinding &found) { return std::pair(found.place, found.finding.line); });
}

void scanCode(std::string_view record, std::string_view source, std::span<const Token> tokens,
              const std::vector<CodeFunction> &functions, CodeScan &scan)
{
    Scanner(validUtf8(record), source, tokens, functions, scan).run();
    ++scan.records;
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

} // namespace rooflight
