// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/inputs/input_keeper.h"

#include <ATen/ATen.h>
#include <ATen/core/Dict.h>
#include <ATen/core/List.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

namespace rooflight {

namespace {

/// One that lies in memory of its own and can be copied back.
bool isPlain(const at::Tensor &tensor)
{
    return tensor.defined() && tensor.layout() == at::kStrided && !tensor.is_nested() && tensor.has_storage()
        && !tensor.is_meta();
}

/// Equal, or both not a number.
bool holdTheSame(const at::Tensor &a, const at::Tensor &b)
{
    if (at::equal(a, b))
        return true;
    if (!a.is_floating_point() && !a.is_complex())
        return false;
    return a.eq(b).logical_or(a.ne(a).logical_and(b.ne(b))).all().item<bool>();
}

} // namespace

InputKeeper::InputKeeper(const std::vector<c10::IValue> &values)
{
    const c10::InferenceMode inference;
    std::ranges::transform(values, std::back_inserter(m_kept), &InputKeeper::keep);
}

InputKeeper::Kept InputKeeper::keep(const c10::IValue &value)
{
    Kept kept;
    kept.value = value;
    if (value.isTensor()) {
        const at::Tensor &tensor = value.toTensor();
        if (!isPlain(tensor))
            return kept;
        kept.storage = tensor.storage();
        kept.sizes = tensor.sizes().vec();
        kept.strides = tensor.strides().vec();
        kept.offset = tensor.storage_offset();
        kept.copy = tensor.clone();
    } else if (value.isList()) {
        for (const c10::IValue &element : value.toListRef())
            kept.parts.push_back(keep(element));
    } else if (value.isTuple()) {
        for (const c10::IValue &element : value.toTupleRef().elements())
            kept.parts.push_back(keep(element));
    } else if (value.isGenericDict()) {
        for (const auto &entry : value.toGenericDict()) {
            kept.keys.push_back(entry.key());
            kept.parts.push_back(keep(entry.value()));
        }
    }
    return kept;
}

bool InputKeeper::isChanged(const Kept &kept)
{
    if (kept.copy.defined()) {
        const at::Tensor &tensor = kept.value.toTensor();
        return !tensor.storage().is_alias_of(kept.storage) || tensor.sizes() != c10::IntArrayRef(kept.sizes)
            || tensor.strides() != c10::IntArrayRef(kept.strides) || tensor.storage_offset() != kept.offset
            || !holdTheSame(tensor, kept.copy);
    }
    if (kept.value.isList()) {
        const auto elements = kept.value.toListRef();
        const auto isSame = [](const c10::IValue &element, const Kept &part) { return element.is(part.value); };
        if (!std::ranges::equal(elements, kept.parts, isSame))
            return true;
    }
    if (kept.value.isGenericDict()) {
        const auto dict = kept.value.toGenericDict();
        if (dict.size() != kept.keys.size())
            return true;
        for (std::size_t i = 0; i < kept.keys.size(); ++i) {
            const auto entry = dict.find(kept.keys[i]);
            if (entry == dict.end() || !entry->value().is(kept.parts[i].value))
                return true;
        }
    }
    return std::ranges::any_of(kept.parts, &InputKeeper::isChanged);
}

void InputKeeper::putBack(const Kept &kept)
{
    for (const Kept &part : kept.parts)
        putBack(part);
    if (kept.copy.defined()) {
        at::Tensor tensor = kept.value.toTensor();
        if (!tensor.storage().is_alias_of(kept.storage) || tensor.sizes() != c10::IntArrayRef(kept.sizes)
            || tensor.strides() != c10::IntArrayRef(kept.strides) || tensor.storage_offset() != kept.offset)
            tensor.set_(kept.storage, kept.offset, kept.sizes, kept.strides);
        tensor.copy_(kept.copy);
    } else if (kept.value.isList()) {
        c10::List<c10::IValue> list = kept.value.toList();
        list.clear();
        for (const Kept &part : kept.parts)
            list.push_back(part.value);
    } else if (kept.value.isGenericDict()) {
        c10::Dict<c10::IValue, c10::IValue> dict = kept.value.toGenericDict();
        dict.clear();
        for (std::size_t i = 0; i < kept.keys.size(); ++i)
            dict.insert(kept.keys[i], kept.parts[i].value);
    }
}

bool InputKeeper::restore()
{
    const c10::InferenceMode inference;
    if (!m_decided) {
        m_decided = true;
        m_changed = std::ranges::any_of(m_kept, &InputKeeper::isChanged);
        if (!m_changed)
            m_kept.clear();
    }
    std::ranges::for_each(m_kept, &InputKeeper::putBack);
    return m_changed;
}

} // namespace rooflight
