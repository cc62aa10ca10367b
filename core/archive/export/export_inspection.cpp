// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_inspection.h"

#include "core/archive/export/export_archive.h"
#include "core/archive/export/export_arguments.h"
#include "core/archive/export/export_modules.h"
#include "core/archive/export/node_target.h"
#include "core/archive/export/weight_check.h"
#include "core/archive/operators/known_operators.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace rooflight {

namespace {

constexpr std::size_t maxFindings = 1000;

/// Elements and bytes of weights, each place in a record once.
class WeightTally
{
public:
    void add(const ExportWeight &weight)
    {
        const std::optional<WeightPlace> place = placeOf(weight.tensor);
        const std::string &memory = weight.leftOut ? weight.name : weight.record;
        if (!place || !m_seen.insert({ memory, place->offset, place->sizes }).second)
            return;
        m_elements += place->elements;
        m_bytes += place->elements * itemSize(weight.tensor.dtype);
    }

    [[nodiscard]] std::int64_t elements() const { return m_elements; }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    std::set<std::tuple<std::string, std::int64_t, std::vector<std::int64_t>>> m_seen;
    std::int64_t m_elements = 0;
    std::int64_t m_bytes = 0;
};

/// Names of weights that are buffers: parts of modules, unlike the tensors that code holds.
std::set<std::string_view> buffersOf(const ExportedProgram &program)
{
    std::set<std::string_view> names;
    for (const ExportInput &input : program.inputs) {
        if (input.kind == ExportInput::Kind::Buffer)
            names.insert(input.target);
    }
    return names;
}

void setWeights(const ExportedProgram &program, Inspection &inspection)
{
    std::map<std::string_view, std::pair<WeightTally, WeightTally>> own;
    WeightTally parameters;
    WeightTally buffers;
    const std::set<std::string_view> bufferNames = buffersOf(program);
    for (const std::vector<ExportWeight> *const group : { &program.weights, &program.constants }) {
        for (const ExportWeight &weight : *group) {
            if (weight.isParameter) {
                own[ownerOf(weight.name)].first.add(weight);
                parameters.add(weight);
            } else if (group == &program.weights || bufferNames.contains(weight.name)) {
                own[ownerOf(weight.name)].second.add(weight);
                buffers.add(weight);
            }
        }
    }
    inspection.model.parameters = parameters.elements();
    inspection.model.parameterBytes = parameters.bytes();
    inspection.model.bufferBytes = buffers.bytes();
    for (StoredModule &module : inspection.modules) {
        if (const auto found = own.find(module.path); found != own.end()) {
            module.parameters = found->second.first.elements();
            module.buffers = found->second.second.elements();
        }
    }
}

TensorInfo sampleInfo(const ExportedProgram &program, const ExportArgument &leaf, const SampleInputs &samples)
{
    if (leaf.leaf < samples.values().size() && samples.values()[leaf.leaf].type == ExportType::Tensor)
        return samples.values()[leaf.leaf].tensor.info;
    TensorInfo info;
    const auto tensor = program.graph.tensors.find(program.inputs[leaf.input].name);
    if (tensor == program.graph.tensors.end())
        return info;
    info.dtype = tensor->second.dtype;
    for (const SizeExpression &size : tensor->second.sizes)
        info.shape.push_back(size.number().value_or(size.hint.value_or(1)));
    return info;
}

std::vector<StoredArgument> storedArguments(const ExportedProgram &program, const SampleInputs &samples)
{
    std::vector<StoredArgument> result;
    for (const ExportArgument &argument : argumentsOf(program)) {
        StoredArgument stored { validUtf8(argument.name), argument.type(program), {}, {} };
        argument.forEachLeaf([&](const ExportArgument &leaf, const std::string &place) {
            if (program.inputs[leaf.input].value.type == ExportType::Tensor)
                stored.traced.push_back({ validUtf8(place), sampleInfo(program, leaf, samples) });
        });
        result.push_back(std::move(stored));
    }
    return result;
}

std::vector<NeededLibrary> librariesOf(const ExportedProgram &program)
{
    std::map<std::string, std::set<std::string>> byNameSpace;
    forEachOperator(program.graph, [&](const OperatorTarget &target, const ExportNode &) {
        static const std::set<std::string, std::less<>> own {
            "aten",         "prim",      "prims",  "quantized", "quantized_decomposed",
            "higher_order", "_operator", "mkldnn", "inductor"
        };
        if (!target.name.empty() && !own.contains(target.nameSpace))
            byNameSpace[target.nameSpace].insert(target.nameSpace + "::" + target.name);
    });
    std::vector<NeededLibrary> libraries;
    libraries.reserve(byNameSpace.size());
    for (const auto &[nameSpace, operators] : byNameSpace)
        libraries.push_back({ nameSpace, { operators.begin(), operators.end() }, false });
    return libraries;
}

OperatorRisk riskOfCall(const OperatorTarget &target)
{
    if (target.name.empty() || !isJudged(target.nameSpace))
        return OperatorRisk::None;
    const std::string operation = target.nameSpace + "::" + target.name;
    const OperatorRisk risk = riskOf(operation);
    return risk == OperatorRisk::None ? riskOfOverload(operation, target.overload) : risk;
}

/// The value that a node makes, or the first of them: it is what torch.export calls the node.
std::string nameOf(const ExportNode &node)
{
    if (node.outputs.empty())
        return {};
    const ExportValue &output = node.outputs.front();
    return messagePart(output.items.empty() ? output.text : output.items.front().text);
}

/// Calls of operators that are not on the list.
std::vector<CodeFinding> operatorFindings(const ExportedProgram &program)
{
    std::vector<CodeFinding> findings;
    forEachOperator(program.graph, [&](const OperatorTarget &target, const ExportNode &node) {
        const OperatorRisk risk = riskOfCall(target);
        if (risk == OperatorRisk::None || findings.size() >= maxFindings)
            return;
        CodeFinding finding;
        finding.record = "models/" + program.modelName + ".json";
        finding.node = nameOf(node);
        finding.operation = messagePart(target.nameSpace + "::" + target.name);
        finding.excerpt = messagePart(node.target);
        finding.setRisk(risk);
        findings.push_back(std::move(finding));
    });
    return findings;
}

/// torch.export writes down whether the model was in training for each operator that asks.
bool isCalledInTraining(const OperatorTarget &target, const ExportNode &node)
{
    return target.name == "_batch_norm_with_update" || std::ranges::any_of(node.inputs, [](const auto &input) {
               return (input.name == "train" || input.name == "training") && input.value.type == ExportType::Bool
                   && !input.value.named && input.value.integer != 0;
           });
}

bool isInTrainingMode(const ExportedProgram &program)
{
    bool found = false;
    forEachOperator(program.graph, [&found](const OperatorTarget &target, const ExportNode &node) {
        found = found || (target.nameSpace == "aten" && isCalledInTraining(target, node));
    });
    return found;
}

std::vector<SizeSymbol> storedSymbols(const ExportedProgram &program)
{
    std::vector<SizeSymbol> result;
    for (const ExportSymbol &symbol : symbolsOf(program)) {
        SizeSymbol stored {
            validUtf8(symbol.name), symbol.range.minimum.value_or(0), symbol.range.maximum, symbol.sample, {}
        };
        for (const std::string &place : symbol.places)
            stored.places.push_back(validUtf8(place));
        result.push_back(std::move(stored));
    }
    return result;
}

} // namespace

Result<Inspection> inspectExport(const ZipArchive &archive)
{
    const Result<ExportedProgram> read = readExport(archive);
    if (!read.ok())
        return read.error();
    const ExportedProgram &program = read.value();
    const Result<SampleInputs> samples = SampleInputs::read(archive, program);
    if (!samples.ok())
        return samples.error();
    const Result<std::vector<ExportModule>> modules = modulesOf(program);
    if (!modules.ok())
        return modules.error().hint.empty() ? damaged(archive.path(), modules.error().text)
                                            : notRead(archive.path(), modules.error().text, modules.error().hint);

    Inspection inspection;
    inspection.model.form = ModelForm::Export;
    inspection.producer = messagePart("PyTorch " + program.torchVersion);
    for (const ExportModule &module : modules.value()) {
        const std::string_view type = lastComponent(module.type, '.');
        inspection.modules.push_back({ validUtf8(module.path), type.empty() ? "Module" : validUtf8(type), 0, 0 });
    }
    setWeights(program, inspection);
    inspection.model.trainingMode = isInTrainingMode(program);
    inspection.arguments = storedArguments(program, samples.value());
    inspection.symbols = storedSymbols(program);
    inspection.libraries = librariesOf(program);
    inspection.findings = operatorFindings(program);
    for (const std::string &name : samples.value().foreignNames()) {
        inspection.findings.push_back({ "data/sample_inputs/" + program.modelName + ".pt", 0, messagePart(name),
                                        "named in the sample inputs; never run", false, false });
    }
    return inspection;
}

} // namespace rooflight
