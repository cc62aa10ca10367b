// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/error.h"

namespace rooflight {

int exitStatus(ErrorCode code)
{
    switch (code) {
    case ErrorCode::CommandLine:
    case ErrorCode::OutputFile:
        return 2;
    case ErrorCode::FileUnreadable:
    case ErrorCode::NotTorchScript:
    case ErrorCode::Damaged:
    case ErrorCode::FormatVersion:
        return 3;
    case ErrorCode::InputMismatch:
    case ErrorCode::ModelFailed:
    case ErrorCode::ModelKilled:
        return 4;
    case ErrorCode::DeviceMissing:
    case ErrorCode::OutOfMemory:
    case ErrorCode::WorkerUnreachable:
        return 5;
    case ErrorCode::TimedOut:
    case ErrorCode::Cancelled:
        return 6;
    case ErrorCode::UnsafeFile:
        return 7;
    case ErrorCode::WorkerLost:
    case ErrorCode::Internal:
        break;
    }
    return 70;
}

bool isExitStatus(int status)
{
    return (status >= 2 && status <= 7) || status == 70;
}

int exitStatus(const Error &error)
{
    return error.status != 0 ? error.status : exitStatus(error.code);
}

} // namespace rooflight
