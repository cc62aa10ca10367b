// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/compiled_package.h"

#include "core/archive/export/export_archive.h"
#include "core/archive/export/export_json.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <vector>

namespace rooflight {

namespace {

constexpr std::int64_t maxMetadataBytes = std::int64_t { 1 } << 20;

std::vector<const ArchiveRecord *> compiledRecords(const ZipArchive &archive, std::string_view end)
{
    std::vector<const ArchiveRecord *> found;
    for (const ArchiveRecord &record : archive.records()) {
        if (record.name.starts_with(compiledFolder) && record.name.ends_with(end))
            found.push_back(&record);
    }
    return found;
}

Error notRun(const ZipArchive &archive, const std::string &why, std::string hint)
{
    return { ErrorCode::NotTorchScript,
             rooflight::quoted(archive.path()) + " is an AOTInductor package that " + why + '.', std::move(hint), 0 };
}

/// What the compiler wrote of the machine beside the code.
std::string deviceIn(const ZipArchive &archive)
{
    const std::vector<const ArchiveRecord *> records = compiledRecords(archive, "_metadata.json");
    const Result<std::string> text =
        records.empty() ? Result<std::string>(Error {}) : archive.read(*records.front(), maxMetadataBytes);
    const Result<ExportJson> json = text.ok() ? parseExportJson(text.value()) : Result<ExportJson>(Error {});
    const ExportJson *const device = json.ok() ? member(json.value(), "AOTI_DEVICE_KEY") : nullptr;
    return device != nullptr && device->is_string() ? messagePart(device->get<std::string>()) : std::string();
}

} // namespace

bool isCompiled(const ZipArchive &archive)
{
    return holdsCompiledCode(archive) && !holdsProgram(archive);
}

Result<CompiledPackage> readCompiled(const ZipArchive &archive)
{
    const std::vector<const ArchiveRecord *> libraries = compiledRecords(archive, ".so");
    if (libraries.size() > 1)
        return notRun(archive, "holds " + std::to_string(libraries.size()) + " libraries, and one is run",
                      "Compile each model to a file of its own.");
    if (libraries.empty())
        return notRun(archive, "holds no compiled library", "Compile it again, without package_cpp_only.");
    if (!compiledRecords(archive, "weights_config.json").empty() || !compiledRecords(archive, ".blob").empty())
        return notRun(archive, "keeps its weights separate from its code",
                      "Compile it again with package_constants_in_so.");
    if (!compiledRecords(archive, ".cubin").empty())
        return notRun(archive, "keeps its kernels separate from its code",
                      "Compile it again with aot_inductor.embed_kernel_binary.");
    return CompiledPackage { libraries.front()->name, deviceIn(archive) };
}

Result<Inspection> inspectCompiled(const ZipArchive &archive)
{
    const Result<CompiledPackage> package = readCompiled(archive);
    if (!package.ok())
        return package.error();
    Inspection inspection;
    inspection.model.form = ModelForm::Compiled;
    inspection.producer = "AOTInductor";
    inspection.modules.push_back({ "", "Compiled", 0, 0 });
    inspection.findings.push_back(
        { messagePart(package.value().library), 0, "machine code", "runs as soon as it is opened", true, true, false });
    return inspection;
}

} // namespace rooflight
