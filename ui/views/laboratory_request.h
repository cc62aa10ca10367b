// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"

#include <QString>

class QWidget;

namespace ridgepoint {

class Settings;

/// Asks for what a measurement of the timing laboratory needs beside its model, and remembers the answer for the next
/// time: what stands behind the model in a pipeline, or what takes turns with it. False when a person did not want it
/// after all.
[[nodiscard]] bool completeRequest(Request &request, const QString &model, Settings *settings, QWidget *parent);

} // namespace ridgepoint
