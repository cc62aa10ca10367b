// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/archive_kind.h"

#include "core/archive/code/code_reader.h"
#include "core/archive/pickle/stored_tensor.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <algorithm>
#include <array>

namespace rooflight {

namespace {

constexpr std::string_view weightsHint =
    "Build the model in Python, load the weights, and save torch.export.export(model, inputs) or "
    "torch.jit.script(model).";
constexpr std::string_view moduleHint =
    "Load it in Python where its classes are known, and save torch.export.export(model, inputs), "
    "torch.jit.script(model) or torch.jit.trace(model, inputs).";

/// What torch.save wrote.
struct SavedContent {
    std::string what;
    std::string_view hint;
};

bool isTensor(const Pickle &pickle, PickleId id)
{
    return pickle.className(unwrapped(pickle, id)).starts_with("torch._utils._rebuild_");
}

/// Weights are tensors in a dictionary; any other object needs its class.
bool isObjectOfAClass(const Pickle &pickle, PickleId id)
{
    const PickleId value = unwrapped(pickle, id);
    return pickle[value].kind == PickleKind::Object && !isTensor(pickle, value)
        && pickle.className(value) != "collections.OrderedDict";
}

SavedContent describeObject(const Pickle &pickle, PickleId id)
{
    return { "it is a Python object of class " + messagePart(pickle.className(unwrapped(pickle, id)))
                 + " that torch.save wrote; only Python can run it",
             moduleHint };
}

SavedContent describeEntries(const Pickle &pickle, const std::vector<PickleId> &entries, std::size_t first)
{
    bool onlyTensors = true;
    for (std::size_t i = first; i + 1 < entries.size(); i += 2) {
        const std::string_view key = pickle[entries[i]].text;
        if (key == "model" && isObjectOfAClass(pickle, entries[i + 1])) {
            SavedContent saved = describeObject(pickle, entries[i + 1]);
            saved.what.replace(0, std::string_view("it is").size(), "it is a training checkpoint that holds");
            return saved;
        }
        if (key == "state_dict" || key == "model_state_dict" || key == "model")
            return { "it is a training checkpoint: weights and other values without the model's code", weightsHint };
        onlyTensors = onlyTensors && isTensor(pickle, entries[i + 1]);
    }
    if (onlyTensors)
        return { "it holds only weights (a state_dict) without the model's code", weightsHint };
    return { "it holds Python values that torch.save wrote, not a model", moduleHint };
}

SavedContent describeSaved(const Pickle &pickle)
{
    constexpr std::size_t itemsOfObject = 2; // class and arguments; a dictionary's entries follow
    const PickleNode &root = pickle[pickle.root()];
    if (root.kind == PickleKind::Dict)
        return describeEntries(pickle, root.items, 0);
    if (isTensor(pickle, pickle.root()))
        return { "it holds a single tensor", weightsHint };
    if (root.kind == PickleKind::Object) {
        if (pickle.className(pickle.root()) == "collections.OrderedDict")
            return describeEntries(pickle, root.items, itemsOfObject);
        return describeObject(pickle, pickle.root());
    }
    return { "it holds Python values that torch.save wrote, not a model", moduleHint };
}

SavedContent readSaved(const ZipArchive &archive, const ArchiveRecord &record)
{
    Result<std::string> bytes = archive.read(record);
    if (bytes.ok()) {
        const Result<Pickle> pickle = Pickle::parse(std::move(bytes).value());
        if (pickle.ok())
            return describeSaved(pickle.value());
    }
    return { "it was written by torch.save and holds no code", moduleHint };
}

/// A file in the archive that could be opened by itself; null if there is none.
const ArchiveRecord *modelInside(const ZipArchive &archive)
{
    const auto found = std::ranges::find_if(archive.records(), [](const ArchiveRecord &record) {
        return record.name.ends_with(".pt") || record.name.ends_with(".pt2") || record.name.ends_with(".pth")
            || record.name.ends_with(".ptl") || record.name.ends_with(".torchscript");
    });
    return found == archive.records().end() ? nullptr : &*found;
}

/// As when what was in the folder was packed, and not the folder: what is found then depends on which record is first.
bool lacksFolder(const ZipArchive &archive)
{
    constexpr std::array names = { "archive_format", "models/model.json", "data.pkl", "constants.pkl" };
    return archive.firstName().find('/') != std::string::npos
        && std::ranges::any_of(names, [&archive](const char *name) { return archive.holdsAtRoot(name); });
}

} // namespace

Result<void> checkKind(const ZipArchive &archive)
{
    const std::string &path = archive.path();
    if (archive.records().empty())
        return notTorchScript(path, "it is an empty zip archive", "Copy or download the file again.");
    const ArchiveRecord *const data = archive.find("data.pkl");
    if (std::ranges::any_of(archive.records(), &isCodeRecord, &ArchiveRecord::name) && data != nullptr)
        return {};
    if (lacksFolder(archive)) {
        return notTorchScript(
            path, "its records have no folder of their own, as all records of a model have",
            "Put them into one folder, and pack that without compression: zip -0 -r model.pt2 FOLDER.");
    }
    if (archive.find("model.json") != nullptr) {
        return notTorchScript(path, "it is in the first TorchScript format (model.json), which is no longer read",
                              "Load and save it again with PyTorch 1.4.");
    }
    if (archive.find(".data/extern_modules") != nullptr) {
        return notTorchScript(
            path, "it is a torch.package archive: Python code that only Python can run",
            "Load it in Python and save torch.export.export(model, inputs) or torch.jit.script(model).");
    }
    if (data != nullptr) {
        const SavedContent saved = readSaved(archive, *data);
        return notTorchScript(path, saved.what, saved.hint);
    }
    const bool isOfTorchServe = archive.find("MANIFEST.json") != nullptr && archive.firstName().starts_with("MAR-INF/");
    if (const ArchiveRecord *const inside = modelInside(archive)) {
        return notTorchScript(path, "it is a zip archive that holds \"" + messagePart(inside->name) + "\" as a file",
                              "Unpack it with unzip, and open that file.");
    }
    if (isOfTorchServe) {
        return notTorchScript(path, "it is a model archive of TorchServe",
                              "Unpack it with unzip, and open the .pt file that MAR-INF/MANIFEST.json names.");
    }
    return notTorchScript(
        path, "it is a zip archive without a model; its first record is \"" + messagePart(archive.firstName()) + '"',
        "Save the model in Python with torch.export.save() or torch.jit.script(model).save(\"model.pt\").");
}

} // namespace rooflight
