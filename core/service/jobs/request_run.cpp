// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/request_run.h"

#include "core/archive/zip/sha256.h"
#include "core/model/error_sentences.h"
#include "core/roofs/cache/roofs_cache.h"
#include "core/service/steps/kept_files.h"

#include <algorithm>
#include <filesystem>

namespace rooflight {

namespace {

bool isEnd(const CheckedRecord &checked)
{
    return std::holds_alternative<Done>(checked.record.body) || std::holds_alternative<Error>(checked.record.body);
}

/// A sweep over sizes stands under the roofs that are known, and has none measured: it may be counted without a run.
bool isOfSizes(const Request &request)
{
    return brings<BatchSweep>(request.kind) && !request.sweep.axes.empty();
}

/// What a model's process sends last before it waits for roofs.
bool saysThatItWaits(const CheckedRecord &checked)
{
    const auto *progress = std::get_if<Progress>(&checked.record.body);
    return progress && progress->stage == "peaks";
}

bool isMeasured(const RecordBody &body)
{
    return std::visit([](const auto &content) { return wasMeasured(content); }, body);
}

/// Empty if the file cannot be read: its sweep is not kept.
std::string sha256Of(const std::string &path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return {};
    Result<std::string> sha256 = sha256OfFile(path);
    return sha256.ok() ? std::move(sha256).value() : std::string();
}

/// Why a process that said no more than \p said has no result for what it tried; nothing if it may have lacked memory.
std::optional<ComposedText> failureOf(const JobProcess &job, const std::optional<Error> &said)
{
    if (said && !job.diedOfSignal() && said->code != ErrorCode::OutOfMemory && said != job.ownError())
        return sentenceOf(*said);
    if (job.mayHaveLackedMemory() || (said && said->code == ErrorCode::OutOfMemory))
        return std::nullopt;
    if (job.diedOfSignal())
        return job.sentenceOfLoss();
    return said ? std::optional(sentenceOf(*said)) : std::nullopt;
}

void addDescriptors(const JobProcess *job, std::vector<pollfd> &descriptors)
{
    if (!job)
        return;
    for (const int descriptor : job->descriptors())
        descriptors.push_back({ descriptor, POLLIN, 0 });
}

} // namespace

void runRequest(const Request &request, const std::function<void(Record)> &receive, const std::stop_token &stop)
{
    Result<std::unique_ptr<RequestRun>> started = RequestRun::start(request);
    if (!started.ok()) {
        receive({ request.id, started.error() });
        return;
    }
    const std::unique_ptr<RequestRun> run = std::move(started).value();
    while (!run->finished()) {
        std::vector<pollfd> readable = run->descriptors();
        poll(readable.data(), readable.size(), 50);
        if (stop.stop_requested())
            run->cancel();
        for (CheckedRecord &checked : run->advance())
            receive(std::move(checked.record));
    }
}

Result<std::unique_ptr<RequestRun>> RequestRun::start(const Request &request)
{
    return start(request, Bodies {});
}

Result<std::unique_ptr<RequestRun>> RequestRun::start(const Request &request, Bodies bodies)
{
    std::unique_ptr<RequestRun> run(new RequestRun(request, std::move(bodies)));
    // Before the model runs, so that it disturbs no measurement.
    const bool onlyCounted = request.predict && request.sweep.measuredAt.empty();
    if (brings<BatchSweep>(request.kind) && !onlyCounted)
        run->m_modelSha256 = sha256Of(request.model);
    const Result<void> started = CompiledPackages::areWanted(request) ? run->startCompiler() : run->startFirst();
    if (!started.ok())
        return started.error();
    return run;
}

Result<void> RequestRun::startFirst()
{
    const bool roofsAlone = m_request.kind == RequestKind::Peaks;
    Result<std::unique_ptr<JobProcess>> job = JobProcess::start(m_request, roofsAlone ? m_bodies.roofs : m_bodies.model,
                                                                roofsAlone ? JobRole::Roofs : JobRole::Model);
    if (!job.ok())
        return job.error();
    (roofsAlone ? m_roofs : m_model) = std::move(job).value();
    return {};
}

/// Or the model's process, where all that is to be compiled is kept.
Result<void> RequestRun::startCompiler()
{
    m_compiled = std::make_unique<CompiledPackages>(m_request);
    if (!m_compiled->order()) {
        m_compiled->addTo(m_request);
        m_modelCheck = RecordCheck(m_request, JobRole::Model);
        return startFirst();
    }
    Request request = m_request;
    request.timeoutSeconds = m_compiled->secondsAllowed();
    const auto compile = [order = *m_compiled->order()](const Request &own, JobReporter &reporter) {
        compileModel(own, order, reporter);
    };
    Result<std::unique_ptr<JobProcess>> job = JobProcess::start(request, compile, JobRole::Compiler);
    if (!job.ok())
        return job.error();
    m_compiler = std::move(job).value();
    m_compilerCheck.emplace(request, JobRole::Compiler);
    return {};
}

/// However the compiler ends, the model's process starts next, with a request that holds the packages.
void RequestRun::advanceCompiler(std::vector<CheckedRecord> &records)
{
    std::vector<CheckedRecord> said;
    take(*m_compiler, *m_compilerCheck, said);
    for (CheckedRecord &checked : said) {
        if (std::holds_alternative<Progress>(checked.record.body))
            records.push_back(std::move(checked));
    }
    if (!m_compiler->finished())
        return;
    const std::unique_ptr<JobProcess> compiler = std::move(m_compiler);
    if (m_cancelled) {
        records.push_back(recordOf(JobProcess::cancelled(m_request)));
        m_finished = true;
        return;
    }
    m_compiled->take(compiler->ownError());
    m_compiled->addTo(m_request);
    m_modelCheck = RecordCheck(m_request, JobRole::Model);
    if (const Result<void> started = startFirst(); !started.ok())
        return end(records, started.error());
    m_model->shareTimeOf(*compiler);
}

void RequestRun::saveCompiled(std::vector<CheckedRecord> &records)
{
    const bool isDone = !records.empty() && std::holds_alternative<Done>(records.back().record.body);
    if (!isDone || m_request.saveCompiled.empty() || !m_compiled || !m_remedies)
        return;
    if (const Result<void> saved = m_compiled->saveFaster(*m_remedies); !saved.ok())
        records.back() = recordOf(saved.error());
}

RequestRun::RequestRun(Request request, Bodies bodies)
    : m_request(std::move(request))
    , m_bodies(std::move(bodies))
    , m_modelCheck(m_request, JobRole::Model)
    , m_roofsCheck(m_request, JobRole::Roofs)
{
}

std::vector<pollfd> RequestRun::descriptors() const
{
    std::vector<pollfd> descriptors;
    for (const JobProcess *job : { m_compiler.get(), m_roofs.get(), m_try.get(), m_model.get() }) {
        if (job) {
            addDescriptors(job, descriptors);
            break;
        }
    }
    return descriptors;
}

void RequestRun::cancel()
{
    m_cancelled = true;
    for (JobProcess *job : { m_compiler.get(), m_model.get(), m_roofs.get(), m_try.get() }) {
        if (job)
            job->cancel();
    }
}

std::vector<CheckedRecord> RequestRun::advance()
{
    std::vector<CheckedRecord> records;
    if (m_finished)
        return records;
    takeNews(records);
    sayWhatIsKept(records);
    return records;
}

/// Whoever gets the end of a request has all that came before it.
void RequestRun::sayWhatIsKept(std::vector<CheckedRecord> &records)
{
    for (CheckedRecord &checked : records) {
        m_isMeasured = m_isMeasured || isMeasured(checked.record.body);
        const auto *error = std::get_if<Error>(&checked.record.body);
        if (!error || !m_isMeasured)
            continue;
        Error end = *error;
        sayKept(end);
        checked = recordOf(std::move(end));
    }
}

void RequestRun::takeNews(std::vector<CheckedRecord> &records)
{
    if (m_compiler)
        advanceCompiler(records);
    else if (m_roofs)
        advanceRoofs(records);
    else if (m_endOfSweep)
        searchFurther(records);
    else
        advanceModel(records);
}

void RequestRun::advanceModel(std::vector<CheckedRecord> &records)
{
    take(*m_model, m_modelCheck, records);
    saveCompiled(records);
    const bool isDone = !records.empty() && std::holds_alternative<Done>(records.back().record.body);
    if (isDone && !m_cancelled && m_sweep && BatchPerProcess::continues(m_request, *m_sweep)) {
        m_endOfSweep = std::move(records.back());
        records.pop_back();
        m_batches.emplace(*std::exchange(m_sweep, std::nullopt));
        return;
    }
    m_finished = m_finished || m_model->finished();
    nameCrash(records);
    const bool judges = brings<DeviceRoofs>(m_request.kind) || isOfSizes(m_request);
    const bool waits = judges && std::ranges::any_of(records, saysThatItWaits);
    if (!m_finished && waits && m_model->awaitsRoofs())
        startRoofs(records);
}

/// Only here is it known what the process died of. The next sweep tries that batch again, as after any loss.
void RequestRun::nameCrash(std::vector<CheckedRecord> &records)
{
    if (!m_sweep || !m_model->diedOfSignal() || m_model->mayHaveLackedMemory())
        return;
    const auto tried = std::ranges::find(m_sweep->points, BatchOutcome::Trying, &BatchPoint::outcome);
    if (tried == m_sweep->points.end())
        return;
    tried->reason = m_model->sentenceOfLoss();
    const CheckedRecord named = recordOf(*m_sweep);
    if (!m_modelSha256.empty() && m_sweep->model == m_modelSha256)
        keepSweep(named.record);
    records.insert(records.end() - 1, named); // before the error
}

/// When the process before has ended, and all of its memory is free.
void RequestRun::searchFurther(std::vector<CheckedRecord> &records)
{
    if (m_try)
        advanceTry(records);
    else if (!m_model->finished())
        static_cast<void>(m_model->advance());
    else
        startTry(records);
}

void RequestRun::startTry(std::vector<CheckedRecord> &records)
{
    const std::optional<BatchPerProcess::Try> next = m_batches->next();
    if (!next || m_cancelled)
        return endSweep(records);
    const Request request = BatchPerProcess::requestOf(m_request, *next);
    Result<std::unique_ptr<JobProcess>> job = JobProcess::start(request, m_bodies.model);
    if (!job.ok())
        return end(records, job.error());
    m_tryCheck.emplace(request, JobRole::Model);
    m_tried.reset();
    m_tryError.reset();
    m_tryIsDone = false;
    m_try = std::move(job).value();
    m_try->shareTimeOf(*m_model);
    records.push_back(recordOf(Progress { "sweep", next->batch, 0 }));
}

void RequestRun::takeOfTry(const RecordBody &body)
{
    const std::int64_t batch = m_batches->next()->batch;
    if (const auto *sweep = std::get_if<BatchSweep>(&body); sweep && !sweep->points.empty())
        m_tried = sweep->points.back();
    else if (const auto *latency = std::get_if<ModelLatency>(&body))
        m_tried = BatchPerProcess::pointOf(m_request, batch, *latency);
    else if (const auto *error = std::get_if<Error>(&body))
        m_tryError = *error;
    m_tryIsDone = m_tryIsDone || std::holds_alternative<Done>(body);
    if (m_tryError && m_tryError->code == ErrorCode::OutOfMemory)
        m_tried = BatchPerProcess::pointOf(batch, *m_tryError);
}

/// Of such a process its batch is taken; one that ends without an error has run it.
void RequestRun::advanceTry(std::vector<CheckedRecord> &records)
{
    std::vector<CheckedRecord> said;
    take(*m_try, *m_tryCheck, said);
    for (const CheckedRecord &checked : said)
        takeOfTry(checked.record.body);
    if (!m_try->finished())
        return;
    const std::unique_ptr<JobProcess> ended = std::move(m_try);
    if (m_cancelled)
        return endSweep(records);
    if (ended->ownError() && ended->ownError()->code == ErrorCode::TimedOut)
        return end(records, *ended->ownError());
    if (!m_tryIsDone && m_tried && m_tried->outcome == BatchOutcome::Fits)
        m_tried.reset(); // what it did not live to say
    m_batches->take(std::exchange(m_tried, std::nullopt), failureOf(*ended, m_tryError));
    records.push_back(recordOf(m_batches->sweep()));
}

void RequestRun::endSweep(std::vector<CheckedRecord> &records)
{
    if (m_cancelled)
        records.push_back(recordOf(JobProcess::cancelled(m_request)));
    else
        records.push_back(std::move(*m_endOfSweep));
    m_finished = true;
}

void RequestRun::startRoofs(std::vector<CheckedRecord> &records)
{
    if (m_askedForRoofs && !m_roofsCanBeBetter)
        return m_model->answerRoofs();
    const JobProcess::Body &body = isOfSizes(m_request) ? m_bodies.keptRoofs : m_bodies.roofs;
    Result<std::unique_ptr<JobProcess>> job = JobProcess::start(requestForRoofs(), body, JobRole::Roofs);
    m_askedForRoofs = true;
    if (!job.ok())
        return end(records, job.error());
    m_roofs = std::move(job).value();
    m_roofs->shareTimeOf(*m_model);
}

/// Quick ones the first time, unless the roofs are what is asked for.
Request RequestRun::requestForRoofs() const
{
    Request request = m_request;
    if (request.kind == RequestKind::Report && !m_askedForRoofs && !request.remeasure)
        request.effort = Effort::Quick;
    return request;
}

/// The model waits for them, if there is one: then their end is not that of the request, unless it is an error. It may
/// come before their process has ended.
void RequestRun::advanceRoofs(std::vector<CheckedRecord> &records)
{
    take(*m_roofs, m_roofsCheck, records);
    if (!m_model) {
        m_finished = m_finished || m_roofs->finished();
        return;
    }
    if (!records.empty() && isEnd(records.back())) {
        m_endOfRoofs = std::move(records.back());
        records.pop_back();
    }
    if (!m_roofs->finished())
        return;
    m_roofs.reset();
    if (m_endOfRoofs && !m_cancelled && std::holds_alternative<Error>(m_endOfRoofs->record.body)) {
        records.push_back(std::move(*m_endOfRoofs));
        m_model.reset();
        m_finished = true;
        return;
    }
    m_model->answerRoofs();
}

void RequestRun::take(JobProcess &job, RecordCheck &check, std::vector<CheckedRecord> &records)
{
    std::vector<std::string> lines = job.advance();
    if (job.ownError())
        lines.pop_back();
    for (const std::string &line : lines) {
        Result<std::optional<CheckedRecord>> checked = check.check(line);
        if (!checked.ok())
            return refuse(job, checked.error(), records);
        if (!checked.value())
            continue;
        keep(*checked.value(), job.role());
        records.push_back(std::move(*checked.value()));
    }
    if (job.ownError())
        records.push_back(recordOf(*job.ownError()));
}

/// A process that has ended says nothing any more.
void RequestRun::refuse(JobProcess &job, const Error &error, std::vector<CheckedRecord> &records) const
{
    if (job.finished())
        records.push_back(recordOf(error));
    else
        job.refuse(error);
}

CheckedRecord RequestRun::recordOf(RecordBody body) const
{
    Record record { m_request.id, std::move(body) };
    std::string line = encode(record);
    return { std::move(record), std::move(line) };
}

void RequestRun::end(std::vector<CheckedRecord> &records, Error error)
{
    records.push_back(recordOf(std::move(error)));
    m_model.reset();
    m_finished = true;
}

void RequestRun::keep(const CheckedRecord &checked, JobRole role)
{
    if (const auto *roofs = std::get_if<DeviceRoofs>(&checked.record.body); roofs && role == JobRole::Roofs) {
        keepRoofs(*roofs);
        m_roofsCanBeBetter = canBeBetter(*roofs, m_request.effort);
    }
    if (const auto *remedies = std::get_if<Remedies>(&checked.record.body); remedies && !m_request.saveCompiled.empty())
        m_remedies = *remedies;
    const auto *sweep = std::get_if<BatchSweep>(&checked.record.body);
    if (sweep && role == JobRole::Model && !m_endOfSweep)
        m_sweep = *sweep;
    if (sweep && !m_endOfSweep && !m_modelSha256.empty() && sweep->model == m_modelSha256)
        keepSweep(checked.record);
}

} // namespace rooflight
