// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <cassert>
#include <utility>
#include <variant>

namespace rooflight {

/// A value, or the error that kept it from being made.
template<typename T> class [[nodiscard]] Result
{
public:
    Result(T value)
        : m_content(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_content(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_content.index() == 0; }

    [[nodiscard]] T &value() &
    {
        assert(ok());
        return std::get<0>(m_content);
    }
    [[nodiscard]] const T &value() const &
    {
        assert(ok());
        return std::get<0>(m_content);
    }
    [[nodiscard]] T &&value() &&
    {
        assert(ok());
        return std::get<0>(std::move(m_content));
    }
    [[nodiscard]] const Error &error() const
    {
        assert(!ok());
        return std::get<1>(m_content);
    }

private:
    std::variant<T, Error> m_content;
};

/// Success, or the error.
template<> class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
        , m_ok(false)
    {
    }

    [[nodiscard]] bool ok() const { return m_ok; }
    [[nodiscard]] const Error &error() const
    {
        assert(!ok());
        return m_error;
    }

private:
    Error m_error;
    bool m_ok = true;
};

} // namespace rooflight
