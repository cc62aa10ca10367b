// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/measure_request.h"

#include "core/model/request_options.h"

#include <QFile>

namespace rooflight {

Request measureRequest(const MeasureOptions &options)
{
    Request request;
    request.kind = RequestKind::Report;
    for (const QString &input : options.inputs)
        request.inputs.push_back(input.toStdString());
    request.batch = options.batch;
    request.device = options.device.toStdString();
    request.threads = options.threads;
    request.effort = options.effort;
    for (const QString &library : options.libraries)
        request.libraries.push_back(QFile::encodeName(library).toStdString());
    request.formulas = QFile::encodeName(options.formulas).toStdString();
    request.execution = options.execution;
    request.limits = options.limits;
    request.memoryLimitBytes = static_cast<std::int64_t>(option::memoryLimit.inRequest(options.memoryGigabytes));
    request.convention = options.convention;
    for (const QString &dimension : options.batchDimension.split(u' ', Qt::SkipEmptyParts))
        request.batchDimensions.push_back(dimension.toStdString());
    request.countBytes = options.countBytes && options.device.startsWith(u"cuda");
    request.sweep.maximumBatch = options.maximumBatch;
    if (options.sweepStep > 0) {
        request.sweep.search = BatchSearch::Sequential;
        request.sweep.step = options.sweepStep;
    }
    return request;
}

} // namespace rooflight
