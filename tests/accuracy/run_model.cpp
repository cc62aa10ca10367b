// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// run_model: for each line "MODEL<tab>OUT.pt<tab>DEVICE" on stdin, runs the model once with its own inputs, as the
// product loads it, writes the tensors of its result as a list, and answers with an empty line, or with what failed.

#include "core/torchscript/inputs/model_inputs.h"
#include "core/torchscript/load/loaded_model.h"
#include "core/torchscript/load/operator_library.h"
#include "core/torchscript/values/tensor_values.h"

#include <ATen/core/List.h>
#include <torch/csrc/jit/serialization/pickle.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

using namespace rooflight;

namespace {

/// What failed; empty: nothing.
std::string runModel(const std::string &file, const std::string &out, const std::string &device)
{
    Result<LoadedModel> loaded = LoadedModel::load(file, device, Executor::Unoptimized);
    if (!loaded.ok())
        return loaded.error().text;
    LoadedModel model = std::move(loaded).value();
    const Result<ModelInputs> inputs = makeModelInputs(model, {}, 0);
    if (!inputs.ok())
        return inputs.error().text;
    c10::List<at::Tensor> results;
    try {
        forEachTensor(model.run(inputs.value().values),
                      [&results](const at::Tensor &tensor) { results.push_back(tensor.cpu().contiguous()); });
    } catch (const std::exception &failure) {
        return failure.what();
    }
    const std::vector<char> bytes = torch::jit::pickle_save(results);
    std::ofstream(out, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return {};
}

} // namespace

int main()
{
    std::vector<NeededLibrary> libraries { { "torchvision", { "torchvision::nms" }, false } };
    static_cast<void>(findOperatorLibraries(libraries));
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string file;
        std::string out;
        std::string device;
        std::getline(words, file, '\t');
        std::getline(words, out, '\t');
        std::getline(words, device, '\t');
        std::string failure = runModel(file, out, device);
        std::ranges::replace(failure, '\n', ' ');
        std::cout << failure << std::endl;
    }
    return 0;
}
