// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"
#include "core/model/request.h"

#include <string_view>
#include <type_traits>

namespace rooflight {

/// What a result is of, and so how long it holds.
enum class ResultOf {
    File, ///< the file as it is: the model and its content
    Device, ///< the device, whatever the model
    Run ///< a run of the model: with other layers, inputs or on another device it says nothing
};

/// What the program has to know of a kind of result. Each has its own, beside its values in
/// core/results/<kind>/<kind>.h, with these static members:
///     record      type of its record, and its key in the JSON of a session
///     request     that asks for it alone
///     others      requests that are answered with it, too
///     of          ResultOf
///     holdsTimes  of a run: whether a result holds times that were measured, and would be lost
template<typename Body> struct ResultTraits;

/// A number of a plain result: one that holds a Device `device` and numbers, and nothing else. Its ResultTraits have,
/// too:
///     title    for people, of the context "Page"
///     numbers  an array of all of them
/// JSON, check, text, HTML, CSV and the window's facts follow from these.
template<typename Body> struct ResultNumber {
    std::string_view key; ///< in JSON and CSV
    const char *title; ///< for people, of the context "Page"
    std::string_view unit; ///< in JSON and CSV: "ns", "B/s", "1" of a share
    double Body::*value;
};

template<typename Body>
concept PlainResult = requires
{
    ResultTraits<std::remove_const_t<Body>>::numbers;
};

} // namespace rooflight
