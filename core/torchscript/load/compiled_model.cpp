// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/compiled_model.h"

#include "core/archive/export/compiled_package.h"
#include "core/archive/zip/file_check.h"
#include "core/model/error_sentences.h"
#include "core/torchscript/load/operator_library.h"
#include "core/torchscript/load/torch_errors.h"

#include <ATen/DynamicLibrary.h>
#include <torch/csrc/inductor/aoti_runner/model_container_runner.h>
#include <torch/csrc/jit/api/function_impl.h>
#include <torch/library.h>

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace rooflight {

namespace {

using Runner = torch::inductor::AOTIModelContainerRunner;

/// Reads members of a runner that only derived classes may read. There are no objects of it.
struct RunnerMembers : public Runner {
    [[nodiscard]] static std::size_t inputsOf(Runner &runner)
    {
        using GetNumber = decltype(&AOTInductorModelContainerGetNumInputs);
        at::DynamicLibrary &library = *(runner.*&RunnerMembers::model_so_);
        const auto get = reinterpret_cast<GetNumber>(library.sym("AOTInductorModelContainerGetNumInputs"));
        std::size_t number = 0;
        TORCH_CHECK(get(runner.*&RunnerMembers::container_handle_, &number) == 0,
                    "the compiled code does not say how many inputs it takes");
        return number;
    }
};

/// LibTorch's CUDA half registers a runner that queues in the current stream.
std::unique_ptr<Runner> openRunner(const std::string &library, c10::Device device)
{
    const auto &known = torch::inductor::getAOTIModelRunnerRegistry();
    const auto found = known.find(device.is_cpu() ? "cpu" : "cuda");
    TORCH_CHECK(found != known.end(), "this LibTorch runs no compiled code on ", device.str());
    return found->second(library, /*num_models=*/1, device.str(), /*bin_dir=*/"", /*run_single_threaded=*/false);
}

/// All code that was opened, which stays so: its functions may be in use anywhere.
std::vector<std::unique_ptr<Runner>> &runners()
{
    static std::vector<std::unique_ptr<Runner>> all;
    return all;
}

std::vector<at::Tensor> runCompiled(std::int64_t model, const std::vector<at::Tensor> &inputs)
{
    try {
        return runners().at(static_cast<std::size_t>(model))->run(inputs);
    } catch (const std::runtime_error &) { // it names a line of LibTorch's; what is wrong the code has printed
        throw std::runtime_error("its compiled code reports an error, which it printed");
    }
}

/// A file in memory, which stays open: the code may read its weights from it. -1, and errno, if there is no room.
int memoryFileOf(const std::string &content)
{
    const int memory = memfd_create("rooflight_compiled_model", MFD_CLOEXEC);
    std::size_t written = 0;
    while (memory >= 0 && written < content.size()) {
        const ssize_t bytes = write(memory, content.data() + written, content.size() - written);
        if (bytes <= 0) {
            const int reason = errno;
            close(memory);
            errno = reason;
            return -1;
        }
        written += static_cast<std::size_t>(bytes);
    }
    return memory;
}

/// Compiled code is linked to libtorch.so, which is no more than a name for the libraries behind it and is not open
/// yet.
void openLibTorchItself()
{
    const std::string file = (operatorLibraryFolders().front() / "libtorch.so").string();
    static_cast<void>(dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL)); // the code itself says what is missing
}

Result<ZipArchive> openArchive(const std::string &path)
{
    const Result<std::int64_t> bytes = checkFile(path);
    return bytes.ok() ? ZipArchive::open(path, bytes.value(), /*acceptDamaged=*/true) : bytes.error();
}

Result<void> checkDevice(const std::string &path, const std::string &compiledFor, c10::Device device)
{
    const bool isForCpu = compiledFor.empty() || compiledFor == "cpu";
    const bool isForCuda = compiledFor == "cuda";
    if ((device.is_cpu() && isForCpu) || (device.is_cuda() && isForCuda))
        return {};
    if (!isForCpu && !isForCuda)
        return errorOf(ErrorSentence::CompiledForOther, { path, compiledFor });
    return errorOf(isForCpu ? ErrorSentence::CompiledForCpu : ErrorSentence::CompiledForGpu, { path });
}

/// The number of the runner of a file, which is opened when it is asked for first.
Result<std::size_t> runnerOf(const std::string &path, c10::Device device)
{
    static std::map<std::string, std::size_t> known;
    const Result<ZipArchive> archive = openArchive(path);
    const Result<CompiledPackage> package =
        archive.ok() ? readCompiled(archive.value()) : Result<CompiledPackage>(archive.error());
    if (!package.ok())
        return package.error();
    if (const Result<void> fits = checkDevice(path, package.value().device, device); !fits.ok())
        return fits.error();
    if (const auto found = known.find(path); found != known.end())
        return found->second;
    const ArchiveRecord &record = *archive.value().find(package.value().library);
    const Result<std::string> library = archive.value().read(record, record.bytes);
    if (!library.ok())
        return library.error();
    const int memory = memoryFileOf(library.value());
    if (memory < 0)
        return Error { ErrorCode::ModelFailed,
                       fmt::format("{} cannot be run: its code does not fit into a file in memory ({}).", path,
                                   std::generic_category().message(errno)),
                       "Free memory, or run it with --unconfined." };
    openLibTorchItself();
    // Without it the code reads beyond inputs that are smaller than those it was compiled for.
    setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1); // NOLINT(concurrency-mt-unsafe): before its threads
    try {
        runners().push_back(openRunner(fmt::format("/proc/self/fd/{}", memory), device));
    } catch (...) {
        return currentExceptionAsError(path, ModelStage::Converting);
    }
    return known[path] = runners().size() - 1;
}

} // namespace

bool isCompiledFile(const std::string &path)
{
    const Result<ZipArchive> archive = openArchive(path);
    return archive.ok() && isCompiled(archive.value());
}

Result<torch::jit::Module> loadCompiled(const std::string &path, c10::Device device)
{
    const Result<std::size_t> runner = runnerOf(path, device);
    if (!runner.ok())
        return runner.error();
    torch::jit::Module module(c10::QualifiedName("__torch__.Compiled"),
                              std::make_shared<torch::jit::CompilationUnit>());
    module.register_attribute("training", c10::BoolType::get(), false);
    const auto graph = std::make_shared<torch::jit::Graph>();
    graph->addInput("self")->setType(module.type());
    std::vector<torch::jit::Value *> inputs;
    for (std::size_t i = 0; i < RunnerMembers::inputsOf(*runners()[runner.value()]); ++i)
        inputs.push_back(graph->addInput(fmt::format("input{}", i))->setType(c10::TensorType::get()));
    torch::jit::Value *const list = graph->insertNode(graph->createList(c10::TensorType::get(), inputs))->output();
    torch::jit::Value *const number = graph->insertConstant(static_cast<std::int64_t>(runner.value()));
    graph->registerOutput(graph->insert(c10::Symbol::fromQualString("rooflight::run_compiled"), { number, list }));
    graph->lint();
    torch::jit::Function *const forward = module._ivalue()->compilation_unit()->create_function(
        c10::QualifiedName(*module.type()->name(), "forward"), graph);
    module.type()->addMethod(forward);
    return module;
}

} // namespace rooflight

TORCH_LIBRARY_FRAGMENT(rooflight, library)
{
    library.def("run_compiled(int model, Tensor[] inputs) -> Tensor[]");
}

TORCH_LIBRARY_IMPL(rooflight, CompositeExplicitAutograd, library)
{
    library.impl("run_compiled", &rooflight::runCompiled);
}
