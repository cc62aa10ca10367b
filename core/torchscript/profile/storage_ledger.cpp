// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/profile/storage_ledger.h"

#include "core/torchscript/values/tensor_values.h"

namespace rooflight {

bool StorageLedger::note(const at::Tensor &tensor)
{
    const std::uint64_t storage = storageIdOf(tensor);
    if (storage == 0 || m_met.contains(storage))
        return false;
    m_met.emplace(storage, tensor.storage().getWeakStorageImpl());
    return true;
}

bool StorageLedger::isAlive(std::uint64_t storage) const
{
    const auto met = m_met.find(storage);
    return met == m_met.end() || !met->second.expired();
}

} // namespace rooflight
