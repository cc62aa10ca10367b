// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/load/operator_library.h"

#include "core/base/shared_library.h"
#include "core/torchscript/export/python_operators.h"
#include "core/torchscript/load/python_library.h"

#include <ATen/core/interned_strings.h>
#include <c10/core/Device.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/custom_class_detail.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

/// Each try opens one more library that the one before asked for.
constexpr int maxTries = 16;

/// The folder of the LibTorch that this process runs.
fs::path torchFolder()
{
    Dl_info info {};
    const auto inLibTorch = reinterpret_cast<const void *>(&torch::jit::getAllOperatorsFor);
    if (dladdr(inLibTorch, &info) == 0 || !info.dli_fname)
        return {};
    std::error_code ignored;
    return fs::canonical(info.dli_fname, ignored).parent_path();
}

/// "libc10_cuda.so" of "libc10_cuda.so: cannot open shared object file: ...": a library needs it and names no folder.
std::optional<std::string> missingFile(std::string_view reason)
{
    const std::size_t colon = reason.find(": cannot open shared object file");
    if (colon == std::string_view::npos)
        return std::nullopt;
    return std::string(reason.substr(0, colon));
}

bool needsPython(std::string_view reason)
{
    return reason.find("undefined symbol: Py") != std::string_view::npos
        || reason.find("undefined symbol: _Py") != std::string_view::npos;
}

/// Opens what the failed library asked for; false if it cannot be found.
bool openWhatIsMissing(const std::string &reason)
{
    const fs::path folder = torchFolder();
    if (needsPython(reason)) {
        const bool onlyThroughLibTorch = reason.find(pythonHalfOfLibTorch) != std::string::npos;
        return (onlyThroughLibTorch && openPythonStandIn()) || openPython(folder);
    }
    const std::optional<std::string> missing = missingFile(reason);
    if (!missing)
        return false;
    if (*missing == pythonHalfOfLibTorch)
        return openPythonStandIn();
    const fs::path file = folder / *missing;
    return fs::exists(file) && dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
}

/// Opens a file, or a library by the name under which the system knows it; `nullopt`, or why it does not open.
std::optional<std::string> open(const std::string &name)
{
    std::string reason;
    for (int attempt = 0; attempt < maxTries; ++attempt) {
        if (dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL))
            return std::nullopt;
        const std::string before = std::exchange(reason, loaderError());
        if (reason == before || missingFile(reason) == name || !openWhatIsMissing(reason))
            break;
    }
    return reason;
}

Error cannotOpen(const std::string &file, const std::string &reason)
{
    Error error { ErrorCode::FileUnreadable, fmt::format("The operator library {} cannot be opened: {}.", file, reason),
                  "Check that it was built for this LibTorch.", 0 };
    if (needsPython(reason))
        error.hint = fmt::format("It needs {}, which is not installed here: install it, or build the library without "
                                 "Python.",
                                 pythonLibraryName(torchFolder()));
    return error;
}

bool isRegistered(const std::string &operation)
{
    if (!torch::jit::getAllOperatorsFor(c10::Symbol::fromQualString(operation)).empty())
        return true;
    const std::size_t colons = operation.find("::"); // fromQualString() has made sure of them
    const std::string className =
        fmt::format("__torch__.torch.classes.{}.{}", operation.substr(0, colons), operation.substr(colons + 2));
    return torch::getCustomClass(className) != nullptr;
}

bool isComplete(const NeededLibrary &library)
{
    return std::ranges::all_of(library.operators, isRegistered);
}

/// Where torchvision is: in the Python environment of this LibTorch, where its C++ build installs it, or where the
/// system looks.
std::vector<std::string> torchvisionFiles()
{
    std::vector<std::string> files;
    const fs::path folder = torchFolder();
    std::error_code ignored;
    for (const auto &entry : fs::directory_iterator(folder / "../../torchvision", ignored)) {
        const std::string name = entry.path().filename().string();
        // "_C_stable.so" from torchvision 0.29 on.
        if ((name.starts_with("_C.") || name.starts_with("_C_stable.")) && name.ends_with(".so"))
            files.push_back(fs::weakly_canonical(entry.path(), ignored).string());
    }
    for (const fs::path &place : { folder, fs::path("/usr/local/lib"), fs::path("/usr/local/lib64") }) {
        if (fs::exists(place / "libtorchvision.so", ignored))
            files.push_back((place / "libtorchvision.so").string());
    }
    return files;
}

Result<void> openTorchvision()
{
    const std::vector<std::string> files = torchvisionFiles();
    for (const std::string &file : files) {
        if (Result<void> opened = openOperatorLibrary(file); opened.ok() || file == files.back())
            return opened;
    }
    // A missing library is not an error here: all missing operators are named together.
    open("libtorchvision.so");
    return {};
}

std::string wayToGet(const std::string &nameSpace)
{
    if (nameSpace == "torchvision")
        return "Give torchvision/_C.so with --library FILE.so.";
    if (isWrittenInPython(nameSpace))
        return fmt::format("The operators of {} exist in Python only: export the model without them.", nameSpace);
    return fmt::format(
        "Give the library of {} with --library FILE.so; if it is written in Python there is none: save "
        "program.run_decompositions() of the export, which decomposes what it can, or export the model without it.",
        nameSpace);
}

} // namespace

void fillOperatorRegistry()
{
    static_cast<void>(torch::jit::getAllOperatorsFor(c10::aten::add));
}

Result<void> openOperatorLibrary(const std::string &file)
{
    std::error_code failure;
    const fs::path path = fs::canonical(file, failure);
    if (failure)
        return cannotOpen(file, failure.message());
    // A pipe or a device would keep the loader waiting.
    if (!fs::is_regular_file(path, failure))
        return cannotOpen(file, "it is not a regular file");
    if (const std::optional<std::string> reason = open(path.string()))
        return cannotOpen(file, *reason);
    return {};
}

std::vector<fs::path> operatorLibraryFolders()
{
    const fs::path folder = torchFolder();
    std::vector<fs::path> folders { folder };
    std::ranges::copy(pythonLibraryFolders(folder), std::back_inserter(folders));
    return folders;
}

Result<void> findOperatorLibraries(std::vector<NeededLibrary> &libraries)
{
    for (NeededLibrary &library : libraries) {
        library.found = isComplete(library);
        if (library.found || library.nameSpace != "torchvision")
            continue;
        if (Result<void> opened = openTorchvision(); !opened.ok())
            return opened;
        library.found = isComplete(library);
    }
    return {};
}

Result<void> requireOperators(const std::string &path, const std::vector<NeededLibrary> &libraries)
{
    std::vector<std::string> missing;
    std::vector<std::string> ways;
    for (const NeededLibrary &library : libraries) {
        const std::size_t before = missing.size();
        if (!library.found)
            std::ranges::copy_if(library.operators, std::back_inserter(missing),
                                 [](const std::string &operation) { return !isRegistered(operation); });
        if (missing.size() > before)
            ways.push_back(wayToGet(library.nameSpace));
    }
    if (missing.empty())
        return {};
    return Error { ErrorCode::ModelFailed,
                   fmt::format("{} needs {}, which LibTorch does not have.", path, fmt::join(missing, ", ")),
                   fmt::format("{}", fmt::join(ways, " ")), 3 };
}

void dropUnknownOperators(std::vector<CodeFinding> &findings)
{
    std::erase_if(findings, [](const CodeFinding &finding) {
        return finding.risk == OperatorRisk::Unlisted && !isRegistered(finding.operation);
    });
}

} // namespace rooflight
