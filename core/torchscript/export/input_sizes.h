// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/torchscript/export/loaded_export.h"

#include <functional>
#include <string>
#include <vector>

namespace rooflight {

/// Values of the symbols of an export: those with which it was exported, and what \p given says instead, each
/// "NAME=VALUE" with the symbol's name in the file, or an argument and its dimension ("input_ids.1=512"). \p path names
/// the file in errors. Errors: CommandLine for what is not a size, names no symbol, or leaves its range.
[[nodiscard]] Result<SymbolValues> sizesOf(const LoadedExport &exported, const std::vector<std::string> &given,
                                           const std::string &path);

/// The same for the symbols of a file that was only looked into.
[[nodiscard]] Result<SymbolValues> sizesOf(const std::vector<ExportSymbol> &symbols,
                                           const std::vector<std::string> &given, const std::string &path);

/// Errors: CommandLine if the values have another size than one of \p given, which they have by \p batch,
/// or else by the inputs that were given.
[[nodiscard]] Result<void> checkGivenSizes(const LoadedExport &exported, const std::vector<std::string> &given,
                                           const std::vector<c10::IValue> &values, const std::string &path,
                                           std::int64_t batch);

/// Calls \p use(leaf, value, name) for each leaf of the arguments and the value in its place; \p name is that of a
/// message, "options[a]".
void forEachLeaf(const LoadedExport &exported, const std::vector<c10::IValue> &values,
                 const std::function<void(const ExportArgument &, const c10::IValue &, const std::string &)> &use);

/// Values of the symbols that are the size of a dimension of \p values, or a number among them.
[[nodiscard]] SymbolValues symbolsIn(const LoadedExport &exported, const std::vector<c10::IValue> &values);

/// Compares the sizes of inputs with what the export allows: fixed sizes, ranges, equal symbols, expressions of them,
/// and the conditions that torch.export found in the model's code.
/// Empty, or what does not fit: "x.1 is 200, and 224 is what the export allows". LibTorch itself would not notice.
[[nodiscard]] ComposedText misfit(const LoadedExport &exported, const std::vector<c10::IValue> &values);

} // namespace rooflight
