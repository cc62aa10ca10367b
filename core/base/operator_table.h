// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rooflight {

/// The names in \p list, which are separated by single spaces; they point into it.
[[nodiscard]] inline std::vector<std::string_view> separatedNames(std::string_view list)
{
    std::vector<std::string_view> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        names.push_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

/// Values by the qualified name of an operator. A row gives one value for all names of a list, which must outlive the
/// table. Of two rows with the same name the first counts.
template<typename Value> class OperatorTable
{
public:
    OperatorTable() = default;
    OperatorTable(std::initializer_list<std::pair<std::string_view, Value>> rows)
    {
        for (const auto &[names, value] : rows)
            add(names, value);
    }

    void add(std::string_view names, const Value &value)
    {
        for (const std::string_view name : separatedNames(names))
            m_values.emplace(name, value);
    }

    /// nullptr if no row has the name.
    [[nodiscard]] const Value *find(std::string_view operatorName) const
    {
        const auto found = m_values.find(operatorName);
        return found == m_values.end() ? nullptr : &found->second;
    }

private:
    std::unordered_map<std::string_view, Value> m_values;
};

} // namespace rooflight
