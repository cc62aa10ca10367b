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

/// Puts checks before operators that models need and that read beyond their tensors when sizes, dimensions or indices
/// do not fit: from then on a call that does not fit throws c10::Error. They are the last group of knownOperators().
/// Holds for calls without gradients; once a process, further calls do nothing.
void guardOperators();

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
