// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QTest>

#include "core/roofs/cpu/loops/memory_kernels.h"

namespace rooflight {

/// Rows of every instruction set that this machine and this build share.
inline void addInstructionSets()
{
    QTest::addColumn<QByteArray>("instructions");
    int usable = 0;
    for (const char *name : { "SSE4", "AVX2", "AVX3", "AVX3_DL", "NEON", "SVE", "SVE2", "EMU128", "SCALAR" }) {
        qputenv("ROOFLIGHT_SIMD", name);
        if (!kernels::chooseInstructionSet().ok())
            continue;
        QTest::newRow(name) << QByteArray(name);
        ++usable;
    }
    qunsetenv("ROOFLIGHT_SIMD");
    QVERIFY(usable > 0);
}

inline bool chooseInstructions(const QByteArray &instructions)
{
    qputenv("ROOFLIGHT_SIMD", instructions);
    const Result<std::string> chosen = kernels::chooseInstructionSet();
    return chosen.ok() && chosen.value() == instructions.toStdString();
}

} // namespace rooflight
