// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/model/device.h"

namespace rooflight {

std::string Device::place() const
{
    return isCuda() ? kind + ':' + std::to_string(index) : kind;
}

std::string deviceText(const Device &device)
{
    std::string where = device.place();
    if (device.threads > 0)
        where += ", " + std::to_string(device.threads) + (device.threads == 1 ? " thread" : " threads");
    return device.name.empty() ? where : device.name + " (" + where + ')';
}

} // namespace rooflight
