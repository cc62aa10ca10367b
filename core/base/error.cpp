// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/error.h"

#include "core/base/enum_names.h"

namespace rooflight {

namespace {

constexpr EnumNames<ErrorCode, 17> errorNames = { {
    { ErrorCode::CommandLine, "command_line" },
    { ErrorCode::FileUnreadable, "file_unreadable" },
    { ErrorCode::NotTorchScript, "not_torchscript" },
    { ErrorCode::Damaged, "damaged" },
    { ErrorCode::FormatVersion, "format_version" },
    { ErrorCode::InputMismatch, "input_mismatch" },
    { ErrorCode::ModelFailed, "model_failed" },
    { ErrorCode::ModelKilled, "model_killed" },
    { ErrorCode::DeviceMissing, "device_missing" },
    { ErrorCode::OutOfMemory, "out_of_memory" },
    { ErrorCode::TimedOut, "timed_out" },
    { ErrorCode::Cancelled, "cancelled" },
    { ErrorCode::UnsafeFile, "unsafe_file" },
    { ErrorCode::WorkerLost, "worker_lost" },
    { ErrorCode::WorkerUnreachable, "worker_unreachable" },
    { ErrorCode::OutputFile, "output_file" },
    { ErrorCode::Internal, "internal" },
} };

} // namespace

std::string_view name(ErrorCode code)
{
    const std::string_view known = nameIn(errorNames, code);
    return known.empty() ? "internal" : known;
}

ErrorCode errorCodeFromName(std::string_view text)
{
    return valueIn(errorNames, text).value_or(ErrorCode::Internal);
}

std::string wholeText(const Error &error)
{
    return error.hint.empty() ? error.text : error.text + ' ' + error.hint;
}

} // namespace rooflight
