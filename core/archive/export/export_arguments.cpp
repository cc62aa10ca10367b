// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_arguments.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <set>
#include <string_view>

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

namespace {

constexpr std::size_t maxForeignNames = 1000;

bool isKnownName(std::string_view name)
{
    return name.starts_with("torch.") || name == "collections.OrderedDict" || name == "builtins.tuple"
        || name == "builtins.list" || name == "builtins.dict" || name == "builtins.set";
}

} // namespace

const PickleId *SampleInputs::partOf(const TreeSpec &tree, const PickleId *value, std::size_t index) const
{
    if (value == nullptr)
        return nullptr;
    const PickleNode &node = (*m_pickle)[*value];
    if (tree.kind == TreeSpec::Kind::Dict)
        return m_pickle->valueOf(*value, tree.keys[index]);
    const bool isSequence = node.kind == PickleKind::List || node.kind == PickleKind::Tuple;
    return isSequence && index < node.items.size() ? &node.items[index] : nullptr;
}

void SampleInputs::addLeaf(const PickleId *value)
{
    SampleValue &sample = m_values.emplace_back();
    if (value == nullptr)
        return;
    const PickleNode &node = (*m_pickle)[*value];
    sample.integer = node.integer;
    if (node.kind == PickleKind::Int || node.kind == PickleKind::Bool) {
        sample.type = node.kind == PickleKind::Int ? ExportType::Int : ExportType::Bool;
    } else if (node.kind == PickleKind::Float) {
        sample.type = ExportType::Float;
        sample.real = node.real();
    } else if (node.kind == PickleKind::String) {
        sample.type = ExportType::String;
        sample.text = node.text;
    } else if (Result<std::optional<StoredTensor>> tensor = tensorIn(*m_pickle, *value);
               tensor.ok() && tensor.value()) {
        sample.type = ExportType::Tensor;
        sample.tensor = *tensor.value();
    }
}

void SampleInputs::collect(const TreeSpec &tree, const PickleId *value)
{
    if (tree.kind == TreeSpec::Kind::Leaf) {
        addLeaf(value);
        return;
    }
    for (std::size_t i = 0; i < tree.children.size(); ++i)
        collect(tree.children[i], partOf(tree, value, i));
}

void SampleInputs::collectForeignNames()
{
    std::set<std::string_view> seen;
    for (PickleId id = 0; id < m_pickle->size() && seen.size() < maxForeignNames; ++id) {
        const PickleNode &node = (*m_pickle)[id];
        if (node.kind == PickleKind::Global && !isKnownName(node.text) && seen.insert(node.text).second)
            m_foreign.emplace_back(node.text);
    }
}

Result<SampleInputs> SampleInputs::read(const ZipArchive &archive, const ExportedProgram &program)
{
    SampleInputs samples;
    const ArchiveRecord *const record = archive.find("data/sample_inputs/" + program.modelName + ".pt");
    if (record == nullptr || record->bytes == 0 || record->bytes > ZipArchive::maxTextBytes)
        return samples;
    Result<std::string> bytes = archive.read(*record);
    if (!bytes.ok())
        return bytes.error();
    Result<ZipArchive> nested = ZipArchive::openNested(archive.path(), std::move(bytes).value());
    if (!nested.ok())
        return nested.error();
    const ArchiveRecord *const data = nested.value().find("data.pkl");
    if (data == nullptr)
        return damaged(archive.path(), "its sample inputs hold no values");
    Result<std::string> content = nested.value().read(*data);
    if (!content.ok())
        return content.error();
    Result<Pickle> pickle = Pickle::parse(std::move(content).value());
    if (!pickle.ok())
        return damaged(archive.path(), "its sample inputs: " + pickle.error().text);
    if (const Result<void> checked = checkTensors(pickle.value(), nested.value(), "data"); !checked.ok())
        return damaged(archive.path(), "its sample inputs: " + checked.error().text);
    samples.m_archive = std::make_shared<const ZipArchive>(std::move(nested).value());
    samples.m_pickle = std::make_shared<const Pickle>(std::move(pickle).value());
    const PickleId root = samples.m_pickle->root();
    samples.collect(program.inputTree, &root);
    samples.collectForeignNames();
    return samples;
}

Result<std::string> SampleInputs::storageOf(const SampleValue &value) const
{
    const ArchiveRecord *const record = m_archive->find("data/" + std::string(value.tensor.place.storage));
    if (record == nullptr)
        return damaged(m_archive->path(), "the data of a sample input is missing");
    return m_archive->read(*record);
}

} // namespace rooflight
