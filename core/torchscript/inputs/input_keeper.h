// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/core/ivalue.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace rooflight {

/// Copies of the inputs of a run, for models whose operators may write to them: every run then gets what the first got.
class InputKeeper
{
public:
    explicit InputKeeper(const std::vector<c10::IValue> &values);

    /// After a run, outside of what is timed: puts back what it changed. The first call finds out whether the model
    /// changes its inputs; if it does not, the copies are dropped. Returns whether something was put back.
    bool restore();

    /// Whether a run may leave other inputs than it found: before the first restore(), and for models that do.
    [[nodiscard]] bool mayRestore() const { return !m_decided || m_changed; }

    /// Takes over that runs on other values of these inputs, such as another batch, were seen to change them.
    void learnFrom(const InputKeeper &other) { m_changed = m_changed || other.m_changed; }

    /// A run was seen that changed its inputs.
    [[nodiscard]] bool changed() const { return m_changed; }

private:
    /// A value as it was, with its parts if it is a list, tuple or dict.
    struct Kept {
        c10::IValue value; ///< shares its memory with the input
        c10::Storage storage; ///< of a tensor: what it lies in, and where
        std::vector<std::int64_t> sizes;
        std::vector<std::int64_t> strides;
        std::int64_t offset = 0;
        at::Tensor copy; ///< undefined for what is no plain tensor
        std::vector<c10::IValue> keys; ///< of a dict
        std::vector<Kept> parts;
    };

    static Kept keep(const c10::IValue &value);
    static bool isChanged(const Kept &kept);
    static void putBack(const Kept &kept);

    std::vector<Kept> m_kept;
    bool m_decided = false;
    bool m_changed = false;
};

} // namespace rooflight
