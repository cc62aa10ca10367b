// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/export/sample_inputs.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"

#include <set>
#include <string_view>

namespace rooflight {

namespace {

constexpr std::size_t maxForeignNames = 1000;

bool isKnownName(std::string_view name)
{
    return name.starts_with("torch.") || name == "collections.OrderedDict" || name == "builtins.tuple"
        || name == "builtins.list" || name == "builtins.dict" || name == "builtins.set";
}

} // namespace

const PickleId *SampleInputs::partOf(const TreeSpec &tree, const PickleId *value, std::size_t index) const
{
    if (value == nullptr)
        return nullptr;
    const PickleNode &node = (*m_pickle)[*value];
    if (tree.kind == TreeSpec::Kind::Dict)
        return m_pickle->valueOf(*value, tree.keys[index]);
    const bool isSequence = node.kind == PickleKind::List || node.kind == PickleKind::Tuple;
    return isSequence && index < node.items.size() ? &node.items[index] : nullptr;
}

void SampleInputs::addLeaf(const PickleId *value)
{
    SampleValue &sample = m_values.emplace_back();
    if (value == nullptr)
        return;
    const PickleNode &node = (*m_pickle)[*value];
    sample.integer = node.integer;
    if (node.kind == PickleKind::Int || node.kind == PickleKind::Bool) {
        sample.type = node.kind == PickleKind::Int ? ExportType::Int : ExportType::Bool;
    } else if (node.kind == PickleKind::Float) {
        sample.type = ExportType::Float;
        sample.real = node.real();
    } else if (node.kind == PickleKind::String) {
        sample.type = ExportType::String;
        sample.text = node.text;
    } else if (Result<std::optional<StoredTensor>> tensor = tensorIn(*m_pickle, *value);
               tensor.ok() && tensor.value()) {
        sample.type = ExportType::Tensor;
        sample.tensor = *tensor.value();
    }
}

void SampleInputs::collect(const TreeSpec &tree, const PickleId *value)
{
    if (tree.kind == TreeSpec::Kind::Leaf) {
        addLeaf(value);
        return;
    }
    for (std::size_t i = 0; i < tree.children.size(); ++i)
        collect(tree.children[i], partOf(tree, value, i));
}

void SampleInputs::collectForeignNames()
{
    std::set<std::string_view> seen;
    for (PickleId id = 0; id < m_pickle->size() && seen.size() < maxForeignNames; ++id) {
        const PickleNode &node = (*m_pickle)[id];
        if (node.kind == PickleKind::Global && !isKnownName(node.text) && seen.insert(node.text).second)
            m_foreign.emplace_back(node.text);
    }
}

Result<SampleInputs> SampleInputs::read(const ZipArchive &archive, const ExportedProgram &program)
{
    SampleInputs samples;
    const ArchiveRecord *const record = archive.find("data/sample_inputs/" + program.modelName + ".pt");
    if (record == nullptr || record->bytes == 0 || record->bytes > ZipArchive::maxTextBytes)
        return samples;
    Result<std::string> bytes = archive.read(*record);
    if (!bytes.ok())
        return bytes.error();
    Result<ZipArchive> nested = ZipArchive::openNested(archive.path(), std::move(bytes).value());
    if (!nested.ok())
        return nested.error();
    const ArchiveRecord *const data = nested.value().find("data.pkl");
    if (data == nullptr)
        return damaged(archive.path(), "its sample inputs hold no values");
    Result<std::string> content = nested.value().read(*data);
    if (!content.ok())
        return content.error();
    Result<Pickle> pickle = Pickle::parse(std::move(content).value());
    if (!pickle.ok())
        return damaged(archive.path(), "its sample inputs: " + pickle.error().text);
    if (const Result<void> checked = checkTensors(pickle.value(), nested.value(), "data"); !checked.ok())
        return damaged(archive.path(), "its sample inputs: " + checked.error().text);
    samples.m_archive = std::make_shared<const ZipArchive>(std::move(nested).value());
    samples.m_pickle = std::make_shared<const Pickle>(std::move(pickle).value());
    const PickleId root = samples.m_pickle->root();
    samples.collect(program.inputTree, &root);
    samples.collectForeignNames();
    return samples;
}

Result<std::string> SampleInputs::storageOf(const SampleValue &value) const
{
    const ArchiveRecord *const record = m_archive->find("data/" + std::string(value.tensor.place.storage));
    if (record == nullptr)
        return damaged(m_archive->path(), "the data of a sample input is missing");
    return m_archive->read(*record);
}

} // namespace rooflight
