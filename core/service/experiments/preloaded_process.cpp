// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/experiments/preloaded_process.h"

#include "core/base/environment.h"
#include "core/base/opened_file.h"
#include "core/base/text.h"
#include "core/record/record.h"
#include "core/results/remedies/remedies.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

namespace rooflight {

namespace {

constexpr const char *thisProgram = "/proc/self/exe";
constexpr std::string_view workerName = "rooflight-worker";
constexpr std::string_view ofPackage = "package"; ///< a request does not say so of itself
constexpr std::string_view ofFile = "file";
constexpr int argumentCount = 6; ///< program, preloadedArgument, socket, messages, model, and which of both it is

/// Nothing for -1: the file was not opened.
std::optional<int> descriptorIn(const char *argument)
{
    const std::optional<int> descriptor = parseNumber<int>(argument);
    return descriptor && *descriptor >= 0 ? descriptor : std::nullopt;
}

void keepOpen(int descriptor)
{
    if (descriptor >= 0)
        fcntl(descriptor, F_SETFD, 0);
}

} // namespace

bool canStartPreloaded()
{
#if defined(__SANITIZE_ADDRESS__)
    return false; // its runtime must be the first library
#endif
    std::error_code ignored;
    return std::filesystem::read_symlink(thisProgram, ignored).filename() == workerName;
}

void startPreloaded(const BenchmarkSocket &socket, const Request &own, const BenchmarkRequest &first)
{
    const char *library = allocatorLibrary(first.setup);
    BenchmarkSocket messages { FileDescriptor(memfd_create("rooflight", 0)) };
    BenchmarkRequest ownRequest;
    ownRequest.data = encodeMessage(own);
    if (!library || !messages.write(ownRequest) || !messages.write(first) || lseek(messages.descriptor(), 0, SEEK_SET))
        return;
    const int model = openedDescriptor(own.model);
    if (changedSinceOpened(own.model))
        return; // the program that goes on would take the new content for the old
    keepOpen(socket.descriptor());
    keepOpen(model);
    const char *others = environmentVariable("LD_PRELOAD");
    const std::string preloaded = others && *others ? std::string(library) + ':' + others : std::string(library);
    setenv("LD_PRELOAD", preloaded.c_str(), 1); // NOLINT(concurrency-mt-unsafe): before any other thread
    std::array<std::string, argumentCount> arguments {
        std::string(workerName),
        std::string(preloadedArgument),
        std::to_string(socket.descriptor()),
        std::to_string(messages.descriptor()),
        std::to_string(model),
        std::string(own.runsPackage ? ofPackage : ofFile),
    };
    std::array<char *, argumentCount + 1> pointers {};
    for (std::size_t i = 0; i < arguments.size(); ++i)
        pointers[i] = arguments[i].data();
    execv(thisProgram, pointers.data());
}

std::optional<PreloadedStart> preloadedStart(int argc, char **argv)
{
    if (argc != argumentCount || argv[1] != preloadedArgument)
        return std::nullopt;
    const std::optional<int> socket = descriptorIn(argv[2]);
    const std::optional<int> handedOver = descriptorIn(argv[3]);
    if (!socket || !handedOver)
        return std::nullopt;
    BenchmarkSocket messages { FileDescriptor(*handedOver) };
    std::optional<BenchmarkRequest> ownRequest = messages.readRequest();
    std::optional<BenchmarkRequest> first = messages.readRequest();
    if (!ownRequest || !first)
        return std::nullopt;
    Result<ClientMessage> message = decodeMessage(ownRequest->data);
    const char *library = allocatorLibrary(first->setup);
    // One that the loader could not load is left out with no more than a warning.
    if (!message.ok() || !std::holds_alternative<Request>(message.value()) || !library
        || !dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
        return std::nullopt;
    fcntl(*socket, F_SETFD, FD_CLOEXEC); // not for a program that the model might start
    Request own = std::get<Request>(std::move(message).value());
    own.runsPackage = argv[5] == ofPackage;
    if (const std::optional<int> model = descriptorIn(argv[4])) {
        fcntl(*model, F_SETFD, FD_CLOEXEC);
        takeOpened(own.model, *model);
    }
    return PreloadedStart { BenchmarkSocket { FileDescriptor(*socket) }, std::move(own), *std::move(first) };
}

} // namespace rooflight
