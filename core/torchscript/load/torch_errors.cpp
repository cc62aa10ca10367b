// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/torch_errors.h"

#include "core/base/text.h"
#include "core/model/error_sentences.h"
#include "core/torchscript/values/tensor_values.h"

#include <c10/util/Exception.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace rooflight {

std::string_view withoutBacktrace(std::string_view text)
{
    return text.substr(0, text.find("\nException raised from "));
}

namespace {

constexpr std::size_t maximumReasonLength = 400;

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
    for (const std::string_view rest : { ". This could be because the operator", " If you are a Facebook employee",
                                         " PyTorch splits its backend into two shared libraries" })
        reason.resize(std::min(reason.size(), reason.find(rest)));
    if (reason.size() > maximumReasonLength) {
        reason.resize(maximumReasonLength);
        reason += " ...";
    }
    while (reason.ends_with('.') || reason.ends_with(':'))
        reason.pop_back();
    return reason;
}

bool isLoaded(ModelStage stage)
{
    return stage == ModelStage::Loading || stage == ModelStage::Converting;
}

Error outOfMemory(const std::string &path, ModelStage stage, const ComposedText &reason)
{
    return errorOf(isLoaded(stage) ? ErrorSentence::OutOfMemoryLoading : ErrorSentence::OutOfMemoryRunning,
                   { path, reason });
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

/// What ended the context of the device, by the runtime's own words, as LibTorch would begin them; empty if it is
/// well. Libraries that start kernels, and what asks them for others, tell of their failures in words of their own.
std::string contextError()
{
    // LibTorch links the runtime on any machine: only if its CUDA half was opened it may be asked.
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
    if (saysTensorTooLarge(text))
        return errorOf(ErrorSentence::TensorTooLarge, { path, reason });
    const std::string ofContext = contextError();
    if (losesDevice(ofContext) || losesContext(ofContext)) {
        reason = ofContext;
        text = ofContext;
    }
    using enum ErrorSentence;
    const auto said = [&](ErrorSentence sentence) { return errorOf(sentence, { path, reason }); };
    if (losesDevice(text))
        return said(isLoaded(stage) ? DeviceLostLoading : DeviceLostRunning);
    if (losesContext(text))
        return said(isLoaded(stage) ? ContextLostLoading : ContextLostRunning);
    // Loading copies weights: what fails is the device, not the file.
    if (stage == ModelStage::Loading && reason.starts_with("CUDA "))
        return said(DeviceFailed);
    if (stage == ModelStage::Loading) {
        if (containsAny(text, { "Unknown builtin op", "unknown builtin op" }))
            return said(OperatorsNotLoaded);
        // prim::ConstantMKLDNNTensor is saved without its tensor.
        if (containsAny(text, { "required keyword attribute 'value' is undefined" }))
            return errorOf(SavedOptimized, { path });
        return said(NotLoaded);
    }
    if (stage == ModelStage::Converting)
        return said(NotConverted);
    if (containsAny(text,
                    { "forward() is missing value for argument", "forward() expected at most",
                      "Expected a value of type", "Unknown keyword argument" }))
        return said(InputsRefused);
    if (containsAny(text,
                    { "with arguments from the 'CUDA' backend", "not linked with support for cuda devices",
                      "not compiled with CUDA enabled", "Cannot initialize CUDA without ATen_cuda library" }))
        return said(FailedOnCpu);
    if (lacksKernelOfType(text))
        return said(FailedForType);
    return said(mixesTypes(text) ? FailedForMixedTypes : Failed);
}

} // namespace

TorchWarnings::TorchWarnings(std::function<void(const std::string &)> receive)
    : m_receive(std::move(receive))
{
}

void TorchWarnings::process(const c10::Warning &warning)
{
    const std::string text(trimmed(withoutBacktrace(warning.msg())));
    if (m_known.insert(text).second)
        m_receive(text);
}

Error currentExceptionAsError(const std::string &path, ModelStage stage)
{
    try {
        throw;
    } catch (const RaisedError &failure) {
        return failure.error();
    } catch (const c10::OutOfMemoryError &failure) {
        return outOfMemory(path, stage, reasonOf(failure.what_without_backtrace()));
    } catch (const c10::Error &failure) {
        return fromText(path, stage, failure.what_without_backtrace());
    } catch (const std::bad_alloc &) {
        return outOfMemory(path, stage, phraseWith(phrases::memoryLimit, {}));
    } catch (const std::exception &failure) {
        return fromText(path, stage, failure.what());
    } catch (...) {
        return fromText(path, stage, "an unknown exception was raised");
    }
}

} // namespace rooflight
