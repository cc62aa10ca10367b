// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/charts/roofline/relative_content.h"

#include "core/roofline/roofs.h"

namespace rooflight {

namespace {

/// The corner of the roofs that judge a point; of one that no pair judges that of the whole content.
QPointF cornerOf(const RooflineContent &content, const RooflinePoint &point)
{
    const Roof *compute = roofAt(content.roofs, point.verdict.computeRoof);
    const Roof *memory = roofAt(content.roofs, point.verdict.memoryRoof);
    return compute && memory && isDrawable(*compute) && isDrawable(*memory) ? ridgeOf(*compute, *memory)
                                                                            : -relativeShift(content);
}

void move(Mark &mark, QPointF by, Frame &frame)
{
    mark.x += by.x();
    mark.y += by.y();
    widen(frame, { mark.x, mark.y });
}

} // namespace

QPointF relativeShift(const RooflineContent &content)
{
    const RidgePair &ridge = *content.ridge;
    return -ridgeOf(content.roofs[ridge.computeRoof], content.roofs[ridge.memoryRoof]);
}

void makeRelative(RooflineContent &content)
{
    if (!content.ridge || content.relative)
        return;
    content.frame = { -2, 2, -3, 1 };
    for (std::size_t index = 0; index < content.marks.size(); ++index) {
        Mark &mark = content.marks[index];
        if (mark.onStrip)
            continue;
        mark.shift = -cornerOf(content, content.points[mark.point]);
        if (mark.grounded) {
            mark.x += mark.shift.x();
            continue;
        }
        move(mark, mark.shift, content.frame);
        if (index < content.earlier.size() && content.earlier[index])
            move(*content.earlier[index], mark.shift, content.frame);
    }
    content.relative = true;
}

} // namespace rooflight
