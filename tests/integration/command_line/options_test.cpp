// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "app/rooflight-cli/command_line.h"
#include "cli_run.h"
#include "core/matrix/cells.h"
#include "core/matrix/plan.h"
#include "core/model/request_options.h"
#include "core/record/record.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <vector>

using namespace rooflight;

/// Each option means the same on the command line, in a request in JSON and in a plan, and is refused alike by them.
class OptionsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void meanTheSame_data();
    void meanTheSame();
    void allAreHere();
    void areRefusedAlike_data();
    void areRefusedAlike();

private:
    QStringList m_names;
};

namespace {

const QString netFile = QStringLiteral("/net.pt");

std::optional<Request> parsed(const std::vector<std::string> &arguments)
{
    std::vector<std::string> words = arguments;
    words.insert(words.begin(), "rooflight-cli");
    std::vector<char *> pointers;
    for (std::string &word : words)
        pointers.push_back(word.data());
    int status = 0;
    const std::optional<CommandLine> line = parseCommandLine(int(pointers.size()), pointers.data(), status);
    return line ? std::optional(line->request) : std::nullopt;
}

std::vector<std::string> wordsOfCall(const QString &command, const QString &arguments)
{
    std::vector<std::string> words { command.toStdString() };
    if (command != u"peaks")
        words.push_back(netFile.toStdString());
    for (const QString &word : arguments.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return words;
}

/// A request as a client writes it, with the time-out that the command line has by default.
QByteArray lineOf(const QString &command, const QString &members)
{
    QString line = QStringLiteral(R"({"type":"%1","request":1,"timeout_seconds":600)").arg(command);
    if (command != u"peaks")
        line += QStringLiteral(R"(,"model":"%1")").arg(netFile);
    return (line + (members.isEmpty() ? QString() : u',' + members) + QStringLiteral("}\n")).toUtf8();
}

/// \p entry is "TABLE: KEY = VALUE".
QString planOf(const QString &command, const QString &entry)
{
    const QString table = entry.section(QStringLiteral(": "), 0, 0);
    const QString line = entry.section(QStringLiteral(": "), 1) + u'\n';
    QString plan = QStringLiteral("[options]\ncommand = \"%1\"\n").arg(command);
    plan += (table == u"options" ? line : QString()) + QStringLiteral("[[model]]\nfile = \"%1\"\n").arg(netFile);
    if (table == u"model")
        plan += line;
    else if (table != u"options")
        plan += QStringLiteral("[[%1]]\n").arg(table) + line;
    return plan;
}

} // namespace

void OptionsTest::meanTheSame_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("plan");
    const auto row = [this](const char *name, const QString &values, const char *json, const char *plan = "",
                            const char *command = "report") {
        m_names << QString::fromLatin1(name);
        const QString arguments = values.contains(QLatin1String(name)) ? values : name + QString(u' ') + values;
        QTest::newRow(name) << command << arguments << json << plan;
    };
    row("--input", "x:1x3", R"("inputs":["x:1x3"])", R"(input: specs = ["x:1x3"])");
    row("--batch", "8", R"("batch":8)", "input: batch = 8");
    row("--batch-dim", "--batch-dim ids=1 --batch-dim 0", R"("batch_dimensions":["ids=1","0"])",
        R"(input: batch_dims = ["ids=1", "0"])");
    row("--dim", "ids.1=512", R"("dimensions":["ids.1=512"])", R"(input: dims = ["ids.1=512"])");
    row("--device", "cuda:1", R"("device":"cuda:1")", R"(target: device = "cuda:1")");
    row("--threads", "4096", R"("threads":4096)", "execution: threads = 4096");
    row("--convention", "thop", R"("convention":"thop")", R"(options: convention = "thop")");
    row("--trust", "", R"("trust":true)", "model: trust = true");
    row("--accept-damaged", "", R"("accept_damaged":true)", "model: accept_damaged = true");
    row("--unconfined", "", R"("unconfined":true)", "options: unconfined = true");
    row("--library", "--library /a.so --library /b.so", R"("libraries":["/a.so","/b.so"])",
        R"(model: libraries = ["/a.so", "/b.so"])");
    row("--formulas", "/f.txt", R"("formulas":"/f.txt")", R"(model: formulas = "/f.txt")");
    row("--timeout", "0.5", R"("timeout_seconds":0.5)", "options: timeout = 0.5");
    row("--memory-limit", "2.5", R"("memory_limit_bytes":2500000000)", "target: memory_limit = 2.5");
    row("--effort", "quick", R"("effort":"quick")", R"(options: effort = "quick")");
    row("--remeasure", "", R"("remeasure":true)", "options: remeasure_roofs = true");
    row("--executor", "frozen", R"("executor":"frozen")", R"(execution: executor = "frozen")");
    row("--precision", "bfloat16", R"("precision":"bfloat16")", R"(execution: precision = "bfloat16")");
    row("--memory-format", "channels_last", R"("memory_format":"channels_last")",
        R"(execution: memory_format = "channels_last")");
    row("--tf32", "forbidden", R"("tf32":"forbidden")", R"(execution: tf32 = "forbidden")");
    row("--caches", "cold", R"("caches":"cold")", R"(execution: caches = "cold")");
    row("--warmup", "0", R"("warmup":0)", "options: warmup = 0");
    row("--runs", "30", R"("runs":30)", "options: runs = 30");
    row("--seconds", "1.5", R"("seconds":1.5)", "options: seconds = 1.5");
    row("--method", "encode", R"("model_method":"encode")");
    row("--count-bytes", "", R"("count_bytes":true)");
    row("--predict", "", R"("predict":true)", "", "analyze");
    row("--roof", "L3", R"("roof":"L3")", "", "peaks");
    row("--interleave", "executor=frozen", R"("interleave":["executor=frozen"])", "", "latency");
    row("--search", "sequential", R"("search":"sequential")", "", "sweep");
    row("--step", "4", R"("step":4,"search":"sequential")", "", "sweep");
    row("--max-batch", "64", R"("maximum_batch":64)", "", "sweep");
    row("--margin", "10", R"("margin":0.1)", "", "sweep");
    row("--max-call", "0.25", R"("longest_call_seconds":0.25)", "", "sweep");
    row("--restart", "", R"("restart":true)", "", "sweep");
    row("--axis", "x.0=1,2", R"("axes":["x.0=1,2"])", "", "sweep");
    row("--measure", "x.0=2", R"("measured_at":["x.0=2"])", "", "sweep");
    row("--host-work", "/next.pt --host-work copy", R"("models":["/next.pt"],"host_work":["copy"])", "", "pipeline");
    row("--only", "frozen,tf32", R"("remedies":["frozen","tf32"])", "", "remedies");
    row("--compile", "", R"("compile":true)", "", "remedies");
    row("--save-compiled", "--compile --save-compiled /c.pt2", R"("compile":true,"save_compiled":"/c.pt2")", "",
        "remedies");
}

void OptionsTest::meanTheSame()
{
    QFETCH(QString, command);
    QFETCH(QString, arguments);
    QFETCH(QString, json);
    QFETCH(QString, plan);
    const std::optional<Request> typed = parsed(wordsOfCall(command, arguments));
    QVERIFY(typed);
    QVERIFY2(command == u"pipeline" || *typed != *parsed(wordsOfCall(command, {})), "the option changes nothing");
    const Result<ClientMessage> read = decodeMessage(lineOf(command, json).toStdString());
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text.c_str());
    QVERIFY(read.value() == ClientMessage(*typed));
    const Result<ClientMessage> again = decodeMessage(encodeMessage(*typed));
    QVERIFY(again.ok() && again.value() == ClientMessage(*typed));
    if (plan.isEmpty())
        return;
    const Result<UntrustedFile> file =
        UntrustedFile::ofText("plan.toml", planOf(command, plan).toStdString(), FileKind::Plan);
    const Result<MatrixPlan> planned = parsePlan(file.value(), "/plans");
    QVERIFY2(planned.ok(), planned.ok() ? "" : planned.error().text.c_str());
    QVERIFY(parsed(cellsOf(planned.value()).value().front().arguments) == typed);
}

void OptionsTest::allAreHere()
{
    forEachOption(requestOptions, [this](const auto &option) {
        const QString name = QString::fromUtf8(option.name.data(), qsizetype(option.name.size()));
        QVERIFY2(!name.startsWith(u"--") || m_names.contains(name), qPrintable(name));
    });
}

void OptionsTest::areRefusedAlike_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *arguments, const char *json, const char *plan, const char *said,
                        const char *command = "report") {
        QTest::newRow(arguments) << command << arguments << json << plan << QByteArray(said);
    };
    row("--batch=-1", R"("batch":-1)", "input: batch = -1", "is not an integer from 1 up");
    row("--threads=4097", R"("threads":4097)", "target: threads = 4097", "is not an integer from 1 to 4096");
    row("--timeout=-1", R"("timeout_seconds":-1)", "options: timeout = -1", "is not a number from 0 up");
    row("--memory-limit=-1", R"("memory_limit_bytes":-1)", "target: memory_limit = -1", "is not a number above 0");
    row("--warmup=-1", R"("warmup":-1)", "options: warmup = -1", "is not an integer from 0 up");
    row("--runs=-1", R"("runs":-1)", "options: runs = -1", "is not an integer from 1 up");
    row("--seconds=-1", R"("seconds":-1)", "options: seconds = -1", "is not a number above 0");
    row("--max-batch=-1", R"("maximum_batch":-1)", "", "is not an integer from 1 up", "sweep");
    row("--step=0", R"("step":0)", "", "is not an integer from 1 up", "sweep");
    row("--margin=-1", R"("margin":-1)", "", "is not a number from 0 to ", "sweep");
    row("--max-call=0", R"("longest_call_seconds":0)", "", "is not a number above 0", "sweep");
    row("--only=frozn", R"("remedies":["frozn"])", "", "Did you mean frozen?", "remedies");
    row("--precision=bfloat1", "", R"(execution: precision = "bfloat1")", "Did you mean bfloat16?");
    row("--effort=huge", "", R"(options: effort = "huge")", "huge is not one of quick, normal, thorough");
}

void OptionsTest::areRefusedAlike()
{
    QFETCH(QString, command);
    QFETCH(QString, arguments);
    QFETCH(QString, json);
    QFETCH(QString, plan);
    QFETCH(QByteArray, said);
    const CliRun typed = runCli({ command, netFile, arguments });
    QCOMPARE(typed.exitStatus, commandLineStatus);
    QVERIFY2(typed.standardError.contains(said), typed.standardError);
    if (!json.isEmpty()) {
        const CliRun served = runCli({ QStringLiteral("serve") }, lineOf(command, json));
        QCOMPARE(served.exitStatus, commandLineStatus);
        QVERIFY2(served.standardOutput.contains(said), served.standardOutput);
    }
    if (!plan.isEmpty()) {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("plan.toml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(planOf(command, plan).toUtf8());
        file.close();
        const CliRun filled = runCli({ QStringLiteral("matrix"), file.fileName(), QStringLiteral("--out"),
                                       folder.filePath(QStringLiteral("out")) });
        QCOMPARE(filled.exitStatus, commandLineStatus);
        QVERIFY2(filled.standardError.contains(said), filled.standardError);
    }
}

ROOFLIGHT_TEST(OptionsTest)
#include "options_test.moc"
