// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/confinement.h"
#include "core/timing/cuda/memory_counters.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

using namespace rooflight;

/// A confined process keeps reading and loses the rest. Each attempt runs in a child: confinement has no way back.
class ConfinementTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readingStays();
    void readingOthersGoes();
    void openFilesAreReadAgain();
    void holdsForOtherThreads();
    void writingGoes_data();
    void writingGoes();
    void openFilesStayWritable();
    void memoryIsBounded();
    void environmentIsForgotten();
    void homeIsClosedWhateverItsVariableSays();
    void documentsBesideALibraryAreClosed();
    void rightsAndDescriptorsAreFew();
    void memoryOfFilesAndPipesEndsWithTheStart();
    void cardsOfTheMachineAreClosed();
    void countersAreFound();
    void librariesOfCudaStayReadable();

private:
    static bool succeedsInChild(const std::function<bool()> &attempt)
    {
        const pid_t pid = fork();
        if (pid == 0)
            _exit(attempt() ? 0 : 1);
        int status = 0;
        waitpid(pid, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

    QTemporaryDir m_folder;
    std::string m_file;
};

void ConfinementTest::initTestCase()
{
    QFile file(m_folder.filePath(QStringLiteral("there")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("content");
    m_file = file.fileName().toStdString();
    if (!confinementSupport().starts_with("landlock"))
        QSKIP("This kernel has no Landlock.");
}

void ConfinementTest::readingStays()
{
    ConfinementPlan plan;
    plan.readable = { m_file };
    QVERIFY(succeedsInChild([&] { return confine(plan).ok() && open(m_file.c_str(), O_RDONLY) >= 0; }));
}

/// Of what the plan does not name, and the system's libraries do not need, nothing can be read.
void ConfinementTest::readingOthersGoes()
{
    QVERIFY(succeedsInChild([this] { return confine({}).ok() && open(m_file.c_str(), O_RDONLY) < 0; }));
    QVERIFY(succeedsInChild([] { return confine({}).ok() && open("/etc/passwd", O_RDONLY) < 0; }));
    QVERIFY(succeedsInChild([] { return confine({}).ok() && open("/proc/self/maps", O_RDONLY) >= 0; }));
}

/// An open file is read again by its descriptor, whatever its path names by then.
void ConfinementTest::openFilesAreReadAgain()
{
    QVERIFY(succeedsInChild([this] {
        const int file = open(m_file.c_str(), O_RDONLY);
        ConfinementPlan plan;
        plan.descriptors = { file };
        const std::string again = "/proc/self/fd/" + std::to_string(file);
        return confine(plan).ok() && open(again.c_str(), O_RDONLY) >= 0;
    }));
}

/// The rules hold for threads that run already: a constructor of a library may have started them.
void ConfinementTest::holdsForOtherThreads()
{
    QVERIFY(succeedsInChild([] {
        std::atomic<bool> confined { false };
        int result = 0;
        std::thread other([&] {
            while (!confined)
                std::this_thread::yield();
            result = socket(AF_UNIX, SOCK_STREAM, 0);
        });
        confined = confine({}).ok();
        if (!confined)
            std::abort();
        other.join();
        return result < 0;
    }));
}

void ConfinementTest::writingGoes_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("create a file") << 0;
    QTest::newRow("write to a file") << 1;
    QTest::newRow("remove a file") << 2;
    QTest::newRow("rename a file") << 3;
    QTest::newRow("create a folder") << 4;
    QTest::newRow("run a program") << 5;
}

void ConfinementTest::writingGoes()
{
    QFETCH(int, way);
    const std::string other = m_file + "2";
    const auto attempt = [&]() -> bool {
        switch (way) {
        case 0:
            return open(other.c_str(), O_CREAT | O_WRONLY, 0600) >= 0;
        case 1:
            return open(m_file.c_str(), O_WRONLY) >= 0;
        case 2:
            return unlink(other.c_str()) == 0;
        case 3:
            return rename(m_file.c_str(), other.c_str()) == 0;
        case 4:
            return mkdir((m_file + "folder").c_str(), 0700) == 0;
        default:
            return execl("/bin/true", "true", nullptr) == 0; // returns only when it is refused
        }
    };
    if (way == 2)
        QVERIFY(succeedsInChild([&] { return open(other.c_str(), O_CREAT | O_WRONLY, 0600) >= 0; }));
    QVERIFY(!succeedsInChild([&] { return confine({}).ok() && attempt(); }));
    QVERIFY(succeedsInChild(attempt)); // unconfined it works: the refusal was ours
    if (way == 3)
        QVERIFY(rename(other.c_str(), m_file.c_str()) == 0);
}

void ConfinementTest::openFilesStayWritable()
{
    QVERIFY(succeedsInChild([this] {
        const int file = open(m_file.c_str(), O_WRONLY);
        return confine({}).ok() && write(file, "x", 1) == 1;
    }));
}

/// Neither the variable nor its text in memory is left.
void ConfinementTest::environmentIsForgotten()
{
    const std::vector<const char *> secrets = { "NVIDIA_API_KEY",  "TORCH_HUB_TOKEN", "CUDA_KEY",
                                                "ROOFLIGHT_TOKEN", "LC_SECRET",       "OMP_NUM_THREADS_" };
    for (const char *secret : secrets)
        qputenv(secret, "secret");
    qputenv("GITHUB_TOKEN", "secret");
    qputenv("OMP_NUM_THREADS", "2");
    const char *text = getenv("GITHUB_TOKEN");
    QVERIFY(succeedsInChild([text] {
        return confine({}).ok() && !getenv("GITHUB_TOKEN") && *text == 0 && qgetenv("OMP_NUM_THREADS") == "2";
    }));
    QVERIFY(succeedsInChild([&secrets] { // a name that begins like one that is kept is another name
        return confine({}).ok() && std::ranges::none_of(secrets, [](const char *secret) { return getenv(secret); });
    }));
    for (const char *secret : secrets)
        qunsetenv(secret);
    qunsetenv("GITHUB_TOKEN");
    qunsetenv("OMP_NUM_THREADS");
}

void ConfinementTest::homeIsClosedWhateverItsVariableSays()
{
    const QTemporaryDir home;
    const QString file = home.filePath("secret");
    QVERIFY(QFile(file).open(QIODevice::WriteOnly));
    const QString link = m_folder.filePath("home");
    QVERIFY(QFile::link(home.path(), link));
    const QByteArray before = qgetenv("HOME");
    qputenv("LD_LIBRARY_PATH", home.path().toLocal8Bit());
    qputenv("HOME", link.toLocal8Bit());
    const std::string name = file.toStdString();
    QVERIFY(succeedsInChild([&name] { return confine({}).ok() && open(name.c_str(), O_RDONLY) < 0; }));
    qputenv("HOME", before);
    qunsetenv("LD_LIBRARY_PATH");
}

void ConfinementTest::documentsBesideALibraryAreClosed()
{
    const QTemporaryDir folder;
    for (const char *name : { "l.so", "libneeded.so.1", "document" })
        QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
    const std::string path = folder.path().toStdString();
    QVERIFY(succeedsInChild([&path] {
        ConfinementPlan plan;
        plan.libraries = { path + "/l.so" };
        return confine(plan).ok() && open((path + "/l.so").c_str(), O_RDONLY) >= 0
            && open((path + "/libneeded.so.1").c_str(), O_RDONLY) >= 0
            && open((path + "/document").c_str(), O_RDONLY) < 0;
    }));
}

void ConfinementTest::rightsAndDescriptorsAreFew()
{
    QVERIFY(succeedsInChild([] {
        if (!confine({}).ok())
            return false;
        QFile status("/proc/self/status");
        if (!status.open(QIODevice::ReadOnly) || !status.readAll().contains("CapEff:\t0000000000000000"))
            return false;
        int ends[2];
        if (pipe(ends) != 0 || fcntl(ends[0], F_SETPIPE_SZ, 1 << 20) >= 0)
            return false;
        int opened = 0;
        while (opened < 1000 && dup(ends[0]) >= 0)
            ++opened;
        return opened < 256;
    }));
}

void ConfinementTest::memoryIsBounded()
{
    constexpr std::int64_t limit = 200'000'000;
    QVERIFY(!succeedsInChild([] { return limitMemory(limit) && std::malloc(2 * limit) != nullptr; }));
    QVERIFY(succeedsInChild([] { return limitMemory(limit) && std::malloc(limit / 4) != nullptr; }));
}

/// CUPTI opens further libraries when it is asked for the counters of a chip.
/// Threads that run by then lose it, too.
void ConfinementTest::memoryOfFilesAndPipesEndsWithTheStart()
{
    const auto canMake = [] {
        std::array<int, 2> ends {};
        return memfd_create("rooflight", 0) >= 0 || pipe(ends.data()) == 0;
    };
    QVERIFY(succeedsInChild([&] { return confine({}).ok() && canMake(); }));
    QVERIFY(succeedsInChild([&] {
        if (!confine({}).ok())
            return false;
        std::atomic<bool> restricted { false };
        bool otherCan = true;
        std::thread other([&] {
            while (!restricted)
                std::this_thread::yield();
            otherCan = canMake();
        });
        restricted = confineAfterStart().ok();
        if (!restricted)
            std::abort();
        other.join();
        return !otherCan && !canMake() && !confineAfterStart().ok();
    }));
}

void ConfinementTest::cardsOfTheMachineAreClosed()
{
    const auto canList = [](const char *folder) { return open(folder, O_RDONLY | O_DIRECTORY) >= 0; };
    QVERIFY(succeedsInChild([&] {
        return canList("/sys/class/net") && confine({}).ok() && !canList("/sys/class/net") && !canList("/sys/firmware")
            && canList("/sys/devices/system/cpu");
    }));
}

void ConfinementTest::countersAreFound()
{
    const Result<cupti::Functions> functions = cupti::loadedFunctions();
    if (!functions.ok())
        QSKIP(functions.error().text.c_str());
    const auto openCounters = [&] { return cupti::ChipCounters(functions.value()).open("GH100").ok(); };
    // CUPTI 13.2 calls itself without end if there is no driver.
    const auto openUnconfined = [&] { return std::signal(SIGSEGV, SIG_DFL) != SIG_ERR && openCounters(); };
    if (!succeedsInChild(openUnconfined))
        QSKIP("This CUPTI opens no counters without a driver.");
    QVERIFY(succeedsInChild([&] {
        ConfinementPlan plan;
        plan.gpu = true;
        return confine(plan).ok() && openCounters();
    }));
}

/// LibTorch's CUDA half names its libraries by folders of their own; cuDNN opens more of them when it is used.
void ConfinementTest::librariesOfCudaStayReadable()
{
    const auto openCudaHalf = [] { return dlopen("libtorch_cuda.so", RTLD_NOW | RTLD_GLOBAL) != nullptr; };
    if (!succeedsInChild(openCudaHalf))
        QSKIP("This LibTorch has no CUDA.");
    QVERIFY(succeedsInChild([&] {
        const bool confined = openCudaHalf() && confine({}).ok();
        const auto isUnreadable = [](dl_phdr_info *library, std::size_t, void *) -> int {
            const std::string name = library->dlpi_name;
            return name.starts_with('/') && open(name.c_str(), O_RDONLY) < 0 ? 1 : 0;
        };
        return confined && dl_iterate_phdr(isUnreadable, nullptr) == 0;
    }));
}

ROOFLIGHT_TEST(ConfinementTest)
#include "confinement_test.moc"
