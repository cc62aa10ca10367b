// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// Stands for import_step.cpp in a build without ROOFLIGHT_IMPORT.

#include "core/service/steps/steps.h"

namespace rooflight {

bool sendImported(const Request & /*request*/, PreparedModel & /*prepared*/, JobReporter &reporter,
                  JobStart & /*start*/)
{
    return reporter.fail(
        { ErrorCode::CommandLine, "This build imports no traces.", "Build it with -DROOFLIGHT_IMPORT=ON." });
}

} // namespace rooflight
