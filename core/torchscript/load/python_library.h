// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// The part of LibTorch that Python programs use. Operator libraries built for Python are linked to it, most without
/// using it, and it does not open without a Python.
inline constexpr std::string_view pythonHalfOfLibTorch = "libtorch_python.so";

/// Opens an empty library of that name, with which the loader is content. False when that fails.
[[nodiscard]] bool openPythonStandIn();

/// Opens Python's own library and LibTorch's Python half, both unused: for libraries that refer to Python. The version
/// is that of the environment in which \p torchFolder lies. False when there is none.
[[nodiscard]] bool openPython(const std::filesystem::path &torchFolder);

/// Where the libraries of that environment lie: of its packages, of its own, and of the Python that it was made of.
/// None when there is none.
[[nodiscard]] std::vector<std::filesystem::path> pythonLibraryFolders(const std::filesystem::path &torchFolder);

/// File name of Python's own library for that environment, for example "libpython3.11.so.1.0".
[[nodiscard]] std::string pythonLibraryName(const std::filesystem::path &torchFolder);

} // namespace rooflight
