// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/enum_names.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// A value of an enumeration as it stands in files, where a newer version may have written a name that this one does
/// not know. Such a name is kept, and equals no value. `enumNames<Enum>` is the table of names.
template<typename Enum> class OpenEnum
{
public:
    OpenEnum() = default; ///< the empty name
    OpenEnum(Enum value)
        : m_value(value)
    {
    }

    explicit OpenEnum(std::string_view name)
        : m_value(valueIn(enumNames<Enum>, name))
        , m_unknownName(m_value ? std::string_view() : name)
    {
    }

    [[nodiscard]] std::optional<Enum> value() const { return m_value; } ///< absent for an unknown or empty name
    [[nodiscard]] std::string_view name() const
    {
        return m_value ? nameIn(enumNames<Enum>, *m_value) : std::string_view(m_unknownName);
    }

    bool operator==(const OpenEnum &) const = default;

private:
    std::optional<Enum> m_value;
    std::string m_unknownName;
};

/// Valid as long as the list is.
template<typename Enum> [[nodiscard]] std::vector<std::string_view> namesOf(const std::vector<OpenEnum<Enum>> &list)
{
    std::vector<std::string_view> names;
    names.reserve(list.size());
    for (const OpenEnum<Enum> &value : list)
        names.push_back(value.name());
    return names;
}

} // namespace rooflight
