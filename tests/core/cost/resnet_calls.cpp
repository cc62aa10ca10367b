// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/core/cost/resnet_calls.h"

#include "tests/core/cost/call_builder.h"

#include <array>
#include <map>

namespace rooflight::test {

namespace {

/// Runs layers on shapes alone and writes each call down.
class ModelRun
{
public:
    ObservedModel model;

    TensorValue convolution(const std::string &path, const TensorValue &input, std::int64_t outChannels,
                            std::int64_t kernel, std::int64_t stride)
    {
        const std::int64_t padding = kernel / 2;
        const Shape &in = input.info.shape;
        const auto side = [&](std::size_t i) { return (in[i] + 2 * padding - kernel) / stride + 1; };
        const TensorValue weight = tensor({ outChannels, in[1], kernel, kernel });
        const TensorValue output = tensor({ in[0], outChannels, side(2), side(3) });
        leaf(path, "Conv2d", outChannels * in[1] * kernel * kernel, input, output,
             call("aten::conv2d")
                 .with("input", input)
                 .with("weight", weight)
                 .with("bias", std::monostate {})
                 .with("stride", Ints { stride, stride })
                 .with("padding", Ints { padding, padding })
                 .with("dilation", Ints { 1, 1 })
                 .with("groups", std::int64_t { 1 })
                 .giving({ output }));
        return output;
    }

    TensorValue batchNorm(const std::string &path, const TensorValue &input)
    {
        const std::int64_t channels = input.info.shape[1];
        const TensorValue output = tensor(input.info.shape);
        leaf(path, "BatchNorm2d", 2 * channels, input, output,
             call("aten::batch_norm")
                 .with("input", input)
                 .with("weight", tensor({ channels }))
                 .with("bias", tensor({ channels }))
                 .with("running_mean", tensor({ channels }))
                 .with("running_var", tensor({ channels }))
                 .with("training", false)
                 .giving({ output }));
        return output;
    }

    TensorValue relu(const std::string &path, const TensorValue &input)
    {
        leaf(path, "ReLU", 0, input, input, call("aten::relu_").writing("self", input).giving({ input }));
        return input;
    }

    TensorValue maxPool(const TensorValue &input)
    {
        const Shape &in = input.info.shape;
        const TensorValue output = tensor({ in[0], in[1], in[2] / 2, in[3] / 2 });
        leaf("maxpool", "MaxPool2d", 0, input, output,
             call("aten::max_pool2d")
                 .with("self", input)
                 .with("kernel_size", Ints { 3, 3 })
                 .with("stride", Ints { 2, 2 })
                 .with("padding", Ints { 1, 1 })
                 .giving({ output }));
        return output;
    }

    TensorValue addInPlace(const TensorValue &self, const TensorValue &other)
    {
        model.outsideLeaves.push_back(call("aten::add_")
                                          .writing("self", self)
                                          .with("other", other)
                                          .with("alpha", std::int64_t { 1 })
                                          .giving({ self }));
        return self;
    }

    TensorValue averagePool(const TensorValue &input)
    {
        const Shape &in = input.info.shape;
        const TensorValue output = tensor({ in[0], in[1], 1, 1 });
        leaf("avgpool", "AdaptiveAvgPool2d", 0, input, output,
             call("aten::adaptive_avg_pool2d")
                 .with("self", input)
                 .with("output_size", Ints { 1, 1 })
                 .giving({ output }));
        return output;
    }

    TensorValue flatten(const TensorValue &input)
    {
        const TensorValue output = viewOf(input, { input.info.shape[0], input.info.shape[1] });
        model.outsideLeaves.push_back(
            call("aten::flatten").with("self", input).with("start_dim", std::int64_t { 1 }).giving({ output }));
        return output;
    }

    void linear(const TensorValue &input, std::int64_t outFeatures)
    {
        const std::int64_t inFeatures = input.info.shape[1];
        const TensorValue output = tensor({ input.info.shape[0], outFeatures });
        leaf("fc", "Linear", (inFeatures + 1) * outFeatures, input, output,
             call("aten::linear")
                 .with("input", input)
                 .with("weight", tensor({ outFeatures, inFeatures }))
                 .with("bias", tensor({ outFeatures }))
                 .giving({ output }));
    }

private:
    void leaf(const std::string &path, const std::string &type, std::int64_t parameters, const TensorValue &input,
              const TensorValue &output, OperatorCall operatorCall)
    {
        Layer layer;
        layer.id = static_cast<std::int64_t>(model.leaves.size()) + 1;
        layer.parent = 0;
        layer.path = path;
        layer.type = type;
        layer.call = m_calls[path]++;
        layer.parameters = parameters;
        layer.inputShapes = { input.info.shape };
        layer.outputShapes = { output.info.shape };
        layer.dtype = input.info.dtype;
        model.leaves.push_back({ layer, { std::move(operatorCall) } });
    }

    std::map<std::string, int> m_calls;
};

TensorValue shortcut(ModelRun &run, const std::string &block, const TensorValue &input, std::int64_t channels,
                     std::int64_t stride)
{
    if (stride == 1 && input.info.shape[1] == channels)
        return input;
    return run.batchNorm(block + ".downsample.1", run.convolution(block + ".downsample.0", input, channels, 1, stride));
}

TensorValue basicBlock(ModelRun &run, const std::string &block, const TensorValue &input, std::int64_t width,
                       std::int64_t stride)
{
    TensorValue x = run.convolution(block + ".conv1", input, width, 3, stride);
    x = run.relu(block + ".relu", run.batchNorm(block + ".bn1", x));
    x = run.batchNorm(block + ".bn2", run.convolution(block + ".conv2", x, width, 3, 1));
    return run.relu(block + ".relu", run.addInPlace(x, shortcut(run, block, input, width, stride)));
}

TensorValue bottleneck(ModelRun &run, const std::string &block, const TensorValue &input, std::int64_t width,
                       std::int64_t stride)
{
    TensorValue x = run.convolution(block + ".conv1", input, width, 1, 1);
    x = run.relu(block + ".relu", run.batchNorm(block + ".bn1", x));
    x = run.convolution(block + ".conv2", x, width, 3, stride);
    x = run.relu(block + ".relu", run.batchNorm(block + ".bn2", x));
    x = run.batchNorm(block + ".bn3", run.convolution(block + ".conv3", x, 4 * width, 1, 1));
    return run.relu(block + ".relu", run.addInPlace(x, shortcut(run, block, input, 4 * width, stride)));
}

using Block = TensorValue (*)(ModelRun &, const std::string &, const TensorValue &, std::int64_t, std::int64_t);

ObservedModel resNet(Block block, const std::array<int, 4> &blocksPerStage)
{
    ModelRun run;
    TensorValue x = run.convolution("conv1", tensor({ 1, 3, 224, 224 }), 64, 7, 2);
    x = run.maxPool(run.relu("relu", run.batchNorm("bn1", x)));
    std::int64_t width = 64;
    for (std::size_t stage = 0; stage < blocksPerStage.size(); ++stage, width *= 2) {
        for (int i = 0; i < blocksPerStage[stage]; ++i) {
            const std::string path = "layer" + std::to_string(stage + 1) + "." + std::to_string(i);
            x = block(run, path, x, width, stage > 0 && i == 0 ? 2 : 1);
        }
    }
    run.linear(run.flatten(run.averagePool(x)), 1000);
    return std::move(run.model);
}

} // namespace

std::vector<OperatorCall> ObservedModel::allCalls() const
{
    std::vector<OperatorCall> calls = outsideLeaves;
    for (const ObservedLeaf &leaf : leaves)
        calls.insert(calls.end(), leaf.calls.begin(), leaf.calls.end());
    return calls;
}

ObservedModel resNet18()
{
    return resNet(basicBlock, { 2, 2, 2, 2 });
}

ObservedModel resNet50()
{
    return resNet(bottleneck, { 3, 4, 6, 3 });
}

} // namespace rooflight::test
