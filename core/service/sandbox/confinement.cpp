// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/confinement.h"

#include "core/base/environment.h"
#include "core/base/operator_table.h"
#include "core/base/text_file.h"
#include "core/machine/memory_in_reach.h"
#include "core/service/sandbox/restrictions.h"

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
#include <iterator>
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

// What LibTorch, its libraries, the C library and the drivers read of the environment, each by its whole name: others
// may hold secrets, NVIDIA_API_KEY and TORCH_HUB_TOKEN among them.
constexpr std::string_view keptVariables =
    "PATH HOME LANG LANGUAGE TZ TMPDIR XDG_CACHE_HOME "
    "LC_ALL LC_CTYPE LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY LC_MESSAGES "
    "LD_LIBRARY_PATH LD_PRELOAD LD_BIND_NOW LD_DEBUG LD_AUDIT "
    "GLIBC_TUNABLES MALLOC_CONF MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ MALLOC_TRIM_THRESHOLD_ MALLOC_TOP_PAD_ "
    "MALLOC_PERTURB_ MALLOC_CHECK_ "
    "OMP_NUM_THREADS OMP_DYNAMIC OMP_PROC_BIND OMP_PLACES OMP_SCHEDULE OMP_WAIT_POLICY OMP_STACKSIZE OMP_NESTED "
    "OMP_MAX_ACTIVE_LEVELS OMP_THREAD_LIMIT OMP_DISPLAY_ENV OMP_DISPLAY_AFFINITY "
    "GOMP_CPU_AFFINITY GOMP_SPINCOUNT GOMP_STACKSIZE GOMP_DEBUG "
    "KMP_AFFINITY KMP_BLOCKTIME KMP_HW_SUBSET KMP_SETTINGS KMP_STACKSIZE KMP_LIBRARY KMP_DUPLICATE_LIB_OK "
    "MKL_NUM_THREADS MKL_DYNAMIC MKL_VERBOSE MKL_ENABLE_INSTRUCTIONS MKL_DEBUG_CPU_TYPE MKL_CBWR "
    "MKL_THREADING_LAYER MKL_INTERFACE_LAYER MKL_SERVICE_FORCE_INTEL "
    "DNNL_VERBOSE DNNL_MAX_CPU_ISA DNNL_PRIMITIVE_CACHE_CAPACITY DNNL_DEFAULT_FPMATH_MODE DNNL_CPU_ISA_HINTS "
    "ONEDNN_VERBOSE ONEDNN_MAX_CPU_ISA ONEDNN_PRIMITIVE_CACHE_CAPACITY ONEDNN_DEFAULT_FPMATH_MODE "
    "ONEDNN_CPU_ISA_HINTS "
    "OPENBLAS_NUM_THREADS OPENBLAS_CORETYPE OPENBLAS_VERBOSE OPENBLAS_MAIN_FREE "
    "ATEN_CPU_CAPABILITY ATEN_NUM_THREADS ATEN_INTEROP_THREADS ATEN_STATIC_RUNTIME_LOG KINETO_LOG_LEVEL "
    "TORCH_CPP_LOG_LEVEL TORCH_SHOW_CPP_STACKTRACES TORCH_ALLOW_TF32_CUBLAS_OVERRIDE TORCH_CUDNN_V8_API_DISABLED "
    "TORCH_CUDNN_V8_API_DEBUG TORCH_CUDNN_USE_HEURISTIC_MODE_B TORCH_BLAS_PREFER_CUBLASLT "
    "TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT "
    "TORCH_MIN_NUM_THREADS TORCH_ALLOC_STRICT TORCH_DISABLE_ADDR2LINE "
    "PYTORCH_JIT_LOG_LEVEL PYTORCH_NVFUSER_DISABLE PYTORCH_CUDA_ALLOC_CONF PYTORCH_ALLOC_CONF "
    "PYTORCH_NO_CUDA_MEMORY_CACHING PYTORCH_NVML_BASED_CUDA_CHECK PYTORCH_TUNABLEOP_ENABLED "
    "CUDA_VISIBLE_DEVICES CUDA_DEVICE_ORDER CUDA_LAUNCH_BLOCKING CUDA_MODULE_LOADING CUDA_CACHE_DISABLE "
    "CUDA_CACHE_PATH CUDA_CACHE_MAXSIZE CUDA_HOME CUDA_PATH CUDA_DEVICE_MAX_CONNECTIONS CUDA_AUTO_BOOST "
    "CUDA_FORCE_PTX_JIT CUDA_DISABLE_PTX_JIT CUDA_MPS_PIPE_DIRECTORY CUDA_INJECTION64_PATH "
    "CUDA_ENABLE_COREDUMP_ON_EXCEPTION CUDA_SCALE_LAUNCH_QUEUES "
    "CUBLAS_WORKSPACE_CONFIG CUBLASLT_WORKSPACE_SIZE CUBLAS_LOGINFO_DBG CUBLAS_LOGDEST_DBG "
    "CUDNN_LOGINFO_DBG CUDNN_LOGDEST_DBG CUDNN_LOGLEVEL_DBG CUDNN_CONV_WSCAP_DBG "
    "NVIDIA_TF32_OVERRIDE NVIDIA_VISIBLE_DEVICES NVIDIA_DRIVER_CAPABILITIES "
    "ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS ASAN_SYMBOLIZER_PATH "
    // Of this program, and of the library of its tests that tries to leave.
    "ROOFLIGHT_SIMD ROOFLIGHT_ESCAPE ROOFLIGHT_ESCAPE_FOLDER ROOFLIGHT_ESCAPE_PROCESS ROOFLIGHT_ESCAPE_TEXT";

// In addition, for Python, Inductor and compilers.
constexpr std::string_view variablesOfCompilers =
    "PYTHONPATH PYTHONHOME PYTHONNOUSERSITE PYTHONUSERBASE VIRTUAL_ENV CONDA_PREFIX CC CXX CPATH CPLUS_INCLUDE_PATH "
    "LIBRARY_PATH "
    "COMPILER_PATH GCC_EXEC_PREFIX NIX_CFLAGS_COMPILE NIX_LDFLAGS TORCHINDUCTOR_CACHE_DIR "
    "TORCHINDUCTOR_COMPILE_THREADS";

bool isAmong(const std::vector<std::string_view> &names, std::string_view entry)
{
    return std::ranges::find(names, entry.substr(0, entry.find('='))) != names.end();
}

/// Wipes the texts, too: they lie in memory of this process, and /proc/self/environ shows it.
void forgetEnvironment(std::string_view alsoKept = {})
{
    std::vector<std::string_view> kept = separatedNames(keptVariables);
    std::ranges::copy(separatedNames(alsoKept), std::back_inserter(kept));
    char **next = environ;
    for (char **entry = environ; entry && *entry; ++entry) {
        if (isAmong(kept, *entry))
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

/// Rights of root would undo much. That to read files of others is left only if a model is one.
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

/// False if the limit is not in force.
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
        return cannotConfine("the kernel does not let it give up its rights");
    forgetEnvironment();
    const GpuFiles gpu = plan.gpu ? gpuFiles() : GpuFiles();
    if (!restrictByLandlock(reachableFiles(plan, gpu)))
        return cannotConfine("the kernel refuses Landlock's rules");
    if (!restrictSystemCalls(gpu.ioctlGroups))
        return cannotConfine("the kernel refuses the filter of system calls");
    return {};
}

bool confineProgram()
{
    if (!limit(RLIMIT_CORE, 0) || !dropCapabilities({}) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    forgetEnvironment(variablesOfCompilers);
    return restrictPrograms();
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
