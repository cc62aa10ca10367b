// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// The least that any program on LibTorch pays: it loads a file and runs it once, with a tensor of the given shape.
// The peer of `rooflight-cli analyze` in compare.py.

#include <torch/script.h>

#include <cstdlib>
#include <iostream>

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::cerr << "usage: plain_run MODEL.pt DIMENSION...\n";
        return 2;
    }
    std::vector<std::int64_t> shape;
    for (int i = 2; i < argc; ++i)
        shape.push_back(std::atoll(argv[i]));
    const c10::InferenceMode inference;
    torch::jit::Module module = torch::jit::load(argv[1]);
    module.eval();
    module.forward({ torch::rand(shape) });
    std::cout.flush();
    std::_Exit(0); // the destructors of LibTorch's globals are no part of the work
}
