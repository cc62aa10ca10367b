// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/roofline/equal_blocks.h"
#include "core/roofline/model_answer.h"
#include "core/roofline/model_summary.h"
#include "core/roofline/point.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace rooflight {

/// A session with all that follows from it: judged once for a change, then read by every view and report. Works with
/// whatever the session holds so far; without an analysis all but the platform is empty. Copies share what was found.
class JudgedSession
{
public:
    explicit JudgedSession(Session session);
    /// Judges the session only if it differs from another one in what decides: its analysis, roofs, times,
    /// experiments or thresholds.
    JudgedSession(Session session, const JudgedSession &former);

    [[nodiscard]] const Session &session() const { return m_session; }
    [[nodiscard]] const SessionPoints &points() const { return m_judgement->points; }
    /// The same, for who keeps them longer than the session.
    [[nodiscard]] std::shared_ptr<const SessionPoints> sharedPoints() const
    {
        return { m_judgement, &m_judgement->points };
    }
    /// By position in the analysis: the rows of tables and CSV.
    [[nodiscard]] const std::vector<RooflinePoint> &layers() const { return points().layers(); }
    [[nodiscard]] const std::vector<RooflinePoint> &operators() const { return points().operators(); }
    /// An empty point for an item that the analysis does not hold.
    [[nodiscard]] const RooflinePoint &at(ItemId item) const { return points().at(item); }
    /// What the chart shows, as chartItems().
    [[nodiscard]] const std::vector<ItemId> &chartItems() const { return m_judgement->chartItems; }
    [[nodiscard]] std::vector<RooflinePoint> chartPoints() const { return points().of(chartItems()); }

    /// The chart's items as SessionPoints::slowest() sorts them.
    [[nodiscard]] std::vector<const RooflinePoint *> slowest() const { return points().slowest(chartItems()); }

    [[nodiscard]] const ModelSummary &summary() const { return m_judgement->summary; }
    [[nodiscard]] const ModelAnswer &answer() const { return m_judgement->answer; }
    [[nodiscard]] const std::vector<EqualBlocks> &equalBlocks() const { return m_judgement->blocks; }
    [[nodiscard]] const EqualItems &equalItems() const { return m_judgement->equal; }

private:
    struct Judgement {
        SessionPoints points;
        std::vector<ItemId> chartItems;
        ModelSummary summary;
        std::vector<EqualBlocks> blocks;
        EqualItems equal;
        ModelAnswer answer;
    };

    void judge();

    Session m_session;
    std::shared_ptr<const Judgement> m_judgement;
};

/// How many sessions this process has judged; tests see by it that a change is judged once.
[[nodiscard]] std::size_t judgedSessions();

} // namespace rooflight
