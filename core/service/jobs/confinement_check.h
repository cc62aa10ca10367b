// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/result.h"
#include "core/service/sandbox/escape_attempts.h"

#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// How an attempt to leave ended.
enum class AttemptEnd {
    Refused,
    Allowed,
    Beyond, ///< what this machine has no means to refuse: it permits no namespaces
};

struct CheckedAttempt {
    EscapeAttempt attempt;
    AttemptEnd fromMainThread = AttemptEnd::Allowed;
    AttemptEnd fromOtherThread = AttemptEnd::Allowed;
};

struct ConfinementCheck {
    std::vector<CheckedAttempt> attempts;
    bool hasNamespaces = false;
    int groupVersion =
        0; ///< of the control group that bounds the memory of all processes; 0: each process bounds its own
    std::string whyNoGroup; ///< the part of a sentence
};

/// Tries everything that the sandbox blocks, from a process that is confined like that of a model. Errors: those of
/// confine(), Internal.
[[nodiscard]] Result<ConfinementCheck> checkConfinement();

} // namespace rooflight
