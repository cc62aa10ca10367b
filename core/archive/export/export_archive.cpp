// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/export_archive.h"

#include "core/archive/export/program_reader.h"
#include "core/archive/export/weight_check.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>

namespace rooflight {

namespace {

constexpr std::int64_t maxProgramBytes = std::int64_t { 512 } << 20;
constexpr std::string_view modelsFolder = "models/";
constexpr std::string_view programSuffix = ".json";
constexpr std::string_view saveAgain = "Load it with torch.export.load() and save it again with PyTorch 2.9 or newer.";

bool isProgram(const ArchiveRecord &record)
{
    return record.name.starts_with(modelsFolder) && record.name.ends_with(programSuffix)
        && record.name.find('/', modelsFolder.size()) == std::string::npos;
}

/// In front of an error that knows no file: which one, and where in it.
Error inRecord(const ZipArchive &archive, const std::string &record, const Error &error)
{
    if (error.code == ErrorCode::NotTorchScript) {
        Error result = error;
        result.text = rooflight::quoted(archive.path()) + " cannot be read: " + error.text + '.';
        return result;
    }
    return damaged(archive.path(), "record \"" + messagePart(record) + "\": " + error.text);
}

Error olderLayout(const ZipArchive &archive, std::string_view what)
{
    return { ErrorCode::NotTorchScript,
             rooflight::quoted(archive.path()) + " is a torch.export file in the layout of " + std::string(what)
                 + ", and that of PyTorch 2.9 to 2.15 is read.",
             std::string(saveAgain), 0 };
}

Result<ExportJson> readJson(const ZipArchive &archive, const std::string &name)
{
    const ArchiveRecord *const record = archive.find(name);
    if (record == nullptr)
        return damaged(archive.path(), "record \"" + messagePart(name) + "\" is missing");
    const Result<std::string> text = archive.read(*record, maxProgramBytes);
    if (!text.ok())
        return text.error();
    Result<ExportJson> json = parseExportJson(text.value());
    return json.ok() ? std::move(json) : Result<ExportJson>(inRecord(archive, name, json.error()));
}

/// The one record that holds a program.
Result<std::string> programRecord(const ZipArchive &archive)
{
    if (archive.find("serialized_exported_program.json") != nullptr)
        return olderLayout(archive, "PyTorch 2.1 to 2.6");
    std::vector<std::string> names;
    for (const ArchiveRecord &record : archive.records()) {
        if (isProgram(record))
            names.push_back(record.name);
    }
    if (names.size() == 1)
        return names.front();
    if (names.size() > 1) {
        return Error { ErrorCode::NotTorchScript,
                       rooflight::quoted(archive.path()) + " holds " + std::to_string(names.size())
                           + " models, and one is run.",
                       "Save each with torch.export.save() to a file of its own.", 0 };
    }
    if (holdsCompiledCode(archive)) {
        return Error {
            ErrorCode::UnsafeFile,
            rooflight::quoted(archive.path())
                + " is an AOTInductor package: compiled code that would run as soon as it is opened, and "
                  "that has no layers.",
            "Save the model with torch.export.save(), without compiling it; or, if you know where the file comes "
            "from, time it as a whole with --trust.",
            0
        };
    }
    return notTorchScript(archive.path(), "it is a torch.export archive (.pt2) that holds no model",
                          "Save the model with torch.export.save().");
}

Result<std::vector<ExportWeight>> readPayload(const ZipArchive &archive, const std::string &folder,
                                              const std::string &config)
{
    const Result<ExportJson> json = readJson(archive, folder + config);
    if (!json.ok())
        return json.error();
    Result<std::vector<ExportWeight>> weights = readWeights(json.value(), folder);
    if (!weights.ok())
        return inRecord(archive, folder + config, weights.error());
    for (ExportWeight &weight : weights.value()) {
        const ArchiveRecord *const record = archive.find(weight.record);
        weight.leftOut = record != nullptr && record->bytes == 0;
    }
    return weights;
}

} // namespace

bool holdsCompiledCode(const ZipArchive &archive)
{
    return std::ranges::any_of(archive.records(),
                               [](const ArchiveRecord &record) { return record.name.starts_with(compiledFolder); });
}

bool holdsProgram(const ZipArchive &archive)
{
    return archive.find("serialized_exported_program.json") != nullptr
        || std::ranges::any_of(archive.records(), &isProgram);
}

bool isExport(const ZipArchive &archive)
{
    return archive.find("archive_format") != nullptr || holdsCompiledCode(archive) || holdsProgram(archive);
}

Result<ExportedProgram> readExport(const ZipArchive &archive)
{
    const Result<std::string> record = programRecord(archive);
    if (!record.ok())
        return record.error();
    const std::string name =
        record.value().substr(modelsFolder.size(), record.value().size() - modelsFolder.size() - programSuffix.size());
    if (archive.find("data/weights/" + name + ".pt") != nullptr)
        return olderLayout(archive, "PyTorch 2.7 and 2.8");
    const Result<ExportJson> json = readJson(archive, record.value());
    if (!json.ok())
        return json.error();
    Result<ExportedProgram> program = readProgram(json.value());
    if (!program.ok())
        return inRecord(archive, record.value(), program.error());
    program.value().modelName = name;
    Result<std::vector<ExportWeight>> weights = readPayload(archive, "data/weights/", name + "_weights_config.json");
    if (!weights.ok())
        return weights.error();
    Result<std::vector<ExportWeight>> constants =
        readPayload(archive, "data/constants/", name + "_constants_config.json");
    if (!constants.ok())
        return constants.error();
    program.value().weights = std::move(weights).value();
    program.value().constants = std::move(constants).value();
    const Result<void> checked = checkWeights(archive, program.value());
    return checked.ok() ? std::move(program) : Result<ExportedProgram>(checked.error());
}

} // namespace rooflight
