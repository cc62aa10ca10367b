// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

namespace c10 {
class OperatorHandle;
struct IValue;
struct OperatorName;
} // namespace c10

namespace rooflight {

/// What operators a file may have called that is not a program of TorchScript: those that a model may call without
/// trust, with trust all. Who has it has the guards of operators and of the language in force.
class OperatorRights
{
public:
    [[nodiscard]] static OperatorRights guarded(bool trust);

    /// Operators of a `--library` are the user's word.
    [[nodiscard]] bool mayCall(const c10::OperatorName &name) const;

    /// Calls it as the interpreter of TorchScript does, behind the checks. Throws what LibTorch throws, and c10::Error
    /// for an operator that may not be called.
    void call(const c10::OperatorHandle &operation, std::vector<c10::IValue> &stack) const;

private:
    explicit OperatorRights(bool trust)
        : m_trust(trust)
    {
    }

    bool m_trust;
};

} // namespace rooflight
