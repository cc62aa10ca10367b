// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/session.h"

#include <QJsonObject>

#include <string>

/// A model of three layers, analysed and measured, in round numbers: "block" with the nasty name's layer "fc" below it
/// does 2 GFLOP on 100 MB in 1 ms, under roofs of 4 TFLOP/s and 200 GB/s.
[[nodiscard]] rooflight::Session measuredSession();

/// A model of 1 ms with so many layers that take 40 us each, 20 us at their roofs.
[[nodiscard]] rooflight::Session sessionOfEqualLayers(int count, const std::string &name);

[[nodiscard]] std::string headlineOf(const rooflight::Session &session);

/// The verdicts in the session's JSON.
[[nodiscard]] QJsonObject verdictsIn(const rooflight::Session &session);
