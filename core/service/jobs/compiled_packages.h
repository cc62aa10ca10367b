// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/model/request.h"
#include "core/results/remedies/remedies.h"
#include "core/service/steps/job_reporter.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rooflight {

/// What the user's Python is asked to compile, and where it leaves the result.
struct CompileOrder {
    std::string python;
    std::filesystem::path folder; ///< this process' own, and empty
    std::vector<std::string_view> ways; ///< names of remedies
    int threads = 1;
};

/// Files that the program leaves for a way: what it made, and a word on how it ended.
[[nodiscard]] std::filesystem::path packageIn(const std::filesystem::path &folder, std::string_view way);
[[nodiscard]] std::filesystem::path outcomeIn(const std::filesystem::path &folder, std::string_view way);

/// Compiles the request's model: runs the user's Python on our program in a process of its own, and says how far it is,
/// in seconds. To be called in a process that may be lost (JobProcess), with its time limited; whatever Python starts
/// ends with that. The request's model is read by Python alone, when it is confined, and no code of it is run.
void compileModel(const Request &request, const CompileOrder &order, JobReporter &reporter);

/// What AOTInductor makes of a request's model. Packages are kept from one run to the next, by the content of the
/// model, the version of LibTorch, the threads and the processor. They are as little to be trusted as the model, and
/// run in the same sandbox.
class CompiledPackages
{
public:
    /// Whether the request wants any that could be had.
    [[nodiscard]] static bool areWanted(const Request &request);

    /// Looks for those that are kept.
    explicit CompiledPackages(const Request &request);
    ~CompiledPackages();
    CompiledPackages(const CompiledPackages &) = delete;
    CompiledPackages &operator=(const CompiledPackages &) = delete;

    /// What is left to compile, for compileModel(); nothing if all is known.
    [[nodiscard]] const std::optional<CompileOrder> &order() const { return m_order; }
    /// How long that may take: a request that has more time than this has some left.
    [[nodiscard]] double secondsAllowed() const;

    /// Takes what is there when the process of compileModel() has ended. \p end: why it was ended before it was done.
    void take(const std::optional<Error> &end);

    /// Sets the request's compiled variants: their packages, or why there are none.
    void addTo(Request &request) const;

    /// Writes the faster one of those that were timed to the file that the request names. Errors: OutputFile.
    [[nodiscard]] Result<void> saveFaster(const Remedies &remedies) const;

private:
    struct Way {
        RemedyId id;
        CompiledVariant variant;
        std::filesystem::path kept; ///< empty if nothing can be kept
    };

    [[nodiscard]] bool takeKept(Way &way) const;
    [[nodiscard]] ComposedText failureOf(const std::string &word, const std::string &words,
                                         const std::optional<Error> &end) const;
    void takeMade(Way &way, const std::optional<Error> &end, bool hasChanged);

    Request m_request;
    std::string m_sha256; ///< of the model; empty if it cannot be read
    std::vector<Way> m_ways;
    std::filesystem::path m_folder; ///< this object's own; empty: none
    std::optional<CompileOrder> m_order;
};

} // namespace rooflight
