// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/results/inspection/inspection.h"

#include <filesystem>
#include <string>
#include <vector>

namespace rooflight {

/// Opens a shared library that registers operators. What it needs of LibTorch is taken from the LibTorch in use; no
/// Python runs, and one that merely names LibTorch's Python half does not need any. Opening one twice does nothing.
/// Errors: FileUnreadable, saying why.
[[nodiscard]] Result<void> openOperatorLibrary(const std::string &file);

/// Folders that libraries of operators and those that they need are looked for in: LibTorch's own, and those of the
/// Python environment that it is part of.
[[nodiscard]] std::vector<std::filesystem::path> operatorLibraryFolders();

/// For each namespace: opens the library that brings it when it is one that is found by itself (torchvision, beside
/// LibTorch or among the system's libraries), and notes in NeededLibrary::found whether all its operators are
/// registered now. The error is that of a library which was found and does not open.
[[nodiscard]] Result<void> findOperatorLibraries(std::vector<NeededLibrary> &libraries);

/// The error, when the file \p path needs operators that no open library brings: names them all and the library to
/// give. Exit status 3.
[[nodiscard]] Result<void> requireOperators(const std::string &path, const std::vector<NeededLibrary> &libraries);

/// Takes away what is on neither list of operators because LibTorch has no operator of that name: why such a file does
/// not run is said when it is loaded.
void dropUnknownOperators(std::vector<CodeFinding> &findings);

/// LibTorch enters its operators into the registry of TorchScript when the first model is opened, which takes some 10
/// ms: a process that will open models in processes forked from it does so once for all of them. Starts no thread.
void fillOperatorRegistry();

} // namespace rooflight
