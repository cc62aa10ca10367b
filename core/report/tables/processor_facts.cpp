// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/report/tables/processor_facts.h"

#include "core/base/translation_mark.h"
#include "core/report/format/format.h"
#include "core/report/format/language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace rooflight {

namespace {

/// "0-3,8", as the kernel writes it.
std::string listText(const std::vector<int> &cpus)
{
    std::vector<std::string> ranges;
    for (std::size_t i = 0; i < cpus.size();) {
        std::size_t last = i;
        while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1)
            ++last;
        ranges.push_back(last == i ? std::to_string(cpus[i]) : fmt::format("{}-{}", cpus[i], cpus[last]));
        i = last + 1;
    }
    return fmt::format("{}", fmt::join(ranges, ","));
}

std::string pagesText(const Processor &processor)
{
    const std::string pages = formatBytes(processor.pageBytes);
    return processor.hugePages.empty()
        ? pages
        : translated(QT_TRANSLATE_NOOP("Page", "%1, huge ones: %2"), pages, processor.hugePages);
}

} // namespace

std::string instructionsText(const Processor &processor)
{
    std::vector<std::string> parts;
    if (!processor.instructionSet.empty())
        parts.push_back(formatInstructions(processor.instructionSet));
    parts.insert(parts.end(), processor.extensions.begin(), processor.extensions.end());
    if (!processor.libtorchInstructionSet.empty())
        parts.push_back("LibTorch: " + processor.libtorchInstructionSet);
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string groupsText(const std::vector<CpuGroup> &groups)
{
    std::vector<std::string> parts;
    parts.reserve(groups.size());
    for (const CpuGroup &group : groups)
        parts.push_back(translated(QT_TRANSLATE_NOOP("Page", "%1: CPUs %2"), group.name, listText(group.cpus)));
    return groups.size() > 1 ? fmt::format("{}", fmt::join(parts, "; ")) : std::string();
}

void addProcessorFacts(Facts &facts, const std::optional<Processor> &processor)
{
    if (!processor)
        return;
    const auto quota = [](double cpus) {
        return translated(QT_TRANSLATE_NOOP("Page", "%1 CPUs"), formatRounded(cpus));
    };
    for (const auto &[title, text] :
         { std::pair(QT_TRANSLATE_NOOP("Page", "Instructions"), instructionsText(*processor)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Pages of memory"), pagesText(*processor)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Memory nodes"), groupsText(processor->nodes)),
           std::pair(QT_TRANSLATE_NOOP("Page", "Kinds of cores"), groupsText(processor->coreKinds)),
           std::pair(QT_TRANSLATE_NOOP("Page", "CPU quota"), orEmpty(processor->quotaCpus, quota)) }) {
        if (!text.empty())
            facts.emplace_back(title, text);
    }
}

} // namespace rooflight
