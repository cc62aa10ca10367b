// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/torch_errors.h"

#include "core/base/text.h"

#include <c10/util/Exception.h>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>

namespace rooflight {

std::string_view withoutBacktrace(std::string_view text)
{
    return text.substr(0, text.find("\nException raised from "));
}

namespace {

constexpr std::size_t maximumReasonLength = 400;

bool containsAny(std::string_view text, std::initializer_list<std::string_view> words)
{
    for (std::string_view word : words) {
        if (text.find(word) != std::string_view::npos)
            return true;
    }
    return false;
}

/// The interpreter puts its own trace first and what was raised last, behind "RuntimeError: " or the like.
std::string_view raisedText(std::string_view text)
{
    text = withoutBacktrace(text);
    if (!text.starts_with("The following operation failed in the TorchScript interpreter"))
        return text;
    std::size_t begin = 0;
    for (std::string_view marker : { "\nRuntimeError: ", "Error: " }) {
        const std::size_t found = text.rfind(marker);
        if (found != std::string_view::npos) {
            begin = found + marker.size();
            break;
        }
    }
    return text.substr(begin);
}

/// Its first line, and while that only announces what follows, the next.
std::string firstSentence(std::string_view text)
{
    std::string sentence;
    do {
        const std::string_view line = text.substr(0, text.find('\n'));
        text = trimmed(text.substr(line.size()));
        sentence += sentence.empty() ? "" : " ";
        sentence += trimmed(line);
    } while (sentence.ends_with(':') && !text.empty());
    return sentence;
}

std::string reasonOf(std::string_view text)
{
    std::string_view raised = trimmed(raisedText(text));
    constexpr std::string_view allocator = "DefaultCPUAllocator: "; // behind the place in LibTorch's own source
    if (const std::size_t found = raised.find(allocator); found != std::string_view::npos)
        raised.remove_prefix(found + allocator.size());
    std::string reason = firstSentence(raised);
    // What LibTorch says to all of its users, and some of them, about its builds.
    for (const std::string_view rest : { ". This could be because the operator", " If you are a Facebook employee" })
        reason.resize(std::min(reason.size(), reason.find(rest)));
    if (reason.size() > maximumReasonLength) {
        reason.resize(maximumReasonLength);
        reason += " ...";
    }
    while (reason.ends_with('.') || reason.ends_with(':'))
        reason.pop_back();
    return reason;
}

Error outOfMemory(const std::string &path, ModelStage stage, const std::string &reason)
{
    const std::string_view when =
        stage == ModelStage::Loading || stage == ModelStage::Converting ? "being loaded" : "running";
    return { ErrorCode::OutOfMemory, fmt::format("{} ran out of memory while {}: {}.", path, when, reason),
             "Use a smaller batch or input, or a machine with more memory." };
}

/// "Unsupported dtype Half", "Quantize only works on Float Tensor, got BFloat16".
bool lacksKernelOfType(std::string_view text)
{
    return containsAny(text, { "Half", "BFloat16" })
        && containsAny(text, { "Unsupported dtype", "not implemented for", "only works on Float" });
}

/// Inputs of another type, or a graph that names the type that the model had before it was converted.
bool mixesTypes(std::string_view text)
{
    return containsAny(text, { "same dtype", "mixed dtype", "expected scalar type", "dtypes to match" });
}

/// oneDNN could make no kernel although it has one for these arguments: it had no memory for its code or its buffers.
bool lacksMemoryForKernel(std::string_view text)
{
    constexpr std::string_view primitive = "could not create a primitive";
    const std::size_t found = text.find(primitive);
    return found != std::string_view::npos && !text.substr(found + primitive.size()).starts_with(" descriptor");
}

bool isOfCuda(std::string_view text)
{
    return text.find("CUDA") != std::string_view::npos;
}

/// What ended the context of the device, by the runtime's own words, as LibTorch would begin them; empty where it is
/// well. Libraries that start kernels, and what asks them for others, tell of their failures in words of their own.
std::string contextError()
{
    // LibTorch links the runtime on any machine: only where its CUDA half was opened it may be asked.
    void *cudaHalf = dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_NOLOAD);
    if (!cudaHalf)
        return {};
    dlclose(cudaHalf);
    const auto lastError = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "cudaPeekAtLastError"));
    const auto textOf = reinterpret_cast<const char *(*)(int)>(dlsym(RTLD_DEFAULT, "cudaGetErrorString"));
    const int status = lastError && textOf ? lastError() : 0;
    return status == 0 ? std::string() : fmt::format("CUDA error: {}", textOf(status));
}

/// The driver's own words for a device that fell off the bus, was reset, or was given to somebody else.
bool losesDevice(std::string_view text)
{
    return isOfCuda(text)
        && containsAny(text,
                       { "GPU is lost", "no CUDA-capable device is detected", "devices are busy or unavailable",
                         "device(s) is/are busy or unavailable", "unknown error", "hardware stack error",
                         "uncorrectable ECC error", "system not yet initialized" });
}

/// The driver's own words for what ends a context: every later call of the process fails with them. Libraries that
/// start kernels say so in their own.
bool losesContext(std::string_view text)
{
    return containsAny(text, { "CUBLAS_STATUS_EXECUTION_FAILED", "CUDNN_STATUS_EXECUTION_FAILED" })
        || (isOfCuda(text)
            && containsAny(text,
                           { "an illegal memory access was encountered", "device-side assert triggered",
                             "unspecified launch failure", "an illegal instruction was encountered",
                             "misaligned address", "operation not supported on global/shared address space",
                             "invalid program counter", "the launch timed out and was terminated",
                             "context is destroyed" }));
}

Error fromText(const std::string &path, ModelStage stage, std::string_view text)
{
    std::string reason = reasonOf(text);
    if (lacksMemoryForKernel(text)
        || containsAny(text,
                       { "can't allocate memory", "not enough memory", "CUDA out of memory", "std::bad_alloc",
                         "CUDA error: out of memory", "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED",
                         "CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED", "CUSOLVER_STATUS_ALLOC_FAILED" }))
        return outOfMemory(path, stage, reason);
    const std::string_view when =
        stage == ModelStage::Loading || stage == ModelStage::Converting ? "was loaded" : "ran";
    const std::string ofContext = contextError();
    if (losesDevice(ofContext) || losesContext(ofContext)) {
        reason = ofContext;
        text = ofContext;
    }
    if (losesDevice(text))
        return { ErrorCode::DeviceMissing, fmt::format("The device was lost while {} {}: {}.", path, when, reason),
                 "Check it with nvidia-smi, and start again." };
    if (losesContext(text))
        return { ErrorCode::DeviceMissing,
                 fmt::format("A kernel took the device's context with it while {} {}: {}.", path, when, reason),
                 "Check the inputs with --input, or run the model with --device cpu to see what fails." };
    // Loading copies weights: what fails is the device, not the file.
    if (stage == ModelStage::Loading && reason.starts_with("CUDA "))
        return { ErrorCode::DeviceMissing, fmt::format("The device failed while {} was loaded: {}.", path, reason),
                 "Check it with nvidia-smi, or use --device cpu." };
    if (stage == ModelStage::Loading) {
        if (containsAny(text, { "Unknown builtin op", "unknown builtin op" }))
            return {
                ErrorCode::ModelFailed, fmt::format("{} needs operators that are not loaded: {}.", path, reason),
                "Name the library that brings them with --library FILE.so; where they are written in Python there is "
                "none: save the model without them.",
                3
            };
        // prim::ConstantMKLDNNTensor is saved without its tensor.
        if (containsAny(text, { "required keyword attribute 'value' is undefined" }))
            return { ErrorCode::NotTorchScript,
                     fmt::format("{} was saved after torch.jit.optimize_for_inference(), which LibTorch cannot read "
                                 "back.",
                                 path),
                     "Save the model that torch.jit.freeze() returns, before it is optimized." };
        return { ErrorCode::NotTorchScript, fmt::format("{} could not be loaded as TorchScript: {}.", path, reason),
                 "Save it again with torch.jit.save() of this or an older PyTorch." };
    }
    if (stage == ModelStage::Converting) {
        return { ErrorCode::NotTorchScript, fmt::format("{} could not be made to run: {}.", path, reason),
                 "Export it again with the PyTorch of this LibTorch." };
    }
    if (containsAny(text,
                    { "forward() is missing value for argument", "forward() expected at most",
                      "Expected a value of type", "Unknown keyword argument", "is what the export allows" }))
        return { ErrorCode::InputMismatch, fmt::format("The inputs do not fit {}: {}.", path, reason),
                 "Give one --input per argument; rooflight-cli inspect lists them." };
    if (reason.starts_with("cannot be predicted"))
        return { ErrorCode::ModelFailed, fmt::format("{} {}.", path, reason), "Run it: leave --predict away." };
    if (containsAny(text,
                    { "with arguments from the 'CUDA' backend", "not linked with support for cuda devices",
                      "not compiled with CUDA enabled" }))
        return {
            ErrorCode::ModelFailed, fmt::format("{} failed while running: {}.", path, reason),
            "Its code makes tensors on a GPU while it runs: use --device cuda:0, or save it with the device of its "
            "inputs in place of a device by name."
        };
    if (lacksKernelOfType(text))
        return { ErrorCode::ModelFailed, fmt::format("{} failed while running: {}.", path, reason),
                 "One of its operators does not take this type: use another --precision, or none." };
    if (mixesTypes(text))
        return {
            ErrorCode::ModelFailed, fmt::format("{} failed while running: {}.", path, reason),
            "Check the types of the inputs with --input; with --precision convert the model in Python before it is "
            "saved, as its code may name types of its own."
        };
    return { ErrorCode::ModelFailed, fmt::format("{} failed while running: {}.", path, reason),
             "Check the inputs with --input, or run the model in Python with the same inputs." };
}

} // namespace

Error currentExceptionAsError(const std::string &path, ModelStage stage)
{
    try {
        throw;
    } catch (const c10::OutOfMemoryError &failure) {
        return outOfMemory(path, stage, reasonOf(failure.what_without_backtrace()));
    } catch (const c10::Error &failure) {
        return fromText(path, stage, failure.what_without_backtrace());
    } catch (const std::bad_alloc &) {
        return outOfMemory(path, stage, "the memory limit was reached");
    } catch (const std::exception &failure) {
        return fromText(path, stage, failure.what());
    } catch (...) {
        return fromText(path, stage, "an unknown exception was raised");
    }
}

} // namespace rooflight
