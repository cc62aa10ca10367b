// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/result_checks.h"

#include <algorithm>

namespace rooflight {

std::string_view faultIn(const Inspection &inspection)
{
    return havePathsInBounds(inspection.modules) ? std::string_view() : longPath;
}

} // namespace rooflight
