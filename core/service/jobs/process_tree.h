// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/file_descriptor.h"
#include "core/base/result.h"
#include "core/service/sandbox/job_group.h"

#include <functional>
#include <optional>

#include <sys/types.h>

namespace rooflight {

/// A child process with all that it may start: none of it is left when this is gone, or this process dies. If the
/// kernel permits it, the child has namespaces of its own: it sees no network, no shared memory, no other process.
class ProcessTree
{
public:
    enum class Isolation {
        Namespaces, ///< of processes, shared memory and the network
        NamespacesButProcesses, ///< NVIDIA's driver starts in no namespace of processes that has the /proc of another
        None
    };

    /// Forks; \p body runs in the child, which ends with status 0 when it returns. With a \p group all of the tree is
    /// in it. Call it from a process without threads. Errors: Internal.
    [[nodiscard]] static Result<ProcessTree> start(Isolation isolation, const std::function<void()> &body,
                                                   const JobGroup *group = nullptr);

    ProcessTree(ProcessTree &&other) noexcept;
    ProcessTree &operator=(ProcessTree &&) = delete;
    ~ProcessTree();

    /// Asks the child to end: it gets SIGTERM.
    void askToEnd() const;
    /// Ends the child and all that it started.
    void end() const;
    /// Stops all of it until resume().
    void freeze() const;
    void resume() const;

    /// How the child ended, as waitpid() has it; nothing while it goes on. All that it started has ended by then.
    [[nodiscard]] std::optional<int> waitStatus();

    /// Memory that its processes hold together and that is of no file, beyond what each had of this process when it was
    /// forked. 0 if /proc does not tell.
    [[nodiscard]] std::int64_t ownBytes() const;

    /// Whether the child has a namespace of processes of its own.
    [[nodiscard]] bool isIsolated() const { return m_status.isOpen(); }

private:
    ProcessTree(pid_t pid, FileDescriptor status);
    [[nodiscard]] int statusOfChild(int statusOfFirst);

    pid_t m_pid; ///< the child, or the first process of its namespace, which waits for it
    FileDescriptor m_status; ///< where that one says how the child ended
    bool m_ended = false;
};

} // namespace rooflight
