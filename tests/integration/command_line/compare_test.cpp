// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "core/record/session_file.h"
#include "core/statistics/sample_set.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

/// `compare` on sessions of the real program.
class CompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void sessionIsTheSameAsItself();
    void otherBatchIsSlowerAndSaidSo();
    void failsOnWhatIsAskedFor();
    void furtherSessionsAreOfTheSame();
    void baselineIsFoundAndKept();
    void baselinesOfOneNameStandBesideEachOther();
    void unreadableFilePassesNoGate();
    void firstBaselineIsKeptWithFurtherSessions();
    void unreadableSessionsOfOtherModelsAreNoBaselines();
    void unreadableBaselineIsNotReplaced();
    void interleavedRunsAreOneSession();
    void whatIsNoSessionIsRefused();
    void sessionsWithoutTimesAreRefused_data();
    void sessionsWithoutTimesAreRefused();
    void failedSessionIsRefused();
    void latencyIsEnough();

private:
    [[nodiscard]] QByteArray cutOffSessionOf(const QString &model) const;

    QTemporaryDir m_folder;
};

namespace {

/// In the place of what this machine took, which may do anything beside: 30 runs of \p us that differ by 0.2 %, of
/// which each part takes a tenth.
bool setTimes(const std::string &path, double us)
{
    using namespace rooflight;
    Result<Session> session = readSession(path);
    if (!session.ok() || !session.value().layers)
        return false;
    const auto runsOf = [](double each) {
        std::vector<double> ns;
        for (int run = 0; run < 30; ++run)
            ns.push_back(each * (999 + run % 3));
        return sampleSet({}, std::move(ns));
    };
    LayerLatencies &layers = session.value().layers.edit();
    layers.instrumentedModel = runsOf(us);
    layers.bareMedianNs = layers.instrumentedModel.summary.medianNs;
    layers.bareIntervalNs = layers.instrumentedModel.summary.medianIntervalNs;
    for (ItemLatency &item : layers.items) {
        const bool isModel = item.item == ItemId { ItemId::Kind::Layer, 0 };
        item.samples = runsOf(isModel ? us : us / 10);
        item.selfMedianNs = item.samples.summary.medianNs;
    }
    return writeSession(path, session.value()).ok();
}

QByteArray fileContent(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace

void CompareTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    for (const QString &batch : { QStringLiteral("1"), QStringLiteral("64") }) {
        const CliRun run = runCli({ "layers", modelPath("nested_sequential"), "--batch", batch, "--runs", "30",
                                    "--save", m_folder.filePath(batch + ".ridge") });
        QCOMPARE(run.exitStatus, 0);
        QVERIFY(setTimes(m_folder.filePath(batch + ".ridge").toStdString(), 100 * batch.toDouble()));
    }
}

void CompareTest::sessionIsTheSameAsItself()
{
    const QString file = m_folder.filePath("1.ridge");
    const CliRun run = runCli({ "compare", file, file, "--json" });
    QCOMPARE(run.exitStatus, 0);
    QCOMPARE(run.json()["format"].toString(), "rooflight.comparison");
    QVERIFY(run.json()["differences"].toArray().isEmpty());
    QVERIFY(!run.json()["layers"].toArray().isEmpty());
    for (const auto &layer : run.json()["layers"].toArray()) {
        QCOMPARE(layer.toObject()["ratio"].toDouble(), 1.0);
        const QString verdict = layer.toObject()["verdict"].toString();
        QCOMPARE(verdict, "same");
    }
}

void CompareTest::otherBatchIsSlowerAndSaidSo()
{
    const QString page = m_folder.filePath("page.html");
    const CliRun run =
        runCli({ "compare", m_folder.filePath("1.ridge"), m_folder.filePath("64.ridge"), "--json", "--html", page });
    QCOMPARE(run.exitStatus, 0);
    QCOMPARE(run.json()["differences"].toArray().size(), 1);
    QVERIFY(run.json()["differences"].toArray()[0].toString().startsWith("Inputs: 1x3x32x32 float32 before"));
    const QJsonObject whole = run.json()["layers"].toArray()[0].toObject();
    QCOMPARE(whole["flops_after"].toInteger(), 64 * whole["flops_before"].toInteger());
    QCOMPARE(whole["verdict"].toString(), "slower");
    QCOMPARE(whole["ratio"].toDouble(), 64.0);
    QVERIFY(run.json()["cautions"].toArray()[0].toString().contains("did not do the same work"));
    const QByteArray html = fileContent(page);
    for (const char *part : { "64.ridge compared with 1.ridge", "id=\"rooflight-chart\"", "<table id=\"changes\">",
                              "id=\"rooflight-histogram\"", "\"before\":{\"runs\":30," })
        QVERIFY2(html.contains(part), part);
}

void CompareTest::failsOnWhatIsAskedFor()
{
    const QString small = m_folder.filePath("1.ridge");
    const QString large = m_folder.filePath("64.ridge");
    const QString junit = m_folder.filePath("junit.xml");
    const QString bmf = m_folder.filePath("bmf.json");
    const CliRun run = runCli({ "compare", small, large, "--fail-on", "more-flops,more-bytes:5%", "--junit", junit,
                                "--bmf", bmf, "--markdown", "-" });
    QCOMPARE(run.exitStatus, 1);
    QCOMPARE(run.messages().size(), 2);
    QVERIFY(run.standardOutput.startsWith("### nested\\_sequential\\.pt"));
    QFile xml(junit);
    QVERIFY(xml.open(QIODevice::ReadOnly));
    QVERIFY(xml.readAll().contains("failures=\"2\""));
    QVERIFY(QFile::exists(bmf));
    QCOMPARE(runCli({ "compare", large, small, "--fail-on", "more-flops" }).exitStatus, 0);
}

void CompareTest::furtherSessionsAreOfTheSame()
{
    const QString small = m_folder.filePath("1.ridge");
    const QString large = m_folder.filePath("64.ridge");
    const CliRun run = runCli(
        { "compare", small, large, "--more-before", small, "--more-after", large, large, "--fail-on", "slower:5%" });
    QCOMPARE(run.exitStatus, 1); // 64 times as long
    QVERIFY(run.messages()[0].contains("from the medians of the sessions"));
    const CliRun wrong = runCli({ "compare", small, large, "--more-after", small });
    QCOMPARE(wrong.exitStatus, 2);
    QVERIFY(wrong.messages()[0].contains("is not a repetition of"));
}

void CompareTest::baselineIsFoundAndKept()
{
    const QString folder = m_folder.filePath("baselines");
    const QString small = m_folder.filePath("1.ridge");
    const QStringList gate { "--baseline", folder, "--fail-on", "more-flops" };
    QCOMPARE(runCli(QStringList { "compare", small, "--keep-baseline" } + gate).exitStatus, 0);
    QVERIFY(QFile::exists(folder + "/1.ridge"));
    const CliRun again = runCli(QStringList { "compare", small, "--json" } + gate);
    QCOMPARE(again.exitStatus, 0);
    QCOMPARE(again.json()["model"].toObject()["verdict"].toString(), "same"); // of the runs that timed the layers
    // Another batch is another case: nothing there to compare with.
    QCOMPARE(runCli(QStringList { "compare", m_folder.filePath("64.ridge") } + gate).exitStatus, unreadableStatus);
}

/// A script that saves each batch under the same name.
void CompareTest::baselinesOfOneNameStandBesideEachOther()
{
    const QString folder = m_folder.filePath("shared");
    const QString session = m_folder.filePath("model.ridge");
    const QStringList gate { "compare", session, "--baseline", folder, "--keep-baseline", "--fail-on", "more-flops" };
    const auto keep = [&](const QString &batch) {
        QFile::remove(session);
        return QFile::copy(m_folder.filePath(batch + ".ridge"), session) ? runCli(gate) : CliRun();
    };
    QCOMPARE(keep("1").exitStatus, 0);
    const CliRun other = keep("64");
    QCOMPARE(other.exitStatus, 0);
    QVERIFY(other.messages().size() == 1 && other.messages()[0].contains("kept there as model-2.ridge."));
    // Each takes the place of its own.
    for (const QString &batch : { QStringLiteral("64"), QStringLiteral("1") }) {
        const QString kept = folder + (batch == "1" ? "/model.ridge" : "/model-2.ridge");
        const QByteArray content = fileContent(m_folder.filePath(batch + ".ridge"));
        QCOMPARE(fileContent(kept), content);
        QVERIFY(writeFile(kept, content + "\n"));
        const CliRun again = keep(batch);
        QCOMPARE(again.exitStatus, 0);
        QVERIFY(again.messages().isEmpty());
        QCOMPARE(fileContent(kept), content);
    }
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 2);
}

void CompareTest::unreadableFilePassesNoGate()
{
    const QString folder = m_folder.filePath("kept");
    const QString session = m_folder.filePath("1.ridge");
    const QStringList gate { "compare", session, "--baseline", folder, "--keep-baseline", "--fail-on", "more-flops" };
    QCOMPARE(runCli(gate).exitStatus, 0);
    // Another text of the same session, which a copy of the first would replace.
    QFile baseline(folder + "/1.ridge");
    QVERIFY(baseline.open(QIODevice::Append));
    baseline.write("\n");
    baseline.close();
    const QByteArray before = fileContent(baseline.fileName());
    for (const QString &option : { QStringLiteral("--more-after"), QStringLiteral("--more-before") }) {
        for (const QString &file : { QStringLiteral("/no/such"), modelPath("nested_sequential") }) {
            const CliRun run = runCli(gate + QStringList { option, file });
            QCOMPARE(run.exitStatus, unreadableStatus);
            QVERIFY(run.messages().size() == 1 && run.messages()[0].contains(file.toUtf8()));
            QCOMPARE(fileContent(baseline.fileName()), before);
        }
    }
}

/// So that a script can always pass the same arguments.
void CompareTest::firstBaselineIsKeptWithFurtherSessions()
{
    const QString folder = m_folder.filePath("first");
    const QString session = m_folder.filePath("1.ridge");
    const QStringList gate { "compare", session, "--baseline", folder, "--keep-baseline", "--more-before" };
    const CliRun wrong = runCli(gate + QStringList { "/no/such" });
    QCOMPARE(wrong.exitStatus, unreadableStatus);
    QVERIFY(wrong.messages().size() == 1 && wrong.messages()[0].contains("/no/such"));
    QVERIFY(!QFile::exists(folder + "/1.ridge"));
    const CliRun first = runCli(gate + QStringList { session });
    QCOMPARE(first.exitStatus, 0);
    QVERIFY(first.messages().size() == 1 && first.messages()[0].contains("the first of its kind"));
    QCOMPARE(fileContent(folder + "/1.ridge"), fileContent(session));
    // Kept nowhere: a folder is in its place.
    const QString taken = m_folder.filePath("taken");
    QVERIFY(QDir().mkpath(taken + "/1.ridge/full"));
    const CliRun lost = runCli({ "compare", session, "--baseline", taken, "--keep-baseline" });
    QVERIFY(lost.exitStatus != 0);
    QCOMPARE(lost.messages().size(), 1);
}

/// The records of a session up to what was measured, of the model in another file.
QByteArray CompareTest::cutOffSessionOf(const QString &model) const
{
    const QByteArrayList lines = fileContent(m_folder.filePath("1.ridge")).split('\n');
    QByteArray text;
    for (const QByteArray &line : lines) {
        if (QJsonDocument::fromJson(line).object()["type"].toString() == "analysis")
            break;
        text += line + '\n';
    }
    return text.replace("nested_sequential.pt", model.toUtf8());
}

/// A cut off session of one model blocks no other one.
void CompareTest::unreadableSessionsOfOtherModelsAreNoBaselines()
{
    const QString folder = m_folder.filePath("others");
    QVERIFY(QDir().mkpath(folder));
    const QString session = m_folder.filePath("1.ridge");
    const QStringList gate { "compare", session, "--baseline", folder, "--keep-baseline" };
    QVERIFY(writeFile(folder + "/cut.ridge", cutOffSessionOf("nested_sequential.pt")));
    const CliRun same = runCli(gate);
    QCOMPARE(same.exitStatus, unreadableStatus);
    QVERIFY(same.messages().size() == 1 && same.messages()[0].contains("cut.ridge: its end is missing"));
    QVERIFY(writeFile(folder + "/cut.ridge", cutOffSessionOf("another.pt")));
    const CliRun other = runCli(gate);
    QCOMPARE(other.exitStatus, 0);
    QVERIFY(other.messages().size() == 1 && other.messages()[0].contains("the first of its kind"));
}

void CompareTest::unreadableBaselineIsNotReplaced()
{
    const QString folder = m_folder.filePath("damaged");
    QVERIFY(QDir().mkpath(folder));
    const QString session = m_folder.filePath("1.ridge");
    const QByteArray whole = fileContent(session);
    const QByteArray hello = whole.left(whole.indexOf('\n') + 1);
    const QStringList gate { "compare", session, "--baseline", folder, "--keep-baseline", "--fail-on", "more-flops" };
    const QString baseline = folder + "/1.ridge";
    for (const QByteArray &damaged : { hello, hello + "{\n" + whole.mid(hello.size()), QByteArray("no session") }) {
        QVERIFY(writeFile(baseline, damaged));
        const CliRun run = runCli(gate);
        QCOMPARE(run.exitStatus, unreadableStatus);
        QVERIFY(run.messages().size() == 1 && run.messages()[0].contains("damaged/1.ridge"));
        QCOMPARE(fileContent(baseline), damaged);
    }
    // A whole one beside it is compared with, but does not let a session replace it.
    QVERIFY(QFile::copy(session, folder + "/fits.ridge"));
    const CliRun beside = runCli({ "compare", session, "--baseline", folder, "--fail-on", "more-flops" });
    QCOMPARE(beside.exitStatus, 0);
    QVERIFY(beside.messages().size() == 1 && beside.messages()[0].contains("It was left out."));
    const CliRun kept = runCli(gate);
    QCOMPARE(kept.exitStatus, unreadableStatus);
    QVERIFY(kept.messages().size() == 1 && kept.messages()[0].contains("It is not replaced."));
    QCOMPARE(fileContent(baseline), QByteArray("no session"));
    // A failure is one line, whatever was left out before it.
    const CliRun failing = runCli({ "compare", session, "--baseline", folder, "--more-before", "/no/such" });
    QVERIFY(failing.messages().size() == 1 && failing.messages()[0].contains("/no/such"));
    // A file in the place of the folder.
    QCOMPARE(runCli({ "compare", session, "--baseline", session, "--keep-baseline" }).exitStatus, unreadableStatus);
}

void CompareTest::interleavedRunsAreOneSession()
{
    const QString pair = m_folder.filePath("pair.ridge");
    QCOMPARE(runCli({ "latency", modelPath("nested_sequential"), "--interleave", "executor=frozen", "--runs", "30",
                      "--quiet", "--save", pair })
                 .exitStatus,
             0);
    const CliRun run = runCli({ "compare", pair, "--json", "--fail-on", "slower:3%" });
    const QJsonObject frozen = run.json()["variants"].toArray()[1].toObject();
    const QJsonObject control = run.json()["control"].toObject();
    QVERIFY(control["rounds"].toInt() == 30 && control["ratio"].toDouble() > 0);
    const QJsonArray equal = control["interval"].toArray();
    const bool holds = !control["other_load"].toBool() && control["ratio"].toDouble() >= 0.8
        && control["ratio"].toDouble() <= 1.25 && equal[0].toDouble() >= 0.65 && equal[1].toDouble() <= 1.55;
    const bool slower =
        holds && frozen["ratio_interval"].toArray()[0].toDouble() > 1 && frozen["ratio"].toDouble() >= 1.03;
    const bool undecided = !slower && (!holds || frozen["ratio_interval"].toArray()[1].toDouble() >= 1.03);
    QCOMPARE(run.exitStatus, slower ? 1 : 0);
    QCOMPARE(run.messages().size(), slower || undecided ? 1 : 0);
}

void CompareTest::whatIsNoSessionIsRefused()
{
    const QString file = m_folder.filePath("1.ridge");
    for (const QStringList &files :
         { QStringList { file, modelPath("embedding") }, QStringList { "/no/such", file } }) {
        const CliRun run = runCli(QStringList { "compare" } + files);
        QCOMPARE(run.exitStatus, unreadableStatus);
        QCOMPARE(run.messages().size(), 1);
        QVERIFY(run.standardOutput.isEmpty());
    }
}

void CompareTest::sessionsWithoutTimesAreRefused_data()
{
    QTest::addColumn<bool>("beside"); // a session with times
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("both") << false << QByteArray("roofs.ridge holds an analysis or the latency of a model.");
    QTest::newRow("one") << true << QByteArray("roofs.ridge holds neither an analysis nor the latency of a model.");
}

void CompareTest::sessionsWithoutTimesAreRefused()
{
    QFETCH(bool, beside);
    QFETCH(QByteArray, sentence);
    using namespace rooflight;
    const Result<Session> sample = readSession(ROOFLIGHT_SAMPLE_SESSION);
    QVERIFY(sample.ok() && sample.value().peaks);
    Session session;
    session.hello = sample.value().hello;
    session.peaks = sample.value().peaks;
    const QString roofs = m_folder.filePath("roofs.ridge");
    QVERIFY(writeSession(roofs.toStdString(), session).ok());
    const CliRun run = runCli({ "compare", beside ? m_folder.filePath("1.ridge") : roofs, roofs });
    QCOMPARE(run.exitStatus, commandLineStatus);
    QVERIFY(run.standardOutput.isEmpty());
    QVERIFY(run.messages().size() == 1 && run.messages()[0].contains(sentence));
}

void CompareTest::failedSessionIsRefused()
{
    using namespace rooflight;
    Session session;
    session.hello.program = "0.3.0";
    session.error = Error { ErrorCode::Damaged, "net.pt is cut off.", "Copy it again." };
    const QString failed = m_folder.filePath("failed.ridge");
    QVERIFY(writeSession(failed.toStdString(), session).ok());
    const QString sound = m_folder.filePath("1.ridge");
    for (const QStringList &files : { QStringList { sound, failed }, QStringList { failed, sound } }) {
        const CliRun run = runCli(QStringList { "compare" } + files);
        QCOMPARE(run.exitStatus, runCli({ "show", failed }).exitStatus);
        QCOMPARE(run.exitStatus, unreadableStatus);
        QVERIFY(run.standardOutput.isEmpty());
        QVERIFY(run.messages().size() == 1 && run.messages()[0].contains("failed.ridge holds only how its command"));
        QVERIFY(run.messages()[0].contains("net.pt is cut off."));
    }
}

/// Of both sessions, or an analysis.
void CompareTest::latencyIsEnough()
{
    using namespace rooflight;
    Result<Session> whole = readSession(m_folder.filePath("1.ridge").toStdString());
    QVERIFY(whole.ok() && whole.value().layers);
    Session counted = whole.value();
    counted.layers.reset();
    Session timed;
    timed.hello = counted.hello;
    ModelLatency &latency = timed.latency.emplace();
    latency.device = whole.value().layers->device;
    latency.samples = whole.value().layers->instrumentedModel;
    for (const Session &session : { counted, timed }) {
        const QString file = m_folder.filePath("part.ridge");
        QVERIFY(writeSession(file.toStdString(), session).ok());
        const CliRun run = runCli({ "compare", file, file });
        QCOMPARE(run.exitStatus, 0);
        QVERIFY(run.messages().isEmpty() && !run.standardOutput.isEmpty());
    }
}

ROOFLIGHT_TEST(CompareTest)
#include "compare_test.moc"
