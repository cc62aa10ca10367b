// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// LibTorch enters its operators into the registry of TorchScript when the first model is opened, which takes some 10
/// ms: a process that will open models in processes forked from it does so once for all of them. Starts no thread.
void fillOperatorRegistry();

} // namespace rooflight
