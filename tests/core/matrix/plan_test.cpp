// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/text.h"
#include "core/matrix/cells.h"
#include "core/matrix/plan.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace rooflight;

/// What a plan says, and the cells that it stands for.
class PlanTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKeyIsAnOption();
    void workerIsSplitAsTheWindowSplitsIt();
    void shortestPlanHasOneCell();
    void cellsAreTheProduct();
    void listsLeaveOut();
    void checksumIsOfModelAndOptions();
    void wrongPlanNamesItsLine_data();
    void wrongPlanNamesItsLine();
    void dangerousPlanNamesItsLine_data();
    void dangerousPlanNamesItsLine();
    void controlCharactersAreRefused_data();
    void controlCharactersAreRefused();
    void boundsComeBeforeTheParser_data();
    void boundsComeBeforeTheParser();
};

namespace {

Result<MatrixPlan> plan(std::string text, const std::string &folder = "/plans")
{
    const Result<UntrustedFile> file = UntrustedFile::ofText("plan.toml", std::move(text), FileKind::Plan);
    return file.ok() ? parsePlan(file.value(), folder) : Result<MatrixPlan>(file.error());
}

} // namespace

void PlanTest::everyKeyIsAnOption()
{
    const Result<MatrixPlan> read = plan(R"(
[options]
command = "layers"
effort = "quick"
remeasure_roofs = true
timeout = 60
warmup = 1
runs = 30
seconds = 0.5
convention = "mac"
memory_limit = 2
unconfined = false

[[model]]
name = "net"
file = "models/net.pt"
trust = true
libraries = ["ops.so", "/opt/more.so"]
formulas = "own.txt"

[[input]]
name = "large"
specs = ["1x3x224x224", "flag:true"]
batch = 8
batch_dims = ["0"]
dims = ["ids.1=512"]

[[execution]]
name = "frozen"
executor = "frozen"
precision = "bfloat16"
memory_format = "channels_last"
tf32 = "allowed"
caches = "cold"

[[target]]
name = "gpu"
device = "cuda:0"
threads = 4
[target.slurm]
program = "/opt/rooflight-cli"
partition = "gpu"
gres = "gpu:1"
cpus = 4
time = "00:10:00"
at_once = 2
options = ["--exclusive"]
)");
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    const MatrixCell cell = cellsOf(read.value()).value().front();
    const std::vector<std::string> expected = { "layers",
                                                "/plans/models/net.pt",
                                                "--effort",
                                                "quick",
                                                "--remeasure",
                                                "--timeout",
                                                "60",
                                                "--warmup",
                                                "1",
                                                "--runs",
                                                "30",
                                                "--seconds",
                                                "0.5",
                                                "--convention",
                                                "mac",
                                                "--memory-limit",
                                                "2",
                                                "--trust",
                                                "--library",
                                                "/plans/ops.so",
                                                "--library",
                                                "/opt/more.so",
                                                "--formulas",
                                                "/plans/own.txt",
                                                "--input",
                                                "1x3x224x224",
                                                "--input",
                                                "flag:true",
                                                "--batch",
                                                "8",
                                                "--batch-dim",
                                                "0",
                                                "--dim",
                                                "ids.1=512",
                                                "--executor",
                                                "frozen",
                                                "--precision",
                                                "bfloat16",
                                                "--memory-format",
                                                "channels_last",
                                                "--tf32",
                                                "allowed",
                                                "--caches",
                                                "cold",
                                                "--device",
                                                "cuda:0",
                                                "--threads",
                                                "4" };
    QVERIFY(cell.arguments == expected);
    QCOMPARE(cell.name, std::string("net__large__frozen__gpu"));
    const SlurmResources slurm { "/opt/rooflight-cli",
                                 { "--partition=gpu", "--gres=gpu:1", "--cpus-per-task=4", "--time=00:10:00",
                                   "--exclusive" },
                                 2 };
    QVERIFY(read.value().targets.front().slurm == slurm);
}

void PlanTest::workerIsSplitAsTheWindowSplitsIt()
{
    for (const char *command : { "ssh -T \"my host\" rooflight-cli", " a  b\tc ", "", "\"\"\"quoted\"\"\" x",
                                 "a\"b c\"d", "\"open end", "\"\" x" }) {
        const QStringList expected = QProcess::splitCommand(QString::fromUtf8(command));
        QStringList words;
        for (const std::string &word : splitCommand(command))
            words.append(QString::fromStdString(word));
        QCOMPARE(words, expected);
    }
    const Result<MatrixPlan> read =
        plan("model = [{ file = 'a.pt' }]\ntarget = [{ worker = 'ssh \"my host\" rooflight-cli serve' }]");
    QVERIFY(read.ok());
    QCOMPARE(read.value().targets.front().worker, (std::vector<std::string> { "ssh", "my host", "rooflight-cli" }));
}

void PlanTest::shortestPlanHasOneCell()
{
    const Result<MatrixPlan> read = plan("[[model]]\nfile = \"a.pt\"\n");
    QVERIFY(read.ok());
    const std::vector<MatrixCell> cells = cellsOf(read.value()).value();
    QCOMPARE(cells.size(), std::size_t(1));
    QCOMPARE(cells.front().name, std::string("a__default__default__local"));
    QVERIFY(cells.front().arguments == std::vector<std::string>({ "report", "/plans/a.pt" }));
    // printf '[[model]]\nfile = "a.pt"\n' | sha256sum
    QCOMPARE(read.value().sha256, std::string("f068ddbc5b633c49422c507527652697b9996aeee999513e217012d1f6b49e10"));
}

void PlanTest::cellsAreTheProduct()
{
    const Result<MatrixPlan> read = plan("model = [{ file = 'a.pt' }, { file = 'b.pt' }, { file = 'c.pt' }]\n"
                                         "input = [{ name = 'b1' }, { name = 'b8', batch = 8 }]\n"
                                         "execution = [{ name = 'e' }, { name = 'f', executor = 'frozen' }]\n"
                                         "target = [{ name = 'here' }, { name = 'there', device = 'cuda:0' }]\n");
    QVERIFY(read.ok());
    const std::vector<MatrixCell> cells = cellsOf(read.value()).value();
    QCOMPARE(cells.size(), std::size_t(24)); // 3 x 2 x 2 x 2
    QCOMPARE(cells[0].name, std::string("a__b1__e__here"));
    QCOMPARE(cells[1].name, std::string("a__b1__f__here"));
    QCOMPARE(cells[12].target, std::string("there")); // one target after the other
}

void PlanTest::listsLeaveOut()
{
    const Result<MatrixPlan> read = plan("model = [{ file = 'a.pt' }, { file = 'b.pt' }]\n"
                                         "input = [{ name = 'x', models = ['b'] }, { name = 'y' }]\n"
                                         "execution = [{ name = 'e' }, { name = 'f' }]\n"
                                         "target = [{ name = 't', models = ['a'], executions = ['f'] }]\n");
    QVERIFY(read.ok());
    const std::vector<MatrixCell> cells = cellsOf(read.value()).value();
    QCOMPARE(cells.size(), std::size_t(1));
    QCOMPARE(cells[0].name, std::string("a__y__f__t"));
    const Result<MatrixPlan> nothing = plan("model = [{ file = 'a.pt' }, { file = 'b.pt' }]\n"
                                            "input = [{ name = 'x', models = ['b'] }]\n"
                                            "target = [{ name = 't', models = ['a'] }]\n");
    QVERIFY(!cellsOf(nothing.value()).ok());
}

void PlanTest::checksumIsOfModelAndOptions()
{
    const QTemporaryDir folder;
    const auto write = [&folder](const char *content) {
        QFile file(folder.filePath("m.pt"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    const auto checksum = [&folder](const char *text) {
        return cellsOf(plan(text, folder.path().toStdString()).value()).value().front().sha256;
    };
    write("one");
    const std::string first = checksum("model = [{ file = 'm.pt' }]");
    QCOMPARE(checksum("model = [{ file = 'm.pt' }] # again"), first);
    QVERIFY(checksum("model = [{ file = 'm.pt' }]\ninput = [{ batch = 2 }]") != first);
    write("two");
    QVERIFY(checksum("model = [{ file = 'm.pt' }]") != first);
}

void PlanTest::wrongPlanNamesItsLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *text, const char *said) {
        QTest::newRow(said) << QByteArray(text) << QByteArray(said);
    };
    row("[[model]\n", "line 1");
    row("", "There is no [[model]]");
    row("[[model]]\nname = 'a'\n", "A [[model]] has no file");
    row("[[model]]\nfile = 'a.pt'\nbatch = 1\n", "line 3: [[model]]: there is no key batch");
    row("[[model]]\nfile = 3\n", "line 2: [[model]]: file is not a string");
    row("[[model]]\nfile = 'a.pt'\ntrust = 'yes'\n", "line 3: [[model]]: trust is neither true nor false");
    row("[[model]]\nfile = 'a.pt'\n[[model]]\nfile = 'b/a.pt'\n", "Two [[model]] have the name a");
    row("[[model]]\nfile = 'a.pt'\nname = '../a'\n", "the name \"../a\"");
    row("model = 'a.pt'\n", "model is not a list of tables");
    row("[[model]]\nfile = 'a.pt'\n[[input]]\nbatch = 'x'\n", "line 4: [[input]]: batch is not a number");
    row("[[model]]\nfile = 'a.pt'\n[[input]]\nmodels = ['b']\n", "There is no model named b");
    row("[[model]]\nfile = 'a.pt'\n[[target]]\nexecutions = ['b']\n", "There is no execution named b");
    row("[[model]]\nfile = 'a.pt'\n[[target]]\nslurm = { at_once = 0 }\n", "at_once is not a number from 1 up");
    row("[[model]]\nfile = 'a.pt'\n[options]\ncommand = 'serve'\n", "command is not one of");
}

void PlanTest::wrongPlanNamesItsLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, said);
    const Result<MatrixPlan> read = plan(text.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(exitStatus(read.error()), 2);
    QVERIFY2(read.error().text.find(said.toStdString()) != std::string::npos, read.error().text.c_str());
}

void PlanTest::dangerousPlanNamesItsLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("danger");
    const QString model = "[[model]]\nfile = \"a.pt\"\n";
    QTest::newRow("none") << model + "trust = false\n[options]\ncommand = \"latency\"\n"
                          << "";
    QTest::newRow("worker") << model + "[[target]]\nworker = \"sh -c x\"\n"
                            << "line 4: worker starts a program";
    QTest::newRow("program") << model + "[[target]]\nslurm = { program = \"sh\" }\n"
                             << "line 4: program starts a program";
    QTest::newRow("sbatch") << model + "[[target]]\nslurm = { options = [\"--output=x\"] }\n"
                            << "line 4: options gives Slurm any option";
    QTest::newRow("trust") << model + "trust = true\n"
                           << "line 3: trust runs models that are refused otherwise";
    QTest::newRow("unconfined") << model + "[options]\nunconfined = true\n"
                                << "line 4: unconfined runs models without confinement";
    QTest::newRow("libraries") << model + "libraries = [\"l.so\"]\n"
                               << "line 3: libraries runs libraries";
    QTest::newRow("formulas") << model + "formulas = \"../f.toml\"\n"
                              << "line 3: formulas names a file outside the plan's folder";
    QTest::newRow("model") << "[[model]]\nfile = \"/etc/a.pt\"\n"
                           << "line 2: file names a file outside the plan's folder";
    QTest::newRow("input") << model + "[[input]]\nspecs = [\"@/etc/passwd\"]\n"
                           << "line 4: specs names a file outside the plan's folder";
}

void PlanTest::dangerousPlanNamesItsLine()
{
    QFETCH(QString, text);
    const Result<MatrixPlan> read = plan(text.toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QTEST(QString::fromStdString(read.value().danger), "danger");
}

void PlanTest::controlCharactersAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray model = "[[model]]\nfile = \"a.pt\"\n";
    // The kernel would open /etc/other.pt: for the check below the plan's folder, the path goes on.
    QTest::newRow("file") << QByteArray("[[model]]\nfile = \"/etc/other.pt\\u0000/../../../plans/a.pt\"\n");
    QTest::newRow("formulas") << model + "formulas = \"f\\u0000\"\n";
    QTest::newRow("library") << model + "libraries = [\"l.so\\u0000\"]\n";
    QTest::newRow("spec") << model + "[[input]]\nspecs = [\"@x\\u0000\"]\n";
    QTest::newRow("escape") << model + "[[target]]\ndevice = \"\\u001b[2J\"\n";
    QTest::newRow("eight bits") << model + "[[target]]\ndevice = \"\\u009b2J\"\n";
    QTest::newRow("direction") << model + "[[target]]\ndevice = \"\\u202e\"\n";
    QTest::newRow("Slurm") << model + "[[target]]\nslurm = { partition = \"gpu\\u0007\" }\n";
}

void PlanTest::controlCharactersAreRefused()
{
    QFETCH(QByteArray, text);
    const Result<MatrixPlan> read = plan(text.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(exitStatus(read.error()), 2);
}

void PlanTest::boundsComeBeforeTheParser_data()
{
    QTest::addColumn<QByteArray>("text");
    const QByteArray parts = QByteArray("a.").repeated(50'000) + "b";
    QTest::newRow("dotted key") << parts + " = 1\n";
    QTest::newRow("dotted title") << "[" + parts + "]\n";
    QTest::newRow("behind a text") << "x = { y = \"\"\"z\"\"\"\", " + parts + " = 1 }\n";
    QTest::newRow("behind an escape") << "x = { y = \"\\\\\", " + parts + " = 1 }\n";
    QTest::newRow("brackets") << "x = " + QByteArray(50'000, '[') + QByteArray(50'000, ']') + "\n";
    QTest::newRow("too large") << QByteArray(2 << 20, '#');
}

void PlanTest::boundsComeBeforeTheParser()
{
    QFETCH(QByteArray, text);
    const Result<MatrixPlan> read = plan(text.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(exitStatus(read.error()), 3);
    // In texts and comments there may be as many of them as one likes.
    const std::string harmless = "# " + std::string(1000, '.') + "\n[[model]]\nfile = \"" + std::string(100, '.') + "/["
        + std::string(100, '[') + "\"\nname = 'a'\n";
    QVERIFY(plan(harmless).ok());
}

ROOFLIGHT_TEST(PlanTest)
#include "plan_test.moc"
