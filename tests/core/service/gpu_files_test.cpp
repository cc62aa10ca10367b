// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/service/sandbox/restrictions.h"

#include "tests/core/machine/fake_root.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

using namespace rooflight;

/// What a job on a GPU may reach, for the files of several machines.
class GpuFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void devices_data();
    void devices();
    void filesOfTheDriver();
    void ioctls_data();
    void ioctls();
};

namespace {

// _IOWR('F', 201, 16 bytes), which begins a conversation with the driver; UVM_INITIALIZE; TIOCSTI.
constexpr unsigned long ofDriver = 0xC01046C9;
constexpr unsigned long ofUnifiedMemory = 0x30000001;
constexpr unsigned long ofTerminal = 0x5412;

std::string joined(const FakeRoot &root, const std::vector<std::filesystem::path> &paths)
{
    std::string text;
    for (const std::filesystem::path &path : paths)
        text += path.lexically_relative(root.path()).string() + ' ';
    return text;
}

/// errno of an ioctl on a pipe, which knows none of these, in a child with the filter.
int errorOf(unsigned long request, const std::vector<int> &groups)
{
    const pid_t child = fork();
    if (child == 0) {
        int ends[2] = { -1, -1 };
        if (pipe(ends) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !restrictSystemCalls(groups))
            _exit(255);
        _exit(ioctl(ends[0], request, nullptr) == 0 ? 0 : errno);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

void GpuFilesTest::devices_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("reached");
    QTest::addColumn<QList<int>>("groups");
    QTest::newRow("two GPUs with instances, and what is not for computing")
        << QStringList { "nvidia0",
                         "nvidia12",
                         "nvidiactl",
                         "nvidia-uvm",
                         "nvidia-uvm-tools",
                         "nvidia-modeset",
                         "nvidia-nvswitch0",
                         "nvidia-nvlink",
                         "nvidia-caps/nvidia-cap1",
                         "nvidiafb",
                         "nvidia1x",
                         "dri/card0",
                         "sda",
                         "tty",
                         "nvme0" }
        << "dev/nvidia-caps dev/nvidia-uvm dev/nvidia-uvm-tools dev/nvidia0 dev/nvidia12 dev/nvidiactl "
        << QList<int> { 0x0000, 0x4600 };
    QTest::newRow("WSL2") << QStringList { "dxg", "vsock" } << "dev/dxg " << QList<int> { 0x4700 };
    QTest::newRow("none") << QStringList { "null", "tty", "dri/renderD128" } << "" << QList<int>();
}

void GpuFilesTest::devices()
{
    QFETCH(QStringList, files);
    QFETCH(QString, reached);
    QFETCH(QList<int>, groups);
    FakeRoot root;
    for (const QString &file : files)
        QVERIFY(root.write("dev/" + file, ""));
    const GpuFiles found = gpuFiles(root.path());
    QCOMPARE(QString::fromStdString(joined(root, found.readAndWrite)), reached);
    QCOMPARE(QList<int>(found.ioctlGroups.begin(), found.ioctlGroups.end()), groups);
}

void GpuFilesTest::filesOfTheDriver()
{
    FakeRoot root;
    QCOMPARE(joined(root, gpuFiles(root.path()).read), std::string());
    QVERIFY(root.write("proc/driver/nvidia/version", "") && root.write("proc/driver/rtc", "")
            && root.write("proc/modules", "") && root.write("etc/nvidia/nvidia-application-profiles-rc", ""));
    QCOMPARE(joined(root, gpuFiles(root.path()).read), std::string("etc/nvidia proc/driver/nvidia proc/modules "));
}

void GpuFilesTest::ioctls_data()
{
    QTest::addColumn<qulonglong>("request");
    QTest::addColumn<QList<int>>("groups");
    QTest::addColumn<int>("error"); // of the kernel where the filter lets it through: ENOTTY
    const QList<int> nvidia { 0x0000, 0x4600 };
    QTest::newRow("driver, on a GPU") << qulonglong(ofDriver) << nvidia << ENOTTY;
    QTest::newRow("unified memory, on a GPU") << qulonglong(ofUnifiedMemory) << nvidia << ENOTTY;
    QTest::newRow("terminal, on a GPU") << qulonglong(ofTerminal) << nvidia << EPERM;
    QTest::newRow("driver, on a CPU") << qulonglong(ofDriver) << QList<int>() << EPERM;
    QTest::newRow("unified memory, on a CPU") << qulonglong(ofUnifiedMemory) << QList<int>() << EPERM;
    QTest::newRow("driver, on WSL2") << qulonglong(ofDriver) << QList<int> { 0x4700 } << EPERM;
}

void GpuFilesTest::ioctls()
{
    QFETCH(qulonglong, request);
    QFETCH(QList<int>, groups);
    QFETCH(int, error);
    if (!canFilterSystemCalls())
        QSKIP("This kernel cannot filter system calls.");
    QCOMPARE(errorOf(request, std::vector<int>(groups.begin(), groups.end())), error);
}

ROOFLIGHT_TEST(GpuFilesTest)
#include "gpu_files_test.moc"
