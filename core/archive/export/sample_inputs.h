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
