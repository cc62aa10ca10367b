// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/recorded_call.h"

#include <torch/csrc/jit/runtime/operator.h>

#include <array>
#include <charconv>
#include <utility>

namespace rooflight {

namespace {

/// Names of C++ types, which the profiler records.
constexpr std::array typeNames = {
    std::pair { std::string_view("float"), DType::Float32 },
    std::pair { std::string_view("double"), DType::Float64 },
    std::pair { std::string_view("c10::Half"), DType::Float16 },
    std::pair { std::string_view("c10::BFloat16"), DType::BFloat16 },
    std::pair { std::string_view("long int"), DType::Int64 },
    std::pair { std::string_view("long"), DType::Int64 },
    std::pair { std::string_view("long long"), DType::Int64 },
    std::pair { std::string_view("__int64"), DType::Int64 },
    std::pair { std::string_view("int"), DType::Int32 },
    std::pair { std::string_view("short int"), DType::Int16 },
    std::pair { std::string_view("short"), DType::Int16 },
    std::pair { std::string_view("signed char"), DType::Int8 },
    std::pair { std::string_view("unsigned char"), DType::UInt8 },
    std::pair { std::string_view("bool"), DType::Bool },
    std::pair { std::string_view("c10::complex<float>"), DType::Complex64 },
    std::pair { std::string_view("c10::complex<double>"), DType::Complex128 },
    std::pair { std::string_view("c10::complex<c10::Half>"), DType::Complex32 },
    std::pair { std::string_view("c10::Float8_e4m3fn"), DType::Float8E4M3 },
    std::pair { std::string_view("c10::Float8_e5m2"), DType::Float8E5M2 },
    std::pair { std::string_view("c10::qint8"), DType::QInt8 },
    std::pair { std::string_view("c10::quint8"), DType::QUInt8 },
    std::pair { std::string_view("c10::qint32"), DType::QInt32 },
};

/// Texts in place of those that the profiler leaves out, by the name of the argument: whichever it was, shapes and work
/// are the same. Others are not guessed: the padding "same" of a convolution gives another shape than "valid".
constexpr std::array textsOfNoEffect = {
    std::pair { std::string_view("approximate"), "none" }, // of gelu and its gradient
    std::pair { std::string_view("UPLO"), "L" }, // of eigenvalues
    std::pair { std::string_view("reduce"), "mean" }, // of scatter_reduce and index_reduce
};

std::optional<c10::IValue> textOfNoEffect(std::string_view argument)
{
    for (const auto &[name, text] : textsOfNoEffect) {
        if (name == argument)
            return c10::IValue(text);
    }
    return std::nullopt;
}

template<typename T> std::optional<T> parsed(std::string_view text)
{
    T value {};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<bool> parsedTruth(std::string_view text)
{
    if (text == "True" || text == "False")
        return text == "True";
    return std::nullopt;
}

std::string_view trimmedValue(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// "[1, 2]" as its elements.
std::optional<std::vector<std::string_view>> elementsOfList(std::string_view text)
{
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    std::vector<std::string_view> elements;
    while (!trimmedValue(text).empty()) {
        const std::size_t comma = text.find(',');
        elements.push_back(trimmedValue(text.substr(0, comma)));
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
    }
    return elements;
}

template<typename T, typename Parse> std::optional<c10::IValue> listOf(std::string_view text, const Parse &parse)
{
    const auto elements = elementsOfList(text);
    if (!elements)
        return std::nullopt;
    c10::List<T> list;
    for (const std::string_view element : *elements) {
        const auto value = parse(element);
        if (!value)
            return std::nullopt;
        list.push_back(static_cast<T>(*value));
    }
    return c10::IValue(std::move(list));
}

std::optional<c10::IValue> numberOf(std::string_view text)
{
    if (const auto truth = parsedTruth(text))
        return c10::IValue(*truth);
    if (const auto whole = parsed<std::int64_t>(text))
        return c10::IValue(*whole);
    if (const auto real = parsed<double>(text))
        return c10::IValue(*real);
    return std::nullopt;
}

/// Turns recorded arguments into values of the types that a schema asks for.
class ArgumentMaker
{
public:
    explicit ArgumentMaker(const TensorSource &tensors)
        : m_tensors(tensors)
    {
    }

    std::optional<c10::IValue> make(const c10::Argument &argument, const RecordedArgument &recorded) const
    {
        c10::TypePtr type = argument.type();
        const auto optional = type->cast<c10::OptionalType>();
        if (optional)
            type = optional->getElementType();
        if (type->kind() == c10::TypeKind::DeviceObjType)
            return c10::IValue(c10::Device(c10::kMeta));
        // Memory of this kind there is only for a device that computes.
        if (optional && argument.name() == "pin_memory")
            return c10::IValue();
        if (optional && recorded.type.empty() && recorded.value.empty())
            return c10::IValue();
        return makeOf(*type, argument.name(), recorded);
    }

private:
    std::optional<c10::IValue> makeOf(const c10::Type &type, const std::string &name,
                                      const RecordedArgument &recorded) const
    {
        switch (type.kind()) {
        case c10::TypeKind::TensorType:
            return tensorOf(name, recorded, 0, recordedType(recorded.type));
        case c10::TypeKind::ListType:
            return makeList(type.expectRef<c10::ListType>(), name, recorded);
        case c10::TypeKind::IntType:
        case c10::TypeKind::SymIntType:
            return as<std::int64_t>(recorded.value);
        case c10::TypeKind::FloatType:
            return as<double>(recorded.value);
        case c10::TypeKind::BoolType: {
            const auto truth = parsedTruth(recorded.value);
            return truth ? std::optional(c10::IValue(*truth)) : std::nullopt;
        }
        case c10::TypeKind::NumberType:
            return recorded.type == "Scalar" ? numberOf(recorded.value) : std::nullopt;
        case c10::TypeKind::StringType:
            return textOfNoEffect(name);
        default:
            return std::nullopt;
        }
    }

    template<typename T> static std::optional<c10::IValue> as(std::string_view text)
    {
        const auto value = parsed<T>(text);
        return value ? std::optional(c10::IValue(*value)) : std::nullopt;
    }

    std::optional<c10::IValue> makeList(const c10::ListType &type, const std::string &name,
                                        const RecordedArgument &recorded) const
    {
        switch (type.getElementType()->kind()) {
        case c10::TypeKind::TensorType:
            return makeTensors(name, recorded);
        case c10::TypeKind::IntType:
        case c10::TypeKind::SymIntType:
            return listOf<std::int64_t>(recorded.value, parsed<std::int64_t>);
        case c10::TypeKind::FloatType:
            return listOf<double>(recorded.value, parsed<double>);
        case c10::TypeKind::BoolType:
            return listOf<bool>(recorded.value, parsedTruth);
        default:
            return std::nullopt;
        }
    }

    /// The profiler says of no tensor in a list of which type it is.
    std::optional<c10::IValue> makeTensors(const std::string &name, const RecordedArgument &recorded) const
    {
        if (recorded.type != "TensorList")
            return std::nullopt;
        c10::List<at::Tensor> list;
        for (std::size_t i = 0; i < recorded.shapes.size(); ++i) {
            const auto tensor = tensorOf(name, recorded, i, DType::Unknown);
            if (!tensor)
                return std::nullopt;
            list.push_back(tensor->toTensor());
        }
        return c10::IValue(std::move(list));
    }

    std::optional<c10::IValue> tensorOf(const std::string &name, const RecordedArgument &recorded, std::size_t index,
                                        DType dtype) const
    {
        const bool inList = recorded.type == "TensorList";
        if (index >= recorded.shapes.size() || (!inList && dtype == DType::Unknown))
            return std::nullopt;
        const Shape &shape = recorded.shapes[index];
        const bool strided = index < recorded.strides.size() && recorded.strides[index].size() == shape.size();
        return c10::IValue(m_tensors(name, { shape, dtype }, strided ? recorded.strides[index] : Shape()));
    }

    const TensorSource &m_tensors;
};

/// What LibTorch's dispatcher has: not what only the interpreter of TorchScript calls.
std::vector<c10::OperatorHandle> overloadsOf(const std::string &operatorName)
{
    std::vector<c10::OperatorHandle> overloads;
    if (operatorName.find("::") == std::string::npos || operatorName.find(' ') != std::string::npos)
        return overloads;
    for (const auto &candidate : torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(operatorName))) {
        if (const auto handle = c10::Dispatcher::singleton().findSchema(candidate->schema().operator_name()))
            overloads.push_back(*handle);
    }
    return overloads;
}

std::optional<std::vector<c10::IValue>> argumentsFor(const c10::FunctionSchema &schema,
                                                     const std::vector<RecordedArgument> &recorded,
                                                     const TensorSource &tensors)
{
    if (schema.arguments().size() != recorded.size())
        return std::nullopt;
    const ArgumentMaker maker(tensors);
    std::vector<c10::IValue> arguments;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
        std::optional<c10::IValue> argument = maker.make(schema.arguments()[i], recorded[i]);
        if (!argument)
            return std::nullopt;
        arguments.push_back(std::move(*argument));
    }
    return arguments;
}

} // namespace

DType recordedType(std::string_view name)
{
    for (const auto &[text, dtype] : typeNames) {
        if (text == name)
            return dtype;
    }
    return DType::Unknown;
}

std::optional<RebuiltCall> rebuiltCall(const std::string &operatorName, const std::vector<RecordedArgument> &arguments,
                                       const TensorSource &tensors)
{
    const TensorSource onlyLook = [](const std::string &, const TensorInfo &, const std::vector<std::int64_t> &) {
        return at::Tensor();
    };
    for (const c10::OperatorHandle &handle : overloadsOf(operatorName)) {
        if (!argumentsFor(handle.schema(), arguments, onlyLook))
            continue;
        if (auto made = argumentsFor(handle.schema(), arguments, tensors))
            return RebuiltCall { handle, std::move(*made) };
    }
    return std::nullopt;
}

std::optional<OperatorFacts> factsNamed(const std::string &operatorName, const OperatorCatalog &operators)
{
    const std::vector<c10::OperatorHandle> overloads = overloadsOf(operatorName);
    return overloads.empty() ? std::nullopt : std::optional(operators.factsOf(overloads.front()));
}

} // namespace rooflight
