// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// Stands for import_step.cpp in a build without RIDGEPOINT_IMPORT.

#include "core/service/steps/import_step.h"

namespace ridgepoint {

bool sendImported(const Request & /*request*/, PreparedModel & /*prepared*/, JobReporter &reporter)
{
    return reporter.fail(
        { ErrorCode::CommandLine, "This build imports no traces.", "Build it with -DRIDGEPOINT_IMPORT=ON." });
}

} // namespace ridgepoint
