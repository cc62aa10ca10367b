// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/cost/operator_calls.h"

#include <utility>

namespace rooflight::test {

OperatorCall convolution(const std::string &name, Shape input, Shape weight, Shape output, bool bias)
{
    const std::int64_t channels = output.at(output.size() + 1 - weight.size());
    return call(name)
        .with("input", tensor(std::move(input)))
        .with("weight", tensor(std::move(weight)))
        .with("bias", bias ? ArgumentValue(tensor({ channels })) : ArgumentValue())
        .giving({ tensor(std::move(output)) });
}

OperatorCall product(const std::string &name, Shape left, Shape right, Shape output)
{
    return call(name)
        .with("self", tensor(std::move(left)))
        .with("other", tensor(std::move(right)))
        .giving({ tensor(std::move(output)) });
}

OperatorCall addedProduct(const std::string &name, const std::string &left, Shape leftShape, const std::string &right,
                          Shape rightShape, Shape output)
{
    return call(name)
        .with("self", tensor(output))
        .with(left, tensor(std::move(leftShape)))
        .with(right, tensor(std::move(rightShape)))
        .giving({ tensor(output) });
}

OperatorCall linear(Shape input, std::int64_t outFeatures, bool bias)
{
    Shape output = input;
    output.back() = outFeatures;
    return call("aten::linear")
        .with("input", tensor(input))
        .with("weight", tensor({ outFeatures, input.back() }))
        .with("bias", bias ? ArgumentValue(tensor({ outFeatures })) : ArgumentValue())
        .giving({ tensor(std::move(output)) });
}

OperatorCall attention(Shape query, std::int64_t keys, const std::string &name)
{
    Shape key = query;
    key[key.size() - 2] = keys;
    return call(name)
        .with("query", tensor(query))
        .with("key", tensor(key))
        .with("value", tensor(key))
        .with("attn_mask", std::monostate {})
        .giving({ tensor(query) });
}

OperatorCall multiHead(std::int64_t sequence, std::int64_t width, std::int64_t heads)
{
    const TensorValue input = tensor({ 1, sequence, width });
    return call("aten::_native_multi_head_attention")
        .with("query", input)
        .with("key", input)
        .with("value", input)
        .with("embed_dim", width)
        .with("num_head", heads)
        .with("qkv_weight", tensor({ 3 * width, width }))
        .with("qkv_bias", tensor({ 3 * width }))
        .with("proj_weight", tensor({ width, width }))
        .with("proj_bias", tensor({ width }))
        .giving({ tensor({ 1, sequence, width }) });
}

OperatorCall recurrent(const std::string &name, std::int64_t gates, bool bidirectional)
{
    constexpr std::int64_t in = 16;
    constexpr std::int64_t hidden = 32;
    const std::int64_t directions = bidirectional ? 2 : 1;
    Tensors parameters;
    for (std::int64_t layer = 0; layer < 2; ++layer) {
        const std::int64_t width = layer == 0 ? in : hidden * directions;
        for (std::int64_t direction = 0; direction < directions; ++direction) {
            parameters.push_back(tensor({ gates * hidden, width }));
            parameters.push_back(tensor({ gates * hidden, hidden }));
            parameters.push_back(tensor({ gates * hidden }));
            parameters.push_back(tensor({ gates * hidden }));
        }
    }
    return call(name)
        .with("input", tensor({ 5, 3, in }))
        .with("params", parameters)
        .with("num_layers", std::int64_t { 2 })
        .with("bidirectional", bidirectional)
        .giving({ tensor({ 5, 3, hidden * directions }) });
}

OperatorCall unary(const std::string &name, Shape shape, DType dtype)
{
    return call(name).with("self", tensor(shape, dtype)).giving({ tensor(shape, dtype) });
}

OperatorCall pool(const std::string &name, Shape input, Ints kernel, Ints stride, Ints padding, Shape output)
{
    return call(name)
        .with("self", tensor(std::move(input)))
        .with("kernel_size", std::move(kernel))
        .with("stride", std::move(stride))
        .with("padding", std::move(padding))
        .giving({ tensor(std::move(output)) });
}

} // namespace rooflight::test
