// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A worker that does what the tests need. fake_worker MODE, where MODE is
//   answer          says hello and answers each request with the session of the fixture, in stages; a prediction, and
//                   calls of operators alone, with three blocks
//   error CODE      answers each request with that error; requests with trust or acceptDamaged are answered in full
//   crash           dies of a signal on the first request, after the analysis
//   counts          answers without times, works for ever, stops when it is asked to
//   parts           counts, works for ever on what is called first.pt, and says when it is asked to stop what it took
//   hang            works for ever, stops when it is asked to
//   ignores_cancel  works for ever, ends on a signal
//   stubborn        works for ever, whatever it is asked or sent, but SIGKILL
//   flood           sends bytes without a line feed for ever
//   chatter         sends progress as fast as it can, stops when it is asked to
//   garbage         answers with what is not a record
//   newer           says hello in a format of the future
//   other_version   as answer, of another version of Rooflight
//   cut             as ssh when its connection ends on the first request, after the analysis
//   unreachable     as ssh when there is no such host, with a banner of many lines before
//   missing         as the shell of a host on which the program is not installed
//   sizes           says in place of a convention which size it was asked for
//   echo            says there what it was asked
//   other_file      counts a file of as many parameters and other content
//   other_file_fails   the same of one that it cannot count
//   stale           sends records of another request before the right ones
#include "core/record/record.h"
#include "tests/ui/blocks_fixture.h"
#include "tests/ui/session_fixture.h"
#include "tests/ui/timing_fixture.h"

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>

using namespace rooflight;

namespace {

void send(std::int64_t request, RecordBody body)
{
    const std::string line = encode({ request, std::move(body) });
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fflush(stdout);
}

Hello hello()
{
    Hello hello = fixture::resnet18().hello;
    hello.host = "fake";
    return hello;
}

Inspection inspection()
{
    Inspection inspection;
    inspection.model = fixture::resnet18().analysis->model;
    inspection.arguments.push_back({ "x", "Tensor", { { {}, { { 1, 3, 224, 224 }, DType::Float32 } } }, {} });
    inspection.findings.push_back(
        { "code/__torch__/evil.py", 7, "aten::save", "torch.save(x, \"/tmp/owned\")", true, true });
    return inspection;
}

void answer(const Request &request)
{
    Session session = fixture::resnet18();
    session.analysis.edit().model.path = request.model;
    session.analysis.edit().inputs.front().name = "x";
    send(request.id, Progress { "analyze", 1, 3 });
    send(request.id, *session.analysis);
    send(request.id, *session.peaks);
    send(request.id, Progress { "layers", 2, 3 });
    send(request.id, *session.layers);
    send(request.id, *session.latency);
    send(request.id, Done {});
}

/// Three blocks, for whose sizes "s1=N" every layer does N / 128 of the work.
void predict(const Request &request)
{
    Analysis analysis = *fixture::threeBlocks().analysis;
    analysis.model.path = request.model;
    for (const std::string &dimension : request.dimensions) {
        std::int64_t value = 128;
        if (dimension.starts_with("s1="))
            std::from_chars(dimension.data() + 3, dimension.data() + dimension.size(), value);
        for (Layer &layer : analysis.layers) {
            for (std::int64_t *amount :
                 { &layer.cost.macs, &layer.cost.flops, &layer.cost.bytesRead, &layer.cost.bytesWritten })
                *amount = *amount * value / 128;
        }
    }
    send(request.id, analysis);
    send(request.id, Done {});
}

/// Of three blocks, alone: twice the time for each item of the batch.
void callOperators(const Request &request)
{
    Session session = fixture::threeBlocks();
    fixture::addOperators(session);
    session.analysis.edit().model.path = request.model;
    const auto batch = double(std::max<std::int64_t>(1, request.batch));
    for (ItemLatency &latency : session.layers.edit().items)
        latency.samples.summary.medianNs *= 2 * batch;
    send(request.id, *session.analysis);
    send(request.id, *session.layers);
    send(request.id, Done {});
}

/// 110 us for each item of the batch.
ModelLatency fewRuns(const Request &request)
{
    const auto ns = 110'000 * double(std::max<std::int64_t>(1, request.batch));
    ModelLatency runs;
    runs.samples.summary.count = 9;
    runs.samples.summary.medianNs = ns;
    runs.samples.summary.medianIntervalNs = { ns, ns };
    return runs;
}

/// Each operator takes a quarter of its time where malloc keeps memory.
Explanation waitsForMemory(const Request &request)
{
    Explanation explanation;
    explanation.model = request.model;
    explanation.threads = 2;
    for (const std::int64_t position : request.operators) {
        ExplainedOperator &op = explanation.operators.emplace_back();
        op.id = position;
        op.medianNs = 1e6;
        op.pageFaults = 1000;
        op.experiments = { { Experiment::Control, 1, { 0.98, 1.02 }, 8 },
                           { Experiment::PageFaults, 0.25, { 0.2, 0.3 }, 8 } };
    }
    return explanation;
}

/// Of what is added to a session.
void answerMore(const Request &request)
{
    if (request.kind == RequestKind::Analyze && request.predict)
        return predict(request);
    if (request.kind == RequestKind::Layers && request.replay)
        return callOperators(request);
    if (request.kind == RequestKind::Peaks)
        send(request.id, *fixture::resnet18().peaks);
    else if (request.kind == RequestKind::Methods)
        send(request.id, fixture::methods());
    else if (request.kind == RequestKind::Sweep)
        send(request.id, fixture::sweep());
    else if (request.kind == RequestKind::Explain)
        send(request.id, waitsForMemory(request));
    else if (request.kind == RequestKind::Remedies)
        send(request.id, fixture::remedies());
    else if (request.kind == RequestKind::Latency && request.interleave.empty())
        send(request.id, fewRuns(request));
    else
        send(request.id, fixture::pipeline());
    send(request.id, Done {});
}

std::optional<ClientMessage> readMessage()
{
    std::string line;
    if (!std::getline(std::cin, line))
        return std::nullopt;
    Result<ClientMessage> message = decodeMessage(line);
    if (!message.ok())
        return std::nullopt;
    return std::move(message).value();
}

/// Says then what there is by that time.
void waitForCancel(std::int64_t id, const std::optional<RecordBody> &part = std::nullopt)
{
    while (const auto message = readMessage()) {
        const auto *cancel = std::get_if<CancelRequest>(&*message);
        if (cancel && cancel->id == id) {
            if (part)
                send(id, *part);
            send(id, Done { true });
            return;
        }
    }
}

[[noreturn]] void sleepForEver()
{
    while (true)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

void chatter(std::int64_t id)
{
    std::thread([id] {
        for (std::int64_t i = 0;; ++i)
            send(id, Progress { "layers", i, 0 });
    }).detach();
    waitForCancel(id);
}

[[noreturn]] void endAsSsh(const char *words)
{
    std::fprintf(stderr, "%s\n", words);
    std::fflush(stderr);
    std::_Exit(255);
}

void handle(const std::string &mode, const std::string &code, const Request &request)
{
    if (mode == "error" && !request.trust && !request.acceptDamaged) {
        if (code != "file_unreadable") // of which nothing is known
            send(request.id, inspection());
        send(request.id, Error { errorCodeFromName(code), "What went wrong, in the worker's words.", "What to do." });
    } else if (mode == "unconfined" && !request.unconfined) {
        Inspection harmless = inspection();
        harmless.findings.clear();
        send(request.id, harmless);
        send(request.id, Error { ErrorCode::UnsafeFile, "It cannot be confined.", "What to do." });
    } else if (mode == "answer" || mode == "error" || mode == "unconfined" || mode == "other_version") {
        request.kind == RequestKind::Report ? answer(request) : answerMore(request);
    } else if (mode == "crash") {
        send(request.id, *fixture::resnet18().analysis);
        std::fprintf(stderr, "last words of the worker\n");
        std::fflush(stderr);
        std::raise(SIGKILL);
    } else if (mode == "cut") {
        send(request.id, *fixture::resnet18().analysis);
        endAsSsh("Connection to far.example closed by remote host.");
    } else if (mode == "hang") {
        send(request.id, Progress { "layers", 1, 10 });
        waitForCancel(request.id);
    } else if (mode == "counts") {
        send(request.id, *fixture::resnet18().analysis);
        send(request.id, *fixture::resnet18().peaks);
        waitForCancel(request.id);
    } else if (mode == "parts") {
        Analysis analysis = *fixture::resnet18().analysis;
        analysis.model.path = request.model;
        send(request.id, analysis);
        if (request.model.ends_with("first.pt"))
            waitForCancel(request.id, *fixture::resnet18().latency);
        else
            send(request.id, Done {});
    } else if (mode == "warms_up") {
        send(request.id, *fixture::resnet18().analysis);
        ModelLatency latency;
        latency.samples.warmupNs = { 2e7, 1e7 };
        send(request.id, latency);
        waitForCancel(request.id);
    } else if (mode == "awaits") {
        send(request.id, *fixture::resnet18().analysis);
        send(request.id,
             Notice { "roofs_awaited", "Another Rooflight is measuring this device: waiting for its roofs." });
        while (!std::filesystem::exists(code)) // another one measures them, until the test says so
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        send(request.id, *fixture::resnet18().peaks);
        waitForCancel(request.id);
    } else if (mode == "ignores_cancel" || mode == "stubborn") {
        send(request.id, Progress { "layers", 1, 10 });
        sleepForEver();
    } else if (mode == "flood") {
        const std::string block(65536, 'x');
        while (std::fwrite(block.data(), 1, block.size(), stdout) > 0) { }
    } else if (mode == "chatter") {
        chatter(request.id);
    } else if (mode == "garbage") {
        std::puts("this is not a record");
        std::fflush(stdout);
    } else if (mode == "sizes" || mode == "echo") {
        Analysis analysis = *fixture::resnet18().analysis;
        analysis.convention = request.dimensions.front();
        if (mode == "echo") {
            analysis.convention = request.model + ' ' + request.dimensions.front() + ' ' + request.libraries.front()
                + (request.trust ? " trust" : "") + (request.batch > 0 ? " batch" : "");
        }
        send(request.id, analysis);
        send(request.id, Done {});
    } else if (mode == "other_file" || mode == "other_file_fails") {
        Analysis analysis = *fixture::resnet18().analysis;
        analysis.model.sha256.clear(); // it is only counted
        analysis.model.contentsSha256 = std::string(64, 'b');
        Inspection other = inspection();
        other.model = analysis.model;
        send(request.id, other);
        if (mode == "other_file_fails")
            return send(request.id, Error { ErrorCode::ModelFailed, "It has no such size.", "" });
        send(request.id, analysis);
        send(request.id, Done {});
    } else if (mode == "stale") {
        send(request.id + 7, Error { ErrorCode::Internal, "of another request", {} });
        answer(request);
    }
}

int work(const std::string &mode, const std::string &code)
{
    if (mode == "stubborn")
        std::signal(SIGTERM, SIG_IGN);
    if (mode == "missing") {
        std::fputs("bash: line 1: rooflight-cli: command not found\n", stderr);
        return 127;
    }
    if (mode == "unreachable") {
        std::fputs("Unauthorised use is forbidden.\n\n1\n2\n3\n4\n5\n6\n7\n8\n", stderr);
        endAsSsh("ssh: Could not resolve hostname far.example: Name or service not known");
    }
    if (mode == "mute")
        sleepForEver();
    Hello first = hello();
    if (mode == "newer")
        first.formatMajor = 99;
    if (mode == "other_version")
        first.program = "99.1.0";
    send(0, first);
    std::fprintf(stderr, "fake worker: %s\n", mode.c_str());
    while (const auto message = readMessage()) {
        if (const auto *request = std::get_if<Request>(&*message))
            handle(mode, code, *request);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return work(argc > 1 ? argv[1] : "answer", argc > 2 ? argv[2] : "");
    } catch (const std::exception &error) {
        std::fprintf(stderr, "fake worker: %s\n", error.what());
        return 1;
    }
}
