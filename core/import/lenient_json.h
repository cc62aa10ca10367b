// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <istream>
#include <streambuf>
#include <string>

namespace rooflight {

/// Reads another stream and repairs in its JSON strings what PyTorch's profiler writes wrongly: raw line breaks and
/// other control characters (pytorch/pytorch issues 113001, 130622), which become spaces, and backslashes that begin no
/// escape, as in paths of Windows (issue 98432), which are doubled. All else passes as it is.
class LenientJson : public std::streambuf
{
public:
    explicit LenientJson(std::istream &source)
        : m_source(source)
    {
    }

protected:
    int_type underflow() override;

private:
    enum class State { Outside, InString, AfterBackslash, InNumber };

    void take(char character);
    void takeInString(char character);
    void takeEscape(char character);
    void takeDigit(char character);

    std::istream &m_source;
    State m_state = State::Outside;
    std::string m_digits; ///< of the \u that is being read
    std::string m_mended;
};

} // namespace rooflight
