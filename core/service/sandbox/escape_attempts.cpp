// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/escape_attempts.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <initializer_list>

namespace rooflight {

namespace {

using Targets = const EscapeTargets &;

std::string in(Targets targets, const char *name)
{
    return targets.folder + '/' + name;
}

/// With arguments that mean nothing: what is allowed fails for another reason than being refused.
template<long number> long call(Targets)
{
    return syscall(number, -1, -1, -1, -1, -1, -1);
}

template<int family, int type, int protocol = 0> long socketOf(Targets)
{
    return socket(family, type, protocol);
}

/// Asks a terminal for something, on whatever is standard error here.
template<unsigned long request> long terminal(Targets)
{
    char byte = ' ';
    return ioctl(STDERR_FILENO, request, &byte);
}

long openIn(Targets targets, const char *name, int flags)
{
    return open(in(targets, name).c_str(), flags, 0600);
}

std::string ofProcess(Targets targets, const char *name)
{
    return "/proc/" + std::to_string(targets.process) + '/' + name;
}

/// In a child, which ends at once.
long forked(long child)
{
    if (child == 0)
        _exit(0);
    return child;
}

long copyMemory(Targets targets, long number)
{
    char byte = 0;
    const iovec here { &byte, 1 };
    return syscall(number, targets.process, &here, 1UL, &here, 1UL, 0UL);
}

/// The folder of the control group that bounds the memory of this process.
std::string controlGroup()
{
    std::ifstream groups("/proc/self/cgroup");
    std::string second;
    for (std::string line; std::getline(groups, line);) {
        if (const std::size_t first = line.find(":memory:"); first != std::string::npos)
            return "/sys/fs/cgroup/memory" + line.substr(first + std::strlen(":memory:"));
        if (line.starts_with("0::"))
            second = line.substr(std::strlen("0::"));
    }
    return "/sys/fs/cgroup" + second;
}

/// Where there are no control groups, there is nothing to refuse.
long changeControlGroup(const char *file)
{
    const int descriptor = open((controlGroup() + file).c_str(), O_WRONLY);
    if (descriptor < 0 && errno == ENOENT)
        errno = ENOSYS;
    return descriptor;
}

/// Where there is no such folder, there is nothing to refuse.
long listFolder(const char *path)
{
    const int descriptor = open(path, O_RDONLY | O_DIRECTORY);
    if (descriptor < 0 && errno == ENOENT)
        errno = ENOSYS;
    return descriptor;
}

long readSecretVariable(Targets)
{
    if (getenv(secretVariable)) // NOLINT(concurrency-mt-unsafe): no thread changes it
        return 0;
    errno = EACCES;
    return -1;
}

long raiseDescriptors(Targets)
{
    const rlimit more { 65536, 65536 };
    return setrlimit(RLIMIT_NOFILE, &more);
}

// Numbers of newer kernels, the same on every machine.
constexpr long ioUringSetup = 425;
constexpr long ioUringEnter = 426;
constexpr long ioUringRegister = 427;
constexpr long pidfdOpen = 434;
constexpr long pidfdGetfd = 438;
constexpr long processMadvise = 440;
constexpr long mountSetattr = 442;
constexpr long memfdSecret = 447;
constexpr int mptcp = 262;

constexpr EscapeAttempt attempts[] = {
    { "files", "read a file", [](Targets t) -> long { return openIn(t, "secret", O_RDONLY); } },
    { "files", "list a folder", [](Targets t) -> long { return open(t.folder.c_str(), O_RDONLY | O_DIRECTORY); } },
    { "files", "read accounts", [](Targets) -> long { return open("/etc/passwd", O_RDONLY); } },
    { "files", "list the home folder",
      [](Targets) -> long {
          const char *home = getenv("HOME"); // NOLINT(concurrency-mt-unsafe): no thread changes it
          return listFolder(home && *home ? home : "/root");
      } },
    { "files", "list network cards", [](Targets) -> long { return listFolder("/sys/class/net"); } },
    { "files", "list devices of the machine", [](Targets) -> long { return listFolder("/sys/firmware"); } },
    { "files", "read a variable that is not the model's", readSecretVariable },
    { "files", "write to a file", [](Targets t) -> long { return openIn(t, "secret", O_WRONLY); } },
    { "files", "append to a file", [](Targets t) -> long { return openIn(t, "secret", O_WRONLY | O_APPEND); } },
    { "files", "empty a file", [](Targets t) -> long { return openIn(t, "secret", O_RDONLY | O_TRUNC); } },
    { "files", "shorten a file", [](Targets t) -> long { return truncate(in(t, "secret").c_str(), 0); } },
    { "files", "create a file", [](Targets t) -> long { return openIn(t, "new", O_WRONLY | O_CREAT); } },
    { "files", "create a nameless file",
      [](Targets t) -> long { return open(t.folder.c_str(), O_TMPFILE | O_RDWR, 0600); } },
    { "files", "create a shared file", [](Targets) -> long { return shm_open("/rooflight", O_CREAT | O_RDWR, 0600); } },
    { "files", "remove a file", [](Targets t) -> long { return unlink(in(t, "secret").c_str()); } },
    { "files", "rename a file",
      [](Targets t) -> long { return rename(in(t, "secret").c_str(), in(t, "other").c_str()); } },
    { "files", "link to a file",
      [](Targets t) -> long { return link(in(t, "secret").c_str(), in(t, "link").c_str()); } },
    { "files", "make a symbolic link", [](Targets t) -> long { return symlink("secret", in(t, "symbolic").c_str()); } },
    { "files", "make a folder", [](Targets t) -> long { return mkdir(in(t, "folder").c_str(), 0700); } },
    { "files", "remove a folder", [](Targets t) -> long { return rmdir(in(t, "folder").c_str()); } },
    { "files", "make a pipe", [](Targets t) -> long { return mkfifo(in(t, "pipe").c_str(), 0600); } },
    { "files", "change permissions", [](Targets t) -> long { return chmod(in(t, "secret").c_str(), 0777); } },
    { "files", "change the owner",
      [](Targets t) -> long { return chown(in(t, "secret").c_str(), getuid(), getgid()); } },
    { "files", "change times",
      [](Targets t) -> long { return utimensat(AT_FDCWD, in(t, "secret").c_str(), nullptr, 0); } },
    { "files", "set an attribute",
      [](Targets t) -> long { return setxattr(in(t, "secret").c_str(), "user.rooflight", "x", 1, 0); } },
    { "files", "open by a handle", call<SYS_open_by_handle_at> },
    { "files", "follow changes", call<SYS_inotify_init1> },
    { "files", "follow all changes", call<SYS_fanotify_init> },

    { "sockets", "local stream", socketOf<AF_UNIX, SOCK_STREAM> },
    { "sockets", "local datagram", socketOf<AF_UNIX, SOCK_DGRAM> },
    { "sockets", "local pair",
      [](Targets) -> long {
          std::array<int, 2> pair {};
          return socketpair(AF_UNIX, SOCK_STREAM, 0, pair.data());
      } },
    { "sockets", "TCP", socketOf<AF_INET, SOCK_STREAM> },
    { "sockets", "UDP", socketOf<AF_INET, SOCK_DGRAM> },
    { "sockets", "TCP, IPv6", socketOf<AF_INET6, SOCK_STREAM> },
    { "sockets", "UDP, IPv6", socketOf<AF_INET6, SOCK_DGRAM> },
    { "sockets", "multipath TCP", socketOf<AF_INET, SOCK_STREAM, mptcp> },
    { "sockets", "raw IP", socketOf<AF_INET, SOCK_RAW, 1> },
    { "sockets", "packets", socketOf<AF_PACKET, SOCK_RAW> },
    { "sockets", "netlink", socketOf<AF_NETLINK, SOCK_RAW> },
    { "sockets", "of the kernel's ciphers", socketOf<AF_ALG, SOCK_SEQPACKET> },
    { "sockets", "to the machine's host", socketOf<AF_VSOCK, SOCK_STREAM> },
    { "sockets", "Bluetooth", socketOf<AF_BLUETOOTH, SOCK_RAW> },

    { "processes", "fork", [](Targets) -> long { return forked(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); } },
    { "processes", "fork by clone3", call<435> },
    { "processes", "run a program",
      [](Targets t) -> long {
          const std::string program = in(t, "program");
          char *const none[] = { nullptr };
          return execve(program.c_str(), none, none);
      } },
    { "processes", "run a program by its file", call<SYS_execveat> },
    { "processes", "signal another", [](Targets t) -> long { return kill(t.process, 0); } },
    { "processes", "signal all", [](Targets) -> long { return kill(-1, 0); } },
    { "processes", "signal a thread", [](Targets t) -> long { return syscall(SYS_tgkill, t.process, t.process, 0); } },
    { "processes", "signal a thread, old", [](Targets t) -> long { return syscall(SYS_tkill, t.process, 0); } },
    { "processes", "send a value",
      [](Targets t) -> long { return syscall(SYS_rt_sigqueueinfo, t.process, 0, nullptr); } },
    { "processes", "be told for another", [](Targets t) -> long { return fcntl(STDERR_FILENO, F_SETOWN, t.process); } },
    { "processes", "hold another", [](Targets t) -> long { return syscall(pidfdOpen, t.process, 0); } },
    { "processes", "take a file of another", call<pidfdGetfd> },
    { "processes", "trace another", [](Targets t) -> long { return syscall(SYS_ptrace, 0x4206, t.process, 0, 0); } },
    { "processes", "read another's memory", [](Targets t) { return copyMemory(t, SYS_process_vm_readv); } },
    { "processes", "write another's memory", [](Targets t) { return copyMemory(t, SYS_process_vm_writev); } },
    { "processes", "advise another's memory", call<processMadvise> },
    { "processes", "read another's environment",
      [](Targets t) -> long { return open(ofProcess(t, "environ").c_str(), O_RDONLY); } },
    { "processes", "read another's arguments",
      [](Targets t) -> long { return open(ofProcess(t, "cmdline").c_str(), O_RDONLY); } },
    { "processes", "open another's memory",
      [](Targets t) -> long { return open(ofProcess(t, "mem").c_str(), O_RDWR); } },
    { "processes", "compare two", call<SYS_kcmp> },
    { "processes", "move another to a CPU",
      [](Targets t) -> long {
          cpu_set_t cpus;
          if (sched_getaffinity(0, sizeof cpus, &cpus) != 0)
              return -1;
          return sched_setaffinity(t.process, sizeof cpus, &cpus);
      } },
    { "processes", "change another's priority",
      [](Targets t) -> long { return setpriority(PRIO_PROCESS, static_cast<id_t>(t.process), 0); } },
    { "processes", "change another's limits",
      [](Targets t) -> long { return prlimit(t.process, RLIMIT_CORE, nullptr, nullptr); } },
    { "processes", "leave the session", [](Targets) -> long { return setsid(); } },
    { "processes", "join another group", [](Targets t) -> long { return setpgid(0, t.process); } },

    { "terminal", "open the terminal", [](Targets) -> long { return open("/dev/tty", O_RDWR); } },
    { "terminal", "make a terminal", [](Targets) -> long { return open("/dev/ptmx", O_RDWR); } },
    { "terminal", "type into it", terminal<TIOCSTI> },
    { "terminal", "paste into it", terminal<0x541C> },
    { "terminal", "take it over", terminal<TIOCSCTTY> },
    { "terminal", "empty its queue", terminal<TCFLSH> },

    { "memory", "share with others", [](Targets) -> long { return syscall(SYS_shmget, 0, 4096, 01600); } },
    { "memory", "queue of messages", [](Targets) -> long { return syscall(SYS_msgget, 0, 01600); } },
    { "memory", "semaphores", [](Targets) -> long { return syscall(SYS_semget, 0, 1, 01600); } },
    { "memory", "named queue",
      [](Targets) -> long { return syscall(SYS_mq_open, "rooflight", O_CREAT | O_RDWR, 0600, nullptr); } },
    { "memory", "file in memory", [](Targets) -> long { return memfd_create("rooflight", 0); }, true },
    { "memory", "pipe",
      [](Targets) -> long {
          std::array<int, 2> ends {};
          return pipe(ends.data());
      },
      true },
    { "memory", "more descriptors", raiseDescriptors },
    { "memory", "keys", call<SYS_add_key> },
    { "memory", "keys of others", call<SYS_keyctl> },
    { "memory", "secret memory", call<memfdSecret> },
    { "memory", "raise the limit of its group", [](Targets) { return changeControlGroup("/memory.max"); } },
    { "memory", "raise that limit, v1", [](Targets) { return changeControlGroup("/memory.limit_in_bytes"); } },
    { "memory", "leave its group", [](Targets) { return changeControlGroup("/../cgroup.procs"); } },
    { "memory", "make a group",
      [](Targets) -> long { return mkdir((controlGroup() + "/rooflight-escaped").c_str(), 0700); } },
    { "memory", "handle page faults", call<SYS_userfaultfd> },

    { "kernel", "queue of requests", call<ioUringSetup> },
    { "kernel", "enter such a queue", call<ioUringEnter> },
    { "kernel", "change such a queue", call<ioUringRegister> },
    { "kernel", "old queue of requests", call<SYS_io_setup> },
    { "kernel", "programs in the kernel", call<SYS_bpf> },
    { "kernel", "performance events", call<SYS_perf_event_open> },
    { "kernel", "another filter of system calls", call<SYS_seccomp> },
    { "kernel", "new namespaces", [](Targets) -> long { return unshare(CLONE_NEWUSER); } },
    { "kernel", "child with namespaces",
      [](Targets) -> long { return forked(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0)); } },
    { "kernel", "namespaces of another", call<SYS_setns> },
    { "kernel", "mount", call<SYS_mount> },
    { "kernel", "unmount", call<SYS_umount2> },
    { "kernel", "change mounts", call<mountSetattr> },
    { "kernel", "change the root", call<SYS_chroot> },
    { "kernel", "swap the root", call<SYS_pivot_root> },
    { "kernel", "load a module", call<SYS_finit_module> },
    { "kernel", "load a kernel", call<SYS_kexec_load> },
    { "kernel", "be another user", [](Targets) -> long { return syscall(SYS_setresuid, -1, -1, -1); } },
    { "kernel", "be in another group", [](Targets) -> long { return syscall(SYS_setgroups, 0, nullptr); } },
    { "kernel", "change capabilities", call<SYS_capset> },
    { "kernel", "another personality", [](Targets) -> long { return syscall(SYS_personality, 0xFFFFFFFF); } },
    { "kernel", "read its messages", call<SYS_syslog> },
    { "kernel", "set the clock", call<SYS_clock_settime> },
    { "kernel", "tune the clock", call<SYS_adjtimex> },
    { "kernel", "rename the machine", call<SYS_sethostname> },
    { "kernel", "keep accounts", [](Targets) -> long { return syscall(SYS_acct, -1); } },
    { "kernel", "quotas", call<SYS_quotactl> },
};

} // namespace

std::span<const EscapeAttempt> escapeAttempts()
{
    return attempts;
}

bool isRefused(long result, int error)
{
    // ENXIO: there is no terminal to open. ESRCH: there is no such process in this namespace.
    constexpr std::array refusals = { EPERM, EACCES, ENOSYS, ENXIO, ESRCH };
    return result < 0 && std::ranges::find(refusals, error) != refusals.end();
}

} // namespace rooflight
