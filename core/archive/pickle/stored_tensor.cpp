// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/pickle/stored_tensor.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

struct StorageType {
    std::string_view name; ///< without "torch." and "Storage"
    DType dtype;
};

constexpr std::array storageTypes = {
    StorageType { "Float", DType::Float32 },
    StorageType { "Half", DType::Float16 },
    StorageType { "BFloat16", DType::BFloat16 },
    StorageType { "Double", DType::Float64 },
    StorageType { "Long", DType::Int64 },
    StorageType { "Int", DType::Int32 },
    StorageType { "Short", DType::Int16 },
    StorageType { "Char", DType::Int8 },
    StorageType { "Byte", DType::UInt8 },
    StorageType { "Bool", DType::Bool },
    StorageType { "QInt8", DType::QInt8 },
    StorageType { "QUInt8", DType::QUInt8 },
    StorageType { "QInt32", DType::QInt32 },
    StorageType { "ComplexFloat", DType::Complex64 },
    StorageType { "ComplexDouble", DType::Complex128 },
    StorageType { "ComplexHalf", DType::Complex32 },
    StorageType { "Float8_e4m3fn", DType::Float8E4M3 },
    StorageType { "Float8_e5m2", DType::Float8E5M2 },
    StorageType { "Float8_e4m3fnuz", DType::Float8E4M3Fnuz },
    StorageType { "Float8_e5m2fnuz", DType::Float8E5M2Fnuz },
    StorageType { "Float8_e8m0fnu", DType::Float8E8M0Fnu },
    StorageType { "UInt16", DType::UInt16 },
    StorageType { "UInt32", DType::UInt32 },
    StorageType { "UInt64", DType::UInt64 },
};

constexpr std::string_view denseName = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view quantizedName = "torch._utils._rebuild_qtensor";
constexpr std::string_view sparseName = "torch._utils._rebuild_sparse_tensor";
constexpr std::string_view parameterName = "torch._utils._rebuild_parameter";
constexpr std::string_view typeTagName = "torch.jit._pickle.restore_type_tag";

/// ('storage', type, key, device, elements), as PyTorch identifies a record of tensor data.
struct StorageReference {
    DType dtype = DType::Unknown; ///< Unknown: a type of a newer PyTorch
    std::string_view key;
    std::int64_t elements = 0;
    bool hasData = true; ///< false on the device "meta"
};

std::optional<StorageReference> storageIn(const Pickle &pickle, PickleId id)
{
    const PickleNode &node = pickle[id];
    if (node.kind != PickleKind::Persistent)
        return std::nullopt;
    const PickleNode &parts = pickle[node.items[0]];
    if (parts.kind != PickleKind::Tuple || parts.items.size() < 5)
        return std::nullopt;
    const PickleNode &type = pickle[parts.items[1]];
    const PickleNode &key = pickle[parts.items[2]];
    const PickleNode &elements = pickle[parts.items[4]];
    if (type.kind != PickleKind::Global || key.kind != PickleKind::String || elements.kind != PickleKind::Int
        || elements.integer < 0)
        return std::nullopt;

    const PickleNode &device = pickle[parts.items[3]];
    const bool hasData = device.kind != PickleKind::String || device.text != "meta";
    StorageReference reference { DType::Unknown, key.text, elements.integer, hasData };
    constexpr std::string_view prefix = "torch.";
    constexpr std::string_view suffix = "Storage";
    if (type.text.starts_with(prefix) && type.text.ends_with(suffix)) {
        const std::string_view name = type.text.substr(prefix.size(), type.text.size() - prefix.size() - suffix.size());
        if (const auto found = std::ranges::find(storageTypes, name, &StorageType::name); found != storageTypes.end())
            reference.dtype = found->dtype;
    }
    return reference;
}

std::optional<Shape> dimensionsIn(const Pickle &pickle, PickleId id)
{
    const PickleNode &node = pickle[id];
    if (node.kind != PickleKind::Tuple)
        return std::nullopt;
    Shape dimensions;
    for (const PickleId item : node.items) {
        if (pickle[item].kind != PickleKind::Int || pickle[item].integer < 0)
            return std::nullopt;
        dimensions.push_back(pickle[item].integer);
    }
    return dimensions;
}

/// Sets place.elements and reach; false when they leave the range of 64 bits.
bool measure(StoredTensor &tensor, const Shape &strides)
{
    const Shape &shape = tensor.info.shape;
    std::int64_t elements = 1;
    std::int64_t last = tensor.place.offset;
    const bool empty = std::ranges::find(shape, 0) != shape.end();
    for (std::size_t i = 0; i < shape.size() && !empty; ++i) {
        std::int64_t step = 0;
        if (__builtin_mul_overflow(elements, shape[i], &elements)
            || __builtin_mul_overflow(shape[i] - 1, strides[i], &step) || __builtin_add_overflow(last, step, &last))
            return false;
    }
    tensor.place.elements = empty ? 0 : elements;
    std::int64_t bytes = 0;
    return !__builtin_add_overflow(last, 1, &tensor.reach)
        && !__builtin_mul_overflow(tensor.place.elements, std::max<std::int64_t>(itemSize(tensor.info.dtype), 1),
                                   &bytes);
}

Result<std::optional<StoredTensor>> stridedTensor(const Pickle &pickle, const std::vector<PickleId> &arguments,
                                                  bool quantized)
{
    if (arguments.size() < 4)
        return malformed("a tensor lacks its shape");
    const auto storage = storageIn(pickle, arguments[0]);
    const PickleNode &offset = pickle[arguments[1]];
    const auto shape = dimensionsIn(pickle, arguments[2]);
    const auto strides = dimensionsIn(pickle, arguments[3]);
    if (!storage || offset.kind != PickleKind::Int || offset.integer < 0 || !shape || !strides
        || shape->size() != strides->size())
        return malformed("the shape of a tensor is malformed");
    StoredTensor tensor;
    tensor.info = { *shape, storage->dtype };
    tensor.place = { storage->key, offset.integer, 0 };
    tensor.strides = *strides;
    tensor.quantized = quantized;
    if (!measure(tensor, *strides))
        return malformed("the shape of a tensor is malformed");
    // An empty tensor needs no storage, an expanded one less than its elements.
    if (tensor.place.elements > 0 && tensor.reach > storage->elements)
        return malformed("a tensor reaches beyond the end of its data");
    return std::optional(tensor);
}

/// Counts as its values: (layout, shape, requires gradient, indices..., values, hooks).
Result<std::optional<StoredTensor>> sparseTensor(const Pickle &pickle, const std::vector<PickleId> &arguments)
{
    const auto isDense = [&pickle](PickleId id) { return pickle.className(id) == denseName; };
    const auto values = std::find_if(arguments.rbegin(), arguments.rend(), isDense);
    const auto shape = arguments.size() > 1 ? dimensionsIn(pickle, arguments[1]) : std::nullopt;
    if (values == arguments.rend() || !shape)
        return malformed("a sparse tensor lacks its values");
    Result<std::optional<StoredTensor>> tensor = stridedTensor(pickle, pickle.arguments(*values), false);
    if (tensor.ok())
        tensor.value()->info.shape = *shape;
    return tensor;
}

/// The attribute of a module that is a tensor of this storage; empty if there is none.
std::string_view attributeOf(const Pickle &pickle, PickleId storage)
{
    for (PickleId id = 0; id < pickle.size(); ++id) {
        const std::vector<PickleId> &items = pickle[id].items;
        for (std::size_t i = 0; pickle[id].kind == PickleKind::Dict && i + 1 < items.size(); i += 2) {
            const std::vector<PickleId> &arguments = pickle.arguments(unwrapped(pickle, items[i + 1]));
            if (pickle[items[i]].kind == PickleKind::String && !arguments.empty() && arguments.front() == storage)
                return pickle[items[i]].text;
        }
    }
    return {};
}

Error withoutData(const Pickle &pickle, PickleId storage)
{
    const std::string name = messagePart(attributeOf(pickle, storage));
    return {
        ErrorCode::NotTorchScript,
        (name.empty() ? std::string("a tensor") : "the tensor \"" + name + '"')
            + " was on the device \"meta\" and was saved without data",
        "Move it to a real device in Python, for example with to_empty(device=\"cpu\"), give it values, and save the "
        "model again."
    };
}

Result<void> checkStorage(const Pickle &pickle, PickleId id, const ZipArchive &archive, std::string_view folder)
{
    const auto storage = storageIn(pickle, id);
    if (!storage)
        return malformed("it refers to data in an unknown way");
    if (!storage->hasData && storage->elements > 0)
        return withoutData(pickle, id);
    const std::string name = std::string(folder) + '/' + std::string(storage->key);
    const ArchiveRecord *const record = archive.find(name);
    std::int64_t bytes = 0;
    if (storage->elements > 0 && record == nullptr)
        return malformed("the data of a tensor, record \"" + messagePart(name) + "\", is missing");
    if (__builtin_mul_overflow(storage->elements, itemSize(storage->dtype), &bytes)
        || (record != nullptr && bytes > record->bytes))
        return malformed("a tensor needs more data than its record \"" + messagePart(name) + "\" holds");
    return {};
}

} // namespace

PickleId unwrapped(const Pickle &pickle, PickleId id)
{
    // A wrapper nests at least one level; deeper than the pickle's limit it is a cycle.
    for (int level = 0; level < 500; ++level) {
        const std::string_view name = pickle.className(id);
        if ((name != typeTagName && name != parameterName) || pickle.arguments(id).empty())
            return id;
        id = pickle.arguments(id).front();
    }
    return id;
}

Result<std::optional<StoredTensor>> tensorIn(const Pickle &pickle, PickleId id)
{
    const PickleId value = unwrapped(pickle, id);
    const std::string_view name = pickle.className(value);
    if (name == denseName || name == quantizedName)
        return stridedTensor(pickle, pickle.arguments(value), name == quantizedName);
    if (name == sparseName)
        return sparseTensor(pickle, pickle.arguments(value));
    return std::optional<StoredTensor>();
}

Result<void> checkTensors(const Pickle &pickle, const ZipArchive &archive, std::string_view folder)
{
    for (PickleId id = 0; id < pickle.size(); ++id) {
        if (pickle[id].kind == PickleKind::Object) {
            const Result<std::optional<StoredTensor>> tensor = tensorIn(pickle, id);
            if (!tensor.ok())
                return tensor.error();
        }
        if (pickle[id].kind == PickleKind::Persistent) {
            const Result<void> stored = checkStorage(pickle, id, archive, folder);
            if (!stored.ok())
                return stored.error();
        }
    }
    return {};
}

} // namespace rooflight
