// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

static void to_json(OutJson &json, const StoredModule &module)
{
    json = {
        { "path", module.path },
        { "type", module.type },
        { "parameters", module.parameters },
        { "buffers", module.buffers },
    };
}

static void from_json(const InJson &json, StoredModule &module)
{
    read(json, "path", module.path);
    read(json, "type", module.type);
    read(json, "parameters", module.parameters);
    read(json, "buffers", module.buffers);
}

static void to_json(OutJson &json, const TracedTensor &traced)
{
    json = {
        { "place", traced.place },
        { "shape", traced.tensor.shape },
        { "dtype", name(traced.tensor.dtype) },
    };
}

static void from_json(const InJson &json, TracedTensor &traced)
{
    read(json, "place", traced.place);
    from_json(json, traced.tensor);
}

static void to_json(OutJson &json, const StoredArgument &argument)
{
    json = {
        { "name", argument.name },
        { "type", argument.type },
        { "traced", argument.traced },
        { "default_value", argument.defaultValue },
    };
}

static void from_json(const InJson &json, StoredArgument &argument)
{
    read(json, "name", argument.name);
    read(json, "type", argument.type);
    read(json, "traced", argument.traced);
    read(json, "default_value", argument.defaultValue);
}

static void to_json(OutJson &json, const CodeFinding &finding)
{
    json = {
        { "record", finding.record },           { "line", finding.line },
        { "operation", finding.operation },     { "excerpt", finding.excerpt },
        { "runs_at_load", finding.runsAtLoad }, { "touches_files", finding.touchesFiles },
    };
}

static void from_json(const InJson &json, CodeFinding &finding)
{
    read(json, "record", finding.record);
    read(json, "line", finding.line);
    read(json, "operation", finding.operation);
    read(json, "excerpt", finding.excerpt);
    read(json, "runs_at_load", finding.runsAtLoad);
    read(json, "touches_files", finding.touchesFiles);
}

static void to_json(OutJson &json, const NeededLibrary &library)
{
    json = {
        { "namespace", library.nameSpace },
        { "operators", library.operators },
        { "found", library.found },
    };
}

static void from_json(const InJson &json, NeededLibrary &library)
{
    read(json, "namespace", library.nameSpace);
    read(json, "operators", library.operators);
    read(json, "found", library.found);
}

void to_json(OutJson &json, const Inspection &inspection)
{
    json["model"] = inspection.model;
    json["file_bytes"] = inspection.fileBytes;
    json["producer"] = inspection.producer;
    json["modules"] = inspection.modules;
    json["arguments"] = inspection.arguments;
    json["findings"] = inspection.findings;
    json["libraries"] = inspection.libraries;
    json["needs_trust"] = inspection.needsTrust();
}

void from_json(const InJson &json, Inspection &inspection)
{
    read(json, "model", inspection.model);
    read(json, "file_bytes", inspection.fileBytes);
    read(json, "producer", inspection.producer);
    read(json, "modules", inspection.modules);
    read(json, "arguments", inspection.arguments);
    read(json, "findings", inspection.findings);
    read(json, "libraries", inspection.libraries);
}

} // namespace ridgepoint
