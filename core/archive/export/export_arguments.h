// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/exported_program.h"
#include "core/archive/pickle/pickle.h"
#include "core/archive/pickle/stored_tensor.h"
#include "core/archive/zip/zip_archive.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rooflight {

/// An argument of forward(), or a part of one that is nested. What the export fixed to a value is left out.
struct ExportArgument {
    std::string name = {}; ///< of the argument; of a part: its key, or empty in a sequence
    TreeSpec::Kind kind = TreeSpec::Kind::Leaf;
    bool isList = false; ///< of a sequence
    std::size_t input = 0; ///< of a leaf: position in ExportedProgram::inputs
    std::size_t leaf = 0; ///< of a leaf: position among the leaves of ExportedProgram::inputTree
    std::vector<ExportArgument> parts = {};

    /// "Tensor", "List[Tensor]", "Dict[str, Tensor]", "int": as TorchScript writes types.
    [[nodiscard]] std::string type(const ExportedProgram &program) const;

    /// Calls \p use(leaf, place) for each leaf in it, with its place in the argument: "", "[0]", "[image]".
    template<typename Use> void forEachLeaf(const Use &use, const std::string &place = {}) const
    {
        if (kind == TreeSpec::Kind::Leaf)
            use(*this, place);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i].forEachLeaf(
                use, place + '[' + (kind == TreeSpec::Kind::Dict ? parts[i].name : std::to_string(i)) + ']');
    }
};

/// The arguments of forward(), the positional ones first.
[[nodiscard]] std::vector<ExportArgument> argumentsOf(const ExportedProgram &program);

/// A symbol of sizes, and where the arguments show it.
struct ExportSymbol {
    std::string name; ///< in the file, for example "s77"
    ExportRange range;
    std::optional<std::int64_t> sample; ///< of the sample inputs
    std::vector<std::string> places; ///< "input_ids.1": argument (with its place in it) and dimension
};

/// Symbols that the sizes of the arguments, or whole numbers among them, consist of.
[[nodiscard]] std::vector<ExportSymbol> symbolsOf(const ExportedProgram &program);

/// One value among the inputs with which a model was exported.
struct SampleValue {
    ExportType type = ExportType::None; ///< Tensor, Int, Float, Bool, String; None: it is none, or not known
    StoredTensor tensor;
    std::int64_t integer = 0; ///< of Int and Bool
    double real = 0;
    std::string text;
};

/// The inputs with which a model was exported: what torch.save() wrote, read and never run.
class SampleInputs
{
public:
    /// Without any values when the file has none. Errors with the file's name: the record is damaged.
    [[nodiscard]] static Result<SampleInputs> read(const ZipArchive &archive, const ExportedProgram &program);

    /// One a leaf of ExportedProgram::inputTree; empty when there are none.
    [[nodiscard]] const std::vector<SampleValue> &values() const { return m_values; }

    /// The data of the storage that a tensor lies in. Errors with the file's name.
    [[nodiscard]] Result<std::string> storageOf(const SampleValue &value) const;

    /// Functions and classes of Python that the record names beyond those of tensors: "os.system".
    [[nodiscard]] const std::vector<std::string> &foreignNames() const { return m_foreign; }

private:
    void collect(const TreeSpec &tree, const PickleId *value);
    void addLeaf(const PickleId *value);
    [[nodiscard]] const PickleId *partOf(const TreeSpec &tree, const PickleId *value, std::size_t index) const;
    void collectForeignNames();

    std::shared_ptr<const ZipArchive> m_archive;
    std::shared_ptr<const Pickle> m_pickle; ///< the tensors point into it
    std::vector<SampleValue> m_values;
    std::vector<std::string> m_foreign;
};

} // namespace rooflight
