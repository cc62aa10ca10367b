// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/sizes_fixture.h"
#include "tests/ui/timing_fixture.h"
#include "tests/ui/window_test.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>

using namespace rooflight;
using fixture::contentOf;

namespace {

struct Outcome {
    int status = -1;
    QString output;
    QString errors;
};

/// Runs the program as it is on a machine without a display, or with these variables that name one.
Outcome run(const QStringList &arguments, const QString &folder, const QMap<QString, QString> &display = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM" })
        environment.remove(name);
    for (auto variable = display.begin(); variable != display.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    environment.insert("XDG_CONFIG_HOME", folder);
    environment.insert("XDG_RUNTIME_DIR", folder); // Qt complains where a machine has none
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ROOFLIGHT_PROGRAM), arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return { process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
             QString::fromUtf8(process.readAllStandardError()) };
}

} // namespace

class TestDesktopProgram : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void tellsAboutItself()
    {
        const Outcome version = start({ "--version" });
        QCOMPARE(version.status, 0);
        QVERIFY(version.output.startsWith("rooflight " ROOFLIGHT_VERSION));
        const Outcome help = start({ "--help" });
        QCOMPARE(help.status, 0);
        for (const char *word : { "--export", "--size", "--scale", "--theme", "--language", "--figure", "--what-if",
                                  "--worker", "Examples:" })
            QVERIFY2(help.output.contains(word), word);
    }

    void refusesWrongCommandLines_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown option") << QStringList { "--frobnicate" };
        QTest::newRow("no file") << QStringList { "--export", "a.png" };
        QTest::newRow("two files") << QStringList { "--export", "a.png", "b.ridge", "c.ridge" };
        QTest::newRow("suffix") << QStringList { "--export", "a.bmp", "b.ridge" };
        QTest::newRow("size") << QStringList { "--export", "a.png", "--size", "0x9", "b.ridge" };
        QTest::newRow("scale") << QStringList { "--export", "a.png", "--scale", "nan", "b.ridge" };
        QTest::newRow("theme") << QStringList { "--export", "a.png", "--theme", "pink", "b.ridge" };
        QTest::newRow("language") << QStringList { "--export", "a.png", "--language", "tlh", "b.ridge" };
        QTest::newRow("figure") << QStringList { "--export", "a.png", "--figure", "cake", "b.ridge" };
        QTest::newRow("figure without export") << QStringList { "--figure", "sweep", "b.ridge" };
        QTest::newRow("figure as JSON") << QStringList { "--export", "a.json", "--figure", "sweep", "b.ridge" };
        QTest::newRow("pipeline of one model") << QStringList { "--export", "a.png", "--figure", "pipeline", "b.pt" };
        QTest::newRow("no such device") << QStringList { "--export", "a.png", "--what-if", "abacus", "b.ridge" };
        QTest::newRow("several devices") << QStringList { "--export", "a.png", "--what-if", "A100", "b.ridge" };
        QTest::newRow("what if of times")
            << QStringList { "--export", "a.png", "--figure", "sweep", "--what-if", "NVIDIA L4", "b.ridge" };
        QTest::newRow("table as CSV") << QStringList { "--export", "a.csv", "--figure", "table", "b.ridge" };
        QTest::newRow("chart as a page") << QStringList { "--export", "a.html", "--figure", "chart", "b.ridge" };
        QTest::newRow("width") << QStringList { "--export", "a.png", "--figure", "chart", "--width", "3", "b.ridge" };
        QTest::newRow("two widths") << QStringList { "--export", "a.png",  "--figure", "chart",  "--width",
                                                     "3in",      "--size", "800x500",  "b.ridge" };
        QTest::newRow("range") << QStringList { "--export", "a.png", "--figure", "chart", "--x", "5..1", "b.ridge" };
        QTest::newRow("kind") << QStringList { "--export", "a.png", "--figure", "chart", "--hide", "x", "b.ridge" };
        QTest::newRow("colour") << QStringList {
            "--export", "a.png", "--figure", "chart", "--color-by", "x", "b.ridge"
        };
        QTest::newRow("view of a page") << QStringList { "--export", "a.png", "--x", "1..2", "b.ridge" };
        QTest::newRow("chart of nothing") << QStringList { "--export", "a.json", "--figure", "chart" };
    }

    void refusesWrongCommandLines()
    {
        QFETCH(QStringList, arguments);
        const Outcome outcome = start(arguments);
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.output, QString());
        QCOMPARE(outcome.errors.count(u'\n'), 1);
    }

    /// Qt would write a file of another name. Its processes cannot be given such an argument: a shell makes it.
    void namesThatQtLosesAreRefused()
    {
        QProcess shell;
        shell.start("sh",
                    { "-c", "exec \"$0\" --export \"$(printf 'lost\\377.png')\" \"$1\"", ROOFLIGHT_PROGRAM,
                      m_folder.savedSession() });
        QVERIFY(shell.waitForFinished(fixture::patienceMs));
        QCOMPARE(shell.exitCode(), 2);
        const QByteArray errors = shell.readAllStandardError();
        QVERIFY2(errors.contains("it is not UTF-8. Rename the file, or use rooflight-cli"), errors.constData());
    }

    /// One sentence and a status, where Qt by itself ends with a signal.
    void saysThatNoDisplayOpens_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("named");
        QTest::newRow("none") << ""
                              << ""
                              << "no display to open a window on.";
        QTest::newRow("X11") << "DISPLAY"
                             << ":7777"
                             << ":7777";
        QTest::newRow("Wayland") << "WAYLAND_DISPLAY"
                                 << "wayland-7777"
                                 << "display";
        QTest::newRow("platform") << "QT_QPA_PLATFORM"
                                  << "abacus"
                                  << "abacus";
    }

    void saysThatNoDisplayOpens()
    {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        QFETCH(QString, named);
        QMap<QString, QString> display;
        if (!variable.isEmpty())
            display.insert(variable, value);
        const Outcome outcome = run({ m_folder.savedSession() }, m_folder.file({}), display);
        QCOMPARE(outcome.status, 5);
        QCOMPARE(outcome.output, QString());
        QVERIFY2(outcome.errors.contains(named), qPrintable(outcome.errors));
        QCOMPARE(outcome.errors.count(u'\n'), 1);
    }

    void exportsASession()
    {
        const QString picture = m_folder.file("out.png");
        const Outcome outcome = start({ "--export", picture, "--size", "900x700", "--scale", "1.5", "--theme", "dark",
                                        "--language", "zh_CN", m_folder.savedSession() });
        QCOMPARE(outcome.errors, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(QImage(picture).size(), QSize(1350, 1050));
    }

    /// As in a session of ssh whose forwarded display has ended, or in a container that inherits the variable.
    void exportsWithADisplayThatIsGone_data()
    {
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("value");
        QTest::newRow("X11") << "DISPLAY"
                             << "localhost:77.0";
        QTest::newRow("Wayland") << "WAYLAND_DISPLAY"
                                 << "wayland-77";
        QTest::newRow("platform") << "QT_QPA_PLATFORM"
                                  << "xcb";
    }

    void exportsWithADisplayThatIsGone()
    {
        QFETCH(QString, variable);
        QFETCH(QString, value);
        const QString picture = m_folder.file("gone.png");
        const Outcome outcome =
            run({ "--export", picture, m_folder.savedSession() }, m_folder.file({}), { { variable, value } });
        QCOMPARE(outcome.errors, QString());
        QCOMPARE(outcome.status, 0);
        QVERIFY(!QImage(picture).isNull());
    }

    void listsTheDevicesOfWhatIf()
    {
        const Outcome outcome = start({ "--what-if", "list" });
        QCOMPARE(outcome.status, 0);
        for (const char *name : { "NVIDIA H100 SXM", "int8-weights", "no-launches", "compiled" })
            QVERIFY2(outcome.output.contains(name), qPrintable(outcome.output));
    }

    void exportsUnderOtherRoofs()
    {
        const QString table = m_folder.file("there.csv");
        QCOMPARE(start({ "--export", table, "--what-if", "h100 sxm", m_folder.savedSession() }).status, 0);
        QVERIFY(contentOf(table).contains("FP32 (vector)"));
        const QString record = m_folder.file("there.json");
        QCOMPARE(start({ "--export", record, "--what-if", "h100 sxm", m_folder.savedSession() }).status, 0);
        QVERIFY(!contentOf(record).contains("H100"));
    }

    void exportsAChangedModel_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : { "int8", "int8-dynamic", "int8_dynamic", "int8-weights" })
            QTest::newRow(name) << name;
    }

    /// Of the last layer, with 512 inputs and 1000 outputs: a byte a weight, four an input, a bias and a scale.
    void exportsAChangedModel()
    {
        QFETCH(QString, name);
        const QString table = m_folder.file("changed.csv");
        QCOMPARE(start({ "--export", table, "--what-if", name, sample() }).status, 0);
        const QByteArrayList lines = contentOf(table).split('\n');
        QCOMPARE(lines.front().split(',')[10], QByteArray("bytes_read"));
        const auto last = std::ranges::find_if(lines, [](const QByteArray &line) { return line.startsWith("fc,"); });
        QVERIFY(last != lines.end());
        QCOMPARE(last->split(',')[10].toInt(), 512 * 1000 + 4 * (512 + 1000 + 1000));
    }

    void changedModelsAreNoMeasurements()
    {
        const QString chart = m_folder.file("changed.json");
        const QStringList change = { "--what-if", "no-launches", sample() };
        QCOMPARE(start(QStringList { "--export", chart, "--figure", "chart" } + change).status, 0);
        QVERIFY2(contentOf(chart).contains("\"What if: no launches, not measured\""), contentOf(chart).constData());
        const QString table = m_folder.file("changed.csv");
        QCOMPARE(start(QStringList { "--export", table, "--provenance" } + change).status, 0);
        QVERIFY2(contentOf(table).contains("\n# change: What if: no launches; As it is: "),
                 contentOf(table).left(4000).constData());
        const QString record = m_folder.file("record.json");
        QCOMPARE(start(QStringList { "--export", record } + change).status, 0);
        QVERIFY(!contentOf(record).contains("What if: no launches"));
    }

    void exportsFigures_data()
    {
        QTest::addColumn<QString>("figure");
        QTest::addColumn<QByteArray>("column");
        QTest::newRow("methods") << "methods" << QByteArray("method,");
        QTest::newRow("sweep") << "sweep" << QByteArray("batch,");
        QTest::newRow("pipeline") << "pipeline" << QByteArray("mode,");
        QTest::newRow("latency") << "latency" << QByteArray("iteration,");
    }

    void exportsFigures()
    {
        QFETCH(QString, figure);
        QFETCH(QByteArray, column);
        const QString session = m_folder.file("timings.ridge");
        QVERIFY(writeSession(session.toStdString(), fixture::allTimings()).ok());
        const QString picture = m_folder.file("figure.png");
        const Outcome outcome = start({ "--export", picture, "--figure", figure, "--theme", "dark", session });
        QCOMPARE(outcome.errors, QString());
        const QImage image(picture);
        QCOMPARE(image.size(), QSize(1000, 640));
        QVERIFY(image.pixelColor(2, 2).lightness() < 128);
        const QString table = m_folder.file("figure.csv");
        QCOMPARE(start({ "--export", table, "--figure", figure, session }).status, 0);
        QVERIFY2(contentOf(table).startsWith(column), contentOf(table).left(40).constData());
    }

    void exportsTheChartOfSeveralSessions()
    {
        const QString chart = m_folder.file("chart.json");
        const QString other = m_folder.savedSession("other.ridge");
        const Outcome outcome =
            start({ "--export", chart, "--figure", "chart", "--size", "800x500", m_folder.savedSession(), other });
        QCOMPARE(outcome.errors, QString());
        QCOMPARE(outcome.status, 0);
        const QJsonObject scene = QJsonDocument::fromJson(contentOf(chart)).object();
        QCOMPARE(scene["format"].toString(), QStringLiteral("rooflight.scene"));
        QCOMPARE(scene["size"].toArray(), QJsonArray({ 800, 500 }));
        QCOMPARE(scene["sessions"].toArray(), QJsonArray({ "resnet18", "other" }));
        QCOMPARE(start({ "--export", chart, "--figure", "chart", m_folder.file("gone.ridge") }).status, 3);
        Session empty;
        empty.methods.emplace();
        const QString times = m_folder.file("times.ridge");
        QVERIFY(writeSession(times.toStdString(), empty).ok());
        const Outcome refused = start({ "--export", m_folder.file("none.json"), "--figure", "chart", times });
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("times.ridge holds no layers and no roofs."), qPrintable(refused.errors));
        QVERIFY(!QFile::exists(m_folder.file("none.json")));
    }

    void exportsThePageOfSeveralSessions()
    {
        const QString page = m_folder.file("page.html");
        const QStringList files = { m_folder.savedSession(), m_folder.savedSession("<other>.ridge") };
        const Outcome outcome = start(QStringList { "--export", page } + files);
        QCOMPARE(outcome.errors, QString());
        const QByteArray html = contentOf(page);
        QVERIFY(html.contains("</svg>resnet18</li>") && html.contains("</svg>&lt;other&gt;</li>"));
        QVERIFY(html.contains("\"sessions\":[\"resnet18\","));
        QCOMPARE(start({ "--export", page, files.constFirst() }).status, 0);
        QVERIFY(!contentOf(page).contains("</svg>resnet18</li>")); // alone its colours are those of the kinds
        QCOMPARE(start(QStringList { "--export", m_folder.file("page.png") } + files).status, 2);
        Session times;
        times.methods.emplace();
        const QString first = m_folder.file("first.ridge");
        QVERIFY(writeSession(first.toStdString(), times).ok());
        const Outcome refused = start(QStringList { "--export", m_folder.file("lost.html"), first } + files);
        QCOMPARE(refused.status, 2);
        QVERIFY2(refused.errors.contains("first.ridge holds no layers for the others"), qPrintable(refused.errors));
        QVERIFY(!QFile::exists(m_folder.file("lost.html")));
    }

    void figuresNeedTheirMeasurement()
    {
        const Outcome outcome =
            start({ "--export", m_folder.file("none.png"), "--figure", "sweep", m_folder.savedSession() });
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("resnet18.ridge holds no sweep of batch sizes."), qPrintable(outcome.errors));
        QCOMPARE(outcome.errors.count(u'\n'), 1);
    }

    void figuresOfSizesStandUnderRoofs()
    {
        Session sizes = fixture::sizes();
        const QString session = m_folder.file("sizes.ridge");
        QVERIFY(writeSession(session.toStdString(), sizes).ok());
        const QString picture = m_folder.file("sizes.png");
        const Outcome outcome = start({ "--export", picture, "--figure", "sweep", session });
        QCOMPARE(outcome.errors, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(QImage(picture).size(), QSize(1000, 640));
        const QString table = m_folder.file("sizes.csv");
        QCOMPARE(start({ "--export", table, "--figure", "sweep", session }).status, 0);
        QVERIFY2(contentOf(table).startsWith("x.0,x.1,"), contentOf(table).left(40).constData());

        sizes.peaks.reset(); // as an earlier Rooflight saved it
        QVERIFY(writeSession(session.toStdString(), sizes).ok());
        QCOMPARE(start({ "--worker", fixture::fakeWorker("answer"), "--export", picture, "--figure", "sweep", session })
                     .status,
                 0);
        const Outcome without =
            start({ "--worker", fixture::fakeWorker("crash"), "--export", picture, "--figure", "sweep", session });
        QCOMPARE(without.status, 2);
        QVERIFY2(without.errors.contains("sizes.ridge holds no roofs for its sizes"), qPrintable(without.errors));
    }

    void emptyFiguresAreRefused_data()
    {
        QTest::addColumn<QString>("figure");
        for (const char *figure : { "methods", "sweep", "pipeline", "latency", "turns" })
            QTest::newRow(figure) << figure;
    }

    /// A measurement that was stopped before its first run.
    void emptyFiguresAreRefused()
    {
        QFETCH(QString, figure);
        Session empty = fixture::resnet18();
        empty.methods.emplace();
        empty.sweep.emplace().points.emplace_back();
        empty.pipeline.emplace();
        empty.latency.emplace();
        empty.interleaved.emplace();
        const QString session = m_folder.file("empty.ridge");
        QVERIFY(writeSession(session.toStdString(), empty).ok());
        const Outcome outcome = start({ "--export", m_folder.file("none.png"), "--figure", figure, session });
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.errors.contains("empty.ridge holds no "), qPrintable(outcome.errors));
        QVERIFY(!QFile::exists(m_folder.file("none.png")));
    }

    void measuresAModelFirst()
    {
        const QString table = m_folder.file("out.csv");
        const Outcome outcome =
            start({ "--worker", fixture::fakeWorker("answer"), "--export", table, m_folder.modelFile() });
        QCOMPARE(outcome.status, 0);
        QVERIFY(contentOf(table).contains("latency_median_ns"));
    }

    void measuresWhatTheFigureShows()
    {
        const QString table = m_folder.file("sweep.csv");
        const Outcome outcome = start({ "--worker", fixture::fakeWorker("answer"), "--export", table, "--figure",
                                        "sweep", m_folder.modelFile() });
        QCOMPARE(outcome.status, 0);
        QCOMPARE(contentOf(table).count('\n'), qsizetype(fixture::sweep().points.size()) + 1);
    }

    void exitStatusTellsWhatWentWrong_data()
    {
        QTest::addColumn<QString>("mode");
        QTest::addColumn<int>("status");
        // The statuses that scripts rely on, as the documentation of the command line lists them.
        QTest::newRow("not TorchScript") << "error not_torchscript" << 3;
        QTest::newRow("inputs") << "error input_mismatch" << 4;
        QTest::newRow("model failed") << "error model_failed" << 4;
        QTest::newRow("device") << "error device_missing" << 5;
        QTest::newRow("time") << "error timed_out" << 6;
        QTest::newRow("unsafe") << "error unsafe_file" << 7;
        QTest::newRow("crash") << "crash" << 70;
        QTest::newRow("garbage") << "garbage" << 70;
        QTest::newRow("newer") << "newer" << 3;
        QTest::newRow("host that cannot be reached") << "unreachable" << 5;
        QTest::newRow("host without the program") << "missing" << 5;
    }

    void exitStatusTellsWhatWentWrong()
    {
        QFETCH(QString, mode);
        QFETCH(int, status);
        const QString table = m_folder.file("none.csv");
        const Outcome outcome =
            start({ "--worker", fixture::fakeWorker(mode), "--export", table, m_folder.modelFile() });
        QCOMPARE(outcome.status, status);
        QVERIFY(!QFile::exists(table));
        QVERIFY(outcome.errors.contains("rooflight: "));
    }

    void wrongWorkersAreSaidOnce_data()
    {
        QTest::addColumn<QString>("worker");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no such file") << "/no/such/worker serve"
                                      << "The worker \"/no/such/worker\" could not be started: No such file or "
                                         "directory. Name a command that runs rooflight-cli serve.";
        QTest::newRow("no worker") << "sh -c \"echo no such option >&2; exit 2\""
                                   << "The worker could not be reached: \"sh\" ended with status 2. It said: no such "
                                      "option";
        QTest::newRow("no record") << "cat"
                                   << "The program \"cat\" is not a worker of Rooflight: it does not begin with a "
                                      "worker's hello. Name a command "
                                      "that runs rooflight-cli serve.";
    }

    void wrongWorkersAreSaidOnce()
    {
        QFETCH(QString, worker);
        QFETCH(QString, sentence);
        const Outcome outcome =
            start({ "--worker", worker, "--export", m_folder.file("none.csv"), m_folder.modelFile() });
        QCOMPARE(outcome.status, 5);
        QCOMPARE(outcome.errors, QString("rooflight: " + sentence + u'\n'));
    }

    void missingFilesAndFolders()
    {
        QCOMPARE(start({ "--export", m_folder.file("a.csv"), m_folder.file("gone.ridge") }).status, 3);
        QCOMPARE(start({ "--export", m_folder.file("no/folder/a.csv"), m_folder.savedSession() }).status, 2);
    }

private:
    static QString sample() { return QStringLiteral(ROOFLIGHT_ROOT "/resources/samples/resnet18_sample.ridge"); }
    Outcome start(const QStringList &arguments) const { return run(arguments, m_folder.file({})); }

    fixture::SettingsFolder m_folder;
};

ROOFLIGHT_TEST(TestDesktopProgram)
#include "test_desktop_program.moc"
