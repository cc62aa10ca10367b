// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

const QSet<QString> everyCoreFolder = { "model",     "cost",       "roofline",        "statistics",  "record",
                                        "report",    "archive",    "machine",         "roofs",       "roofs/cache",
                                        "roofs/cpu", "roofs/cuda", "roofs/datasheet", "roofs/torch", "torchscript",
                                        "sampling",  "timing",     "service" };

/// Which folders of core/ a folder may include, besides itself.
const QHash<QString, QSet<QString>> arrows = {
    { "core/model", {} },
    { "core/cost", { "model" } },
    { "core/statistics", { "model" } },
    { "core/roofline", { "model" } },
    { "core/record", { "model" } },
    { "core/report", { "model", "roofline", "roofs/datasheet", "statistics", "record" } },
    { "core/archive", { "model" } },
    { "core/machine", { "model" } },
    { "core/sampling", { "model", "statistics", "machine" } },
    { "core/roofs", { "model", "statistics", "sampling" } },
    { "core/roofs/cache", { "model", "roofs/cpu" } },
    { "core/roofs/cpu", { "model", "statistics", "machine", "sampling", "roofs" } },
    { "core/roofs/cuda", { "model", "statistics", "machine", "sampling", "roofs", "roofs/cpu", "roofs/datasheet" } },
    { "core/roofs/datasheet", { "model" } },
    { "core/roofs/torch", { "model", "statistics", "sampling", "roofs", "timing" } },
    { "core/torchscript", { "model", "cost", "archive" } },
    { "core/timing", { "model", "statistics", "machine", "sampling", "torchscript" } },
    { "core/service", everyCoreFolder },
    { "ui", { "model", "roofline", "roofs/datasheet", "statistics", "record", "report" } },
    { "app/ridgepoint", { "model", "roofline", "roofs/datasheet", "statistics", "record", "report" } },
    { "app/ridgepoint-cli", everyCoreFolder },
};

/// The folder that the rules speak of: "core/cost", "core/roofs/cpu", "app/ridgepoint", "ui".
QString houseFolder(const QString &path)
{
    const QStringList parts = path.split('/');
    if (parts.first() == "ui")
        return "ui";
    const QString room = parts.mid(0, 3).join('/');
    return arrows.contains(room) ? room : parts.mid(0, 2).join('/');
}

/// True when a file of `folder` may include `header`, both from the repository root.
bool mayInclude(const QString &folder, const QString &header)
{
    const QString target = houseFolder(header);
    if (target == folder)
        return true;
    if (target == "ui")
        return folder == "app/ridgepoint";
    return target.startsWith("core/") && arrows.value(folder).contains(target.mid(5));
}

bool isQtHeader(const QString &header)
{
    static const QRegularExpression pattern("^Q[A-Z]|^Qt[A-Z][A-Za-z]*/");
    return pattern.match(header).hasMatch();
}

bool isTorchHeader(const QString &header)
{
    static const QRegularExpression pattern("^(torch|ATen|c10|caffe2)/");
    return pattern.match(header).hasMatch();
}

QString textOf(const QString &path)
{
    QFile file(QDir(RIDGEPOINT_SOURCE_DIR).filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Headers that a source names, quoted and in angle brackets alike.
QStringList includesOf(const QString &source)
{
    static const QRegularExpression pattern("^[ \\t]*#[ \\t]*include[ \\t]*[<\"]([^>\"]+)[>\"]",
                                            QRegularExpression::MultilineOption);
    QStringList headers;
    for (auto match = pattern.globalMatch(source); match.hasNext();)
        headers.append(match.next().captured(1));
    return headers;
}

/// Paths from the repository root of the files below `folder` whose names match.
QStringList filesBelow(const QString &folder, const QStringList &names)
{
    const QDir root(RIDGEPOINT_SOURCE_DIR);
    QStringList paths;
    for (QDirIterator files(root.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
        paths.append(root.relativeFilePath(files.next()));
    paths.sort();
    return paths;
}

const QStringList sourceNames = { "*.h", "*.cpp", "*.cu", "*.cuh", "*.inc" };

/// Sources of the program itself.
QStringList programSources()
{
    return filesBelow("core", sourceNames) + filesBelow("ui", sourceNames) + filesBelow("app", sourceNames);
}

// In two pieces, so that tools which look for these tags do not find them here.
const QString licenseTag = QString("SPDX-License-") + "Identifier: ";
const QString copyrightTag = QString("SPDX-File") + "CopyrightText: ";

QString licenseFor(const QString &path)
{
    static const QRegularExpression gpl("^(ui|app/ridgepoint|tests/ui|tests/benchmarks/ui|tests/integration/window)/");
    return gpl.match(path).hasMatch() ? "GPL-3.0-or-later" : "Apache-2.0";
}

} // namespace

/// Holds what the folders may know of each other.
class StructureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rulesTellRightFromWrong_data();
    void rulesTellRightFromWrong();
    void everyFolderOfCoreHasItsArrows();
    void includesFollowTheArrows();
    void qtStaysAboveCore();
    void torchStaysInItsFolders();
    void everySourceNamesItsLicense();
    void desktopNeedsNeitherTorchNorCuda();
};

void StructureTest::rulesTellRightFromWrong_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("header");
    QTest::addColumn<bool>("allowed");
    QTest::newRow("model knows nobody") << "core/model"
                                        << "core/cost/convention.h" << false;
    QTest::newRow("cost knows model") << "core/cost"
                                      << "core/model/layer.h" << true;
    QTest::newRow("a folder knows itself") << "core/cost"
                                           << "core/cost/convention.h" << true;
    QTest::newRow("record does not know report") << "core/record"
                                                 << "core/report/csv.h" << false;
    QTest::newRow("core does not know ui") << "core/service"
                                           << "ui/models/selection.h" << false;
    QTest::newRow("ui knows report") << "ui"
                                     << "core/report/format.h" << true;
    QTest::newRow("ui does not know service") << "ui"
                                              << "core/service/service.h" << false;
    QTest::newRow("ui does not know torchscript") << "ui"
                                                  << "core/torchscript/loader.h" << false;
    QTest::newRow("the desktop program knows ui") << "app/ridgepoint"
                                                  << "ui/style/themes.h" << true;
    QTest::newRow("the command line does not know ui") << "app/ridgepoint-cli"
                                                       << "ui/style/themes.h" << false;
}

void StructureTest::rulesTellRightFromWrong()
{
    QFETCH(QString, folder);
    QFETCH(QString, header);
    QFETCH(bool, allowed);
    QCOMPARE(mayInclude(folder, header), allowed);
    QCOMPARE(includesOf(QString("// text\n#include \"%1\"\n#  include <QString>\n").arg(header)),
             QStringList({ header, "QString" }));
    QVERIFY(isQtHeader("QString") && isQtHeader("QtCore/qglobal.h") && !isQtHeader("core/model/layer.h"));
    QVERIFY(isTorchHeader("torch/script.h") && isTorchHeader("c10/core/Device.h")
            && !isTorchHeader("core/torchscript/a.h"));
}

void StructureTest::everyFolderOfCoreHasItsArrows()
{
    const QStringList folders = QDir(RIDGEPOINT_SOURCE_DIR "/core").entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(!folders.isEmpty());
    for (const QString &folder : folders)
        QVERIFY2(arrows.contains("core/" + folder), qPrintable(folder));
}

void StructureTest::includesFollowTheArrows()
{
    QStringList wrong;
    int followed = 0;
    for (const QString &path : programSources()) {
        for (const QString &header : includesOf(textOf(path))) {
            if (!header.startsWith("core/") && !header.startsWith("ui/") && !header.startsWith("app/"))
                continue;
            ++followed;
            if (!mayInclude(houseFolder(path), header))
                wrong.append(path + " includes " + header);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(followed > 50, "the sources were not found");
}

void StructureTest::qtStaysAboveCore()
{
    QStringList wrong;
    for (const QString &path : filesBelow("core", sourceNames) + filesBelow("app/ridgepoint-cli", sourceNames)) {
        for (const QString &header : includesOf(textOf(path))) {
            if (isQtHeader(header))
                wrong.append(path + " includes " + header);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void StructureTest::torchStaysInItsFolders()
{
    const QSet<QString> allowed = { "core/torchscript", "core/timing", "core/roofs/torch", "core/service" };
    QStringList wrong;
    for (const QString &path : programSources()) {
        for (const QString &header : includesOf(textOf(path))) {
            if (isTorchHeader(header) && !allowed.contains(houseFolder(path)))
                wrong.append(path + " includes " + header);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void StructureTest::everySourceNamesItsLicense()
{
    const QStringList names = sourceNames + QStringList { "*.py", "*.sh", "*.cmake", "CMakeLists.txt" };
    QStringList wrong;
    int looked = 0;
    for (const char *folder : { "app", "cmake", "core", "resources", "scripts", "tests", "ui" }) {
        for (const QString &path : filesBelow(folder, names)) {
            ++looked;
            const QString head = textOf(path).section('\n', 0, 4);
            const QString expected = path.endsWith("CMakeLists.txt") ? QString() : licenseFor(path);
            if (!head.contains(licenseTag + expected) || !head.contains(copyrightTag))
                wrong.append(path);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(looked > 50, "the sources were not found");
}

void StructureTest::desktopNeedsNeitherTorchNorCuda()
{
#ifdef RIDGEPOINT_DESKTOP
    QProcess ldd;
    ldd.start("ldd", { RIDGEPOINT_DESKTOP });
    QVERIFY(ldd.waitForFinished());
    const QString libraries = QString::fromUtf8(ldd.readAllStandardOutput());
    QVERIFY2(libraries.contains("libQt6Core"), qPrintable(libraries));
    const QRegularExpression unwanted("\\b(libtorch|libc10|libcuda|libcublas|libcudnn|libnv)[^\\s]*");
    QVERIFY2(!unwanted.match(libraries).hasMatch(), qPrintable(unwanted.match(libraries).captured()));
#else
    QSKIP("the desktop program is not part of this build");
#endif
}

RIDGEPOINT_TEST(StructureTest)
#include "structure_test.moc"
