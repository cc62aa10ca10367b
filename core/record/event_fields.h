// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/common_fields.h"
#include "core/record/record.h"

namespace rooflight {

template<> inline constexpr auto fromName<ErrorCode> = errorCodeFromName;

void versionFields(auto &archive, auto &major, auto &minor)
{
    archive("version", major);
    archive("minor_version", minor);
}

void fields(auto &archive, Is<KeptRoofs> auto &roofs)
{
    archive("device", roofs.device);
    archive("measured_at", roofs.measuredAt);
}

void fields(auto &archive, Is<CpuGroup> auto &group)
{
    archive("name", group.name);
    archive("cpus", group.cpus);
}

void fields(auto &archive, Is<Processor> auto &processor)
{
    archive("instruction_set", processor.instructionSet);
    archive("libtorch_instruction_set", processor.libtorchInstructionSet);
    archive("extensions", processor.extensions);
    archive("page_bytes", processor.pageBytes);
    archive("huge_pages", processor.hugePages);
    archive("nodes", processor.nodes);
    archive("core_kinds", processor.coreKinds);
    archive("quota_cpus", processor.quotaCpus);
}

void fields(auto &archive, Is<Hello> auto &hello)
{
    versionFields(archive, hello.formatMajor, hello.formatMinor);
    archive("program", hello.program);
    archive("libtorch", hello.libtorch);
    archive("host", hello.host);
    archive("created", hello.created);
    archive("devices", hello.devices);
    archive.unlessEmpty("processor", hello.processor);
    archive("confinement", hello.confinement);
    archive.unlessEmpty("kept_roofs", hello.keptRoofs);
}

void fields(auto &archive, Is<Progress> auto &progress)
{
    archive("stage", progress.stage);
    archive("done", progress.done);
    archive("total", progress.total);
}

void fields(auto &archive, Is<Workload> auto &workload)
{
    archive("name", workload.name);
    archive("dimensions", workload.dimensions);
}

void fields(auto &archive, Is<Notice> auto &notice)
{
    archive("code", notice.code);
    archive("text", notice.text);
    archive.unlessEmpty("parts", notice.parts);
}

void fields(auto &archive, Is<LayerNote> auto &note)
{
    archive("layer", note.layer);
    archive("text", note.text);
}

void fields(auto &archive, Is<Notes> auto &notes)
{
    archive("notes", notes.notes);
}

void fields(auto &archive, Is<Done> auto &done)
{
    archive("partial", done.partial);
}

void fields(auto &archive, Is<Error> auto &error)
{
    archive("code", error.code);
    archive("text", error.text);
    archive("hint", error.hint);
    archive("status", error.status);
    archive.unlessEmpty("parts", error.parts);
}

void fields(auto &, Is<UnknownRecord> auto &) { }

} // namespace rooflight
