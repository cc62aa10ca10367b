// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/torchscript/replay/onednn_log.h"

#include <ATen/native/verbose_wrapper.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <vector>

namespace rooflight {

namespace {

std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

void addLine(OneDnnTimes &times, std::string_view line)
{
    constexpr double nsInMillisecond = 1e6;
    if (!line.starts_with("onednn_verbose,"))
        return;
    const std::vector<std::string_view> fields = fieldsOf(line);
    const auto executed = std::ranges::find(fields, "exec");
    if (fields.end() - executed < 4)
        return;
    double milliseconds = 0;
    const std::string_view last = fields.back();
    if (std::from_chars(last.data(), last.data() + last.size(), milliseconds).ec != std::errc())
        return;
    times.allNs += milliseconds * nsInMillisecond;
    if (executed[2] == "reorder")
        times.reordersNs += milliseconds * nsInMillisecond;
}

/// Sends standard output into a file for as long as it lives.
class RedirectedOutput
{
public:
    explicit RedirectedOutput(int file)
    {
        static_cast<void>(std::fflush(stdout));
        m_before = FileDescriptor(dup(STDOUT_FILENO));
        dup2(file, STDOUT_FILENO);
    }
    ~RedirectedOutput()
    {
        static_cast<void>(std::fflush(stdout));
        dup2(m_before.get(), STDOUT_FILENO);
    }
    RedirectedOutput(const RedirectedOutput &) = delete;
    RedirectedOutput &operator=(const RedirectedOutput &) = delete;

private:
    FileDescriptor m_before;
};

/// oneDNN writes a line a primitive for as long as it lives.
class Verbose
{
public:
    Verbose() { torch::verbose::_mkldnn_set_verbose(1); }
    ~Verbose() { torch::verbose::_mkldnn_set_verbose(0); }
    Verbose(const Verbose &) = delete;
    Verbose &operator=(const Verbose &) = delete;
};

std::string contentOf(int file)
{
    constexpr std::size_t most = std::size_t { 1 } << 20;
    std::string content(most, '\0');
    const ssize_t size = pread(file, content.data(), content.size(), 0);
    content.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return content;
}

} // namespace

OneDnnTimes oneDnnTimes(std::string_view log)
{
    OneDnnTimes times;
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        addLine(times, log.substr(0, end));
        log.remove_prefix(std::min(end + 1, log.size()));
    }
    return times;
}

OneDnnLog::OneDnnLog()
    : m_file(memfd_create("onednn_log", MFD_CLOEXEC))
{
}

OneDnnTimes OneDnnLog::timesOf(const std::function<void()> &run)
{
    if (m_file.get() < 0 || ftruncate(m_file.get(), 0) != 0 || lseek(m_file.get(), 0, SEEK_SET) != 0) {
        run();
        return {};
    }
    {
        const RedirectedOutput output(m_file.get());
        const Verbose verbose;
        run();
    }
    return oneDnnTimes(contentOf(m_file.get()));
}

} // namespace rooflight
