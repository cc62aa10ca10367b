// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/confinement.h"

#include "core/base/environment.h"
#include "core/base/text_file.h"
#include "core/machine/memory_in_reach.h"
#include "core/service/sandbox/gpu_files.h"
#include "core/service/sandbox/landlock.h"
#include "core/service/sandbox/system_calls.h"

#include <link.h>
#include <linux/capability.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <limits>

namespace rooflight {

namespace {

namespace fs = std::filesystem;

constexpr rlim_t mostFileBytes = rlim_t { 64 } << 20; // memory files, too: the stand-in for Python is one
constexpr rlim_t maxNewThreads = 4096;
constexpr rlim_t maxDescriptors = 256;
constexpr rlim_t maxDescriptorsOnGpu = 1024; // the driver opens some for each context
constexpr std::int64_t sharedBytes = std::int64_t { 256 } << 20;

// Libraries, and what the C library, OpenSSL, OpenMP, oneDNN and the drivers read of the system. No folder of a user,
// and of /etc no more than this.
constexpr std::array systemFiles = { "/usr",
                                     "/lib",
                                     "/lib32",
                                     "/lib64",
                                     "/libx32",
                                     "/nix/store",
                                     "/gnu/store",
                                     "/etc/ld.so.cache",
                                     "/etc/ld.so.preload",
                                     "/etc/ld.so.conf",
                                     "/etc/ld.so.conf.d",
                                     "/etc/localtime",
                                     "/etc/locale.alias",
                                     "/etc/ssl/openssl.cnf",
                                     "/etc/pki/tls/openssl.cnf",
                                     "/etc/crypto-policies",
                                     "/sys/devices/system",
                                     "/sys/fs/cgroup",
                                     "/sys/kernel/mm",
                                     "/proc/self",
                                     "/proc/cpuinfo",
                                     "/proc/meminfo",
                                     "/proc/stat",
                                     "/proc/loadavg",
                                     "/proc/uptime",
                                     "/proc/version",
                                     "/proc/filesystems",
                                     "/proc/cgroups",
                                     "/proc/pressure",
                                     "/proc/sys/vm",
                                     "/proc/sys/kernel",
                                     "/dev/zero",
                                     "/dev/full",
                                     "/dev/random",
                                     "/dev/urandom" };

// Sensors of the CPU, which lie wherever these name them: the rest of /sys knows serial numbers and network cards.
constexpr std::array sensorFolders = { "/sys/class/hwmon", "/sys/class/thermal", "/sys/class/powercap" };

// What LibTorch, its libraries, the C library and the drivers read of the environment. The rest may hold secrets.
constexpr std::array keptVariables = { "PATH",   "HOME",           "LANG",       "LANGUAGE", "LC_",     "TZ",
                                       "TMPDIR", "XDG_CACHE_HOME", "LD_",        "GLIBC_",   "MALLOC_", "OMP_",
                                       "GOMP_",  "KMP_",           "MKL_",       "DNNL_",    "ONEDNN_", "OPENBLAS_",
                                       "ATEN_",  "KINETO_",        "TORCH_",     "PYTORCH_", "CUDA_",   "CUBLAS_",
                                       "CUDNN_", "NVIDIA_",        "ROOFLIGHT_", "ASAN_",    "LSAN_",   "UBSAN_" };

bool isKept(std::string_view variable)
{
    return std::ranges::any_of(keptVariables, [variable](std::string_view kept) {
        return variable.starts_with(kept) && (kept.ends_with('_') || variable.substr(kept.size()).starts_with('='));
    });
}

/// Wipes the texts, too: they lie in memory of this process, and /proc/self/environ shows it.
void forgetEnvironment()
{
    char **next = environ;
    for (char **entry = environ; entry && *entry; ++entry) {
        if (isKept(*entry))
            *next++ = *entry;
        else
            explicit_bzero(*entry, std::strlen(*entry));
    }
    if (next)
        *next = nullptr;
}

int addFolderOfLibrary(dl_phdr_info *library, std::size_t, void *folders)
{
    std::error_code ignored;
    const fs::path file = fs::canonical(library->dlpi_name, ignored);
    if (!ignored && file.has_parent_path())
        static_cast<std::vector<fs::path> *>(folders)->push_back(file.parent_path());
    return 0;
}

/// Canonical; of this user's entry where the variable does not say.
fs::path homeFolder()
{
    std::error_code problem;
    const char *variable = environmentVariable("HOME");
    const fs::path named = variable ? variable : "";
    fs::path home = named.is_absolute() ? fs::canonical(named, problem) : fs::path();
    if (!home.empty() && !problem && home != "/")
        return home;
    passwd entry {};
    passwd *found = nullptr;
    std::array<char, 4096> buffer {};
    if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || !found)
        return {};
    return fs::canonical(entry.pw_dir, problem);
}

/// Shared libraries of a folder: one needs others beside it, and no document that lies there.
void addLibrariesBeside(const fs::path &library, std::vector<fs::path> &files)
{
    constexpr std::size_t maxFiles = 1000;
    std::error_code problem;
    for (fs::directory_iterator file(library.parent_path(), problem); !problem && file != fs::directory_iterator();
         file.increment(problem)) {
        if (file->path().filename().string().find(".so") != std::string::npos && file->is_regular_file(problem)
            && files.size() < maxFiles)
            files.push_back(file->path());
    }
}

/// Where the loader has found libraries, and where it was asked to look.
std::vector<fs::path> libraryFolders()
{
    std::vector<fs::path> folders;
    dl_iterate_phdr(addFolderOfLibrary, &folders);
    const char *variable = environmentVariable("LD_LIBRARY_PATH");
    for (std::string_view rest = variable ? variable : ""; !rest.empty();) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (const fs::path folder = rest.substr(0, end); folder.is_absolute())
            folders.push_back(fs::weakly_canonical(folder));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const std::string inHome = (homeFolder() / "").string();
    std::erase_if(folders, [&inHome](const fs::path &folder) { return inHome.starts_with((folder / "").string()); });
    std::ranges::sort(folders);
    folders.erase(std::unique(folders.begin(), folders.end()), folders.end());
    return folders;
}

void addSensors(std::vector<fs::path> &files)
{
    std::error_code problem;
    for (const fs::path folder : sensorFolders) {
        files.push_back(folder);
        for (fs::directory_iterator sensor(folder, problem); !problem && sensor != fs::directory_iterator();
             sensor.increment(problem))
            files.push_back(sensor->path());
    }
}

ReachableFiles reachableFiles(const ConfinementPlan &plan, const GpuFiles &gpu)
{
    ReachableFiles files;
    files.read.assign(systemFiles.begin(), systemFiles.end());
    std::ranges::copy(plan.libraries, std::back_inserter(files.read));
    std::vector<fs::path> beside;
    for (const fs::path &library : plan.libraries)
        addLibrariesBeside(library, beside);
    std::ranges::move(beside, std::back_inserter(files.read));
    std::ranges::move(libraryFolders(), std::back_inserter(files.read));
    std::ranges::copy(plan.readable, std::back_inserter(files.read));
    files.readDescriptors = plan.descriptors;
    files.readAndWrite.emplace_back("/dev/null");
    if (plan.gpu) // the driver looks for its devices
        files.read.emplace_back("/sys");
    else
        addSensors(files.read);
    std::ranges::copy(gpu.read, std::back_inserter(files.read));
    std::ranges::copy(gpu.readAndWrite, std::back_inserter(files.readAndWrite));
    return files;
}

/// Whether root alone can read it again: it is another user's, and no others may read it.
bool needsRoot(int descriptor)
{
    struct stat status {
    };
    return fstat(descriptor, &status) == 0 && status.st_uid != geteuid() && (status.st_mode & S_IROTH) == 0;
}

/// Rights of root would undo much. That to read files of others is left only where a model is one.
bool dropCapabilities(const ConfinementPlan &plan)
{
    __user_cap_header_struct header { _LINUX_CAPABILITY_VERSION_3, 0 };
    std::array<__user_cap_data_struct, 2> had {};
    if (syscall(SYS_capget, &header, had.data()) != 0)
        return false;
    std::array<__user_cap_data_struct, 2> kept {};
    if (std::ranges::any_of(plan.descriptors, needsRoot))
        kept[0].permitted = had[0].permitted & (1U << CAP_DAC_READ_SEARCH);
    kept[0].effective = kept[0].permitted;
    return syscall(SYS_capset, &header, kept.data()) == 0;
}

/// False where the limit is not in force.
bool limit(__rlimit_resource resource, rlim_t most)
{
    rlimit limits {};
    if (getrlimit(resource, &limits) != 0)
        return false;
    limits.rlim_max = std::min(limits.rlim_max, most);
    limits.rlim_cur = std::min(limits.rlim_cur, limits.rlim_max);
    return setrlimit(resource, &limits) == 0;
}

/// Tasks of the whole machine, which are at least as many as this user's: "0.1 0.2 0.3 1/523 4711".
rlim_t tasksOfMachine()
{
    const std::string text = readText("/proc/loadavg");
    const std::size_t slash = text.find('/');
    return slash == std::string::npos ? maxNewThreads
                                      : numberIn<rlim_t>(std::string_view(text).substr(slash + 1)).value_or(0);
}

bool limitProcess(std::int64_t memoryFileBytes, bool gpu)
{
    const rlim_t fileBytes = std::max(mostFileBytes, static_cast<rlim_t>(std::max<std::int64_t>(memoryFileBytes, 0)));
    if (std::signal(SIGXFSZ, SIG_IGN) == SIG_ERR)
        return false;
    return limit(RLIMIT_NOFILE, gpu ? maxDescriptorsOnGpu : maxDescriptors) && limit(RLIMIT_CORE, 0)
        && limit(RLIMIT_FSIZE, fileBytes) && limit(RLIMIT_NPROC, tasksOfMachine() + maxNewThreads)
        && limit(RLIMIT_MSGQUEUE, 0);
}

Error cannotConfine(std::string_view what)
{
    return { ErrorCode::UnsafeFile, fmt::format("The model was not run, because it cannot be confined: {}.", what),
             "Run it on a newer kernel, or with --unconfined if you trust it as you trust a program." };
}

/// MemAvailable of /proc/meminfo; 0 when it cannot be read.
std::int64_t availableMemory()
{
    const std::string text = readText("/proc/meminfo");
    constexpr std::string_view key = "MemAvailable:";
    const std::size_t found = text.find(key);
    if (found == std::string::npos)
        return 0;
    return numberIn<std::int64_t>(std::string_view(text).substr(found + key.size())).value_or(0) * 1024;
}

/// Address space in use; libraries and thread stacks take a large part of it without using memory.
std::int64_t addressSpaceInUse()
{
    return numberIn<std::int64_t>(readText("/proc/self/statm")).value_or(0) * sysconf(_SC_PAGESIZE);
}

} // namespace

std::string confinementSupport()
{
    const int version = landlockVersion();
    if (version == 0)
        return "none: Landlock is switched off in this kernel";
    if (version < 0)
        return "none: this kernel has no Landlock";
    if (!canFilterSystemCalls())
        return "none: this kernel cannot filter system calls";
    return fmt::format("landlock {}, seccomp", version);
}

Result<void> confine(const ConfinementPlan &plan)
{
    if (const std::string support = confinementSupport(); support.starts_with("none"))
        return cannotConfine(support.substr(support.find(' ') + 1));
    if (!limitProcess(plan.memoryFileBytes, plan.gpu) || !dropCapabilities(plan)
        || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return cannotConfine("the kernel does not let its rights be given up");
    forgetEnvironment();
    const GpuFiles gpu = plan.gpu ? gpuFiles() : GpuFiles();
    if (!restrictByLandlock(reachableFiles(plan, gpu)))
        return cannotConfine("the kernel refuses Landlock's rules");
    if (!restrictSystemCalls(gpu.ioctlGroups))
        return cannotConfine("the kernel refuses the filter of system calls");
    return {};
}

Result<void> confineAfterStart()
{
    if (!restrictAfterStart())
        return cannotConfine("the kernel refuses the second filter of system calls");
    return {};
}

JobGroupLimits jobGroupLimits(std::int64_t memoryBytes)
{
    constexpr std::int64_t maxBytes = std::int64_t { 1 } << 60;
    const std::int64_t bytes = memoryBytes > 0 ? std::min(memoryBytes, maxBytes) : memoryInReach() / 10 * 9;
    return { bytes + sharedBytes, static_cast<std::int64_t>(maxNewThreads) };
}

bool limitMemory(std::int64_t bytes)
{
    if (bytes <= 0)
        bytes = availableMemory() / 10 * 9;
    if (bytes <= 0)
        return false;
    const auto most = static_cast<rlim_t>(std::numeric_limits<std::int64_t>::max());
    const auto used = static_cast<rlim_t>(std::max<std::int64_t>(addressSpaceInUse(), 0));
    // The upper limit, too, so that it cannot be lifted.
    return limit(RLIMIT_AS, std::min(most, used + static_cast<rlim_t>(bytes)));
}

} // namespace rooflight
