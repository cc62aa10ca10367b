// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-worker/commands.h"

#include "core/service/jobs/confinement_check.h"
#include "core/service/sandbox/confinement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace rooflight {

namespace {

std::string_view textOf(AttemptEnd end)
{
    switch (end) {
    case AttemptEnd::Refused:
        return "refused";
    case AttemptEnd::Allowed:
        return "allowed";
    case AttemptEnd::Beyond:
        break;
    }
    return "cannot be refused here";
}

std::string identifierOf(AttemptEnd end)
{
    return end == AttemptEnd::Beyond ? "beyond" : std::string(textOf(end));
}

std::string namespacesText(const ConfinementCheck &check)
{
    return check.hasNamespaces ? ", namespaces" : ", no namespaces";
}

std::string memoryText(const ConfinementCheck &check)
{
    if (check.groupVersion > 0)
        return fmt::format("of a job with all that it starts, by a control group (v{})", check.groupVersion);
    return fmt::format("of each process, by its address space: {}", check.whyNoGroup);
}

std::string memoryIdentifier(const ConfinementCheck &check)
{
    return check.groupVersion > 0 ? fmt::format("cgroup_v{}", check.groupVersion) : "address_space";
}

std::string tableOf(const ConfinementCheck &check)
{
    std::string text = fmt::format("Confinement  {}{}\n", confinementSupport(), namespacesText(check));
    text += fmt::format("Memory       {}\n\n", memoryText(check));
    text += fmt::format("{:<10} {:<40} {:<23} {}\n", "What", "", "Main thread", "Other thread");
    for (const CheckedAttempt &checked : check.attempts)
        text += fmt::format("{:<10} {:<40} {:<23} {}\n", checked.attempt.group, checked.attempt.name,
                            textOf(checked.fromMainThread), textOf(checked.fromOtherThread));
    return text;
}

// Names and groups are ours: nothing in them needs an escape.
std::string jsonOf(const ConfinementCheck &check)
{
    std::string text = fmt::format("{{\n  \"format\": \"rooflight.confinement\",\n  \"version\": 1,\n"
                                   "  \"confinement\": \"{}\",\n  \"namespaces\": {},\n  \"memory\": \"{}\",\n"
                                   "  \"attempts\": [",
                                   confinementSupport(), check.hasNamespaces, memoryIdentifier(check));
    std::string_view separator = "\n";
    for (const CheckedAttempt &checked : check.attempts) {
        text += fmt::format("{}    {{ \"group\": \"{}\", \"name\": \"{}\", \"main_thread\": \"{}\", "
                            "\"other_thread\": \"{}\" }}",
                            separator, checked.attempt.group, checked.attempt.name,
                            identifierOf(checked.fromMainThread), identifierOf(checked.fromOtherThread));
        separator = ",\n";
    }
    return text + "\n  ]\n}\n";
}

bool wentThrough(const CheckedAttempt &checked)
{
    return checked.fromMainThread == AttemptEnd::Allowed || checked.fromOtherThread == AttemptEnd::Allowed;
}

} // namespace

Result<void> printConfinement(bool json)
{
    const Result<ConfinementCheck> checked = checkConfinement();
    if (!checked.ok())
        return checked.error();
    const std::string text = json ? jsonOf(checked.value()) : tableOf(checked.value());
    std::fwrite(text.data(), 1, text.size(), stdout);
    const auto through = std::ranges::count_if(checked.value().attempts, wentThrough);
    if (through == 0)
        return {};
    return Error { ErrorCode::UnsafeFile, fmt::format("{} attempts to leave the confinement went through.", through),
                   "Report it with this table and the version of the kernel." };
}

} // namespace rooflight
