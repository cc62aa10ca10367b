// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/export/loaded_export.h"

#include "core/archive/export/export_archive.h"
#include "core/archive/export/sample_inputs.h"
#include "core/archive/zip/file_check.h"
#include "core/archive/zip/file_error.h"
#include "core/torchscript/export/flat_graph.h"
#include "core/torchscript/export/forward_builder.h"
#include "core/torchscript/export/sample_values.h"

#include <torch/csrc/jit/runtime/interpreter.h>

namespace rooflight {

namespace {

/// The checksums were compared when the file was inspected.
Result<ZipArchive> openArchive(const std::string &path)
{
    const Result<std::int64_t> bytes = checkFile(path);
    return bytes.ok() ? ZipArchive::open(path, bytes.value(), /*acceptDamaged=*/true) : bytes.error();
}

} // namespace

bool isExportFile(const std::string &path)
{
    const Result<ZipArchive> archive = openArchive(path);
    return archive.ok() && isExport(archive.value());
}

Result<LoadedExport> loadExport(const std::string &path, c10::Device device)
{
    const Result<ZipArchive> archive = openArchive(path);
    if (!archive.ok())
        return archive.error();
    Result<ExportedProgram> read = readExport(archive.value());
    if (!read.ok())
        return read.error();
    const auto program = std::make_shared<ExportedProgram>(std::move(read).value());
    const Result<SampleInputs> samples = SampleInputs::read(archive.value(), *program);
    if (!samples.ok())
        return samples.error();
    const Result<std::vector<ExportModule>> described = modulesOf(*program);
    if (!described.ok())
        return damaged(path, described.error().text);
    LoadedExport loaded;
    loaded.arguments = argumentsOf(*program);
    try {
        flatten(program->graph);
        const ExportTensors tensors = readTensors(path, *program, device);
        ExportModules modules = buildModules(*program, described.value(), tensors);
        buildForward(*program, loaded.arguments, modules, tensors, device, loaded.calls);
        loaded.module = modules.at("");
    } catch (const ExportFailure &failure) {
        return failure.errorIn(path);
    }
    for (const ExportArgument &argument : loaded.arguments)
        loaded.samples.push_back(sampleValue(argument, *program, samples.value(), device));
    program->graph.nodes.clear();
    program->graph.nodes.shrink_to_fit();
    loaded.program = program;
    return loaded;
}

const ExportCall *currentCall(const LoadedExport &exported)
{
    const std::vector<torch::jit::StackEntry> frames = torch::jit::currentCallstack(); // the innermost first
    const std::size_t number = frames.empty() ? 0 : frames.front().range.start();
    return number > 0 && number <= exported.calls.size() ? &exported.calls[number - 1] : nullptr;
}

} // namespace rooflight
