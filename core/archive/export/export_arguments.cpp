// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_arguments.h"

#include <algorithm>
#include <set>

namespace rooflight {

namespace {

class ArgumentReader
{
public:
    explicit ArgumentReader(const ExportedProgram &program)
        : m_program(program)
    {
        for (std::size_t i = 0; i < program.inputs.size(); ++i) {
            const ExportInput::Kind kind = program.inputs[i].kind;
            if (kind == ExportInput::Kind::User || kind == ExportInput::Kind::Constant)
                m_leaves.push_back(i);
        }
    }

    std::vector<ExportArgument> run()
    {
        std::vector<ExportArgument> arguments;
        const TreeSpec &positional = m_program.inputTree.children[0];
        const TreeSpec &named = m_program.inputTree.children[1];
        for (const TreeSpec *const group : { &positional, &named }) {
            for (std::size_t i = 0; i < group->children.size(); ++i) {
                const std::size_t position = arguments.size() + m_omitted;
                std::optional<ExportArgument> argument = read(group->children[i]);
                if (!argument) {
                    ++m_omitted;
                    continue;
                }
                const bool hasKey = group == &named && i < named.keys.size();
                argument->name = uniqueName(hasKey ? named.keys[i] : nameOf(*argument, position));
                arguments.push_back(std::move(*argument));
            }
        }
        return arguments;
    }

private:
    std::optional<ExportArgument> read(const TreeSpec &tree)
    {
        ExportArgument argument { .kind = tree.kind, .isList = tree.isList };
        if (tree.kind == TreeSpec::Kind::Leaf) {
            argument.leaf = m_next;
            argument.input = m_leaves[m_next++]; // as many as leaves: checked when it was read
            const ExportInput &input = m_program.inputs[argument.input];
            return input.kind == ExportInput::Kind::User && input.value.named ? std::optional(argument) : std::nullopt;
        }
        for (std::size_t i = 0; i < tree.children.size(); ++i) {
            std::optional<ExportArgument> part = read(tree.children[i]);
            if (!part)
                continue;
            if (tree.kind == TreeSpec::Kind::Dict)
                part->name = tree.keys[i];
            argument.parts.push_back(std::move(*part));
        }
        return argument.parts.empty() ? std::nullopt : std::optional(argument);
    }

    [[nodiscard]] std::string nameOf(const ExportArgument &argument, std::size_t position) const
    {
        if (position < m_program.argumentNames.size() && !m_program.argumentNames[position].empty())
            return m_program.argumentNames[position];
        if (argument.kind == TreeSpec::Kind::Leaf)
            return m_program.inputs[argument.input].name;
        return "argument" + std::to_string(position);
    }

    std::string uniqueName(const std::string &name)
    {
        std::string result = name;
        for (int number = 1; !m_names.insert(result).second; ++number)
            result = name + '_' + std::to_string(number);
        return result;
    }

    const ExportedProgram &m_program;
    std::vector<std::size_t> m_leaves; ///< positions of user inputs
    std::size_t m_next = 0;
    std::size_t m_omitted = 0;
    std::set<std::string> m_names;
};

std::string leafType(const ExportValue &value)
{
    switch (value.type) {
    case ExportType::Tensor:
        return "Tensor";
    case ExportType::Int:
        return "int";
    case ExportType::Float:
        return "float";
    case ExportType::Bool:
        return "bool";
    default:
        return "Object";
    }
}

/// Sizes that make up an input: those of a tensor, or the number itself.
std::vector<const SizeExpression *> sizesOf(const ExportedProgram &program, const ExportInput &input)
{
    std::vector<const SizeExpression *> sizes;
    if (const auto tensor = program.graph.tensors.find(input.name); tensor != program.graph.tensors.end()) {
        for (const SizeExpression &size : tensor->second.sizes)
            sizes.push_back(&size);
    } else if (const auto number = program.graph.sizes.find(input.name); number != program.graph.sizes.end()) {
        sizes.push_back(&number->second);
    }
    return sizes;
}

} // namespace

std::string ExportArgument::type(const ExportedProgram &program) const
{
    if (kind == TreeSpec::Kind::Leaf)
        return leafType(program.inputs[input].value);
    std::vector<std::string> types;
    std::ranges::transform(parts, std::back_inserter(types), [&](const auto &part) { return part.type(program); });
    const bool alike = std::ranges::all_of(types, [&types](const std::string &type) { return type == types.front(); });
    if (kind == TreeSpec::Kind::Dict && alike)
        return "Dict[str, " + types.front() + ']';
    if (kind == TreeSpec::Kind::Sequence && isList && alike)
        return "List[" + types.front() + ']';
    std::string text = kind == TreeSpec::Kind::Dict ? "NamedTuple[" : "Tuple[";
    for (std::size_t i = 0; i < types.size(); ++i)
        text += (i > 0 ? ", " : "") + (kind == TreeSpec::Kind::Dict ? parts[i].name + ": " : std::string()) + types[i];
    return text + ']';
}

std::vector<ExportArgument> argumentsOf(const ExportedProgram &program)
{
    return ArgumentReader(program).run();
}

std::vector<ExportSymbol> symbolsOf(const ExportedProgram &program)
{
    std::vector<ExportSymbol> symbols;
    const auto symbolNamed = [&](const std::string &name) -> ExportSymbol & {
        const auto known = std::ranges::find(symbols, name, &ExportSymbol::name);
        if (known != symbols.end())
            return *known;
        const auto range = program.ranges.find(name);
        symbols.push_back({ name, range == program.ranges.end() ? ExportRange() : range->second, std::nullopt, {} });
        return symbols.back();
    };
    for (const ExportArgument &argument : argumentsOf(program)) {
        argument.forEachLeaf([&](const ExportArgument &leaf, const std::string &place) {
            const auto sizes = sizesOf(program, program.inputs[leaf.input]);
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                std::vector<std::string> names;
                sizes[i]->collectSymbols(names);
                for (const std::string &name : names) {
                    ExportSymbol &symbol = symbolNamed(name);
                    if (sizes[i]->symbol() != name)
                        continue;
                    symbol.places.push_back(argument.name + place + '.' + std::to_string(i));
                    if (!symbol.sample)
                        symbol.sample = sizes[i]->hint;
                }
            }
        });
    }
    return symbols;
}

} // namespace rooflight
