// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/program_reader.h"

#include "core/archive/export/value_reader.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace rooflight {

namespace {

constexpr int maxGraphDepth = 20;

class NameChecker
{
public:
    Result<void> check(const ExportGraph &graph, int depth)
    {
        if (depth > maxGraphDepth)
            return malformed("its graphs nest too deep");
        std::unordered_set<std::string_view> known;
        for (const ExportValue &input : graph.inputs)
            define(input, known);
        for (const ExportNode &node : graph.nodes) {
            for (const ExportNode::Input &input : node.inputs) {
                if (Result<void> used = use(input.value, known, depth); !used.ok())
                    return used;
            }
            for (const ExportValue &output : node.outputs)
                define(output, known);
        }
        for (const ExportValue &output : graph.outputs) {
            if (Result<void> used = use(output, known, depth); !used.ok())
                return used;
        }
        return m_twice.empty() ? Result<void>() : malformed("its value \"" + m_twice + "\" is made twice");
    }

private:
    void define(const ExportValue &value, std::unordered_set<std::string_view> &known)
    {
        if (value.named && !known.insert(value.text).second && m_twice.empty())
            m_twice = messagePart(value.text);
        for (const ExportValue &item : value.items)
            define(item, known);
    }

    Result<void> use(const ExportValue &value, const std::unordered_set<std::string_view> &known, int depth)
    {
        if (value.named && !known.contains(value.text)) {
            return malformed("its value \"" + messagePart(value.text)
                             + "\" is used before it is computed, or never computed");
        }
        for (const ExportValue &item : value.items) {
            if (Result<void> used = use(item, known, depth); !used.ok())
                return used;
        }
        return value.graph ? check(*value.graph, depth + 1) : Result<void>();
    }

    std::string m_twice;
};

} // namespace

Result<void> checkNames(const ExportedProgram &program)
{
    return NameChecker().check(program.graph, 0);
}

namespace {

constexpr std::int64_t knownSchema = 8;

std::string textAt(const ExportJson &object, std::string_view key)
{
    const ExportJson *const value = member(object, key);
    return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

Result<void> checkVersion(const ExportJson &json)
{
    const ExportJson *const version = member(json, "schema_version");
    const ExportJson *const major = version != nullptr ? member(*version, "major") : nullptr;
    if (major == nullptr || !major->is_number_integer())
        return malformed("it does not say which version of the export format it has");
    if (*major == knownSchema)
        return {};
    const std::string torchVersion = textAt(json, "torch_version");
    const bool newer = *major > knownSchema;
    return Error { ErrorCode::NotTorchScript,
                   "it has version " + major->dump() + " of the export format"
                       + (torchVersion.empty() ? "" : " (PyTorch " + messagePart(torchVersion) + ')')
                       + (newer ? ", newer than version 8, the newest that this Rooflight reads"
                                : ", and version 8 is read"),
                   newer ? "Update Rooflight." : "Export and save the model again with PyTorch 2.9 or newer." };
}

/// Name of the value that an input or output spec is about.
std::string nameOf(const ExportJson &spec)
{
    const ExportJson *const argument = member(spec, "arg");
    return argument != nullptr ? textAt(*argument, "name") : std::string();
}

class SignatureReader
{
public:
    explicit SignatureReader(ExportValueReader &values)
        : m_values(values)
    {
    }

    ExportInput readInput(const ExportJson &json)
    {
        ExportInput input;
        if (!json.is_object() || json.size() != 1) {
            m_values.setProblem("an input of the signature is malformed");
            return input;
        }
        const ExportJson &spec = json.begin().value();
        const std::string &kind = json.begin().key();
        if (kind == "user_input")
            return readUserInput(spec);
        if (kind == "constant_input")
            return readConstantInput(spec);
        struct Target {
            std::string_view kind;
            ExportInput::Kind value;
            std::string_view key;
        };
        constexpr std::array targets = {
            Target { "parameter", ExportInput::Kind::Parameter, "parameter_name" },
            Target { "buffer", ExportInput::Kind::Buffer, "buffer_name" },
            Target { "tensor_constant", ExportInput::Kind::Tensor, "tensor_constant_name" },
            Target { "custom_obj", ExportInput::Kind::Object, "custom_obj_name" },
            Target { "token", ExportInput::Kind::Token, "" },
        };
        const auto found = std::ranges::find(targets, kind, &Target::kind);
        if (found == targets.end()) {
            m_values.setProblem("an input of the signature is of the kind \"" + messagePart(kind)
                                + "\", which is not known");
            return input;
        }
        input.kind = found->value;
        input.name = nameOf(spec);
        if (!found->key.empty())
            input.target = m_values.needText(spec, found->key);
        return input;
    }

    ExportOutput readOutput(const ExportJson &json)
    {
        ExportOutput output;
        if (!json.is_object() || json.size() != 1) {
            m_values.setProblem("an output of the signature is malformed");
            return output;
        }
        const ExportJson &spec = json.begin().value();
        const std::string &kind = json.begin().key();
        output.kind = kind == "user_output" ? ExportOutput::Kind::User
            : kind == "buffer_mutation"     ? ExportOutput::Kind::Buffer
            : kind == "parameter_mutation"  ? ExportOutput::Kind::Parameter
            : kind == "user_input_mutation" ? ExportOutput::Kind::UserInput
                                            : ExportOutput::Kind::Other;
        for (const std::string_view key : { "buffer_name", "parameter_name", "user_input_name" }) {
            if (output.target.empty())
                output.target = textAt(spec, key);
        }
        return output;
    }

private:
    ExportInput readUserInput(const ExportJson &spec)
    {
        ExportInput input;
        if (const ExportJson *const argument = m_values.need(spec, "arg"))
            input.value = m_values.readValue(*argument);
        input.name = input.value.text;
        return input;
    }

    ExportInput readConstantInput(const ExportJson &spec)
    {
        ExportInput input { .kind = ExportInput::Kind::Constant, .name = textAt(spec, "name") };
        if (const ExportJson *const value = m_values.need(spec, "value"))
            input.value = m_values.readValue(*value);
        return input;
    }

    ExportValueReader &m_values;
};

void readSignature(const ExportJson &json, ExportValueReader &values, ExportedProgram &program)
{
    SignatureReader reader(values);
    const ExportJson *const signature = values.need(json, "signature");
    if (signature == nullptr)
        return;
    for (const ExportJson &input : values.needArray(*signature, "input_specs"))
        program.inputs.push_back(reader.readInput(input));
    for (const ExportJson &output : values.needArray(*signature, "output_specs"))
        program.outputs.push_back(reader.readOutput(output));
    if (program.inputs.size() != program.graph.inputs.size()
        || program.outputs.size() != program.graph.outputs.size()) {
        values.setProblem("its signature does not fit its graph");
        return;
    }
    for (std::size_t i = 0; i < program.outputs.size(); ++i)
        program.outputs[i].value = program.graph.outputs[i];
}

void readRanges(const ExportJson &json, ExportedProgram &program)
{
    const ExportJson *const ranges = member(json, "range_constraints");
    if (ranges == nullptr || !ranges->is_object())
        return;
    const auto bound = [](const ExportJson &range, std::string_view key) -> std::optional<std::int64_t> {
        const ExportJson *const value = member(range, key);
        return value != nullptr && value->is_number_integer() ? std::optional(value->get<std::int64_t>())
                                                              : std::nullopt;
    };
    for (const auto &[symbol, range] : ranges->items())
        program.ranges[symbol] = { bound(range, "min_val"), bound(range, "max_val") };
}

/// Conditions on sizes. Others, such as those on a type, are left out.
void readGuards(const ExportJson &json, ExportedProgram &program)
{
    const ExportJson *const guards = member(json, "guards_code");
    if (guards == nullptr || !guards->is_array())
        return;
    for (const ExportJson &code : *guards) {
        std::optional<SizeGuard> guard =
            code.is_string() ? SizeGuard::parse(code.get<std::string>()) : std::optional<SizeGuard>();
        if (guard)
            program.guards.push_back(std::move(*guard));
    }
}

/// How forward() is called: the first entry of the calls.
Result<void> readCall(const ExportJson &json, ExportValueReader &values, ExportedProgram &program)
{
    const ExportJson &calls = values.needArray(json, "module_call_graph");
    const ExportJson *const signature = calls.empty() ? nullptr : member(calls[0], "signature");
    if (signature == nullptr || !signature->is_object())
        return malformed("it does not say how its forward() is called");
    Result<TreeSpec> inputs = TreeSpec::parse(values.needText(*signature, "in_spec"));
    Result<TreeSpec> outputs = TreeSpec::parse(values.needText(*signature, "out_spec"));
    if (!inputs.ok() || !outputs.ok())
        return inputs.ok() ? outputs.error() : inputs.error();
    program.inputTree = std::move(inputs).value();
    program.outputTree = std::move(outputs).value();
    if (const ExportJson *const names = member(*signature, "forward_arg_names");
        names != nullptr && names->is_array()) {
        for (const ExportJson &name : *names)
            program.argumentNames.push_back(name.is_string() ? name.get<std::string>() : std::string());
    }
    return {};
}

Result<void> checkTrees(const ExportedProgram &program)
{
    const auto isUserInput = [](const ExportInput &input) {
        return input.kind == ExportInput::Kind::User || input.kind == ExportInput::Kind::Constant;
    };
    const auto isUserOutput = [](const ExportOutput &output) { return output.kind == ExportOutput::Kind::User; };
    const TreeSpec &tree = program.inputTree;
    if (tree.children.size() != 2 || tree.children[1].kind == TreeSpec::Kind::Leaf
        || tree.leaves() != static_cast<std::size_t>(std::ranges::count_if(program.inputs, isUserInput)))
        return malformed("the layout of its arguments does not fit its signature");
    if (program.outputTree.leaves() != static_cast<std::size_t>(std::ranges::count_if(program.outputs, isUserOutput)))
        return malformed("the layout of its results does not fit its signature");
    return {};
}

} // namespace

DType dtypeOfExport(std::int64_t number)
{
    // ScalarType of torch/_export/serde/schema.py
    constexpr std::array<DType, 14> first { DType::Unknown, DType::UInt8,     DType::Int8,      DType::Int16,
                                            DType::Int32,   DType::Int64,     DType::Float16,   DType::Float32,
                                            DType::Float64, DType::Complex32, DType::Complex64, DType::Complex128,
                                            DType::Bool,    DType::BFloat16 };
    constexpr std::array<DType, 8> later { DType::UInt16,         DType::Float8E4M3,     DType::Float8E5M2,
                                           DType::Float8E4M3Fnuz, DType::Float8E5M2Fnuz, DType::Float8E8M0Fnu,
                                           DType::UInt32,         DType::UInt64 };
    constexpr std::int64_t firstOfLater = 28;
    if (number >= 0 && number < static_cast<std::int64_t>(first.size()))
        return first.at(static_cast<std::size_t>(number));
    if (number >= firstOfLater && number < firstOfLater + static_cast<std::int64_t>(later.size()))
        return later.at(static_cast<std::size_t>(number - firstOfLater));
    return DType::Unknown;
}

Result<ExportedProgram> readProgram(const ExportJson &json)
{
    if (const Result<void> version = checkVersion(json); !version.ok())
        return version.error();
    ExportedProgram program;
    ExportValueReader values;
    const ExportJson *const module = values.need(json, "graph_module");
    const ExportJson *const graph = module != nullptr ? values.need(*module, "graph") : nullptr;
    if (graph != nullptr) {
        program.graph = values.readGraph(*graph);
        readSignature(*module, values, program);
    }
    if (!values.problem().empty())
        return malformed(values.problem());
    program.torchVersion = textAt(json, "torch_version");
    readRanges(json, program);
    readGuards(json, program);
    if (const Result<void> call = readCall(*module, values, program); !call.ok())
        return call.error();
    if (!values.problem().empty())
        return malformed(values.problem());
    if (const Result<void> trees = checkTrees(program); !trees.ok())
        return trees.error();
    if (const Result<void> names = checkNames(program); !names.ok())
        return names.error();
    return program;
}

Result<std::vector<ExportWeight>> readWeights(const ExportJson &json, std::string_view folder)
{
    ExportValueReader values;
    std::vector<ExportWeight> weights;
    const ExportJson *const config = values.need(json, "config");
    if (config == nullptr || !config->is_object())
        return malformed("it has no list of weights");
    for (const auto &[name, payload] : config->items()) {
        ExportWeight weight { .name = name };
        weight.record = std::string(folder) + values.needText(payload, "path_name");
        const auto flag = [&entry = payload](std::string_view key) {
            const ExportJson *const value = member(entry, key);
            return value != nullptr && value->is_boolean() && value->get<bool>();
        };
        weight.isParameter = flag("is_param");
        weight.pickled = flag("use_pickle");
        const ExportJson *const meta = member(payload, "tensor_meta");
        weight.hasTensor = meta != nullptr && meta->is_object();
        if (weight.hasTensor)
            weight.tensor = values.readTensor(*meta);
        weights.push_back(std::move(weight));
    }
    if (!values.problem().empty())
        return malformed(values.problem());
    return weights;
}

} // namespace rooflight
