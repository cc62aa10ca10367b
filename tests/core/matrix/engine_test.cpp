// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text_file.h"
#include "core/base/whole_file.h"
#include "core/matrix/engines.h"
#include "core/matrix/matrix_folder.h"
#include "core/matrix/run_program.h"
#include "core/record/session_file.h"
#include "tests/core/record/sample_records.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <thread>

using namespace rooflight;

/// The engines with a program that measures nothing, and with commands that stand for Slurm's.
class EngineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyCellIsDoneOrNamed();
    void nextCallMeasuresWhatIsMissing();
    void otherOptionsAreMeasuredAgain();
    void stopLeavesWhatIsDone();
    void programThatDiesIsNamed();
    void folderIsFilledOnce();
    void otherUserIsNamed();
    void clocksDoNotMatter();
    void indexHoldsWhatTheSessionsSay();
    void disturbedRunsNeedNoAnalysis();
    void sshTargetsGiveTheSameCells();
    void sshThatFailsIsNamed();
    void fullFolderIsOneSentence();
    void slurmFillsTheSameCells();
    void slurmNamesWhatItEnded();
    void slurmThatIsMissingIsSaid();

private:
    void write(const QString &name, const QByteArray &content, bool program = false);
    [[nodiscard]] QByteArray read(const QString &name) const;
    [[nodiscard]] MatrixPlan plan(const char *text = "") const;
    [[nodiscard]] MatrixState stateOf(const MatrixFolder &folder, const MatrixPlan &plan, bool remeasure = false) const;
    [[nodiscard]] Result<void> fill(MatrixState &state, const std::stop_token &stop = {}) const;
    void standForSlurm(const QByteArray &jobState);

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// Takes the place of rooflight-cli: says what it is called with, fails for the model "bad", and saves a session.
constexpr const char *program = R"(#!/bin/sh
here=$(dirname "$0")
echo "$2" >> "$here/calls"
case "$2" in
*bad.pt) for last; do :; done; touch "$last"; echo "rooflight-cli: bad.pt is bad." >&2; exit 3 ;;
*dead.pt) kill -9 $$ ;;
*slow.pt) touch "$here/slow"; sleep 20 ;;
esac
while [ "$1" != --save ]; do [ "$1" = --full ] && exec cat "$here/session.ridge" > /dev/full; shift; done
[ "$2" != - ] || exec cat "$here/session.ridge"
cp "$here/session.ridge" "$2"
)";

QStringList statusesOf(const MatrixState &state)
{
    QStringList found;
    for (const MatrixRow &row : state.rows()) {
        const std::string_view text = name(row.status);
        found.append(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    }
    return found;
}

Session measured()
{
    Session session;
    session.hello.program = "0.1.0";
    session.analysis = SampleRecords(1).analysis();
    session.analysis.edit().totals.cost.macs = 1234;
    session.analysis.edit().totals.peakActivationBytes = 5678;
    ModelLatency &latency = session.latency.emplace();
    latency.samples.summary.count = 3;
    latency.samples.summary.medianNs = 2000;
    latency.samples.summary.medianIntervalNs = { 1900, 2100 };
    latency.samples.flags = { SampleFlag::OtherLoad, SampleFlag::Hot };
    latency.throughputPerSecond = 500;
    latency.energy = { 0.25, std::array { 0.125, 0.5 }, {}, EnergySource::Rapl, {} };
    return session;
}

} // namespace

void EngineTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    write("program", program, true);
    QVERIFY(writeSession(m_folder->filePath("session.ridge").toStdString(), measured()).ok());
}

void EngineTest::write(const QString &name, const QByteArray &content, bool program)
{
    QFile file(m_folder->filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(content);
    file.close();
    if (program)
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

QByteArray EngineTest::read(const QString &name) const
{
    QFile file(m_folder->filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

MatrixPlan EngineTest::plan(const char *text) const
{
    const std::string whole = *text ? text : "model = [{ file = 'a.pt' }, { file = 'bad.pt' }, { file = 'c.pt' }]";
    return parsePlan(UntrustedFile::ofText("plan", whole, FileKind::Plan).value(), m_folder->path().toStdString())
        .value();
}

MatrixState EngineTest::stateOf(const MatrixFolder &folder, const MatrixPlan &plan, bool remeasure) const
{
    return { folder, cellsOf(plan).value(), plan.sha256, remeasure, [](const MatrixProgress &) {} };
}

Result<void> EngineTest::fill(MatrixState &state, const std::stop_token &stop) const
{
    return fillLocally(state, m_folder->filePath("program").toStdString(), stop);
}

void EngineTest::everyCellIsDoneOrNamed()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(folder.value(), plan());
    QVERIFY(fill(state).ok());
    QCOMPARE(statusesOf(state), QStringList({ "done", "failed", "done" }));
    QCOMPARE(state.rows()[1].reason, std::string("bad.pt is bad."));
    QVERIFY(state.writeIndex().ok());
    QCOMPARE(QDir(m_folder->filePath("out")).entryList(QDir::Files),
             QStringList({ "a__default__default__local.log", "a__default__default__local.ridge",
                           "bad__default__default__local.log", "c__default__default__local.log",
                           "c__default__default__local.ridge", "matrix.csv", "matrix.json" }));
}

void EngineTest::nextCallMeasuresWhatIsMissing()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState first = stateOf(folder.value(), plan());
    QVERIFY(fill(first).ok());
    MatrixState second = stateOf(folder.value(), plan());
    QCOMPARE(statusesOf(second), QStringList({ "done", "missing", "done" }));
    QVERIFY(fill(second).ok());
    QCOMPARE(read("calls").count('\n'), 4); // three, and the one that had failed
    MatrixState again = stateOf(folder.value(), plan(), true);
    QCOMPARE(again.missing().size(), std::size_t(3));
    QVERIFY(QFile::remove(m_folder->filePath("out/c__default__default__local.ridge")));
    QCOMPARE(stateOf(folder.value(), plan()).missing().size(), std::size_t(2));
}

void EngineTest::otherOptionsAreMeasuredAgain()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState first = stateOf(folder.value(), plan());
    QVERIFY(fill(first).ok());
    const MatrixPlan longer = plan("model = [{ file = 'a.pt' }, { file = 'c.pt', trust = true }, { file = 'd.pt' }]");
    const MatrixState second = stateOf(folder.value(), longer);
    QCOMPARE(statusesOf(second), QStringList({ "done", "missing", "missing" }));
    write("a.pt", "now there is a model"); // its content is not what was measured
    QCOMPARE(stateOf(folder.value(), longer).missing().size(), std::size_t(3));
}

void EngineTest::stopLeavesWhatIsDone()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    const MatrixPlan three = plan("model = [{ file = 'a.pt' }, { file = 'slow.pt' }, { file = 'c.pt' }]");
    MatrixState state = stateOf(folder.value(), three);
    std::stop_source stop;
    std::jthread other([&] {
        while (!QFile::exists(m_folder->filePath("slow")))
            std::this_thread::yield();
        stop.request_stop();
    });
    QVERIFY(fill(state, stop.get_token()).ok());
    QCOMPARE(statusesOf(state), QStringList({ "done", "missing", "missing" }));
    QCOMPARE(stateOf(folder.value(), three).missing().size(), std::size_t(2));
}

void EngineTest::programThatDiesIsNamed()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(folder.value(), plan("model = [{ file = 'dead.pt' }]"));
    QVERIFY(fill(state).ok());
    QCOMPARE(state.rows()[0].reason, std::string("The program was ended by signal 9."));
}

void EngineTest::folderIsFilledOnce()
{
    const std::string path = m_folder->filePath("out").toStdString();
    {
        const Result<MatrixFolder> folder = MatrixFolder::open(path);
        QVERIFY(folder.ok());
        const Result<MatrixFolder> second = MatrixFolder::open(path);
        QVERIFY(!second.ok());
        QVERIFY(second.error().text.find("process " + std::to_string(QCoreApplication::applicationPid()))
                != std::string::npos);
    }
    QVERIFY(MatrixFolder::open(path).ok());
}

namespace {

/// While it lives, files are opened as another user.
class OtherUser
{
public:
    OtherUser() { m_is = seteuid(nobody) == 0; }
    ~OtherUser() { static_cast<void>(seteuid(0)); }
    OtherUser(const OtherUser &) = delete;
    OtherUser &operator=(const OtherUser &) = delete;
    OtherUser(OtherUser &&) = delete;
    OtherUser &operator=(OtherUser &&) = delete;

    [[nodiscard]] bool is() const { return m_is; }

private:
    static constexpr uid_t nobody = 65534;
    bool m_is = false;
};

} // namespace

void EngineTest::otherUserIsNamed()
{
    if (geteuid() != 0)
        QSKIP("Only root becomes somebody else.");
    const std::string path = m_folder->filePath("out").toStdString();
    QCOMPARE(chmod(m_folder->path().toUtf8().constData(), 0755), 0);
    {
        const Result<MatrixFolder> folder = MatrixFolder::open(path);
        MatrixState state = stateOf(folder.value(), plan());
        QVERIFY(fill(state).ok());
        QCOMPARE(chmod(path.c_str(), 0777), 0);
        for (const auto &file : std::filesystem::directory_iterator(path))
            QCOMPARE(chmod(file.path().c_str(), 0644), 0);
        QCOMPARE(chmod((path + "/.lock").c_str(), 0666), 0);
        const OtherUser other;
        QVERIFY(other.is());
        if (faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) != 0)
            QSKIP("Other users cannot reach the folder for temporary files.");
        const Result<MatrixFolder> second = MatrixFolder::open(path);
        QVERIFY(!second.ok());
        QVERIFY2(second.error().text.find(" of root on ") != std::string::npos, second.error().text.c_str());
    }
    const std::string session = path + "/a__default__default__local.ridge";
    struct Case {
        std::string file; ///< whose permissions change
        mode_t mode;
        std::string named; ///< in the sentence; empty: nothing is in the way
    };
    for (const Case &one : { Case { session, 0600, session }, Case { session, 0644, "" },
                             Case { path + "/.lock", 0644, path }, Case { path, 0700, path } }) {
        QCOMPARE(chmod(one.file.c_str(), one.mode), 0);
        const OtherUser other;
        const Result<MatrixFolder> folder = MatrixFolder::open(path);
        const std::string said = folder.ok() ? std::string() : folder.error().text;
        QCOMPARE(said, one.named.empty() ? std::string() : one.named + " belongs to root: Permission denied.");
        // What is there of the other user counts.
        QVERIFY(!folder.ok() || stateOf(folder.value(), plan()).missing() == std::vector<std::size_t> { 1 });
    }
}

/// A shared folder's files may carry the times of other machines, ahead or behind.
void EngineTest::clocksDoNotMatter()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    const MatrixPlan two = plan("model = [{ file = 'a.pt' }, { file = 'c.pt' }]");
    write("a.pt", "a model");
    MatrixState state = stateOf(folder.value(), two);
    QVERIFY(fill(state).ok());
    const auto setTimes = [this](const QStringList &names, const QDateTime &time) {
        for (const QString &name : names) {
            QFile file(m_folder->filePath(name));
            QVERIFY(file.open(QIODevice::ReadWrite) && file.setFileTime(time, QFileDevice::FileModificationTime));
        }
    };
    const QDateTime past = QDateTime::fromSecsSinceEpoch(0);
    const QDateTime future = QDateTime::currentDateTime().addYears(30);
    const QString session = "out/a__default__default__local.ridge";
    const QString log = "out/a__default__default__local.log";
    setTimes({ session, log, "out/.lock" }, future);
    setTimes({ "a.pt" }, past);
    QVERIFY(stateOf(folder.value(), two).missing().empty());
    setTimes({ session }, past);
    setTimes({ "a.pt" }, future); // touched, and the same
    QVERIFY(stateOf(folder.value(), two).missing().empty());
    write("a.pt", "another model");
    setTimes({ session, log }, future);
    setTimes({ "a.pt" }, past);
    QCOMPARE(stateOf(folder.value(), two).missing(), std::vector<std::size_t> { 0 });
}

void EngineTest::indexHoldsWhatTheSessionsSay()
{
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(folder.value(), plan());
    QVERIFY(fill(state).ok() && state.writeIndex().ok());
    const QList<QByteArray> lines = read("out/matrix.csv").split('\n');
    QCOMPARE(lines[0].trimmed(),
             QByteArray("model,input,target,execution,status,median_ns,interval_low_ns,interval_high_ns,"
                        "throughput_per_second,time_at_roof_ns,roof_share,peak_memory_bytes,session,macs,reason,"
                        "throughput_unit,disturbed_by,joules_per_run"));
    QCOMPARE(
        lines[1].trimmed(),
        QByteArray("a,default,local,default,done,2000,1900,2100,500,,,5678,a__default__default__local.ridge,1234,,runs,"
                   "hot;other_load,0.25"));
    QCOMPARE(lines[2].trimmed(), QByteArray("bad,default,local,default,failed,,,,,,,,,,bad.pt is bad.,,,"));
    QVERIFY(read("out/matrix.json").contains("\"plan_sha256\": \""));
}

/// As of a plan whose command is latency.
void EngineTest::disturbedRunsNeedNoAnalysis()
{
    Session session = measured();
    session.analysis.reset();
    QVERIFY(writeSession(m_folder->filePath("session.ridge").toStdString(), session).ok());
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(folder.value(), plan("model = [{ file = 'a.pt' }]"));
    QVERIFY(fill(state).ok() && state.writeIndex().ok());
    std::vector<std::string> found = state.rows()[0].disturbedBy;
    std::ranges::sort(found); // in the order of a table
    QCOMPARE(found, (std::vector<std::string> { "hot", "other_load" }));
    QVERIFY(read("out/matrix.csv").contains(",other_load;hot,") || read("out/matrix.csv").contains(",hot;other_load,"));
    QVERIFY(read("out/matrix.json").contains("\"other_load\""));
}

/// Stands for ssh: runs its words in a shell, as the other side does.
constexpr const char *ssh = R"(#!/bin/sh
while [ "${1#-}" != "$1" ]; do [ "$1" != -o ] || shift; shift; done
[ "$1" = host ] || { printf 'Banner of the host.\n\n  ssh: Could not resolve hostname %s\n' "$1" >&2; exit 255; }
shift
exec sh -c "$*"
)";

void EngineTest::sshTargetsGiveTheSameCells()
{
    write("ssh", ssh, true);
    const QByteArray folder = m_folder->path().toUtf8();
    const QByteArray text =
        "model = [{ file = 'a.pt' }, { file = 'bad.pt' }]\n[[input]]\nspecs = ['$(touch pwned) it\"s']\n"
        "[[target]]\nname = 'there'\nworker = '"
        + folder + "/ssh -T -o BatchMode=yes host " + folder + "/program serve'\n[[target]]\nname = 'here'\n";
    const MatrixPlan both = plan(text.constData());
    const Result<MatrixFolder> out = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(out.value(), both);
    QVERIFY(fill(state).ok());
    QCOMPARE(statusesOf(state), QStringList({ "done", "failed", "done", "failed" }));
    QCOMPARE(state.rows()[1].reason, std::string("bad.pt is bad."));
    QCOMPARE(read("out/a__default__default__there.ridge"), read("out/a__default__default__here.ridge"));
    QVERIFY(!QFile::exists("pwned") && !QFile::exists(m_folder->filePath("pwned")));
    QCOMPARE(stateOf(out.value(), both).missing().size(), std::size_t(2)); // done ones are known again
}

void EngineTest::sshThatFailsIsNamed()
{
    write("ssh", ssh, true);
    const QByteArray text = "model = [{ file = 'a.pt' }]\ntarget = [{ worker = '" + m_folder->path().toUtf8()
        + "/ssh nobody program serve' }]";
    const Result<MatrixFolder> out = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(out.value(), plan(text.constData()));
    QVERIFY(fill(state).ok());
    QCOMPARE(state.rows()[0].reason, std::string("Banner of the host. ssh: Could not resolve hostname nobody"));
    QVERIFY(!QFile::exists(m_folder->filePath("out/a__default__default__local.part")));
}

/// A limit of the size of files stands for a disk without room.
void EngineTest::fullFolderIsOneSentence()
{
    const Result<MatrixFolder> out = MatrixFolder::open(m_folder->filePath("out").toStdString());
    MatrixState state = stateOf(out.value(), plan());
    rlimit before {};
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit none { 0, before.rlim_max };
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &none), 0);
    const Result<void> filled = fill(state);
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!filled.ok());
    QVERIFY2(filled.error().text.starts_with("Cannot write "), filled.error().text.c_str());
    QCOMPARE(std::ranges::count(filled.error().text, '\n'), 0);
    QVERIFY(fill(state).ok()); // and goes on once there is room
}

/// sbatch runs the whole array at once and waits for it; squeue knows no job; scontrol says how one ended.
void EngineTest::standForSlurm(const QByteArray &jobState)
{
    QVERIFY(QDir(m_folder->path()).mkpath("bin"));
    write("bin/sbatch", R"(#!/bin/sh
[ "$1" != --version ] || exit 0
here=$(dirname "$0")
echo "$@" >> "$here/submitted"
for word; do case "$word" in --array=*) range=${word#--array=}; range=${range%\%*} ;; esac; script=$word; done
for task in $(seq "${range%-*}" "${range#*-}"); do SLURM_ARRAY_TASK_ID=$task sh "$script"; done
echo 7
)",
          true);
    write("bin/squeue", "#!/bin/sh\n", true);
    write("bin/scancel", "#!/bin/sh\n", true);
    write("bin/scontrol", "#!/bin/sh\necho \"JobId=7 JobState=" + jobState + " Reason=None\"\n", true);
    qputenv("PATH", m_folder->filePath("bin").toUtf8() + ":/usr/bin:/bin");
}

void EngineTest::slurmFillsTheSameCells()
{
    standForSlurm("COMPLETED");
    MatrixPlan three = plan();
    three.targets.front().slurm = { m_folder->filePath("program").toStdString(), { "--partition=p" }, 2 };
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out's").toStdString());
    MatrixState state = stateOf(folder.value(), three);
    QVERIFY(fillOnSlurm(state, three, {}, std::chrono::milliseconds(1)).ok());
    QCOMPARE(statusesOf(state), QStringList({ "done", "failed", "done" }));
    QCOMPARE(state.rows()[1].reason, std::string("bad.pt is bad."));
    QVERIFY(read("bin/submitted").contains("--array=0-2%2 "));
    QVERIFY(read("bin/submitted").contains(" --partition=p "));
    QCOMPARE(stateOf(folder.value(), three).missing().size(), std::size_t(1)); // done ones are known again
}

void EngineTest::slurmNamesWhatItEnded()
{
    struct Case {
        const char *state;
        const char *reason;
        int submitted;
    };
    for (const Case &one : { Case { "TIMEOUT", "Slurm ended it at its time limit.", 1 },
                             Case { "CANCELLED", "Somebody cancelled its job.", 1 },
                             Case { "", "Somebody cancelled its job.", 1 }, // Slurm forgets what never ran
                             Case { "NODE_FAIL", "Slurm ended it: NODE_FAIL, 3 times.", 3 } }) {
        init();
        standForSlurm(one.state);
        MatrixPlan dying = plan("model = [{ file = 'a.pt' }]");
        write("bin/dies", "#!/bin/sh\nkill -9 $PPID\n", true); // with the script around it
        dying.targets.front().slurm.program = m_folder->filePath("bin/dies").toStdString();
        const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
        MatrixState state = stateOf(folder.value(), dying);
        QVERIFY(fillOnSlurm(state, dying, {}, std::chrono::milliseconds(1)).ok());
        QCOMPARE(state.rows()[0].reason, std::string(one.reason));
        QCOMPARE(read("bin/submitted").count('\n'), one.submitted);
    }
}

void EngineTest::slurmThatIsMissingIsSaid()
{
    qputenv("PATH", "/no/such/folder");
    const Result<MatrixFolder> folder = MatrixFolder::open(m_folder->filePath("out").toStdString());
    const MatrixPlan three = plan();
    MatrixState state = stateOf(folder.value(), three);
    const Result<void> filled = fillOnSlurm(state, three, {}, std::chrono::milliseconds(1));
    qputenv("PATH", "/usr/bin:/bin");
    QVERIFY(!filled.ok());
    QCOMPARE(exitStatus(filled.error()), 2);
    QVERIFY(filled.error().text.find("sbatch") != std::string::npos);
}

ROOFLIGHT_TEST(EngineTest)
#include "engine_test.moc"
