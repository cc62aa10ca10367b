// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

// The program of libFuzzer; ROOFLIGHT_FUZZ_TARGET names the target.

#include "core/base/environment.h"
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>

namespace {

const rooflight::fuzz::Target &chosenTarget()
{
    const char *name = rooflight::environmentVariable("ROOFLIGHT_FUZZ_TARGET");
    const rooflight::fuzz::Target *target = rooflight::fuzz::findTarget(name ? name : "");
    rooflight::fuzz::require(target, "ROOFLIGHT_FUZZ_TARGET names a target");
    return *target;
}

} // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const rooflight::fuzz::Target &target = chosenTarget();
    target.run({ reinterpret_cast<const char *>(data), size });
    return 0;
}
