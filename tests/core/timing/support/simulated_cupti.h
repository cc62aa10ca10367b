// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/timing/cuda/cupti_functions.h"

#include <QStringList>

#include <map>
#include <string>

/// CUPTI and the driver of a machine with one GPU, whose counters see what a test lets it move. One at a time.
class SimulatedCupti
{
public:
    SimulatedCupti();
    ~SimulatedCupti();
    SimulatedCupti(const SimulatedCupti &) = delete;
    SimulatedCupti &operator=(const SimulatedCupti &) = delete;

    [[nodiscard]] rooflight::cupti::Functions functions() const;

    void move(double readBytes, double writtenBytes); ///< work of the GPU

    std::string chip = "GH100";
    QStringList counters = { QStringLiteral("dram__bytes_read.sum"), QStringLiteral("dram__bytes_write.sum") };
    std::map<QString, rooflight::cupti::Status> refused; ///< status of a function, by its name here
    bool onePass = true;
    bool hasContext = true;

    QStringList calls; ///< all so far
    [[nodiscard]] bool isIdle() const { return m_open == 0; } ///< all that was taken was given back

private:
    friend struct Entries;

    rooflight::cupti::Status called(const char *name);
    static constexpr std::uint8_t mark = 42; ///< first byte of what it has filled

    int m_open = 0;
    bool m_counting = false;
    double m_readBytes = 0;
    double m_writtenBytes = 0;
};
