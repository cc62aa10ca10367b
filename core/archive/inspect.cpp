// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"

#include "core/archive/archive_kind.h"
#include "core/archive/code/code_reader.h"
#include "core/archive/code/declared_types.h"
#include "core/archive/code/forward_arguments.h"
#include "core/archive/export/compiled_package.h"
#include "core/archive/export/export_archive.h"
#include "core/archive/export/export_inspection.h"
#include "core/archive/module_tree.h"
#include "core/archive/pickle/pickle.h"
#include "core/archive/zip/file_check.h"
#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"
#include "core/archive/zip/zip_archive.h"
#include "core/results/inspection/inspection.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace rooflight {

namespace {

constexpr std::size_t mostFindings = 20;
constexpr int maxDepth = 1000; ///< of a value and its type; the reader of pickles has half of that for values
constexpr std::size_t maxTypeBytes = std::size_t { 16 } << 10;
constexpr std::string_view typeTag = "torch.jit._pickle.restore_type_tag";

/// "List[...]": List, and what is between the brackets, split at its commas.
struct TypeParts {
    std::string_view name;
    std::vector<std::string_view> arguments;
};

TypeParts partsOf(std::string_view type)
{
    const std::size_t bracket = type.find('[');
    if (bracket == std::string_view::npos || !type.ends_with(']'))
        return { type, {} };
    TypeParts parts { type.substr(0, bracket), {} };
    const std::string_view inside = type.substr(bracket + 1, type.size() - bracket - 2);
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= inside.size(); ++i) {
        const char c = i < inside.size() ? inside[i] : ',';
        depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c != ',' || (depth != 0 && i < inside.size()))
            continue;
        parts.arguments.push_back(inside.substr(start, i - start));
        start = i + 1;
    }
    return parts;
}

class ObjectCheck
{
public:
    ObjectCheck(const Pickle &data, const DeclaredTypes &types)
        : m_data(data)
        , m_types(types)
    {
    }

    std::vector<CodeFinding> run()
    {
        for (PickleId id = 0; id < m_data.size() && m_findings.size() < mostFindings; ++id) {
            if (m_data[id].kind != PickleKind::Object)
                continue;
            if (m_types.isClass(m_data.className(id)))
                checkAttributes(id);
            else if (m_data.className(id) == typeTag)
                checkTag(id);
        }
        return std::move(m_findings);
    }

private:
    void checkAttributes(PickleId object)
    {
        const std::string className(m_data.className(object));
        // Of a tuple with names: the class declares each item, in an order that is not known here.
        for (const PickleId argument : m_data.arguments(object)) {
            if (holdsObject(argument))
                add(className, "its items");
        }
        const PickleId state = m_data[object].state;
        if (state == PickleNode::noState || m_data[state].kind != PickleKind::Dict)
            return;
        const std::vector<PickleId> &items = m_data[state].items;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const std::string name(m_data[items[i]].text);
            const std::string *const declared = m_types.memberType(className, name);
            if (declared && !fits(items[i + 1], *declared))
                add(className + '.' + name, declared->empty() ? "types that contradict each other" : *declared);
        }
    }

    /// The list or dict gets the type that the tag names, whatever is in it.
    void checkTag(PickleId object)
    {
        const std::vector<PickleId> &arguments = m_data.arguments(object);
        if (arguments.size() != 2)
            return;
        std::string type(m_data[arguments[1]].text);
        std::erase(type, ' ');
        if (!fits(arguments[0], type))
            add("a value", type);
    }

    bool fits(PickleId id, std::string_view type)
    {
        if (isPlain(id) || type == "Any")
            return true;
        if (m_depth >= maxDepth || type.size() > maxTypeBytes)
            return false;
        const std::string *const kept = &*m_typeTexts.emplace(type).first;
        const auto [known, isNew] = m_judged.try_emplace({ id, kept }, true); // while it is looked at
        if (isNew) {
            ++m_depth;
            known->second = valueFits(id, *kept);
            --m_depth;
        }
        return known->second;
    }

    bool valueFits(PickleId id, std::string_view type)
    {
        if (m_data.className(id) == typeTag)
            return !m_data.arguments(id).empty() && fits(m_data.arguments(id)[0], type);
        const TypeParts parts = partsOf(type);
        if (parts.name == "Optional" || parts.name == "Union")
            return std::ranges::any_of(parts.arguments, [&](std::string_view part) { return fits(id, part); });
        if (m_types.isClass(m_data.className(id)) || m_types.isClass(type))
            return m_data.className(id) == type || m_types.implements(m_data.className(id), type);
        return m_data[id].kind == PickleKind::Object || itemsFit(m_data[id], parts);
    }

    bool itemsFit(const PickleNode &node, const TypeParts &parts)
    {
        for (std::size_t i = 0; i < node.items.size(); ++i) {
            const std::size_t argument = node.kind == PickleKind::List ? 0 : node.kind == PickleKind::Dict ? i % 2 : i;
            if (!fits(node.items[i], argument < parts.arguments.size() ? parts.arguments[argument] : ""))
                return false;
        }
        return true;
    }

    /// Numbers, texts and nothing are compared by LibTorch when they are read.
    [[nodiscard]] bool isPlain(PickleId id) const
    {
        const PickleKind kind = m_data[id].kind;
        return kind != PickleKind::Object && kind != PickleKind::List && kind != PickleKind::Tuple
            && kind != PickleKind::Dict;
    }

    [[nodiscard]] bool holdsObject(PickleId id) const
    {
        const auto isObject = [this](PickleId item) { return m_types.isClass(m_data.className(item)); };
        return isObject(id) || std::ranges::any_of(m_data[id].items, isObject);
    }

    void add(const std::string &what, const std::string &declared)
    {
        CodeFinding finding;
        finding.record = "data.pkl";
        finding.operation = "prim::GetAttr";
        finding.excerpt = messagePart(what + " is declared as " + declared + " and holds an object of another class");
        finding.setRisk(OperatorRisk::Cast);
        m_findings.push_back(std::move(finding));
    }

    const Pickle &m_data;
    const DeclaredTypes &m_types;
    std::set<std::string, std::less<>> m_typeTexts;
    std::map<std::pair<PickleId, const std::string *>, bool> m_judged;
    int m_depth = 0;
    std::vector<CodeFinding> m_findings;
};

/// Attributes of data.pkl that hold an object of another class than the code declares, in themselves or in their lists,
/// dicts and tuples: LibTorch fills them without a comparison, and reads attributes by their place in the declared
/// class. At most 20, each with the risk Cast.
std::vector<CodeFinding> objectsOfOtherClasses(const Pickle &data, const DeclaredTypes &types)
{
    return ObjectCheck(data, types).run();
}

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
