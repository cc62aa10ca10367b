// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/other_session.h"

#include "core/results/measured_device.h"
#include "core/roofline/time_shares.h"
#include "ui/style/display_names.h"

#include <QFileInfo>

namespace rooflight {

SessionFacts factsOf(const Session &session)
{
    SessionFacts facts;
    if (const Device *device = measuredDevice(session))
        facts.device = displayName(*device);
    if (session.latency) {
        facts.execution = displayName(session.latency->execution);
        facts.batch = session.latency->batch;
    }
    facts.medianNs = bareMedianNs(session);
    if (session.analysis) {
        facts.model = QFileInfo(QString::fromStdString(session.analysis->model.path)).fileName();
        facts.flops = session.analysis->totals.cost.flops;
    }
    return facts;
}

} // namespace rooflight
