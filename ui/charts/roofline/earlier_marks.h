// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/charts/roofline/roofline_content.h"

#include <map>
#include <string>

namespace rooflight {

/// Where a layer or operator of another session stood, and how long it took there.
struct EarlierMark {
    Mark mark;
    std::optional<double> timeNs;
};

/// By the labels of their points.
using EarlierMarks = std::map<std::string, EarlierMark>;

/// The marks of what was timed in this session.
[[nodiscard]] EarlierMarks earlierMarks(const JudgedSession &judged);

/// Gives each timed mark its earlier place and time, and widens the frame so that it holds them all. Under the roofs of
/// a data sheet nothing was timed, so nothing has moved.
void placeEarlier(RooflineContent &content, const EarlierMarks &earlier);

} // namespace rooflight
