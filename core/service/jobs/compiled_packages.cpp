// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/jobs/compiled_packages.h"

#include "core/archive/zip/sha256.h"
#include "core/base/build_versions.h"
#include "core/base/cache_file.h"
#include "core/base/plain_file.h"
#include "core/base/text_file.h"
#include "core/base/untrusted_file.h"
#include "core/base/user_python.h"
#include "core/base/whole_file.h"
#include "core/machine/cpu_device.h"
#include "core/model/error_sentences.h"
#include "core/request/request_check.h"

#include <ATen/Parallel.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr std::array ways = { RemedyId::Compiled, RemedyId::CompiledFrozen };
constexpr std::uintmax_t mostKeptBytes = std::uintmax_t { 4 } << 30;

bool isWanted(const Request &request, RemedyId id)
{
    return request.remedies.empty() || std::ranges::find(request.remedies, name(id)) != request.remedies.end();
}

/// Where there is no home folder, one for the time of the request.
fs::path keptFolder()
{
    return cacheFile("compiled", "any", "").parent_path();
}

fs::path noteBeside(const fs::path &package)
{
    return fs::path(package).replace_extension(".txt");
}

fs::path ownFolder()
{
    std::error_code problem;
    fs::path place = keptFolder();
    if (place.empty())
        place = fs::temp_directory_path(problem);
    fs::create_directories(place, problem);
    std::string folder = (fs::absolute(place, problem) / "making-XXXXXX").string();
    return mkdtemp(folder.data()) != nullptr ? fs::path(folder) : fs::path();
}

/// Of folders that a process which was killed left behind, and of packages beyond what is kept, the oldest first.
void removeOld()
{
    struct Kept {
        fs::file_time_type written;
        fs::path path;
        std::uintmax_t bytes = 0;
    };
    constexpr auto day = std::chrono::hours(24);
    std::error_code problem;
    std::vector<Kept> packages;
    std::uintmax_t bytes = 0;
    for (fs::directory_iterator entry(keptFolder(), problem); !problem && entry != fs::directory_iterator();
         entry.increment(problem)) {
        std::error_code ignored;
        const fs::file_time_type written = entry->last_write_time(ignored);
        if (ignored || entry->is_symlink(ignored))
            continue;
        if (entry->is_directory(ignored) && entry->path().filename().string().starts_with("making-")
            && fs::file_time_type::clock::now() - written > day)
            fs::remove_all(entry->path(), ignored);
        else if (entry->path().extension() == ".pt2")
            packages.push_back({ written, entry->path(), entry->file_size(ignored) });
    }
    for (const Kept &kept : packages)
        bytes += kept.bytes;
    std::ranges::sort(packages, {}, &Kept::written);
    for (const Kept &kept : packages) {
        if (bytes <= mostKeptBytes)
            break;
        fs::remove(noteBeside(kept.path), problem);
        fs::remove(kept.path, problem);
        bytes -= kept.bytes;
    }
}

} // namespace

bool CompiledPackages::areWanted(const Request &request)
{
    const bool isAsExported = request.execution.precision == ModelPrecision::AsLoaded
        && request.execution.memoryFormat == MemoryFormat::AsLoaded;
    return request.kind == RequestKind::Remedies && request.compile && !request.isOnCuda() && isAsExported
        && std::ranges::any_of(ways, [&request](RemedyId id) { return isWanted(request, id); })
        && checkRequest(request).ok();
}

CompiledPackages::CompiledPackages(const Request &request)
    : m_request(request)
{
    const Result<std::string> sha256 = sha256OfFile(request.model);
    if (!sha256.ok())
        return; // the process of the model says why
    m_sha256 = sha256.value();
    removeOld();
    CompileOrder order;
    order.threads = request.threads > 0 ? request.threads : at::get_num_threads();
    for (const RemedyId id : ways) {
        if (!isWanted(request, id))
            continue;
        // Another form of this key, or of what is made, is another "1".
        const std::string key = sha256OfText(
            fmt::format("1\n{}\n{}\n{}\n{}\n{}", m_sha256, libtorchVersion(), name(id), order.threads, cpuName()));
        const fs::path folder = keptFolder();
        Way way { id, {}, folder.empty() || key.empty() ? fs::path() : folder / (key + ".pt2") };
        if (!takeKept(way))
            order.ways.push_back(name(id));
        m_ways.push_back(std::move(way));
    }
    if (order.ways.empty())
        return;
    order.python = findProgram(userPython());
    m_folder = order.python.empty() ? fs::path() : ownFolder();
    order.folder = m_folder;
    if (!m_folder.empty()) {
        m_order = std::move(order);
        return;
    }
    for (Way &way : m_ways) {
        if (way.variant.package.empty())
            way.variant.failure = sentenceOf(
                errorOf(order.python.empty() ? ErrorSentence::CompileNoPython : ErrorSentence::CompileEnded, {}));
    }
}

CompiledPackages::~CompiledPackages()
{
    std::error_code ignored;
    if (!m_folder.empty())
        fs::remove_all(m_folder, ignored);
}

bool CompiledPackages::takeKept(Way &way) const
{
    const double seconds = numberIn<double>(readPlainText(noteBeside(way.kept).string(), 64)).value_or(0);
    if (way.kept.empty() || !isOwnFile(way.kept.string()) || !std::isfinite(seconds) || seconds <= 0)
        return false;
    std::error_code ignored;
    fs::last_write_time(way.kept, fs::file_time_type::clock::now(), ignored);
    way.variant = { way.kept.string(), seconds, {} };
    return true;
}

double CompiledPackages::secondsAllowed() const
{
    constexpr double share = 0.7;
    constexpr double most = 1800;
    return m_request.timeoutSeconds > 0 ? std::min(m_request.timeoutSeconds * share, most) : most;
}

ComposedText CompiledPackages::failureOf(const std::string &word, const std::string &words,
                                         const std::optional<Error> &end) const
{
    using enum ErrorSentence;
    const std::string python = m_order->python;
    if (word == "no_torch")
        return sentenceOf(errorOf(CompileNoTorch, { ComposedText(python) }));
    if (word == "other_torch")
        return sentenceOf(
            errorOf(CompileOtherTorch, { ComposedText(python), ComposedText(words), ComposedText(libtorchVersion()) }));
    if (word == "no_compiler")
        return sentenceOf(errorOf(CompileNoCompiler, {}));
    if (word == "no_export")
        return sentenceOf(errorOf(CompileNoExport, {}));
    if (word == "not_confined")
        return sentenceOf(errorOf(CompileNotConfined, {}));
    if (word == "failed")
        return sentenceOf(errorOf(CompileFailed, { ComposedText(words) }));
    if (end && end->code == ErrorCode::TimedOut)
        return sentenceOf(errorOf(CompileTooLong, { ComposedText(fmt::format("{:.0f}", secondsAllowed())) }));
    return sentenceOf(errorOf(CompileEnded, {}));
}

void CompiledPackages::takeMade(Way &way, const std::optional<Error> &end, bool hasChanged)
{
    constexpr std::size_t mostBytes = 4096;
    const std::string text = readPlainText(outcomeIn(m_folder, name(way.id)).string(), mostBytes, FileEnd::First);
    const std::size_t line = std::min(text.find('\n'), text.size());
    const std::string word = text.substr(0, line);
    const std::string words = text.substr(std::min(line + 1, text.size()));
    const fs::path made = packageIn(m_folder, name(way.id));
    const double seconds = word == "done" ? numberIn<double>(words).value_or(0) : 0;
    if (hasChanged) {
        way.variant.failure = sentenceOf(errorOf(ErrorSentence::CompileChanged, {}));
        return;
    }
    if (!(std::isfinite(seconds) && seconds > 0) || !isOwnFile(made.string())) {
        way.variant.failure = failureOf(word, words, end);
        return;
    }
    way.variant = { made.string(), seconds, {} };
    std::error_code problem;
    if (way.kept.empty() || !replaceWholeFile(noteBeside(way.kept).string(), fmt::format("{:.3f}\n", seconds)).ok())
        return;
    fs::permissions(made, fs::perms::owner_read | fs::perms::owner_write, problem);
    fs::rename(made, way.kept, problem);
    if (!problem)
        way.variant.package = way.kept.string();
}

void CompiledPackages::take(const std::optional<Error> &end)
{
    if (!m_order)
        return;
    const Result<std::string> sha256 = sha256OfFile(m_request.model);
    const bool hasChanged = !sha256.ok() || sha256.value() != m_sha256;
    for (Way &way : m_ways) {
        if (way.variant.package.empty())
            takeMade(way, end, hasChanged);
    }
    m_order.reset();
}

void CompiledPackages::addTo(Request &request) const
{
    for (const Way &way : m_ways)
        *compiledVariant(request, way.id) = way.variant;
}

Result<void> CompiledPackages::saveFaster(const Remedies &remedies) const
{
    const std::string &path = m_request.saveCompiled;
    const Remedy *faster = nullptr;
    for (const Remedy &remedy : remedies.remedies) {
        const bool isOne = remedy.id.value() && isCompiled(*remedy.id.value());
        if (isOne && remedy.change.isMeasured() && (!faster || remedy.change.ratio < faster->change.ratio))
            faster = &remedy;
    }
    const auto notWritten = [&path](const std::string &why, const std::string &hint) {
        return Error { ErrorCode::OutputFile, fmt::format("{} was not written: {}.", path, why), hint };
    };
    const auto way =
        std::ranges::find_if(m_ways, [faster](const Way &each) { return faster && faster->id == each.id; });
    if (way == m_ways.end() || way->variant.package.empty())
        return notWritten("nothing that was compiled runs", "The table says why.");
    std::error_code problem;
    const std::string part = path + ".part";
    fs::copy_file(way->variant.package, part, fs::copy_options::overwrite_existing, problem);
    const mode_t without = umask(0); // a process with one thread
    umask(without);
    if (!problem) // the kept one is this user's alone
        fs::permissions(part, static_cast<fs::perms>(0666 & ~without), problem);
    if (!problem)
        fs::rename(part, path, problem);
    if (!problem)
        return {};
    std::error_code ignored;
    fs::remove(part, ignored);
    return notWritten(problem.message(), "Choose another file.");
}

} // namespace rooflight
