// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <unordered_map>

namespace rooflight {

/// The storages that a run has met. While it lives, none of their identities is given to another storage.
class StorageLedger
{
public:
    /// True when the storage of \p tensor was not met before; false, too, when it has none.
    bool note(const at::Tensor &tensor);

    /// False for a storage that was met and has been freed since.
    [[nodiscard]] bool isAlive(std::uint64_t storage) const;

private:
    using WeakStorage = c10::weak_intrusive_ptr<c10::StorageImpl>;

    std::unordered_map<std::uint64_t, WeakStorage> m_met;
};

} // namespace rooflight
