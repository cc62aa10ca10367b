// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// run_model MODEL OUT.pt [DEVICE]: runs a model once with its own inputs, as the product loads it, and writes the
// tensors of its result as a list.

#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/load/operator_library.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/core/List.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <fstream>
#include <iostream>

using namespace ridgepoint;

int main(int count, char **arguments)
{
    if (count < 3)
        return 2;
    std::vector<NeededLibrary> libraries { { "torchvision", { "torchvision::nms" }, false } };
    static_cast<void>(findOperatorLibraries(libraries));
    Result<LoadedModel> loaded =
        LoadedModel::load(arguments[1], count > 3 ? arguments[3] : "cpu", Executor::Unoptimized);
    if (!loaded.ok()) {
        std::cerr << loaded.error().text << '\n';
        return 3;
    }
    LoadedModel model = std::move(loaded).value();
    const Result<ModelInputs> inputs = makeModelInputs(model, {}, 0);
    if (!inputs.ok()) {
        std::cerr << inputs.error().text << '\n';
        return 4;
    }
    c10::List<at::Tensor> results;
    try {
        forEachTensor(model.run(inputs.value().values),
                      [&results](const at::Tensor &tensor) { results.push_back(tensor.cpu().contiguous()); });
    } catch (const std::exception &failure) {
        std::cerr << failure.what() << '\n';
        return 5;
    }
    const std::vector<char> bytes = torch::jit::pickle_save(results);
    std::ofstream(arguments[2], std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return 0;
}
