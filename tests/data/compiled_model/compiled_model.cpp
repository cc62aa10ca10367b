// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// A compiled model as LibTorch's runner of AOTInductor packages opens it
// (torch/csrc/inductor/aoti_runtime/interface.h): it takes two tensors and gives the first one back, with the sum of
// both first elements in its place.

#include <torch/csrc/inductor/aoti_torch/c/shim.h>

#include <cstddef>
#include <utility>

// NOLINTBEGIN(readability-identifier-naming): the names are LibTorch's

namespace {

constexpr int failed = 1;

float *elementsOf(AtenTensorHandle tensor)
{
    void *data = nullptr;
    return aoti_torch_get_data_ptr(tensor, &data) == 0 ? static_cast<float *>(data) : nullptr;
}

} // namespace

#define DOES_NOTHING(name)                                                                                             \
    extern "C" int name()                                                                                              \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }

DOES_NOTHING(AOTInductorModelContainerCreateWithDevice)
DOES_NOTHING(AOTInductorModelContainerDelete)
DOES_NOTHING(AOTInductorModelContainerGetConstantName)
DOES_NOTHING(AOTInductorModelContainerGetConstantOriginalFQN)
DOES_NOTHING(AOTInductorModelContainerGetConstantDtype)
DOES_NOTHING(AOTInductorModelContainerExtractConstantsMap)
DOES_NOTHING(AOTInductorModelContainerUpdateConstantBuffer)
DOES_NOTHING(AOTInductorModelContainerUpdateUserManagedConstantBuffer)
DOES_NOTHING(AOTInductorModelContainerUpdateInactiveConstantBuffer)
DOES_NOTHING(AOTInductorModelContainerRunConstantFolding)
DOES_NOTHING(AOTInductorModelContainerSwapConstantBuffer)
DOES_NOTHING(AOTInductorModelContainerFreeInactiveConstantBuffer)
DOES_NOTHING(AOTInductorModelContainerGetCallSpec)
DOES_NOTHING(AOTInductorModelContainerGetConstantsBlobSize)
DOES_NOTHING(AOTInductorModelUpdateConstantsFromBlob)
DOES_NOTHING(AOTInductorModelContainerUpdateConstantBufferFromCpu)
DOES_NOTHING(AOTInductorModelContainerCreateWithExternalConstants)

extern "C" int AOTInductorModelContainerDidCallLoadConstants(void *, bool *called)
{
    *called = false;
    return 0;
}

extern "C" int AOTInductorGetLastError(const char **text)
{
    *text = "";
    return 0;
}

extern "C" int AOTInductorModelContainerGetNumConstants(void *, std::size_t *number)
{
    *number = 0;
    return 0;
}

extern "C" int AOTInductorModelContainerGetNumInputs(void *, std::size_t *number)
{
    *number = 2;
    return 0;
}

extern "C" int AOTInductorModelContainerGetNumOutputs(void *, std::size_t *number)
{
    *number = 1;
    return 0;
}

extern "C" int AOTInductorModelContainerRun(void *, AtenTensorHandle *inputs, std::size_t count,
                                            AtenTensorHandle *outputs, std::size_t, void *, void *)
{
    if (count != 2)
        return failed;
    float *const first = elementsOf(inputs[0]);
    const float *const second = elementsOf(inputs[1]);
    if (first == nullptr || second == nullptr)
        return failed;
    *first += *second;
    // What is taken is marked: from LibTorch 2.15 on the runner frees the rest.
    outputs[0] = std::exchange(inputs[0], nullptr);
    return aoti_torch_delete_tensor_object(std::exchange(inputs[1], nullptr));
}

// NOLINTEND(readability-identifier-naming)
