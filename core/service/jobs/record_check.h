// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"
#include "core/service/jobs/job_process.h"

#include <chrono>
#include <optional>
#include <string>

namespace rooflight {

/// A record of a job that may be passed on, and the line that it came as, or a shorter one.
struct CheckedRecord {
    Record record;
    std::string line;
};

/// Takes every line of a job for untrusted text: it passes on what a job of this role may say about this
/// request, and only so much of it.
///
/// What a model's process says before JobReporter::announceUntrustedCode() comes from this program. From there on its
/// errors and notices are passed on as a quotation, with a code, a status and a hint that this program chose. The file
/// is described before, once, and results are of that file and on the device that was named before; a Done without the
/// results of the request is refused.
class RecordCheck
{
public:
    static constexpr int maxNotices = 200;
    static constexpr std::size_t maxNoticeBytes = 16 << 10;
    static constexpr int maxProgressPerSecond = 100;

    RecordCheck(const Request &request, JobRole role);

    /// Nothing for a record that is left out because there are too many of its kind. Errors: ModelKilled for what no
    /// job of ours says.
    [[nodiscard]] Result<std::optional<CheckedRecord>> check(const std::string &line);

private:
    [[nodiscard]] bool isExpected(const RecordBody &body) const;
    [[nodiscard]] bool isTooMuch(const RecordBody &body);
    [[nodiscard]] bool isOfThisFile(const RecordBody &body) const;
    [[nodiscard]] bool isComplete() const;
    [[nodiscard]] Error quoted(const Error &error) const;
    [[nodiscard]] bool rephrase(RecordBody &body) const;
    void note(const RecordBody &body);
    /// Whether it is JobReporter::announceDevice(), which is not passed on.
    [[nodiscard]] bool takesDevice(const RecordBody &body);
    [[nodiscard]] Error refusal(std::string_view what) const;

    Request m_request;
    JobRole m_role;
    std::string m_path; ///< of the model, as it comes in records: bytes that are no UTF-8 are replaced
    bool m_untrustedCode = false; ///< may have run
    Device m_device; ///< that it measures, as it said before
    std::optional<ModelIdentity> m_model; ///< as the inspection says
    ResultKinds m_seen;
    int m_notices = 0;
    int m_progress = 0; ///< in this second
    std::optional<std::chrono::steady_clock::time_point> m_second;
};

} // namespace rooflight
