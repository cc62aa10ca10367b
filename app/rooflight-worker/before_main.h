// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// Until this is called, an uncaught exception ends the process with one sentence and an exit status: the
/// libraries, LibTorch above all, allocate before main() does.
void endOfInitialization();

} // namespace rooflight
