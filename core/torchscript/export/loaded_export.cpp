// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/loaded_export.h"

#include "core/archive/export/export_archive.h"
#include "core/archive/export/export_arguments.h"
#include "core/archive/export/exported_program.h"
#include "core/archive/export/node_target.h"
#include "core/archive/zip/file_check.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"
#include "core/torchscript/export/export_scope.h"
#include "core/torchscript/export/forward_builder.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>
#include <c10/core/Device.h>
#include <torch/csrc/jit/runtime/interpreter.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>

namespace rooflight {

namespace {

bool isWrapper(const OperatorTarget &target)
{
    static const std::set<std::string, std::less<>> names { "wrap_with_set_grad_enabled",
                                                            "wrap_with_autocast",
                                                            "checkpoint",
                                                            "tag_activation_checkpoint",
                                                            "hints_wrapper",
                                                            "strict_mode",
                                                            "invoke_subgraph",
                                                            "wrap",
                                                            "wrap_activation_checkpoint" };
    return target.nameSpace == "higher_order" && names.contains(target.name);
}

class Flattener
{
public:
    void run(ExportGraph &graph)
    {
        std::vector<ExportNode> nodes;
        for (ExportNode &node : graph.nodes)
            add(std::move(node), nodes);
        for (ExportValue &output : graph.outputs)
            rename(output, m_names);
        graph.nodes = std::move(nodes);
    }

    /// What a program returns, after run() of its graph.
    void renameResult(ExportValue &value) const { rename(value, m_names); }

private:
    using Names = std::unordered_map<std::string, ExportValue>;

    void add(ExportNode node, std::vector<ExportNode> &nodes)
    {
        for (ExportNode::Input &input : node.inputs) {
            rename(input.value, m_names);
            if (input.value.graph) {
                Flattener().run(*input.value.graph);
                for (ExportNode &inner : input.value.graph->nodes)
                    inner.name = node.name;
            }
        }
        if (isWrapper(operatorTarget(node.target)))
            inlineWrapper(node, nodes);
        else
            nodes.push_back(std::move(node));
    }

    /// The value that stands for a name now, wherever the name is used.
    static void rename(ExportValue &value, const Names &names)
    {
        if (value.named) {
            if (const auto found = names.find(value.text); found != names.end())
                value = found->second;
            return;
        }
        for (ExportValue &item : value.items)
            rename(item, names);
    }

    void inlineWrapper(ExportNode &node, std::vector<ExportNode> &nodes)
    {
        const auto holder = std::ranges::find_if(
            node.inputs, [](const ExportNode::Input &input) { return input.value.graph != nullptr; });
        if (holder == node.inputs.end())
            throw ExportFailure(ErrorSentence::MisshapenCall, { messagePart(node.target) });
        if (changesResults(node, holder))
            throw ExportFailure(ErrorSentence::Autocast);
        ExportGraph &inner = *holder->value.graph;
        std::vector<ExportValue> operands;
        for (auto input = std::next(holder); input != node.inputs.end(); ++input)
            collect(input->value, operands);
        if (operands.size() != inner.inputs.size() || node.outputs.size() != inner.outputs.size())
            throw ExportFailure(ErrorSentence::MisshapenCall, { messagePart(node.target) });
        Names names;
        for (std::size_t i = 0; i < operands.size(); ++i)
            names.emplace(inner.inputs[i].text, operands[i]);
        const std::string prefix = "inlined" + std::to_string(m_count++) + '.';
        for (ExportNode &part : inner.nodes)
            nodes.push_back(renamed(std::move(part), node, prefix, names));
        for (std::size_t i = 0; i < node.outputs.size(); ++i) {
            rename(inner.outputs[i], names);
            m_names.emplace(node.outputs[i].text, inner.outputs[i]);
        }
    }

    static ExportNode renamed(ExportNode part, const ExportNode &around, const std::string &prefix, Names &names)
    {
        for (ExportNode::Input &input : part.inputs)
            rename(input.value, names);
        for (ExportValue &output : part.outputs)
            define(output, prefix, names);
        if (part.stack.empty())
            part.stack = around.stack;
        return part;
    }

    static void define(ExportValue &output, const std::string &prefix, Names &names)
    {
        if (output.named) {
            ExportValue fresh = output;
            fresh.text = prefix + output.text;
            names.emplace(output.text, fresh);
            output = std::move(fresh);
        }
        for (ExportValue &item : output.items)
            define(item, prefix, names);
    }

    static bool changesResults(const ExportNode &node, std::vector<ExportNode::Input>::const_iterator holder)
    {
        constexpr std::ptrdiff_t enabledPosition = 2; // device type, element type, enabled, cache, graph
        if (operatorTarget(node.target).name != "wrap_with_autocast" || holder - node.inputs.begin() <= enabledPosition)
            return false;
        const ExportValue &enabled = node.inputs[enabledPosition].value;
        return enabled.type == ExportType::Bool && enabled.integer != 0;
    }

    static void collect(const ExportValue &value, std::vector<ExportValue> &operands)
    {
        if (value.named)
            operands.push_back(value);
        for (const ExportValue &item : value.items)
            collect(item, operands);
    }

    Names m_names; ///< of results of wrappers
    int m_count = 0;
};

/// What the nodes on both sides have in common.
void fillStacks(ExportGraph &graph)
{
    std::vector<std::vector<ExportNode::Module>> next(graph.nodes.size() + 1);
    for (std::size_t i = graph.nodes.size(); i-- > 0;)
        next[i] = graph.nodes[i].stack.empty() ? next[i + 1] : graph.nodes[i].stack;
    const std::vector<ExportNode::Module> *before = nullptr;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        std::vector<ExportNode::Module> &stack = graph.nodes[i].stack;
        if (stack.empty() && before != nullptr) {
            const auto [end, ignored] = std::ranges::mismatch(*before, next[i]);
            stack.assign(before->begin(), end);
        }
        before = &stack;
    }
}

/// Puts the nodes of graphs that only stand in another one because of a context (no_grad, a disabled autocast,
/// checkpointing) in the place of the nodes that hold them, and gives nodes that name no module the one around them.
/// Throws ExportFailure for a context that changes results (an enabled autocast).
void flatten(ExportedProgram &program)
{
    Flattener flattener;
    flattener.run(program.graph);
    for (ExportOutput &output : program.outputs)
        flattener.renameResult(output.value);
    fillStacks(program.graph);
}

/// A tensor of the sizes that it had: nothing is known of its numbers.
at::Tensor madeTensor(const ExportTensor &meta, c10::Device device)
{
    std::vector<std::int64_t> sizes;
    for (const SizeExpression &size : meta.sizes)
        sizes.push_back(size.number().value_or(size.hint.value_or(1)));
    const auto options = at::TensorOptions().dtype(scalarTypeOf(meta.dtype)).device(device);
    if (isFloatingPoint(meta.dtype))
        return at::ones(sizes, options.dtype(at::kFloat)).to(scalarTypeOf(meta.dtype));
    return meta.dtype == DType::Bool ? at::ones(sizes, options) : at::zeros(sizes, options);
}

at::Tensor storedTensor(const SampleValue &sample, const SampleInputs &samples, c10::Device device)
{
    const c10::ScalarType type = scalarTypeOf(sample.tensor.info.dtype);
    const auto options = at::TensorOptions().dtype(type);
    if (sample.tensor.place.elements == 0)
        return at::empty(sample.tensor.info.shape, options.device(device));
    if (device.is_meta())
        return at::empty({ sample.tensor.reach }, options.device(device))
            .as_strided(sample.tensor.info.shape, sample.tensor.strides, sample.tensor.place.offset);
    const Result<std::string> bytes = samples.storageOf(sample);
    if (!bytes.ok())
        return {};
    const auto itemBytes = static_cast<std::int64_t>(c10::elementSize(type));
    if (static_cast<std::int64_t>(bytes.value().size()) / itemBytes < sample.tensor.reach)
        return {};
    at::Tensor memory = at::empty({ sample.tensor.reach }, options);
    std::memcpy(memory.data_ptr(), bytes.value().data(), static_cast<std::size_t>(sample.tensor.reach * itemBytes));
    return memory.as_strided(sample.tensor.info.shape, sample.tensor.strides, sample.tensor.place.offset).to(device);
}

c10::IValue leafValue(const ExportArgument &leaf, const ExportedProgram &program, const SampleInputs &samples,
                      c10::Device device)
{
    const ExportInput &input = program.inputs[leaf.input];
    const SampleValue *const sample = leaf.leaf < samples.values().size() ? &samples.values()[leaf.leaf] : nullptr;
    if (input.value.type == ExportType::Tensor) {
        if (sample != nullptr && sample->type == ExportType::Tensor) {
            if (at::Tensor stored = storedTensor(*sample, samples, device); stored.defined())
                return stored;
        }
        const auto meta = program.graph.tensors.find(input.name);
        return madeTensor(meta == program.graph.tensors.end() ? ExportTensor() : meta->second, device);
    }
    if (input.value.type == ExportType::Float)
        return sample != nullptr ? sample->real : 1.0;
    if (input.value.type == ExportType::Bool)
        return sample != nullptr && sample->integer != 0;
    if (sample != nullptr && sample->type == ExportType::Int)
        return sample->integer;
    const auto size = program.graph.sizes.find(input.name);
    return size == program.graph.sizes.end() ? std::int64_t { 1 } : size->second.hint.value_or(1);
}

/// The value with which the model was exported, in the type of typeOf(argument). If the file has none, a tensor of
/// the size that it had. Throws what LibTorch throws.
c10::IValue sampleValue(const ExportArgument &argument, const ExportedProgram &program, const SampleInputs &samples,
                        c10::Device device)
{
    if (argument.kind == TreeSpec::Kind::Leaf)
        return leafValue(argument, program, samples, device);
    std::vector<c10::IValue> parts;
    for (const ExportArgument &part : argument.parts)
        parts.push_back(sampleValue(part, program, samples, device));
    const c10::TypePtr type = typeOf(argument, program);
    if (const auto dict = type->cast<c10::DictType>()) {
        c10::impl::GenericDict made(dict->getKeyType(), dict->getValueType());
        for (std::size_t i = 0; i < parts.size(); ++i)
            made.insert(argument.parts[i].name, std::move(parts[i]));
        return made;
    }
    if (const auto list = type->cast<c10::ListType>()) {
        c10::impl::GenericList made(list->getElementType());
        for (c10::IValue &part : parts)
            made.push_back(std::move(part));
        return made;
    }
    const auto tuple = type->expect<c10::TupleType>();
    return tuple->schema() ? c10::ivalue::Tuple::createNamed(std::move(parts), tuple)
                           : c10::ivalue::Tuple::create(std::move(parts));
}

/// The checksums were compared when the file was inspected.
Result<ZipArchive> openArchive(const std::string &path)
{
    const Result<std::int64_t> bytes = checkFile(path);
    return bytes.ok() ? ZipArchive::open(path, bytes.value(), /*acceptDamaged=*/true) : bytes.error();
}

} // namespace

bool isExportFile(const std::string &path)
{
    const Result<ZipArchive> archive = openArchive(path);
    return archive.ok() && isExport(archive.value());
}

Result<LoadedExport> loadExport(const std::string &path, c10::Device device)
{
    const Result<ZipArchive> archive = openArchive(path);
    if (!archive.ok())
        return archive.error();
    Result<ExportedProgram> read = readExport(archive.value());
    if (!read.ok())
        return read.error();
    const auto program = std::make_shared<ExportedProgram>(std::move(read).value());
    const Result<SampleInputs> samples = SampleInputs::read(archive.value(), *program);
    if (!samples.ok())
        return samples.error();
    const Result<std::vector<ExportModule>> described = modulesOf(*program);
    if (!described.ok())
        return damaged(path, described.error().text);
    LoadedExport loaded;
    loaded.arguments = argumentsOf(*program);
    try {
        flatten(*program);
        const ExportTensors tensors = readTensors(path, *program, device);
        ExportModules modules = buildModules(*program, described.value(), tensors);
        buildForward(*program, loaded.arguments, modules, tensors, device, loaded.calls);
        loaded.module = modules.at("");
    } catch (const ExportFailure &failure) {
        return failure.errorIn(path);
    }
    for (const ExportArgument &argument : loaded.arguments)
        loaded.samples.push_back(sampleValue(argument, *program, samples.value(), device));
    program->graph.nodes.clear();
    program->graph.nodes.shrink_to_fit();
    loaded.program = program;
    return loaded;
}

const ExportCall *currentCall(const LoadedExport &exported)
{
    const std::vector<torch::jit::StackEntry> frames = torch::jit::currentCallstack(); // the innermost first
    const std::size_t number = frames.empty() ? 0 : frames.front().range.start();
    return number > 0 && number <= exported.calls.size() ? &exported.calls[number - 1] : nullptr;
}

} // namespace rooflight
