// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/export/export_json.h"
#include "core/archive/export/exported_program.h"

#include <string>
#include <string_view>

namespace rooflight {

/// Reads the parts that graphs are made of. The first thing that is wrong is kept, and what is read from then on is
/// empty: ask problem() at the end.
class ExportValueReader
{
public:
    [[nodiscard]] const std::string &problem() const { return m_problem; }
    void setProblem(std::string problem);

    /// The member, or null with a problem set.
    const ExportJson *need(const ExportJson &object, std::string_view key);
    std::string needText(const ExportJson &object, std::string_view key);

    /// A member that is an array; an empty one with a problem set.
    const ExportJson &needArray(const ExportJson &object, std::string_view key);

    ExportValue readValue(const ExportJson &argument);
    ExportTensor readTensor(const ExportJson &meta);
    SizeExpression readSize(const ExportJson &size);
    ExportGraph readGraph(const ExportJson &graph);

private:
    ExportValue readKind(std::string_view kind, const ExportJson &value);
    ExportValue readList(std::string_view kind, const ExportJson &value, ExportType elements);
    ExportValue readNumberOrName(ExportType type, const ExportJson &value);
    ExportValue readOptionalTensor(const ExportJson &value);
    ExportValue readDevice(const ExportJson &value);
    ExportValue readDict(const ExportJson &value);
    ExportValue readComplex(const ExportJson &value);
    ExportValue readWhole(ExportType type, const ExportJson &value);
    ExportNode readNode(const ExportJson &node);
    std::vector<ExportValue> readValues(const ExportJson &values);

    std::string m_problem;
};

} // namespace rooflight
