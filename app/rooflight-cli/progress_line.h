// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"

#include <string>

namespace rooflight {

/// Shows on stderr how far a request has come: one line that is written over on a terminal, one line a stage elsewhere.
class ProgressLine
{
public:
    explicit ProgressLine(bool quiet);
    ~ProgressLine();
    ProgressLine(const ProgressLine &) = delete;
    ProgressLine &operator=(const ProgressLine &) = delete;

    void show(const Progress &progress);

    /// Removes the line, so that other text can be written.
    void clear();

private:
    bool m_quiet;
    bool m_terminal;
    bool m_shown = false;
    std::string m_announced; ///< said last, if there is no terminal
};

} // namespace rooflight
