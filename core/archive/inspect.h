// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/archive/zip/sha256.h"
#include "core/base/result.h"
#include "core/results/inspection/inspection.h"

#include <string>

namespace rooflight {

/// How much of a file is read.
enum class InspectionDepth {
    Whole, ///< every byte, for its checksums
    Headers, ///< names, types and sizes: no weights, so no SHA-256 either
};

/// Whether a package of machine code, which only runs, is looked into as far as that goes, or refused.
enum class CompiledCode { Refused, Accepted };

/// Looks into a TorchScript file, or one of torch.export, without running any of it and without LibTorch.
///
/// Errors: FileUnreadable (missing, a folder, no permission, no plain file), NotTorchScript (says what it is instead),
/// UnsafeFile (a package of AOTInductor that is refused), Damaged (cut short, a checksum differs, tensors beyond their
/// data). PyTorch itself would open many a file with a wrong checksum: with acceptDamaged they pass here too.
///
/// Of a frozen file the weights are constants and count as parameters of the root module. A module's parameters and
/// buffers are its own; the totals of Inspection::model count tied weights once.
[[nodiscard]] Result<Inspection> inspectFile(const std::string &path, bool acceptDamaged,
                                             InspectionDepth depth = InspectionDepth::Whole,
                                             CompiledCode compiled = CompiledCode::Refused);

} // namespace rooflight
