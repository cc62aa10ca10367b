// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/model/request.h"
#include "core/results/inspection/inspection.h"
#include "core/service/sandbox/confinement.h"
#include "core/service/steps/job_reporter.h"
#include "core/torchscript/load/operator_rights.h"

#include <string>
#include <vector>

namespace rooflight {

/// The right of a process to do what a foreign file asks for: to run a model, or to call the operators of a trace. It
/// is confined by then, unless the request says otherwise, its start is over, operators are guarded, and whatever it
/// says from here on is shown as words of the file. Steps that do such things take it, so that none comes before.
class JobRights
{
public:
    [[nodiscard]] const OperatorRights &operators() const { return m_operators; }

private:
    friend class JobStart;

    explicit JobRights(bool trust)
        : m_operators(OperatorRights::guarded(trust))
    {
    }

    OperatorRights m_operators;
};

/// What comes before, in this order: the files are opened, the process is confined, and when it has looked into them
/// its start ends.
class JobStart
{
public:
    JobStart(const Request &request, JobReporter &reporter)
        : m_request(request)
        , m_reporter(reporter)
    {
    }

    /// Each file is opened here, once: whatever reads it later reads this one, though its path may name another by
    /// then.
    [[nodiscard]] Result<void> openModels();
    [[nodiscard]] const std::vector<std::string> &models() const { return m_models; }

    /// Environment, files and system calls are those of confinement.md from here on. Errors: UnsafeFile.
    [[nodiscard]] Result<void> confine();

    /// Errors: UnsafeFile for a file that calls what is not known to be safe, unless the request trusts it.
    [[nodiscard]] Result<void> requireTrust(const Inspection &inspection) const;

    /// Takes what only starting needs, and tells the worker. Errors: UnsafeFile.
    [[nodiscard]] Result<JobRights> end();

private:
    [[nodiscard]] ConfinementPlan plan() const;
    /// Whether compiled code may be opened: the model is trusted, or the request had it compiled.
    [[nodiscard]] bool opensCode() const { return m_request.trust || m_request.runsPackage; }

    const Request &m_request;
    JobReporter &m_reporter;
    std::vector<std::string> m_models; ///< files
};

} // namespace rooflight
