// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/zip/file_error.h"

#include "core/archive/zip/text.h"

namespace rooflight {

namespace {

Error fileError(ErrorCode code, std::string text, std::string_view hint)
{
    Error error;
    error.code = code;
    error.text = std::move(text);
    error.hint = hint;
    return error;
}

} // namespace

std::string quoted(std::string_view path)
{
    // A path is worth showing whole, however long; only what would break the line is replaced.
    std::string shown = validUtf8(path);
    for (char &character : shown) {
        if (static_cast<unsigned char>(character) < 0x20)
            character = '?';
    }
    return '"' + shown + '"';
}

Error unreadable(std::string_view path, std::string_view why, std::string_view hint)
{
    return fileError(ErrorCode::FileUnreadable, "Cannot read " + quoted(path) + ": " + std::string(why) + '.', hint);
}

Error notTorchScript(std::string_view path, std::string_view why, std::string_view hint)
{
    return fileError(ErrorCode::NotTorchScript,
                     quoted(path) + " is not a TorchScript or torch.export model: " + std::string(why) + '.', hint);
}

Error damaged(std::string_view path, std::string_view why)
{
    return fileError(ErrorCode::Damaged, quoted(path) + " is damaged: " + std::string(why) + '.',
                     "Copy or download the file again, or save the model again.");
}

Error notRead(std::string_view path, std::string_view why, std::string_view hint)
{
    return fileError(ErrorCode::Damaged, quoted(path) + " is not read: " + std::string(why) + '.', hint);
}

Error malformed(std::string_view why)
{
    return fileError(ErrorCode::Damaged, std::string(why), "");
}

Error damagedButOpenable(std::string_view path, std::string_view why)
{
    Error error = damaged(path, why);
    error.hint =
        "Copy or download the file again; --accept-damaged opens it all the same, but the results may be wrong.";
    return error;
}

} // namespace rooflight
