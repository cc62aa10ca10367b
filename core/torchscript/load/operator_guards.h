// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// Puts checks before operators that models need and that read beyond their tensors when sizes, dimensions or indices
/// do not fit: from then on a call that does not fit throws c10::Error. They are the last group of knownOperators().
/// Holds for calls without gradients; once a process, further calls do nothing.
void guardOperators();

} // namespace rooflight
