// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/report/session_report.h"

#include <string>
#include <type_traits>

/// What the terminal shows of a session that holds one thing, without a limit of width.
template<typename Result>
[[nodiscard]] std::string textOf(rooflight::Part<Result> rooflight::Session::*member,
                                 const std::type_identity_t<Result> &part)
{
    rooflight::Session session;
    session.*member = part;
    return rooflight::sessionToText(rooflight::JudgedSession(session), true, 0);
}
