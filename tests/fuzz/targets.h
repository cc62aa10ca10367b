// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string_view>

/// What reads foreign bytes, each as a function of these bytes. It must return for any of them: crashes, hangs,
/// exceptions and broken promises are defects.
namespace rooflight::fuzz {

struct Target {
    std::string_view name; ///< of its folder in tests/fuzz/corpus, too
    void (*run)(std::string_view input);
};

[[nodiscard]] std::span<const Target> targets();

/// Null if no target has that name.
[[nodiscard]] const Target *findTarget(std::string_view name);

/// Ends the program when what must hold for any input does not.
void require(bool holds, const char *what);

void readArchive(std::string_view input); ///< a file as it lies on the disk
void readModel(std::string_view input); ///< records that are packed into a file: see packed_records.h
void readPickle(std::string_view input);
void readCode(std::string_view input); ///< TorchScript source
void readExport(std::string_view input); ///< the JSON of a torch.export file
void readSizes(std::string_view input); ///< its sizes and trees of arguments
void readSavedSession(std::string_view input); ///< a .ridge file, and all that is shown of it
void readRecord(std::string_view input); ///< a line of a job
void readRequest(std::string_view input); ///< a line for the worker
void readKeptRoofs(std::string_view input); ///< roofs in the cache, behind their checksum
void readInput(std::string_view input); ///< --input SPEC
void readFormulas(std::string_view input); ///< --formulas FILE
void readTrace(std::string_view input); ///< of PyTorch's profiler
void readRoofsFile(std::string_view input); ///< --roofs FILE
void readMatrix(std::string_view input); ///< matrix.json
void readPlanFile(std::string_view input); ///< matrix PLAN

} // namespace rooflight::fuzz
