// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/python_library.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include <fstream>

// The file that the build made of python_stand_in.cpp, so that no program of ours has to find it.
// clang-format off
asm(".section .rodata\n"
    ".global rooflightStandInBegin\n"
    "rooflightStandInBegin:\n"
    ".incbin \"" ROOFLIGHT_PYTHON_STAND_IN "\"\n"
    ".global rooflightStandInEnd\n"
    "rooflightStandInEnd:\n"
    ".previous\n");
// clang-format on
extern "C" const char rooflightStandInBegin[];
extern "C" const char rooflightStandInEnd[];

namespace rooflight {

namespace {

namespace fs = std::filesystem;

/// "python3.11", when LibTorch lies in that Python's lib/python3.11/site-packages/torch/lib.
std::string pythonName(const fs::path &torchFolder)
{
    const std::string name = torchFolder.parent_path().parent_path().parent_path().filename().string();
    return name.starts_with("python3.") ? name : std::string();
}

/// The lib folder of the Python that a virtual environment was made of; pyvenv.cfg names its programs' folder.
fs::path libFolderBehind(const fs::path &environment)
{
    std::ifstream settings(environment / "pyvenv.cfg");
    constexpr std::string_view key = "home = ";
    for (std::string line; std::getline(settings, line);) {
        if (line.starts_with(key))
            return fs::path(line.substr(key.size())).parent_path() / "lib";
    }
    return {};
}

} // namespace

bool openPythonStandIn()
{
    const auto size = static_cast<std::size_t>(rooflightStandInEnd - rooflightStandInBegin);
    const int memory = memfd_create("rooflight_python_stand_in", MFD_CLOEXEC);
    if (memory < 0)
        return false;
    const bool written = write(memory, rooflightStandInBegin, size) == static_cast<ssize_t>(size);
    const bool opened = written && dlopen(fmt::format("/proc/self/fd/{}", memory).c_str(), RTLD_NOW | RTLD_LOCAL);
    close(memory);
    return opened;
}

std::string pythonLibraryName(const fs::path &torchFolder)
{
    const std::string python = pythonName(torchFolder);
    return fmt::format("lib{}.so.1.0", python.empty() ? "python3" : python);
}

std::vector<fs::path> pythonLibraryFolders(const fs::path &torchFolder)
{
    const fs::path packages = torchFolder.parent_path().parent_path();
    if (packages.filename() != "site-packages" && packages.filename() != "dist-packages")
        return {};
    const fs::path libFolder = packages.parent_path().parent_path();
    std::vector<fs::path> folders { packages, libFolder };
    if (const fs::path behind = libFolderBehind(libFolder.parent_path()); !behind.empty())
        folders.push_back(behind);
    return folders;
}

bool openPython(const fs::path &torchFolder)
{
    if (pythonName(torchFolder).empty())
        return false;
    const std::string name = pythonLibraryName(torchFolder);
    const fs::path libFolder = torchFolder.parent_path().parent_path().parent_path().parent_path();
    const std::vector<fs::path> places = { libFolder / name, libFolderBehind(libFolder.parent_path()) / name, name };
    for (const fs::path &place : places) {
        if (dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL))
            return dlopen((torchFolder / pythonHalfOfLibTorch).c_str(), RTLD_NOW | RTLD_GLOBAL);
    }
    return false;
}

} // namespace rooflight
