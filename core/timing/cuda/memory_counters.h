// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/results/analysis/analysis.h"
#include "core/timing/cuda/cupti_functions.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rooflight::cupti {

/// CUPTI's knowledge of the counters at the memory of one kind of chip. Needs no GPU.
class ChipCounters
{
public:
    explicit ChipCounters(const Functions &cupti)
        : m_cupti(cupti)
    {
    }
    ~ChipCounters();
    ChipCounters(const ChipCounters &) = delete;
    ChipCounters &operator=(const ChipCounters &) = delete;

    /// \p chip as CUPTI calls it, for example "GH100". Errors: ModelFailed if it has no counters of its memory's
    /// bytes.
    [[nodiscard]] Result<void> open(const std::string &chip);

    [[nodiscard]] const std::string &read() const { return m_names[0]; } ///< name of the counter
    [[nodiscard]] const std::string &written() const { return m_names[1]; }

    /// What programs these counters into a GPU.
    [[nodiscard]] const std::vector<std::uint8_t> &configuration() const { return m_configuration; }

    /// Both names as CUPTI takes them.
    [[nodiscard]] std::array<const char *, 2> names() const { return { m_names[0].c_str(), m_names[1].c_str() }; }

    /// Bytes read and written in the one range that \p counters hold.
    [[nodiscard]] Status evaluate(const std::vector<std::uint8_t> &counters, std::array<double, 2> &bytes) const;

private:
    [[nodiscard]] Status add(const std::string &chip);
    void close();

    const Functions &m_cupti;
    void *m_host = nullptr;
    std::array<std::string, 2> m_names;
    std::vector<std::uint8_t> m_configuration;
};

/// Calls \p run once, then \p runs times while the counters of the current CUDA device count, and returns what one of
/// these moved in its memory: whatever the device did meanwhile, for other programs, too. \p run waits until its work
/// is done. Errors: ModelFailed with the reason why nothing could be counted. Throws what \p run throws. The counters
/// are given back on every way out.
[[nodiscard]] Result<CountedBytes> countBytes(const Functions &cupti, const std::function<void()> &run, int runs);

} // namespace rooflight::cupti
