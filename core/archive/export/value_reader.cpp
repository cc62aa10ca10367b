// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/value_reader.h"

#include "core/archive/zip/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

namespace rooflight {

namespace {

const ExportJson nothing = ExportJson::array();

struct KindName {
    std::string_view name;
    ExportType type;
};

/// Of single values that are whole numbers in the file.
constexpr std::array wholeKinds = {
    KindName { "as_int", ExportType::Int },
    KindName { "as_scalar_type", ExportType::ScalarType },
    KindName { "as_memory_format", ExportType::MemoryFormat },
    KindName { "as_layout", ExportType::Layout },
};

/// Of values that are a number or the name of one.
constexpr std::array symbolicKinds = {
    KindName { "as_sym_int", ExportType::Int },
    KindName { "as_sym_float", ExportType::Float },
    KindName { "as_sym_bool", ExportType::Bool },
};

/// Of lists, by what their elements are.
constexpr std::array listKinds = {
    KindName { "as_tensors", ExportType::Tensor },      KindName { "as_ints", ExportType::Int },
    KindName { "as_floats", ExportType::Float },        KindName { "as_bools", ExportType::Bool },
    KindName { "as_strings", ExportType::String },      KindName { "as_sym_ints", ExportType::Int },
    KindName { "as_sym_floats", ExportType::Float },    KindName { "as_sym_bools", ExportType::Bool },
    KindName { "as_nested_tensors", ExportType::List }, KindName { "as_int_lists", ExportType::List },
    KindName { "as_float_lists", ExportType::List },
};

/// Of lists of lists, by what the inner ones are.
constexpr std::array nestedKinds = {
    KindName { "as_nested_tensors", ExportType::Tensor },
    KindName { "as_int_lists", ExportType::Int },
    KindName { "as_float_lists", ExportType::Float },
};

template<typename Table> const KindName *found(const Table &table, std::string_view name)
{
    const auto place = std::ranges::find(table, name, &KindName::name);
    return place == table.end() ? nullptr : &*place;
}

ExportValue named(ExportType type, std::string name)
{
    ExportValue value;
    value.type = type;
    value.named = true;
    value.text = std::move(name);
    return value;
}

/// Of nodes that PyTorch added by itself.
constexpr std::string_view noModule = "_empty_nn_module_stack";

/// "a.b" of "a@1.b@2": some exports distinguish calls in the path, too.
std::string withoutCalls(std::string_view path)
{
    std::string result;
    for (std::size_t i = 0; i < path.size(); ++i) {
        std::size_t end = i + 1;
        while (path[i] == '@' && end < path.size() && std::isdigit(static_cast<unsigned char>(path[end])) != 0)
            ++end;
        if (path[i] == '@' && end > i + 1 && (end == path.size() || path[end] == '.'))
            i = end - 1;
        else
            result += path[i];
    }
    return result;
}

/// "key,path,type;key,path,type": the modules that were being called.
std::vector<ExportNode::Module> modulesIn(std::string_view text)
{
    std::vector<ExportNode::Module> modules;
    while (!text.empty()) {
        const std::string_view entry = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(text.size(), entry.size() + 1));
        const std::size_t first = entry.find(',');
        const std::size_t last = entry.rfind(',');
        if (first == std::string_view::npos || first == last)
            continue;
        if (entry.starts_with(noModule))
            return {};
        modules.push_back({ std::string(entry.substr(0, first)),
                            withoutCalls(validUtf8(entry.substr(first + 1, last - first - 1))),
                            validUtf8(entry.substr(last + 1)) });
    }
    return modules;
}

} // namespace

void ExportValueReader::setProblem(std::string problem)
{
    if (m_problem.empty())
        m_problem = std::move(problem);
}

const ExportJson *ExportValueReader::need(const ExportJson &object, std::string_view key)
{
    const ExportJson *const value = member(object, key);
    if (value == nullptr)
        setProblem("a part has no \"" + std::string(key) + '"');
    return value;
}

std::string ExportValueReader::needText(const ExportJson &object, std::string_view key)
{
    const ExportJson *const value = need(object, key);
    if (value != nullptr && value->is_string())
        return value->get<std::string>();
    setProblem("\"" + std::string(key) + "\" is not a string");
    return {};
}

const ExportJson &ExportValueReader::needArray(const ExportJson &object, std::string_view key)
{
    const ExportJson *const value = need(object, key);
    if (value != nullptr && value->is_array())
        return *value;
    setProblem("\"" + std::string(key) + "\" is not a list");
    return nothing;
}

ExportValue ExportValueReader::readWhole(ExportType type, const ExportJson &value)
{
    ExportValue result;
    result.type = type;
    if (value.is_number_integer())
        result.integer = value.get<std::int64_t>();
    else
        setProblem("an integer is malformed");
    return result;
}

ExportValue ExportValueReader::readNumberOrName(ExportType type, const ExportJson &value)
{
    if (const ExportJson *const name = member(value, "as_name"); name != nullptr && name->is_string())
        return named(type, name->get<std::string>());
    const ExportJson *number = &value;
    for (const std::string_view key : { "as_int", "as_float", "as_bool" }) {
        if (const ExportJson *const given = member(value, key))
            number = given;
    }
    ExportValue result;
    result.type = type;
    if (type == ExportType::Int)
        return readWhole(type, *number);
    if (type == ExportType::Bool && number->is_boolean())
        result.integer = number->get<bool>() ? 1 : 0;
    else if (type == ExportType::Float && number->is_number())
        result.real = number->get<double>();
    else if (type == ExportType::Float && number->is_string()) // "Infinity", "-Infinity", "NaN"
        result.real = number->get<std::string>() == "NaN" ? std::numeric_limits<double>::quiet_NaN()
            : number->get<std::string>().starts_with('-') ? -std::numeric_limits<double>::infinity()
                                                          : std::numeric_limits<double>::infinity();
    else
        setProblem("a number is none");
    return result;
}

ExportValue ExportValueReader::readOptionalTensor(const ExportJson &value)
{
    if (const ExportJson *const tensor = member(value, "as_tensor"))
        return named(ExportType::Tensor, needText(*tensor, "name"));
    if (member(value, "as_none") == nullptr)
        setProblem("an optional tensor is of an unknown kind");
    return {};
}

ExportValue ExportValueReader::readList(std::string_view kind, const ExportJson &value, ExportType elements)
{
    ExportValue result;
    result.type = ExportType::List;
    result.elements = elements;
    if (!value.is_array()) {
        setProblem(std::string(kind) + " is not a list");
        return result;
    }
    const KindName *const nested = found(nestedKinds, kind);
    for (const ExportJson &item : value) {
        if (nested != nullptr)
            result.items.push_back(readList("a list inside \"" + std::string(kind) + '"', item, nested->type));
        else if (elements == ExportType::Tensor)
            result.items.push_back(named(elements, needText(item, "name")));
        else if (elements == ExportType::String && item.is_string())
            result.items.push_back({ .type = elements, .text = item.get<std::string>() });
        else
            result.items.push_back(readNumberOrName(elements, item));
    }
    return result;
}

ExportValue ExportValueReader::readDevice(const ExportJson &value)
{
    ExportValue result;
    result.type = ExportType::Device;
    result.text = needText(value, "type");
    const ExportJson *const index = member(value, "index");
    result.integer = index != nullptr && index->is_number_integer() ? index->get<std::int64_t>() : -1;
    return result;
}

ExportValue ExportValueReader::readDict(const ExportJson &value)
{
    ExportValue result;
    result.type = ExportType::Dict;
    for (const auto &[key, item] : value.items()) {
        result.keys.push_back(key);
        result.items.push_back(readValue(item));
    }
    return result;
}

ExportValue ExportValueReader::readComplex(const ExportJson &value)
{
    ExportValue result;
    result.type = ExportType::Complex;
    for (const auto &[key, part] : { std::pair("real", &result.real), std::pair("imag", &result.imaginary) }) {
        if (const ExportJson *const number = need(value, key))
            *part = readNumberOrName(ExportType::Float, *number).real;
    }
    return result;
}

ExportValue ExportValueReader::readKind(std::string_view kind, const ExportJson &value)
{
    if (kind == "as_none")
        return {};
    if (kind == "as_tensor")
        return named(ExportType::Tensor, needText(value, "name"));
    if (const KindName *const whole = found(wholeKinds, kind))
        return readWhole(whole->type, value);
    if (const KindName *const symbolic = found(symbolicKinds, kind))
        return readNumberOrName(symbolic->type, value);
    if (const KindName *const list = found(listKinds, kind))
        return readList(kind, value, list->type);
    if (kind == "as_float" || kind == "as_bool")
        return readNumberOrName(kind == "as_float" ? ExportType::Float : ExportType::Bool, value);
    if ((kind == "as_string" || kind == "as_operator") && value.is_string())
        return { .type = kind == "as_string" ? ExportType::String : ExportType::Operator,
                 .text = value.get<std::string>() };
    if (kind == "as_optional_tensor")
        return readOptionalTensor(value);
    if (kind == "as_optional_tensors" && value.is_array()) {
        ExportValue result { .type = ExportType::List, .elements = ExportType::Tensor };
        for (const ExportJson &item : value)
            result.items.push_back(readOptionalTensor(item));
        return result;
    }
    if (kind == "as_device")
        return readDevice(value);
    if (kind == "as_complex")
        return readComplex(value);
    if (kind == "as_custom_obj")
        return named(ExportType::Object, needText(value, "name"));
    if (kind == "as_string_to_argument" && value.is_object())
        return readDict(value);
    if (kind == "as_graph") {
        ExportValue result { .type = ExportType::Graph };
        if (const ExportJson *const graph = need(value, "graph"))
            result.graph = std::make_shared<ExportGraph>(readGraph(*graph));
        return result;
    }
    setProblem("an argument is of the kind \"" + messagePart(kind) + "\", which is not known");
    return {};
}

ExportValue ExportValueReader::readValue(const ExportJson &argument)
{
    if (!m_problem.empty())
        return {};
    if (!argument.is_object() || argument.size() != 1) {
        setProblem("an argument is malformed");
        return {};
    }
    const auto entry = argument.begin();
    return readKind(entry.key(), entry.value());
}

SizeExpression ExportValueReader::readSize(const ExportJson &size)
{
    if (const ExportJson *const number = member(size, "as_int"); number != nullptr && number->is_number_integer())
        return SizeExpression(number->get<std::int64_t>());
    const ExportJson *const expression = member(size, "as_expr");
    if (expression == nullptr) {
        setProblem("a size is neither a number nor an expression");
        return {};
    }
    std::optional<SizeExpression> parsed = SizeExpression::parse(needText(*expression, "expr_str"));
    SizeExpression result = parsed ? std::move(*parsed) : SizeExpression::unknown();
    const ExportJson *const hint = member(*expression, "hint");
    const ExportJson *const value = hint != nullptr ? member(*hint, "as_int") : nullptr;
    if (value != nullptr && value->is_number_integer())
        result.hint = value->get<std::int64_t>();
    return result;
}

ExportTensor ExportValueReader::readTensor(const ExportJson &meta)
{
    constexpr std::int64_t strided = 7; // the schema's number
    ExportTensor tensor;
    if (const ExportJson *const dtype = need(meta, "dtype"); dtype != nullptr && dtype->is_number_integer())
        tensor.dtype = dtypeOfExport(dtype->get<std::int64_t>());
    for (const ExportJson &size : needArray(meta, "sizes"))
        tensor.sizes.push_back(readSize(size));
    for (const ExportJson &stride : needArray(meta, "strides"))
        tensor.strides.push_back(readSize(stride));
    if (const ExportJson *const offset = member(meta, "storage_offset"); offset != nullptr && !offset->is_null())
        tensor.offset = readSize(*offset);
    if (const ExportJson *const device = member(meta, "device"))
        tensor.device = needText(*device, "type");
    const ExportJson *const layout = member(meta, "layout");
    tensor.strided = layout == nullptr || *layout == strided;
    const ExportJson *const gradient = member(meta, "requires_grad");
    tensor.requiresGradient = gradient != nullptr && *gradient == true;
    return tensor;
}

std::vector<ExportValue> ExportValueReader::readValues(const ExportJson &values)
{
    std::vector<ExportValue> result;
    for (const ExportJson &value : values)
        result.push_back(readValue(value));
    return result;
}

ExportNode ExportValueReader::readNode(const ExportJson &json)
{
    ExportNode node;
    node.target = needText(json, "target");
    for (const ExportJson &input : needArray(json, "inputs")) {
        const ExportJson *const value = need(input, "arg");
        node.inputs.push_back({ needText(input, "name"), value != nullptr ? readValue(*value) : ExportValue() });
    }
    node.outputs = readValues(needArray(json, "outputs"));
    // Older files name results alone: PyTorch then gives a node the name of its one result.
    const ExportJson *const name = member(json, "name");
    if (name != nullptr && name->is_string())
        node.name = name->get<std::string>();
    else if (!node.outputs.empty())
        node.name = node.outputs.front().text;
    const ExportJson *const metadata = member(json, "metadata");
    const ExportJson *const stack = metadata != nullptr ? member(*metadata, "nn_module_stack") : nullptr;
    if (stack != nullptr && stack->is_string())
        node.stack = modulesIn(stack->get_ref<const std::string &>());
    if (!m_problem.empty() && m_problem.find("node \"") == std::string::npos && !node.target.empty())
        m_problem += " (node \"" + messagePart(node.target) + "\")";
    return node;
}

ExportGraph ExportValueReader::readGraph(const ExportJson &json)
{
    ExportGraph graph;
    graph.inputs = readValues(needArray(json, "inputs"));
    graph.outputs = readValues(needArray(json, "outputs"));
    const ExportJson &nodes = needArray(json, "nodes");
    graph.nodes.reserve(nodes.size());
    for (const ExportJson &node : nodes) {
        graph.nodes.push_back(readNode(node));
        if (!m_problem.empty())
            return graph;
    }
    if (const ExportJson *const tensors = member(json, "tensor_values"); tensors != nullptr && tensors->is_object()) {
        for (const auto &[name, meta] : tensors->items())
            graph.tensors.emplace(name, readTensor(meta));
    }
    if (const ExportJson *const sizes = member(json, "sym_int_values"); sizes != nullptr && sizes->is_object()) {
        for (const auto &[name, size] : sizes->items())
            graph.sizes.emplace(name, readSize(size));
    }
    return graph;
}

} // namespace rooflight
