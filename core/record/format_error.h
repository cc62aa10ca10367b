// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace rooflight {

/// A key that holds something else than it should. Thrown and caught inside core/record only.
class FormatError : public std::runtime_error
{
public:
    /// `problem` completes the sentence "the key ... ".
    explicit FormatError(const std::string &problem, const std::string &key = {})
        : std::runtime_error(problem)
        , m_key(key)
    {
    }

    /// Dotted, for example "layers.macs"; empty for the record itself.
    [[nodiscard]] const std::string &key() const { return m_key; }
    [[nodiscard]] FormatError below(const std::string &parent) const
    {
        return FormatError(what(), m_key.empty() ? parent : parent + '.' + m_key);
    }

private:
    std::string m_key;
};

/// The text as a whole cannot be read, whatever the key.
class SyntaxError : public FormatError
{
public:
    using FormatError::FormatError;
};

/// The first characters of a line, quoted, in printable ASCII.
[[nodiscard]] std::string excerpt(std::string_view line);

/// "its key 'a.b' is not a list: "{...}"": the rest of a sentence about a line.
[[nodiscard]] std::string describe(const FormatError &problem, std::string_view line);

} // namespace rooflight
