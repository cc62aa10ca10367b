// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/module_tree.h"

#include "core/archive/zip/file_error.h"
#include "core/archive/zip/text.h"
#include "core/base/text.h"

#include <algorithm>
#include <limits>

namespace rooflight {

namespace {

constexpr std::size_t maxModules = 200'000;
constexpr std::size_t maxModuleDepth = 500;
constexpr std::size_t maxPathBytes = std::size_t { 64 } << 20; ///< of all modules: a name may be shared, a path is not

std::int64_t saturatingSum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

template<typename T, typename U> bool contains(const std::vector<T> &values, const U &value)
{
    return std::ranges::find(values, value) != values.end();
}

constexpr std::string_view packedClasses = "__torch__.torch.classes.";

/// The weights of one object, apart from those of packed objects in it.
struct ObjectWeights {
    std::vector<StoredTensor> weights;
    std::vector<PickleId> packed;

    [[nodiscard]] bool hasVectors() const { return std::ranges::any_of(weights, &isVector); }
    static bool isVector(const StoredTensor &tensor) { return tensor.info.shape.size() == 1; }
};

Result<ObjectWeights> weightsOfObject(const Pickle &pickle, PickleId root, std::set<PickleId> &seen)
{
    ObjectWeights result;
    std::vector<PickleId> waiting { root };
    while (!waiting.empty()) {
        const PickleId id = waiting.back();
        waiting.pop_back();
        if (id != root && pickle.className(id).starts_with(packedClasses)) {
            result.packed.push_back(id);
            continue;
        }
        if (!seen.insert(id).second)
            continue;
        const Result<std::optional<StoredTensor>> tensor = tensorIn(pickle, id);
        if (!tensor.ok())
            return tensor.error();
        if (tensor.value() && tensor.value()->isWeight())
            result.weights.push_back(*tensor.value());
        if (tensor.value())
            continue;
        const PickleNode &node = pickle[id];
        waiting.insert(waiting.end(), node.items.rbegin(), node.items.rend());
        if (node.state != PickleNode::noState)
            waiting.push_back(node.state);
    }
    return result;
}

/// Calls `use` for each weight in the value, but not for the scales and zero points inside quantized ones. A recurrent
/// cell holds its products, and names the biases that these hold once more: a copy of them, unless FBGEMM packed them.
template<typename Use> Result<void> forEachWeight(const Pickle &pickle, PickleId root, Use use)
{
    struct Object {
        PickleId id;
        bool vectorsAreCopies;
    };
    std::set<PickleId> seen;
    std::vector<Object> objects { { root, false } };
    while (!objects.empty()) {
        const Object object = objects.back();
        objects.pop_back();
        const Result<ObjectWeights> own = weightsOfObject(pickle, object.id, seen);
        if (!own.ok())
            return own.error();
        for (const StoredTensor &weight : own.value().weights) {
            if (!object.vectorsAreCopies || !ObjectWeights::isVector(weight))
                use(weight);
        }
        const bool namesBiases = pickle.className(object.id).starts_with(packedClasses) && own.value().hasVectors();
        for (const PickleId packed : own.value().packed)
            objects.push_back({ packed, namesBiases });
    }
    return {};
}

class TreeReader
{
public:
    TreeReader(const Pickle &data, const ArchiveCode &code)
        : m_data(data)
        , m_code(code)
    {
    }

    Result<ModuleTree> run()
    {
        if (moduleClass(m_data.root()) == nullptr) {
            return malformed("its code declares no module \"" + messagePart(m_data.className(m_data.root()))
                             + "\", of which the model is made");
        }
        const Result<void> read = readModule(m_data.root(), "");
        if (!read.ok())
            return read.error();
        return std::move(m_tree);
    }

private:
    [[nodiscard]] const CodeClass *moduleClass(PickleId id) const
    {
        const auto found = m_code.classes.find(m_data.className(id));
        return found != m_code.classes.end() && found->second.isModule ? &found->second : nullptr;
    }

    Result<void> readModule(PickleId id, const std::string &path)
    {
        if (m_ancestors.size() >= maxModuleDepth || m_tree.modules.size() >= maxModules || contains(m_ancestors, id))
            return malformed("its modules contain each other or nest without end");
        m_pathBytes += path.size();
        if (m_pathBytes > maxPathBytes)
            return malformed("the names of its modules are longer than any model's");
        const std::size_t position = m_tree.modules.size();
        m_tree.modules.push_back({ path, validUtf8(lastComponent(withoutMangling(m_data.className(id)), '.')), 0, 0 });

        const PickleId state = m_data[id].state;
        if (state == PickleNode::noState)
            return {};

        m_ownParameters = {};
        m_ownBuffers = {};
        const bool hasAttributes = m_data[state].kind == PickleKind::Dict;
        Result<void> read = hasAttributes ? readAttributes(id) : addWeights(state);
        setOwn(position);
        if (!read.ok() || !hasAttributes)
            return read;

        m_ancestors.push_back(id);
        read = readChildren(state, path);
        m_ancestors.pop_back();
        return read;
    }

    void setOwn(std::size_t position)
    {
        m_tree.modules[position].parameters = m_ownParameters.elements();
        m_tree.modules[position].buffers = m_ownBuffers.elements();
    }

    Result<void> readAttributes(PickleId module)
    {
        const CodeClass &declared = *moduleClass(module);
        const std::vector<PickleId> &items = m_data[m_data[module].state].items;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const std::string_view name = m_data[items[i]].text;
            const Result<std::optional<StoredTensor>> tensor = tensorIn(m_data, items[i + 1]);
            if (!tensor.ok())
                return tensor.error();
            if (!tensor.value()) {
                const bool packed = m_data.className(items[i + 1]).starts_with(packedClasses);
                if (const Result<void> added = packed ? addWeights(items[i + 1]) : Result<void>(); !added.ok())
                    return added.error();
            } else if (contains(declared.parameters, name)) {
                addParameter(*tensor.value());
            } else if (contains(declared.buffers, name)) {
                m_ownBuffers.add(*tensor.value());
                m_tree.buffers.add(*tensor.value());
            }
        }
        return {};
    }

    static std::string childPath(const std::string &path, const std::string &name)
    {
        return path.empty() ? name : path + '.' + name;
    }

    Result<void> readChildren(PickleId state, const std::string &path)
    {
        const std::vector<PickleId> &items = m_data[state].items;
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            if (moduleClass(items[i + 1]) == nullptr)
                continue;
            Result<void> read = readModule(items[i + 1], childPath(path, validUtf8(m_data[items[i]].text)));
            if (!read.ok())
                return read;
        }
        return {};
    }

    void addParameter(const StoredTensor &tensor)
    {
        m_ownParameters.add(tensor);
        m_tree.parameters.add(tensor);
    }

    Result<void> addWeights(PickleId id)
    {
        return forEachWeight(m_data, id, [this](const StoredTensor &tensor) { addParameter(tensor); });
    }

    const Pickle &m_data;
    const ArchiveCode &m_code;
    ModuleTree m_tree;
    std::vector<PickleId> m_ancestors;
    std::size_t m_pathBytes = 0;
    TensorTally m_ownParameters; ///< of the module being read
    TensorTally m_ownBuffers;
};

} // namespace

void TensorTally::add(const StoredTensor &tensor)
{
    if (m_seen.insert(tensor.place).second)
        addAgain(tensor);
}

void TensorTally::addAgain(const StoredTensor &tensor)
{
    m_elements = saturatingSum(m_elements, tensor.place.elements);
    m_bytes = saturatingSum(m_bytes, tensor.bytes());
}

Result<ModuleTree> readModuleTree(const Pickle &data, const ArchiveCode &code)
{
    return TreeReader(data, code).run();
}

Result<TensorTally> weightsIn(const Pickle &constants, const ArchiveCode &code)
{
    TensorTally tally;
    const Result<void> read =
        forEachWeight(constants, constants.root(), [&tally](const StoredTensor &tensor) { tally.add(tensor); });
    if (!read.ok())
        return read.error();
    const std::vector<PickleId> &items = constants[constants.root()].items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Result<std::optional<StoredTensor>> tensor = tensorIn(constants, items[i]);
        if (!tensor.ok())
            return tensor.error();
        const auto uses = code.constantUses.find('c' + std::to_string(i));
        if (!tensor.value() || !tensor.value()->isWeight() || tensor.value()->info.shape.size() != 1
            || uses == code.constantUses.end())
            continue;
        for (int use = 1; use < uses->second; ++use)
            tally.addAgain(*tensor.value());
    }
    return tally;
}

namespace {

bool hasOnlyTracedAttributes(const CodeClass &declared)
{
    return std::ranges::all_of(declared.plainAttributes, [](const std::string &name) {
        return name == "training" || name == "_is_full_backward_hook";
    });
}

bool looksTraced(const ArchiveCode &code)
{
    bool hasLibraryModule = false;
    for (const auto &[name, declared] : code.classes) {
        if (!declared.isModule)
            continue;
        if (!hasOnlyTracedAttributes(declared))
            return false;
        hasLibraryModule = hasLibraryModule || name.starts_with("__torch__.torch.nn.modules.");
    }
    return hasLibraryModule && !code.branches;
}

} // namespace

ModelForm formOf(const ArchiveCode &code, const ModuleTree &tree, bool hasTracedInputs,
                 const TensorTally &constantWeights)
{
    if (hasTracedInputs)
        return ModelForm::Trace;
    const bool holdsTensors = tree.parameters.elements() > 0 || tree.buffers.elements() > 0;
    if (!holdsTensors && constantWeights.elements() > 0)
        return ModelForm::Frozen;
    return looksTraced(code) ? ModelForm::Trace : ModelForm::Script;
}

} // namespace rooflight
