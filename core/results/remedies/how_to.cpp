// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/results/remedies/remedies.h"

#include "core/base/text.h"
#include "core/model/request_options.h"

#include <filesystem>
#include <utility>

namespace rooflight {

namespace {

/// A path as people type it: in quotation marks only where a shell would read more into it.
std::string quotedForShell(const std::string &text)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+-@";
    return !text.empty() && text.find_first_not_of(plain) == std::string::npos ? text : shellQuoted(text);
}

std::string pythonDtype(ModelPrecision precision)
{
    return "torch." + std::string(name(precision));
}

/// Lines in the order in which they take effect: what holds for the process first.
std::vector<std::string> pythonLines(const RunSetup &setup, const RunSetup &base)
{
    std::vector<std::string> lines;
    if (const char *library = allocatorLibrary(setup); library && library != allocatorLibrary(base))
        lines.push_back("# start Python with LD_PRELOAD=" + std::string(library));
    if (setup.hugePages && !base.hugePages)
        lines.emplace_back("import os; os.environ[\"THP_MEM_ALLOC_ENABLE\"] = \"1\"  # before torch is imported");
    if (setup.pinsThreads && !base.pinsThreads)
        lines.emplace_back("import os; os.environ.update(OMP_PLACES=\"cores\", OMP_PROC_BIND=\"spread\")  # before "
                           "torch is imported");
    if (setup.keepsMemory && !base.keepsMemory)
        lines.emplace_back(
            "import ctypes; libc = ctypes.CDLL(None); libc.mallopt(-4, 0); libc.mallopt(-1, -1)  # glibc: "
            "nothing by mmap, nothing given back");
    if (setup.flushesDenormals && !base.flushesDenormals)
        lines.emplace_back("torch.set_flush_denormal(True)");
    if (setup.threads != base.threads && setup.threads > 0)
        lines.push_back("torch.set_num_threads(" + std::to_string(setup.threads) + ")");
    if (setup.fpmathBFloat16 && !base.fpmathBFloat16)
        lines.emplace_back("torch.backends.mkldnn.fp32_precision = \"bf16\"");
    if (setup.benchmarksCudnn && !base.benchmarksCudnn)
        lines.emplace_back("torch.backends.cudnn.benchmark = True");
    const Execution &execution = setup.execution;
    if (execution.tf32 == Tf32::Allowed && base.execution.tf32 != Tf32::Allowed)
        lines.emplace_back("torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True");
    if (execution.precision != base.execution.precision)
        lines.push_back("model = model.to(" + pythonDtype(execution.precision) + "); x = x.to("
                        + pythonDtype(execution.precision) + ")");
    if (execution.memoryFormat != base.execution.memoryFormat)
        lines.emplace_back("model = model.to(memory_format=torch.channels_last); x = "
                           "x.to(memory_format=torch.channels_last)");
    if (setup.dynamicInt8 && !base.dynamicInt8)
        lines.emplace_back("model = torch.ao.quantization.quantize_dynamic(model.eval(), {torch.nn.Linear}, "
                           "dtype=torch.qint8)");
    if (const std::optional<RemedyId> id = compiledBy(setup))
        lines.push_back("exported = torch.export.export(model.eval(), (x,))\n"
                        "model = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(exported"
                        + std::string(id == RemedyId::CompiledFrozen ? ", inductor_configs={\"freezing\": True}" : "")
                        + "))");
    if (execution.executor == Executor::Frozen)
        lines.emplace_back("model = torch.jit.freeze(model.eval())");
    if (execution.executor == Executor::OptimizedForInference)
        lines.emplace_back("model = torch.jit.optimize_for_inference(model.eval())");
    if (setup.replaysGraph && !base.replaysGraph)
        lines.emplace_back("graph = torch.cuda.CUDAGraph()\nwith torch.cuda.graph(graph):\n    y = model(x)\n"
                           "graph.replay()  # after x.copy_(next input)");
    if (setup.batch != base.batch && setup.batch > 0)
        lines.push_back("x = torch.cat(...)  # " + std::to_string(setup.batch) + " items a run");
    return lines;
}

/// "net-compiled.pt2", for the working folder.
std::string compiledName(const std::string &model)
{
    return std::filesystem::path(model).stem().string() + "-compiled.pt2";
}

std::string joined(const std::vector<std::string> &parts, std::string_view between)
{
    std::string text;
    for (const std::string &part : parts)
        text += (text.empty() ? std::string() : std::string(between)) + part;
    return text;
}

} // namespace

HowTo howTo(const RunSetup &setup, const RunSetup &base, const std::string &model)
{
    const std::optional<RemedyId> compiled = compiledBy(setup);
    RunSetup compiledAlone = base;
    compiledAlone.execution = setup.execution;
    compiledAlone.compiled = setup.compiled;
    compiledAlone.compiledFrozen = setup.compiledFrozen;
    if (compiled && setup == compiledAlone)
        return { joined(pythonLines(setup, base), "\n"),
                 "rooflight-cli remedies " + quotedForShell(model) + " --only " + std::string(name(*compiled))
                     + " --compile --save-compiled " + quotedForShell(compiledName(model)) };
    std::vector<std::string> command;
    if (setup.hugePages)
        command.emplace_back("THP_MEM_ALLOC_ENABLE=1");
    if (const char *library = allocatorLibrary(setup))
        command.push_back("LD_PRELOAD=" + std::string(library));
    if (setup.pinsThreads)
        command.emplace_back("OMP_PLACES=cores OMP_PROC_BIND=spread");
    if (setup.keepsMemory)
        command.emplace_back("GLIBC_TUNABLES=glibc.malloc.trim_threshold=8000000000:glibc.malloc.mmap_max=0");
    command.insert(command.end(), { "rooflight-cli", "latency", quotedForShell(model) });
    if (setup.batch > 0)
        command.push_back("--batch " + std::to_string(setup.batch));
    if (setup.threads > 0)
        command.push_back("--threads " + std::to_string(setup.threads));
    forEachOption(interleavedOptions, [&, usual = Execution()](const auto &option) {
        const auto chosen = option.ofPart(setup.execution);
        if (chosen != option.ofPart(usual))
            command.push_back(std::string(option.name) + ' ' + std::string(name(chosen)));
    });
    // What no option of ours sets has no command.
    const bool hasCommand = setup.flushesDenormals == base.flushesDenormals && setup.replaysGraph == base.replaysGraph
        && setup.fpmathBFloat16 == base.fpmathBFloat16 && setup.dynamicInt8 == base.dynamicInt8
        && setup.benchmarksCudnn == base.benchmarksCudnn && !compiled;
    return { joined(pythonLines(setup, base), "\n"), hasCommand ? joined(command, " ") : std::string() };
}

} // namespace rooflight
