// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace ridgepoint {

/// Puts checks before TorchScript's own operators on numbers that end the process for some: integer divisions by zero
/// and of the least integer by -1, and conversions to no type. From then on such a call throws c10::Error. Holds for
/// graphs that are made afterwards; once a process, further calls do nothing.
void guardLanguage();

} // namespace ridgepoint
