// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/inspection.h"
#include "core/model/request.h"
#include "core/service/sandbox/confinement.h"

#include <string>
#include <vector>

namespace rooflight {

/// Errors: UnsafeFile for a file that calls what is not known to be safe, unless the request trusts it.
[[nodiscard]] Result<void> requireTrust(const Request &request, const Inspection &inspection);

/// What the processes of a request may read: what it names, and where libraries are; nothing else of a home folder.
/// \p models were opened by openOnce().
[[nodiscard]] ConfinementPlan confinementPlan(const Request &request, const std::vector<std::string> &models);

} // namespace rooflight
