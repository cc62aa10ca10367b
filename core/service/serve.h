// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

namespace ridgepoint {

/// The worker: reads requests from \p input (a file descriptor), one JSON object a line, and writes records to
/// \p output, until the input has ended and every request is answered, or nobody reads the output any more. One job
/// runs at a time, the others wait; a cancel takes effect at once. A line that is too long or makes no sense is
/// answered with an error. With \p unconfined models run without confinement. Returns the exit status of the process.
[[nodiscard]] int serve(int input, int output, bool unconfined = false);

} // namespace ridgepoint
