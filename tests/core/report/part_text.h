// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/session_report.h"

#include <optional>
#include <string>
#include <type_traits>

/// What the terminal shows of a session that holds one thing, without a limit of width.
template<typename Part>
[[nodiscard]] std::string textOf(std::optional<Part> ridgepoint::Session::*member,
                                 const std::type_identity_t<Part> &part)
{
    ridgepoint::Session session;
    session.*member = part;
    return ridgepoint::sessionToText(ridgepoint::JudgedSession(session), true, 0);
}
