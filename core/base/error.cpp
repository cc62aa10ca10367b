// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/error.h"

#include <array>

namespace rooflight {

namespace {

struct ErrorFacts {
    ErrorCode code;
    std::string_view name;
    int exitStatus;
};

constexpr std::array facts = {
    ErrorFacts { ErrorCode::CommandLine, "command_line", 2 },
    ErrorFacts { ErrorCode::FileUnreadable, "file_unreadable", 3 },
    ErrorFacts { ErrorCode::NotTorchScript, "not_torchscript", 3 },
    ErrorFacts { ErrorCode::Damaged, "damaged", 3 },
    ErrorFacts { ErrorCode::FormatVersion, "format_version", 3 },
    ErrorFacts { ErrorCode::InputMismatch, "input_mismatch", 4 },
    ErrorFacts { ErrorCode::ModelFailed, "model_failed", 4 },
    ErrorFacts { ErrorCode::ModelKilled, "model_killed", 4 },
    ErrorFacts { ErrorCode::DeviceMissing, "device_missing", 5 },
    ErrorFacts { ErrorCode::OutOfMemory, "out_of_memory", 5 },
    ErrorFacts { ErrorCode::TimedOut, "timed_out", 6 },
    ErrorFacts { ErrorCode::Cancelled, "cancelled", 6 },
    ErrorFacts { ErrorCode::UnsafeFile, "unsafe_file", 7 },
    ErrorFacts { ErrorCode::WorkerLost, "worker_lost", 70 },
    ErrorFacts { ErrorCode::WorkerUnreachable, "worker_unreachable", 5 },
    ErrorFacts { ErrorCode::OutputFile, "output_file", 2 },
    ErrorFacts { ErrorCode::Internal, "internal", 70 },
};

} // namespace

std::string_view name(ErrorCode code)
{
    for (const ErrorFacts &fact : facts) {
        if (fact.code == code)
            return fact.name;
    }
    return "internal";
}

ErrorCode errorCodeFromName(std::string_view text)
{
    for (const ErrorFacts &fact : facts) {
        if (fact.name == text)
            return fact.code;
    }
    return ErrorCode::Internal;
}

int exitStatus(ErrorCode code)
{
    for (const ErrorFacts &fact : facts) {
        if (fact.code == code)
            return fact.exitStatus;
    }
    return 70;
}

bool isExitStatus(int status)
{
    return (status >= 2 && status <= 7) || status == 70;
}

std::string wholeText(const Error &error)
{
    return error.hint.empty() ? error.text : error.text + ' ' + error.hint;
}

int exitStatus(const Error &error)
{
    return error.status != 0 ? error.status : exitStatus(error.code);
}

} // namespace rooflight
