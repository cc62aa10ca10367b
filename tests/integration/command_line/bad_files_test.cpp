// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "cli_run.h"
#include "serve_client.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

/// Each bad file costs one plain sentence and the exit status that docs/reference/command_line.md promises.
class BadFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refused_data();
    void refused();
    void refusedByAWorker_data();
    void refusedByAWorker();
    void codeInSampleInputsDoesNotRun();
    void damagedFileOpensWhenAccepted();
    void nothingIsWrittenAtLoad_data();
    void nothingIsWrittenAtLoad();
    void printedRecordsDoNotReachTheOutput();
    void commandLineMistakes_data();
    void commandLineMistakes();

private:
    QTemporaryDir m_folder;
    ServeClient m_worker;
};

void BadFilesTest::initTestCase()
{
    if (!modelsAreThere())
        QSKIP("The models were not made: no Python with torch and torchvision.");
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("folder")));
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("of_a_model")));
    QFile config(m_folder.filePath(QStringLiteral("of_a_model/config.json")));
    QVERIFY(config.open(QIODevice::WriteOnly) && config.write("{}") == 2);
    config.close();
    QVERIFY(mkfifo(qPrintable(m_folder.filePath(QStringLiteral("pipe"))), 0600) == 0);
    QFile secret(m_folder.filePath(QStringLiteral("secret.pt")));
    QVERIFY(secret.open(QIODevice::WriteOnly));
    secret.write("x");
    secret.setPermissions({});
}

void BadFilesTest::refused_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("word");

    const auto model = [](const char *name) { return modelPath(QLatin1String(name)); };
    const QStringList vector { QStringLiteral("--input"), QStringLiteral("4:float32") };
    QTest::newRow("missing") << m_folder.filePath(QStringLiteral("missing.pt")) << QStringList() << 3
                             << QByteArray("no such file");
    QTest::newRow("folder") << m_folder.filePath(QStringLiteral("folder")) << QStringList() << 3
                            << QByteArray("folder");
    QTest::newRow("folder of a model") << m_folder.filePath(QStringLiteral("of_a_model")) << QStringList() << 3
                                       << QByteArray("python -m rooflight tokens FOLDER");
    QTest::newRow("pipe") << m_folder.filePath(QStringLiteral("pipe")) << QStringList() << 3 << QByteArray("pipe");
    if (geteuid() != 0)
        QTest::newRow("unreadable") << m_folder.filePath(QStringLiteral("secret.pt")) << QStringList() << 3
                                    << QByteArray("permission");
    QTest::newRow("text") << model("text") << QStringList() << 3 << QByteArray("TorchScript");
    QTest::newRow("truncated") << model("truncated") << QStringList() << 3 << QByteArray("damaged");
    QTest::newRow("wrong shape") << model("resnet18_trace")
                                 << QStringList { QStringLiteral("--input"), QStringLiteral("1x5x224x224") } << 4
                                 << QByteArray("channels");
    QTest::newRow("loops for ever") << model("endless_loop")
                                    << vector + QStringList { QStringLiteral("--timeout"), QStringLiteral("1") } << 6
                                    << QByteArray("1 s");
    QTest::newRow("eats all memory") << model("endless_memory")
                                     << vector + QStringList { QStringLiteral("--memory-limit"), QStringLiteral("1") }
                                     << 5 << QByteArray("memory");
    QTest::newRow("a limit that leaves nothing")
        << model("resnet18_trace") << vector + QStringList { QStringLiteral("--memory-limit"), QStringLiteral("0.001") }
        << 5 << QByteArray("0.001 GB");
    QTest::newRow("saves at load") << model("saves_at_load") << vector << 7 << QByteArray("--trust");
    QTest::newRow("functorch transform") << model("export_transform") + QLatin1Char('2') << QStringList() << 3
                                         << QByteArray("(node \"torch._functorch.predispatch._add_batch_dim\"). "
                                                       "Save program.run_decompositions()");
    QTest::newRow("no such device") << model("resnet18_trace")
                                    << QStringList { QStringLiteral("--device"), QStringLiteral("cuda:99") } << 5
                                    << QByteArray("cuda:99");
}

void BadFilesTest::refused()
{
    QFETCH(QString, path);
    QFETCH(QStringList, options);
    QFETCH(int, status);
    QFETCH(QByteArray, word);

    const CliRun run = runCli(QStringList { QStringLiteral("analyze"), path, QStringLiteral("--quiet") } + options);
    QVERIFY2(run.exitStatus == status,
             qPrintable(QStringLiteral("status %1: %2").arg(run.exitStatus).arg(QLatin1String(run.standardError))));
    const QList<QByteArray> messages = run.messages();
    QCOMPARE(messages.size(), 1);
    QVERIFY2(messages.first().contains(word), messages.first());
    // A sentence of the program's own is no quotation of the model's process.
    QVERIFY2(status != 3 || !messages.first().contains("process says"), messages.first());
    if (status != 5 || !options.contains(QStringLiteral("--device")))
        QVERIFY2(messages.first().contains(path.toUtf8()), messages.first());
}

/// By one worker for all of them: the exit status that belongs to a code is seen in refused().
void BadFilesTest::refusedByAWorker_data()
{
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("status"); // where it is not the one of the code
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *file, const char *code, const char *word, const QStringList &inputs = {},
                        int status = 0) { QTest::newRow(file) << inputs << code << status << QByteArray(word); };
    const QString image = QStringLiteral("1x3x224x224");
    row("empty.pt", "not_torchscript", "empty");
    row("plain_zip.pt", "not_torchscript", "TorchScript");
    row("state_dict.pt", "not_torchscript", "state_dict");
    row("pickled_module.pt", "not_torchscript", "torch.save");
    row("bit_flipped.pt", "damaged", "checksum");
    row("resnet18_trace.pt", "input_mismatch", "takes 1 input, and 2 were given", { image, image });
    row("raises.pt", "model_failed", "this model always raises", { QStringLiteral("4:float32") });
    row("export_unknown_operator.pt2", "model_failed", "aten.no_such_operator", {}, 3);
    row("export_unknown_overload.pt2", "model_failed", "aten.relu.Strange", {}, 3);
    row("export_python_operator.pt2", "model_failed", "my_python", {}, 3);
    row("export_truncated.pt2", "damaged", "damaged");
    row("export_bit_flipped.pt2", "damaged", "damaged");
    row("export_python_function.pt2", "not_torchscript", "my.module.function");
    row("export_higher_order.pt2", "not_torchscript", "flex_attention");
    row("export_other_arguments.pt2", "not_torchscript", "lacks its argument");
    row("export_touches_files.pt2", "unsafe_file", "aten::from_file");
    row("export_leaves_storage.pt2", "unsafe_file", "aten::_reshape_alias, which does not compare its sizes");
    row("export_cycle.pt2", "damaged", "is made twice");
    row("export_dangling.pt2", "damaged", "used before it is computed");
    row("export_schema.pt2", "not_torchscript", "version 99");
    row("export_huge_weight.pt2", "damaged", "damaged");
    row("export_huge_input.pt2", "input_mismatch", "4611686018427387904 is what the export allows");
    row("export_wrong_type.pt2", "damaged", "beyond the end of its data");
    row("export_no_weight.pt2", "damaged", "is missing");
    row("export_deep.pt2", "damaged", "nest too deep");
    row("export_compiled.pt2", "unsafe_file", "AOTInductor");
    row("export_old_layout.pt2", "not_torchscript", "PyTorch 2.7 and 2.8");
}

void BadFilesTest::refusedByAWorker()
{
    QFETCH(QStringList, inputs);
    QFETCH(QString, code);
    QFETCH(int, status);
    QFETCH(QByteArray, word);
    const QString path = QStringLiteral(ROOFLIGHT_TEST_MODELS "/") + QLatin1String(QTest::currentDataTag());
    const QJsonObject request { { QStringLiteral("type"), QStringLiteral("analyze") },
                                { QStringLiteral("model"), path },
                                { QStringLiteral("inputs"), QJsonArray::fromStringList(inputs) } };
    const QJsonObject error = m_worker.answer(request, QStringLiteral("analysis"));
    QCOMPARE(error[QStringLiteral("code")].toString(), code);
    QCOMPARE(error[QStringLiteral("status")].toInt(), status);
    const QString text = error[QStringLiteral("text")].toString();
    QVERIFY2(text.contains(QLatin1String(word)) && text.contains(path), qPrintable(text));
}

/// Unpickled, they would make a folder. Unconfined, so that nothing else keeps them from it.
void BadFilesTest::codeInSampleInputsDoesNotRun()
{
    const QString path = modelPath(QStringLiteral("export_code_in_inputs")) + QLatin1Char('2');
    const CliRun run = runCli({ QStringLiteral("analyze"), path, QStringLiteral("--unconfined"),
                                QStringLiteral("--trust"), QStringLiteral("--quiet") });
    QVERIFY(!QFile::exists(QStringLiteral(ROOFLIGHT_TEST_MODELS "/made_by_sample_inputs")));
    QVERIFY2(run.exitStatus == 0 || run.messages().size() == 1, run.standardError);
}

void BadFilesTest::damagedFileOpensWhenAccepted()
{
    const CliRun run = runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("bit_flipped")),
                                QStringLiteral("--accept-damaged"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(!run.json().isEmpty());
}

void BadFilesTest::nothingIsWrittenAtLoad_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::newRow("not trusted") << QStringList();
    QTest::newRow("trusted") << QStringList { QStringLiteral("--trust") };
}

void BadFilesTest::nothingIsWrittenAtLoad()
{
    QFETCH(QStringList, options);
    const QString written = QStringLiteral(ROOFLIGHT_TEST_MODELS "/written_at_load.pt");
    QFile::remove(written); // torch.jit.script itself may have run the code that saves
    const CliRun run = runCli(QStringList { QStringLiteral("analyze"), modelPath(QStringLiteral("saves_at_load")),
                                            QStringLiteral("--input"), QStringLiteral("4:float32") }
                              + options);
    if (run.standardError.contains("unconfined"))
        QSKIP("This kernel has no Landlock: a trusted file may write.");
    QVERIFY(!QFile::exists(written));
    if (!options.isEmpty())
        QVERIFY2(run.exitStatus == 0 || run.exitStatus == 3, run.standardError);
}

void BadFilesTest::printedRecordsDoNotReachTheOutput()
{
    const CliRun run = runCli({ QStringLiteral("analyze"), modelPath(QStringLiteral("prints_records")),
                                QStringLiteral("--input"), QStringLiteral("4:float32"), QStringLiteral("--json") });
    QVERIFY2(run.exitStatus == 0, run.standardError);
    QVERIFY(!run.json().isEmpty());
    QVERIFY(run.standardError.contains("\"type\": \"done\""));
}

void BadFilesTest::commandLineMistakes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("word");
    const QString model = modelPath(QStringLiteral("resnet18_trace"));
    QTest::newRow("no command") << QStringList() << QByteArray("command");
    QTest::newRow("unknown command") << QStringList { QStringLiteral("measure") } << QByteArray("measure");
    QTest::newRow("no model") << QStringList { QStringLiteral("analyze") } << QByteArray("model");
    QTest::newRow("bad spec") << QStringList { QStringLiteral("analyze"), model, QStringLiteral("--input"),
                                               QStringLiteral("1x3xq") }
                              << QByteArray("1x3xq");
    QTest::newRow("bad convention") << QStringList { QStringLiteral("analyze"), model, QStringLiteral("--convention"),
                                                     QStringLiteral("flops") }
                                    << QByteArray("convention");
    QTest::newRow("bad batch") << QStringList { QStringLiteral("analyze"), model, QStringLiteral("--batch"),
                                                QStringLiteral("0") }
                               << QByteArray("batch");
    QTest::newRow("output in no folder") << QStringList { QStringLiteral("analyze"), model, QStringLiteral("--csv"),
                                                          QStringLiteral("/no/such/folder/a.csv") }
                                         << QByteArray("/no/such/folder");
}

void BadFilesTest::commandLineMistakes()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, word);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitStatus, 2);
    QCOMPARE(run.messages().size(), 1);
    QVERIFY2(run.messages().first().contains(word), run.standardError);
}

ROOFLIGHT_TEST(BadFilesTest)
#include "bad_files_test.moc"
