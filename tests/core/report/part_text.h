// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/session_report.h"

#include <optional>
#include <string>
#include <type_traits>

/// What the terminal shows of a session that holds one thing, without a limit of width.
template<typename Part>
[[nodiscard]] std::string textOf(std::optional<Part> rooflight::Session::*member,
                                 const std::type_identity_t<Part> &part)
{
    rooflight::Session session;
    session.*member = part;
    return rooflight::sessionToText(rooflight::JudgedSession(session), true, 0);
}
