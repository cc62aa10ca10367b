// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// Puts checks before operators of TorchScript that end the process for some numbers, or read beyond a table: integer
/// divisions by zero and of the least integer by -1, conversions to no type, and numbers for an element type, a layout
/// or a memory format that stand for none. From then on such a call throws c10::Error. Holds for
/// graphs that are made afterwards; once a process, further calls do nothing.
void guardLanguage();

} // namespace rooflight
