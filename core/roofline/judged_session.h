// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/equal_blocks.h"
#include "core/roofline/model_answer.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"

#include <cstddef>
#include <vector>

namespace rooflight {

/// A session with all that follows from it: judged once for a change, then read by every view and report. Works with
/// whatever the session holds so far; without an analysis all but the platform is empty.
class JudgedSession
{
public:
    /// The session must outlive this. What is found here is of the moment of this call.
    explicit JudgedSession(const Session &session);

    [[nodiscard]] const Session &session() const { return *m_session; }
    [[nodiscard]] const SessionPoints &points() const { return m_points; }
    /// By position in the analysis: the rows of tables and CSV.
    [[nodiscard]] const std::vector<RooflinePoint> &layers() const { return m_points.layers(); }
    [[nodiscard]] const std::vector<RooflinePoint> &operators() const { return m_points.operators(); }
    /// An empty point for an item that the analysis does not hold.
    [[nodiscard]] const RooflinePoint &at(ItemId item) const { return m_points.at(item); }
    /// What the chart shows, as chartItems().
    [[nodiscard]] const std::vector<ItemId> &chartItems() const { return m_chartItems; }
    [[nodiscard]] std::vector<RooflinePoint> chartPoints() const { return m_points.of(m_chartItems); }

    /// Of these, as SessionPoints::slowest().
    [[nodiscard]] std::vector<const RooflinePoint *> slowest() const { return m_points.slowest(m_chartItems); }

    [[nodiscard]] const ModelSummary &summary() const { return m_summary; }
    [[nodiscard]] const ModelAnswer &answer() const { return m_answer; }
    [[nodiscard]] const std::vector<EqualBlocks> &equalBlocks() const { return m_blocks; }
    [[nodiscard]] const EqualItems &equalItems() const { return m_equal; }

private:
    const Session *m_session;
    SessionPoints m_points;
    std::vector<ItemId> m_chartItems;
    ModelSummary m_summary;
    std::vector<EqualBlocks> m_blocks;
    EqualItems m_equal;
    ModelAnswer m_answer;
};

/// How many sessions this process has judged; tests see by it that a change is judged once.
[[nodiscard]] std::size_t judgedSessions();

} // namespace rooflight
