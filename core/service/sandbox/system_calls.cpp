// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/restrictions.h"

#include <asm/ioctls.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <initializer_list>
#include <memory>

namespace rooflight {

namespace {

// What LibTorch, oneDNN, OpenMP, the C library and the drivers of GPUs call. Names that a machine lacks are skipped.
constexpr std::array allowedCalls = {
    // memory
    "mmap", "mmap2", "munmap", "mprotect", "mremap", "madvise", "brk", "mincore", "msync", "mlock", "mlock2", "munlock",
    "membarrier", "pkey_alloc", "pkey_free", "pkey_mprotect", "memfd_create", "mbind", "get_mempolicy", "set_mempolicy",
    // what is open
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2", "lseek",
    "_llseek", "close", "close_range", "dup", "dup2", "dup3", "fstat", "fstat64", "fstatfs", "fstatfs64", "getdents",
    "getdents64", "fadvise64", "readahead", "ftruncate", "ftruncate64",
    // names of files; what may be opened is for Landlock to say
    "stat", "stat64", "lstat", "lstat64", "newfstatat", "fstatat64", "statx", "statfs", "statfs64", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd",
    // waiting
    "pipe", "pipe2", "eventfd", "eventfd2", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait",
    "epoll_pwait2", "poll", "ppoll", "ppoll_time64", "select", "_newselect", "pselect6", "pselect6_time64",
    // threads
    "exit", "exit_group", "futex", "futex_time64", "futex_waitv", "set_tid_address", "set_robust_list",
    "get_robust_list", "rseq", "gettid", "getpid", "getppid", "sched_yield", "sched_getaffinity", "sched_setaffinity",
    "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min", "getpriority",
    "arch_prctl", "riscv_hwprobe", "getcpu", "wait4", "waitid", "restart_syscall",
    // clocks
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "clock_nanosleep",
    "clock_nanosleep_time64", "nanosleep", "gettimeofday", "time", "times", "getitimer", "setitimer", "alarm",
    "timer_create", "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "timerfd_create",
    "timerfd_settime", "timerfd_gettime",
    // signals that this process handles
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending", "rt_sigtimedwait",
    "sigaltstack", "signalfd", "signalfd4", "pause",
    // who and where this is
    "uname", "sysinfo", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "getpgrp",
    "getpgid", "getsid", "getrusage", "getrlimit", "ugetrlimit", "getrandom", "capget", "umask"
};

constexpr std::uint64_t namespaceFlags =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint64_t makesFile = O_CREAT | O_TRUNC | (O_TMPFILE & ~O_DIRECTORY);

// Of file descriptors: none that sends signals to another process or redirects those of an event.
constexpr std::array descriptorCommands = { F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,     F_SETFD,    F_GETFL,
                                            F_SETFL, F_GETPIPE_SZ,    F_ADD_SEALS, F_GET_SEALS };

constexpr std::array processCommands = { PR_SET_NAME,     PR_GET_NAME,        PR_SET_VMA,         PR_GET_NO_NEW_PRIVS,
                                         PR_GET_DUMPABLE, PR_SET_TIMERSLACK,  PR_GET_TIMERSLACK,  PR_GET_SECCOMP,
                                         PR_CAPBSET_READ, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, PR_SVE_SET_VL,
                                         PR_SVE_GET_VL };

constexpr std::array plainIoctls = { TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX };

constexpr std::uint64_t filterFlags =
    SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW | 16 /* SECCOMP_FILTER_FLAG_TSYNC_ESRCH */;

// Numbers that are the same on every machine, from clone3 on. ENOSYS lets the C library take an older call instead.
constexpr int firstSharedNumber = 435;
constexpr int lastSharedNumber = 511;

class Filter
{
public:
    explicit Filter(std::uint32_t otherCalls)
        : m_context(seccomp_init(otherCalls), &seccomp_release)
    {
    }

    void allow(const char *call, std::initializer_list<scmp_arg_cmp> conditions = {})
    {
        const int number = seccomp_syscall_resolve_name(call);
        if (number == __NR_SCMP_ERROR)
            return;
        add(SCMP_ACT_ALLOW, number, conditions);
        if (number >= firstSharedNumber && number <= lastSharedNumber)
            m_known[static_cast<std::size_t>(number - firstSharedNumber)] = true;
    }

    void deny(const char *call)
    {
        if (const int number = seccomp_syscall_resolve_name(call); number != __NR_SCMP_ERROR)
            add(SCMP_ACT_ERRNO(EPERM), number, {});
    }

    /// Of the numbers that all machines share, those that are not allowed.
    void denyUnknown()
    {
        for (int number = firstSharedNumber; number <= lastSharedNumber; ++number) {
            if (!m_known[static_cast<std::size_t>(number - firstSharedNumber)])
                add(SCMP_ACT_ERRNO(ENOSYS), number, {});
        }
    }

    [[nodiscard]] bool load()
    {
        if (!m_context || m_failed)
            return false;
        // Without the last, kernels before 5.16 slow down all code of a filtered process.
        const bool set = seccomp_attr_set(m_context.get(), SCMP_FLTATR_CTL_TSYNC, 1) == 0
            && seccomp_attr_set(m_context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0;
        static_cast<void>(seccomp_attr_set(m_context.get(), SCMP_FLTATR_CTL_SSB, 1));
        static_cast<void>(seccomp_attr_set(m_context.get(), SCMP_FLTATR_CTL_NNP, 0)); // confine() has set it
        return set && seccomp_load(m_context.get()) == 0;
    }

private:
    void add(std::uint32_t action, int number, std::initializer_list<scmp_arg_cmp> conditions)
    {
        if (!m_context)
            return;
        const auto count = static_cast<unsigned int>(conditions.size());
        const int result = seccomp_rule_add_array(m_context.get(), action, number, count, conditions.begin());
        m_failed = m_failed || (result != 0 && result != -EDOM && result != -EEXIST);
    }

    std::unique_ptr<void, void (*)(scmp_filter_ctx)> m_context;
    std::array<bool, lastSharedNumber - firstSharedNumber + 1> m_known {};
    bool m_failed = false;
};

scmp_arg_cmp equals(unsigned int argument, std::uint64_t value)
{
    // The kernel looks at the lower half of an int alone, so the filter does.
    return { argument, SCMP_CMP_MASKED_EQ, 0xFFFFFFFF, value };
}

scmp_arg_cmp lacks(unsigned int argument, std::uint64_t bits)
{
    return { argument, SCMP_CMP_MASKED_EQ, bits, 0 };
}

/// Signals reach no other process; the numbers of others mean nothing to these calls.
void allowOwnSignals(Filter &filter)
{
    const auto self = static_cast<std::uint64_t>(getpid());
    for (const char *call : { "tgkill", "kill", "rt_sigqueueinfo", "rt_tgsigqueueinfo" })
        filter.allow(call, { equals(0, self) });
    filter.allow("prlimit64", { equals(0, 0) });
}

void allowCommands(Filter &filter, std::span<const int> ioctlGroups)
{
    for (const int command : descriptorCommands) {
        filter.allow("fcntl", { equals(1, static_cast<std::uint64_t>(command)) });
        filter.allow("fcntl64", { equals(1, static_cast<std::uint64_t>(command)) });
    }
    for (const int command : processCommands)
        filter.allow("prctl", { equals(0, static_cast<std::uint64_t>(command)) });
    for (const int command : plainIoctls)
        filter.allow("ioctl", { equals(1, static_cast<std::uint64_t>(command)) });
    for (const int group : ioctlGroups)
        filter.allow("ioctl", { scmp_arg_cmp { 1, SCMP_CMP_MASKED_EQ, 0xFF00, static_cast<std::uint64_t>(group) } });
}

} // namespace

bool canFilterSystemCalls()
{
    return seccomp_api_get() >= 2;
}

bool restrictSystemCalls(std::span<const int> ioctlGroups)
{
    Filter filter(SCMP_ACT_ERRNO(EPERM));
    for (const char *call : allowedCalls)
        filter.allow(call);
    filter.allow("open", { lacks(1, makesFile) });
    filter.allow("openat", { lacks(2, makesFile) });
    filter.allow("clone", { scmp_arg_cmp { 0, SCMP_CMP_MASKED_EQ, CLONE_THREAD | namespaceFlags, CLONE_THREAD } });
    // For restrictAfterStart(). A filter that asks another process needs another flag.
    filter.allow("seccomp", { equals(0, SECCOMP_SET_MODE_FILTER), lacks(1, ~filterFlags) });
    allowOwnSignals(filter);
    allowCommands(filter, ioctlGroups);
    filter.denyUnknown();
    return filter.load();
}

bool restrictPrograms()
{
    Filter filter(SCMP_ACT_ALLOW);
    for (const char *call :
         { "socket",      "socketpair", "io_uring_setup",  "ptrace",      "process_vm_readv", "process_vm_writev",
           "pidfd_getfd", "bpf",        "perf_event_open", "keyctl",      "add_key",          "request_key",
           "userfaultfd", "mount",      "umount2",         "setns",       "unshare",          "open_by_handle_at",
           "fsopen",      "move_mount", "kexec_load",      "init_module", "finit_module" })
        filter.deny(call);
    return filter.load();
}

bool restrictAfterStart()
{
    Filter filter(SCMP_ACT_ALLOW);
    for (const char *call : { "memfd_create", "pipe", "pipe2", "seccomp" })
        filter.deny(call);
    return filter.load();
}

} // namespace rooflight
