// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

/// What the library that stands for NVIDIA's tells of its one GPU, which sits at 0000:3B:00.0.
struct FakeNvml {
    int startStatus = 0; ///< of NVML: 0 is success
    int powerStatus = 0; ///< of all that is about power
    int applicationClockStatus = 0;
    int energyStatus = 0;
    unsigned long long millijoules = 0;
    unsigned long long reasons = 0;
};

FakeNvml &fakeNvml();
