// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/results/inspection/inspection.h"

namespace rooflight {

void fields(auto &archive, Is<StoredModule> auto &module)
{
    archive("path", module.path);
    archive("type", module.type);
    archive("parameters", module.parameters);
    archive("buffers", module.buffers);
}

void fields(auto &archive, Is<TracedTensor> auto &traced)
{
    archive("place", traced.place);
    fields(archive, traced.tensor);
}

void fields(auto &archive, Is<StoredArgument> auto &argument)
{
    archive("name", argument.name);
    archive("type", argument.type);
    archive("traced", argument.traced);
    archive("default_value", argument.defaultValue);
}

void fields(auto &archive, Is<CodeFinding> auto &finding)
{
    archive("record", finding.record);
    archive("line", finding.line);
    archive("operation", finding.operation);
    archive("excerpt", finding.excerpt);
    archive("runs_at_load", finding.runsAtLoad);
    archive("touches_files", finding.touchesFiles);
    archive("leaves_storage", finding.leavesStorage);
    archive("node", finding.node);
    archive("risk", finding.risk);
}

void fields(auto &archive, Is<NeededLibrary> auto &library)
{
    archive("namespace", library.nameSpace);
    archive("operators", library.operators);
    archive("found", library.found);
}

void fields(auto &archive, Is<SizeSymbol> auto &symbol)
{
    archive("name", symbol.name);
    archive("minimum", symbol.minimum);
    archive("maximum", symbol.maximum);
    archive("sample", symbol.sample);
    archive("places", symbol.places);
}

void fields(auto &archive, Is<Inspection> auto &inspection)
{
    archive("model", inspection.model);
    archive("file_bytes", inspection.fileBytes);
    archive("producer", inspection.producer);
    archive("modules", inspection.modules);
    archive("arguments", inspection.arguments);
    archive("findings", inspection.findings);
    archive("libraries", inspection.libraries);
    archive.unlessEmpty("symbols", inspection.symbols);
    archive.derived("needs_trust", [&inspection] { return inspection.needsTrust(); });
}

} // namespace rooflight
