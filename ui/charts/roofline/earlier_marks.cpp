// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/earlier_marks.h"

namespace rooflight {

EarlierMarks earlierMarks(const JudgedSession &judged)
{
    const RooflineContent content = rooflineContent(judged);
    EarlierMarks marks;
    for (const Mark &mark : content.marks) {
        if (mark.timed)
            marks.emplace(content.points[mark.point].label, EarlierMark { mark, content.points[mark.point].timeNs });
    }
    return marks;
}

void placeEarlier(RooflineContent &content, const EarlierMarks &earlier)
{
    content.earlier.assign(content.marks.size(), std::nullopt);
    for (std::size_t index = 0; index < content.marks.size(); ++index) {
        const Mark &mark = content.marks[index];
        const auto found = earlier.find(content.points[mark.point].label);
        if (!mark.timed || found == earlier.end() || found->second.mark.onStrip != mark.onStrip)
            continue;
        const Mark &place = found->second.mark;
        content.earlier[index] = place;
        content.details[mark.point].earlierNs = found->second.timeNs;
        if (mark.onStrip) {
            widen(content.stripRange[0], content.stripRange[1], place.x);
        } else {
            widen(content.frame, { place.x, place.y });
        }
    }
}

} // namespace rooflight
