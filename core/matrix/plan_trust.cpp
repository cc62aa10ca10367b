// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/matrix/plan_trust.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

struct DangerousKey {
    std::string_view key;
    std::string_view does;
};

constexpr std::array dangerousKeys = {
    DangerousKey { "worker", "starts a program" },
    DangerousKey { "program", "starts a program" },
    DangerousKey { "options", "gives Slurm any option" },
    DangerousKey { "trust", "runs models that are refused otherwise" },
    DangerousKey { "unconfined", "runs models without confinement" },
    DangerousKey { "libraries", "runs libraries" },
};

constexpr std::array fileKeys = { std::string_view("file"), std::string_view("formulas") };

bool isOutside(const fs::path &file, const fs::path &folder)
{
    std::error_code problem;
    const fs::path base = fs::weakly_canonical(folder, problem);
    const fs::path real = fs::weakly_canonical(folder / file, problem);
    if (problem)
        return true;
    const auto [end, ignored] = std::mismatch(base.begin(), base.end(), real.begin(), real.end());
    return end != base.end();
}

class DangerSearch
{
public:
    explicit DangerSearch(const fs::path &folder)
        : m_folder(folder)
    {
    }

    void look(const toml::table &table)
    {
        for (const auto &[key, node] : table)
            look(key.str(), node);
    }

    [[nodiscard]] std::optional<PlanDanger> first() const { return m_first; }

private:
    void look(std::string_view key, const toml::node &node)
    {
        const auto *dangerous = std::ranges::find(dangerousKeys, key, &DangerousKey::key);
        const bool isOption = key != "options" || node.is_array(); // [options] is a table of a plan
        if (dangerous != dangerousKeys.end() && isOption && node.value<bool>().value_or(true))
            found(node, fmt::format("{} {}", key, dangerous->does));
        if (std::ranges::find(fileKeys, key) != fileKeys.end())
            lookAtFile(key, node, node.value<std::string>().value_or(""));
        if (const toml::table *table = node.as_table())
            look(*table);
        if (const toml::array *list = node.as_array()) {
            for (const toml::node &element : *list)
                lookAtElement(key, element);
        }
    }

    void lookAtElement(std::string_view key, const toml::node &element)
    {
        if (const toml::table *table = element.as_table())
            look(*table);
        const std::string text = element.value<std::string>().value_or("");
        for (std::size_t at = text.find('@'); key == "specs" && at != std::string::npos; at = text.find('@', at + 1))
            lookAtFile(key, element, text.substr(at + 1));
    }

    void lookAtFile(std::string_view key, const toml::node &node, const std::string &file)
    {
        if (isOutside(file, m_folder))
            found(node, fmt::format("{} names a file outside the plan's folder", key));
    }

    void found(const toml::node &node, std::string text)
    {
        const std::size_t line = node.source().begin.line;
        if (!m_first || line < m_first->line)
            m_first = PlanDanger { line, std::move(text) };
    }

    const fs::path &m_folder;
    std::optional<PlanDanger> m_first;
};

} // namespace

std::optional<PlanDanger> dangerOf(const toml::table &plan, const fs::path &folder)
{
    DangerSearch search(folder);
    search.look(plan);
    return search.first();
}

} // namespace rooflight
