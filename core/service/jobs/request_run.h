// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/record/record.h"
#include "core/service/jobs/batch_per_process.h"
#include "core/service/jobs/compiled_packages.h"
#include "core/service/jobs/job_process.h"
#include "core/service/jobs/record_check.h"

#include <poll.h>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace rooflight {

/// What does a request: a process for the model, and another one, which opens no model, for the roofs. What either says
/// is checked; roofs, sweeps and what was compiled are kept from one run to the next. Remedies
/// that compile have a process for that before. A sweep that memory ends has further processes, one
/// for each batch near its largest. If no roofs are kept a report has quick ones first, so that there are verdicts
/// after seconds, and better ones when the model has been timed.
///
/// Use: poll() descriptors() for reading, and call advance() when one is readable and at least every 100 ms.
class RequestRun
{
public:
    /// What the two processes do; others for tests.
    struct Bodies {
        JobProcess::Body model = runJob;
        JobProcess::Body roofs = measureRoofs;
        JobProcess::Body keptRoofs = sendKeptRoofs;
    };

    /// Errors: Internal.
    [[nodiscard]] static Result<std::unique_ptr<RequestRun>> start(const Request &request, Bodies bodies);
    [[nodiscard]] static Result<std::unique_ptr<RequestRun>> start(const Request &request);

    [[nodiscard]] const Request &request() const { return m_request; }
    [[nodiscard]] std::vector<pollfd> descriptors() const;

    /// Asks it to end. What was measured before arrives.
    void cancel();

    /// What there is by now; the last record of a request is a Done or an Error.
    [[nodiscard]] std::vector<CheckedRecord> advance();
    [[nodiscard]] bool finished() const { return m_finished; }

private:
    RequestRun(Request request, Bodies bodies);

    void takeNews(std::vector<CheckedRecord> &records);
    void sayWhatIsKept(std::vector<CheckedRecord> &records);
    void advanceModel(std::vector<CheckedRecord> &records);
    void advanceRoofs(std::vector<CheckedRecord> &records);
    void advanceCompiler(std::vector<CheckedRecord> &records);
    [[nodiscard]] Result<void> startCompiler();
    [[nodiscard]] Result<void> startFirst();
    void saveCompiled(std::vector<CheckedRecord> &records);
    void startRoofs(std::vector<CheckedRecord> &records);
    void searchFurther(std::vector<CheckedRecord> &records);
    void startTry(std::vector<CheckedRecord> &records);
    void takeOfTry(const RecordBody &body);
    void advanceTry(std::vector<CheckedRecord> &records);
    void endSweep(std::vector<CheckedRecord> &records);
    void nameCrash(std::vector<CheckedRecord> &records);
    void take(JobProcess &job, RecordCheck &check, std::vector<CheckedRecord> &records);
    void refuse(JobProcess &job, const Error &error, std::vector<CheckedRecord> &records) const;
    [[nodiscard]] CheckedRecord recordOf(RecordBody body) const;
    void end(std::vector<CheckedRecord> &records, Error error);
    void keep(const CheckedRecord &checked, JobRole role);
    [[nodiscard]] Request requestForRoofs() const;

    Request m_request;
    Bodies m_bodies;
    std::unique_ptr<CompiledPackages> m_compiled; ///< outlives the processes that use them
    RecordCheck m_modelCheck;
    RecordCheck m_roofsCheck;
    std::unique_ptr<JobProcess> m_model; ///< null for a request about the device alone
    std::unique_ptr<JobProcess> m_roofs; ///< while they are measured
    std::unique_ptr<JobProcess> m_compiler; ///< before that of the model
    std::optional<RecordCheck> m_compilerCheck;
    std::optional<Remedies> m_remedies; ///< the last ones, if something compiled is to be saved
    std::optional<BatchSweep> m_sweep; ///< the last one that the model's process sent
    std::optional<CheckedRecord> m_endOfSweep; ///< while batches are tried in processes of their own
    std::optional<BatchPerProcess> m_batches;
    std::unique_ptr<JobProcess> m_try; ///< of one such batch
    std::optional<RecordCheck> m_tryCheck;
    std::optional<BatchPoint> m_tried; ///< what it said
    std::optional<Error> m_tryError; ///< that ended it
    bool m_tryIsDone = false; ///< it came to its end
    std::optional<CheckedRecord> m_endOfRoofs;
    bool m_askedForRoofs = false; ///< by the model's process
    bool m_roofsCanBeBetter = false; ///< those that were sent are quick, and the request is not
    std::string m_modelSha256; ///< of a sweep, so that no model can write into that of another
    bool m_isMeasured = false; ///< some of what is asked for was passed on
    bool m_cancelled = false;
    bool m_finished = false;
};

/// Does a request in processes of its own; \p receive gets each record as it arrives, the last one a Done or an Error.
/// Keeps newly measured roofs for the next request. A stop cancels the request within 50 ms; what was measured before
/// arrives.
void runRequest(const Request &request, const std::function<void(Record)> &receive, const std::stop_token &stop);

} // namespace rooflight
