// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/measure_request.h"

#include <QFile>

namespace ridgepoint {

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
    return request;
}

} // namespace ridgepoint
