// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/json_bodies.h"

namespace ridgepoint {

void to_json(OutJson &json, const Hello &hello)
{
    json["version"] = hello.formatMajor;
    json["minor_version"] = hello.formatMinor;
    json["program"] = hello.program;
    json["libtorch"] = hello.libtorch;
    json["host"] = hello.host;
    json["created"] = hello.created;
    json["devices"] = hello.devices;
    json["confinement"] = hello.confinement;
}

void from_json(const InJson &json, Hello &hello)
{
    read(json, "version", hello.formatMajor);
    read(json, "minor_version", hello.formatMinor);
    read(json, "program", hello.program);
    read(json, "libtorch", hello.libtorch);
    read(json, "host", hello.host);
    read(json, "created", hello.created);
    read(json, "devices", hello.devices);
    read(json, "confinement", hello.confinement);
}

void to_json(OutJson &json, const Progress &progress)
{
    json = { { "stage", progress.stage }, { "done", progress.done }, { "total", progress.total } };
}

void from_json(const InJson &json, Progress &progress)
{
    read(json, "stage", progress.stage);
    read(json, "done", progress.done);
    read(json, "total", progress.total);
}

void to_json(OutJson &json, const Notice &notice)
{
    json = { { "code", notice.code }, { "text", notice.text } };
}

void from_json(const InJson &json, Notice &notice)
{
    read(json, "code", notice.code);
    read(json, "text", notice.text);
}

void to_json(OutJson &json, const Done &done)
{
    json = { { "partial", done.partial } };
}

void from_json(const InJson &json, Done &done)
{
    read(json, "partial", done.partial);
}

void to_json(OutJson &json, const Error &error)
{
    json = {
        { "code", name(error.code) },
        { "text", error.text },
        { "hint", error.hint },
        { "status", error.status },
    };
}

void from_json(const InJson &json, Error &error)
{
    readName(json, "code", error.code, errorCodeFromName);
    read(json, "text", error.text);
    read(json, "hint", error.hint);
    read(json, "status", error.status);
}

void to_json(OutJson &json, const UnknownRecord &)
{
    json = OutJson::object();
}

} // namespace ridgepoint
