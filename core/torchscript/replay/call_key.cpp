// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/captured_call.h"

#include <ATen/core/Tensor.h>

#include <ostream>
#include <sstream>

namespace rooflight {

namespace {

void addTensor(std::ostream &key, const at::Tensor &tensor)
{
    if (!tensor.defined()) {
        key << "undefined";
        return;
    }
    key << tensor.scalar_type() << tensor.layout() << tensor.sizes();
    if (tensor.layout() == at::kStrided)
        key << '/' << tensor.strides();
}

void addValue(std::ostream &key, const c10::IValue &value)
{
    if (value.isTensor()) {
        addTensor(key, value.toTensor());
    } else if (value.isList()) {
        key << '[';
        for (const c10::IValue &element : value.toListRef()) {
            addValue(key, element);
            key << ',';
        }
        key << ']';
    } else if (value.isNone() || value.isScalar() || value.isString() || value.isDevice()) {
        key << value.tagKind() << value;
    } else { // an object: the same only if it is the same one
        key << value.tagKind() << (value.isPtrType() ? value.internalToPointer() : nullptr);
    }
}

} // namespace

std::string callKey(const OperatorFacts &facts, c10::ArrayRef<const c10::IValue> inputs)
{
    std::ostringstream key;
    key << facts.name << '.' << facts.overload;
    for (const c10::IValue &value : inputs) {
        key << '|';
        addValue(key, value);
    }
    return key.str();
}

} // namespace rooflight
