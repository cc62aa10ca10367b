// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace rooflight {

/// glibc gives freed memory back to the kernel beyond twice the largest block that was freed so far. Without this it
/// was chance, such as how large a file was, whether operators with results of a megabyte wait for new pages at each
/// call; after it less than 8 MiB stays. Larger results change that in every process.
void keepSmallResults();

} // namespace rooflight
