// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

void append(OutJson &json, const Execution &execution)
{
    json["executor"] = name(execution.executor);
    json["precision"] = name(execution.precision);
    json["memory_format"] = name(execution.memoryFormat);
    json["tf32"] = name(execution.tf32);
    json["caches"] = name(execution.caches);
}

void from_json(const InJson &json, Execution &execution)
{
    readChoice(json, "executor", execution.executor, executorFromName);
    readChoice(json, "precision", execution.precision, precisionFromName);
    readChoice(json, "memory_format", execution.memoryFormat, memoryFormatFromName);
    readChoice(json, "tf32", execution.tf32, tf32FromName);
    readChoice(json, "caches", execution.caches, cachesFromName);
}

} // namespace ridgepoint
