// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/model/request.h"
#include "ui/settings/settings.h"

#include <QString>

class QWidget;

namespace rooflight {

class Settings;

/// The request for everything about a model, as the options say. The model's path is still to be set.
[[nodiscard]] Request measureRequest(const MeasureOptions &options);

/// Asks for what a timing benchmark needs in addition to its model, and remembers the answer for the next
/// time: what follows the model in a pipeline, or what is interleaved with it. False when the person cancelled
/// after all.
[[nodiscard]] bool completeRequest(Request &request, const QString &model, Settings *settings, QWidget *parent);

} // namespace rooflight
