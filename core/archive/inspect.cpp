// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"

#include "core/archive/archive_kind.h"
#include "core/archive/code/code_reader.h"
#include "core/archive/code/forward_arguments.h"
#include "core/archive/export/compiled_package.h"
#include "core/archive/export/export_archive.h"
#include "core/archive/export/export_inspection.h"
#include "core/archive/model_form.h"
#include "core/archive/module_tree.h"
#include "core/archive/stored_objects.h"
#include "core/archive/zip/file_check.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"
#include "core/archive/zip/zip_archive.h"

#include <algorithm>
#include <iterator>
#include <thread>

namespace rooflight {

namespace {

/// Errors of the parts that know no file name, with file and record put in front.
Error inRecord(const ZipArchive &archive, std::string_view record, const Error &error)
{
    if (error.code == ErrorCode::NotTorchScript) {
        Error result = error;
        result.text = rooflight::quoted(archive.path()) + " cannot be read: " + error.text + '.';
        return result;
    }
    return damaged(archive.path(), "record \"" + std::string(record) + "\": " + error.text);
}

Result<Pickle> readPickle(const ZipArchive &archive, const ArchiveRecord &record)
{
    Result<std::string> bytes = archive.read(record);
    if (!bytes.ok())
        return bytes.error();
    Result<Pickle> pickle = Pickle::parse(std::move(bytes).value());
    if (!pickle.ok())
        return inRecord(archive, record.name, pickle.error());
    return pickle;
}

Result<ZipArchive> openChecked(const std::string &path, std::int64_t fileBytes, bool acceptDamaged,
                               InspectionDepth depth)
{
    Result<ZipArchive> archive = ZipArchive::open(path, fileBytes, acceptDamaged);
    if (!archive.ok())
        return archive;
    const Result<void> kind = isExport(archive.value()) ? Result<void>() : checkKind(archive.value());
    if (!kind.ok())
        return kind.error();
    const auto records =
        depth == InspectionDepth::Headers ? ZipArchive::Verified::AllButData : ZipArchive::Verified::All;
    const Result<void> verified = acceptDamaged ? Result<void>() : archive.value().verify(records);
    if (!verified.ok())
        return verified.error();
    return archive;
}

std::string producerOf(const ZipArchive &archive)
{
    for (const std::string_view name : { "version", ".data/version" }) {
        const ArchiveRecord *const record = archive.find(name);
        const Result<std::string> text = record != nullptr ? archive.read(*record) : Result<std::string>(Error {});
        if (text.ok())
            return messagePart(trimmed(text.value()));
    }
    return {};
}

/// Weights among the constants; none when the archive has no constants.
Result<TensorTally> readConstants(const ZipArchive &archive, const ArchiveCode &code)
{
    const ArchiveRecord *const record = archive.find("constants.pkl");
    if (record == nullptr)
        return TensorTally();
    const Result<Pickle> pickle = readPickle(archive, *record);
    if (!pickle.ok())
        return pickle.error();
    const Result<void> checked = checkTensors(pickle.value(), archive, "constants");
    if (!checked.ok())
        return inRecord(archive, record->name, checked.error());
    Result<TensorTally> weights = weightsIn(pickle.value(), code);
    if (!weights.ok())
        return inRecord(archive, record->name, weights.error());
    return weights;
}

Result<std::vector<StoredArgument>> readForward(const ZipArchive &archive, const ArchiveCode &code,
                                                std::string_view rootClass)
{
    const auto root = code.classes.find(rootClass);
    std::vector<StoredArgument> arguments =
        root == code.classes.end() ? std::vector<StoredArgument>() : root->second.forward;
    const ArchiveRecord *const traced = archive.find("traced_inputs.pkl");
    if (traced == nullptr)
        return arguments;
    const Result<Pickle> pickle = readPickle(archive, *traced);
    if (!pickle.ok())
        return pickle.error();
    const Result<void> added = addTracedInputs(pickle.value(), arguments);
    if (!added.ok())
        return inRecord(archive, traced->name, added.error());
    return arguments;
}

void setCounts(Inspection &inspection, const ModuleTree &tree, const TensorTally &constantWeights)
{
    const bool frozen = inspection.model.form == ModelForm::Frozen;
    const TensorTally &parameters = frozen ? constantWeights : tree.parameters;
    inspection.model.parameters = parameters.elements();
    inspection.model.parameterBytes = parameters.bytes();
    inspection.model.bufferBytes = tree.buffers.bytes();
    inspection.modules = tree.modules;
    if (frozen)
        inspection.modules.front().parameters = parameters.elements();
}

Result<Inspection> inspectArchive(const ZipArchive &archive)
{
    Result<ArchiveCode> code = readCode(archive);
    if (!code.ok())
        return code.error();
    const ArchiveRecord &dataRecord = *archive.find("data.pkl"); // checkKind saw it
    const Result<Pickle> data = readPickle(archive, dataRecord);
    if (!data.ok())
        return data.error();
    const Result<void> checked = checkTensors(data.value(), archive, "data");
    if (!checked.ok())
        return inRecord(archive, dataRecord.name, checked.error());
    const Result<ModuleTree> tree = readModuleTree(data.value(), code.value());
    if (!tree.ok())
        return inRecord(archive, dataRecord.name, tree.error());
    const Result<TensorTally> constantWeights = readConstants(archive, code.value());
    if (!constantWeights.ok())
        return constantWeights.error();
    Result<std::vector<StoredArgument>> arguments =
        readForward(archive, code.value(), data.value().className(data.value().root()));
    if (!arguments.ok())
        return arguments.error();

    Inspection inspection;
    inspection.producer = producerOf(archive);
    inspection.model.form =
        formOf(code.value(), tree.value(), archive.find("traced_inputs.pkl") != nullptr, constantWeights.value());
    inspection.model.trainingMode = code.value().trains;
    setCounts(inspection, tree.value(), constantWeights.value());
    inspection.arguments = std::move(arguments).value();
    inspection.findings = objectsOfOtherClasses(data.value(), code.value().types);
    std::ranges::move(code.value().findings, std::back_inserter(inspection.findings));
    inspection.libraries = std::move(code.value().libraries);
    return inspection;
}

Result<Inspection> inspectionOf(const ZipArchive &archive, CompiledCode compiled)
{
    if (compiled == CompiledCode::Accepted && isCompiled(archive))
        return inspectCompiled(archive);
    return isExport(archive) ? inspectExport(archive) : inspectArchive(archive);
}

} // namespace

Result<Inspection> inspectFile(const std::string &path, bool acceptDamaged, InspectionDepth depth,
                               CompiledCode compiled)
{
    const Result<std::int64_t> fileBytes = checkFile(path);
    if (!fileBytes.ok())
        return fileBytes.error();
    // Beside the checksums of the records: for a large file both take as long as reading it.
    Result<std::string> sha256 = std::string();
    std::jthread hashing([&](const std::stop_token &stop) {
        if (depth == InspectionDepth::Whole)
            sha256 = sha256OfFile(path, stop);
    });
    const Result<ZipArchive> archive = openChecked(path, fileBytes.value(), acceptDamaged, depth);
    if (!archive.ok())
        return archive.error();
    Result<Inspection> inspection = inspectionOf(archive.value(), compiled);
    if (!inspection.ok())
        return inspection;
    hashing.join();
    if (!sha256.ok())
        return sha256.error();
    inspection.value().fileBytes = fileBytes.value();
    inspection.value().model.path = path;
    inspection.value().model.sha256 = std::move(sha256).value();
    inspection.value().model.contentsSha256 = archive.value().contentsSha256();
    return inspection;
}

} // namespace rooflight
