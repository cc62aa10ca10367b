// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/file_check.h"

#include "core/archive/zip/file_error.h"
#include "core/base/opened_file.h"
#include "core/base/plain_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

namespace rooflight {

using namespace std::string_view_literals;

namespace {

constexpr std::size_t headBytes = 512;

constexpr std::string_view saveHint = "Build the model in Python, load the weights and save it: "
                                      "torch.export.save(torch.export.export(model, (example,)), "
                                      "\"model.pt2\"), or torch.jit.trace(model, example).save(\"model.pt\").";
constexpr std::string_view exportHint =
    "Save the model in Python: torch.export.save(torch.export.export(model, (example,)), \"model.pt2\"), or "
    "torch.jit.script(model).save(\"model.pt\").";
constexpr std::string_view programHint =
    "Open what it was made from, saved in Python: torch.export.save(torch.export.export(model, (example,)), "
    "\"model.pt2\").";
constexpr std::string_view onnxHint =
    "Open the PyTorch model that it was made from, saved in Python: torch.export.save(torch.export.export(model, "
    "(example,)), \"model.pt2\").";
constexpr std::string_view unpackHint = "Unpack it and open the .pt file inside.";
constexpr std::string_view fetchHint = "Copy or download the file again.";

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    std::string_view what;
    std::string_view hint;
};

constexpr std::array signatures = {
    Signature { 4, "ET12"sv, "it is a program of ExecuTorch (.pte), which holds no operators of PyTorch", programHint },
    Signature { 4, "TFL3"sv, "it is a TensorFlow Lite (.tflite) model", exportHint },
    Signature { 4, "PTMF"sv, "it is a PyTorch Mobile (flatbuffer) model", exportHint },
    Signature { 0, "version https://git-lfs"sv, "it is a Git LFS pointer; the file itself was not fetched",
                "Fetch it with: git lfs pull" },
    Signature { 0, "<!DOCTYPE"sv, "it is a web page", "Download the file itself, not the page about it." },
    Signature { 0, "<!doctype"sv, "it is a web page", "Download the file itself, not the page about it." },
    Signature { 0, "<html"sv, "it is a web page", "Download the file itself, not the page about it." },
    Signature { 0, "\177ELF"sv, "it is a program or a library",
                "Open a .pt file; an operator library is given beside the model." },
    Signature { 0, "\211HDF"sv, "it is an HDF5 file, as Keras writes", exportHint },
    Signature { 0, "GGUF"sv, "it is a GGUF file, as llama.cpp uses", saveHint },
    Signature { 5, "\0\0\0{\""sv, "it looks like a safetensors file: weights without a model", saveHint },
    Signature { 0, "\x1f\x8b"sv, "it is compressed with gzip", unpackHint },
    Signature { 0, "\x28\xb5\x2f\xfd"sv, "it is compressed with zstd", unpackHint },
    Signature { 0, "\3757zXZ"sv, "it is compressed with xz", unpackHint },
    Signature { 0, "BZh"sv, "it is compressed with bzip2", unpackHint },
    Signature { 0, "7z\xbc\xaf\x27\x1c"sv, "it is a 7-Zip archive", unpackHint },
    Signature { 0, "Rar!"sv, "it is a RAR archive", unpackHint },
    Signature { 257, "ustar"sv, "it is a tar archive", unpackHint },
};

bool isPickle(std::string_view head)
{
    return head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

bool isText(std::string_view head)
{
    return std::ranges::none_of(head, [](char character) {
        const auto code = static_cast<unsigned char>(character);
        return (code < 0x20 && code != '\t' && code != '\n' && code != '\r' && code != '\f') || code == 0x7F;
    });
}

/// The first record of a session, under either name of the program.
bool isSession(std::string_view head)
{
    return head.starts_with(R"({"type":"hello")");
}

bool isTrace(std::string_view head)
{
    const std::size_t begin = head.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && head[begin] == '{' && isText(head)
        && (head.find("\"schemaVersion\"") != std::string_view::npos
            || head.find("\"traceEvents\"") != std::string_view::npos);
}

/// A ModelProto of ONNX (onnx.proto) starts with field 1, the version of the format. Any of its further fields may
/// follow, each as its number and its wire type: names and texts, the model's version, the graph, the operator sets.
bool isOnnx(std::string_view head)
{
    constexpr std::string_view keysOfFields = "\x12\x1a\x22\x28\x32\x3a\x42\x72"sv;
    constexpr char maxVersions = 32; ///< 13 in 2026
    return head.size() >= 3 && head[0] == '\x08' && head[1] > 0 && head[1] < maxVersions
        && keysOfFields.find(head[2]) != std::string_view::npos;
}

Error describeContent(const std::string &path, std::string_view head)
{
    if (isPickle(head)) {
        return notTorchScript(path, "it is a pickle, as torch.save wrote before PyTorch 1.6: weights or Python objects",
                              saveHint);
    }
    for (const Signature &signature : signatures) {
        if (head.size() > signature.offset && head.substr(signature.offset).starts_with(signature.bytes))
            return notTorchScript(path, signature.what, signature.hint);
    }
    if (isOnnx(head) || path.ends_with(".onnx"))
        return notTorchScript(path, "it is an ONNX model", onnxHint);
    if (std::ranges::all_of(head, [](char character) { return character == 0; }))
        return damaged(path, "it starts with zeros only");
    if (isSession(head))
        return notTorchScript(path, "it is a session that Rooflight saved",
                              "Show it with rooflight-cli show, or open it in the window.");
    if (isTrace(head))
        return notTorchScript(path, "it is a trace of PyTorch's profiler", "Read it with rooflight-cli import.");
    if (isText(head))
        return notTorchScript(path, "it is a text file", exportHint);
    return notTorchScript(path, "it does not start like a zip archive, as .pt and .pt2 files do", fetchHint);
}

std::string_view kindOfSpecialFile(mode_t mode)
{
    if (S_ISFIFO(mode))
        return "it is a named pipe, not a regular file";
    if (S_ISSOCK(mode))
        return "it is a socket, not a regular file";
    if (S_ISCHR(mode) || S_ISBLK(mode))
        return "it is a device, not a regular file";
    return "it is not a regular file";
}

std::optional<Error> checkStatus(const std::string &path, struct stat &status)
{
    if (path.empty())
        return Error { ErrorCode::FileUnreadable, "No file was named.",
                       "Name a TorchScript (.pt) or torch.export (.pt2) file.", 0 };
    if (::stat(pathToRead(path).c_str(), &status) != 0) {
        const int reason = errno;
        if (reason == ENOENT)
            return unreadable(path, "there is no such file",
                              missingFileHint(path, "Check the spelling and the folder."));
        if (reason == EACCES)
            return unreadable(path, "a folder on the way to it may not be entered", "Check the permissions.");
        return unreadable(path, std::generic_category().message(reason), "Check the path.");
    }
    if (S_ISDIR(status.st_mode) && access((path + "/config.json").c_str(), F_OK) == 0) {
        return unreadable(path, "it is a folder, as of a model of Hugging Face",
                          "Ask for its tokens per second with python -m rooflight tokens FOLDER, or measure it with "
                          "python -m rooflight report FOLDER.");
    }
    if (S_ISDIR(status.st_mode)) {
        return unreadable(path, "it is a folder", "Name a file in it; an unpacked model must be packed again first.");
    }
    if (!S_ISREG(status.st_mode))
        return unreadable(path, kindOfSpecialFile(status.st_mode), "Save the model to a regular file and open that.");
    return std::nullopt;
}

} // namespace

Result<std::int64_t> checkFile(const std::string &path)
{
    struct stat status {
    };
    if (auto error = checkStatus(path, status))
        return *error;
    std::ifstream file(pathToRead(path), std::ios::binary);
    if (!file)
        return unreadable(path, std::generic_category().message(errno),
                          "Check the file's permissions: chmod u+r FILE.");
    if (status.st_size == 0)
        return notTorchScript(path, "it is empty", fetchHint);
    std::array<char, headBytes> buffer {};
    file.read(buffer.data(), buffer.size());
    const std::string_view head(buffer.data(), static_cast<std::size_t>(file.gcount()));
    if (head.empty())
        return unreadable(path, "reading it failed", "Check the disk or the network folder it is on.");
    if (!head.starts_with("PK\x03\x04"sv) && !head.starts_with("PK\x05\x06"sv))
        return describeContent(path, head);
    return static_cast<std::int64_t>(status.st_size);
}

} // namespace rooflight
