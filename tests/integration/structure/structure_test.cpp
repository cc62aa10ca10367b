// SPDX-FileCopyrightText: 2026 The Rooflight authors
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

#include <algorithm>
#include <functional>

namespace {

QString textOf(const QString &path)
{
    QFile file(QDir(ROOFLIGHT_SOURCE_DIR).filePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A file of a result, core/results/<kind>, as one of the layer that its name says; any other as it is.
QString inItsLayer(const QString &path)
{
    static const QRegularExpression result("^core/results/(?:\\w+/)?(\\w+)(\\.\\w+)$");
    const QRegularExpressionMatch found = result.match(path);
    if (!found.hasMatch())
        return path;
    static const QHash<QString, QString> layers = { { "fields", "core/record" },
                                                    { "sound", "core/record" },
                                                    { "report", "core/report" },
                                                    { "job_check", "core/service/jobs" } };
    return layers.value(found.captured(1), "core/model") + '/' + found.captured(1) + found.captured(2);
}

using Rules = QHash<QString, QSet<QString>>;

/// A name of the rules as a path from the root: "cost" is core/cost; the others stay.
QString ruleName(const QString &name)
{
    static const QRegularExpression asItStands("^(ui|app)(/|$)|^(Qt|LibTorch|all of core)$");
    return asItStands.match(name).hasMatch() ? name : "core/" + name;
}

QStringList ruleNames(const QString &list)
{
    QStringList names;
    for (const QString &name : list.split(','))
        names.append(ruleName(name.trimmed()));
    return names;
}

/// Who may include whom besides itself, from the lines "a, b <- c, d" of docs/development/architecture.md.
Rules readRules()
{
    static const QRegularExpression line("^([a-z][^<\n]*[a-z-]) *<- (.+)$", QRegularExpression::MultilineOption);
    Rules rules;
    for (auto match = line.globalMatch(textOf("docs/development/architecture.md")); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        const QStringList targets = found.captured(2) == "nothing" ? QStringList() : ruleNames(found.captured(2));
        for (const QString &folder : ruleNames(found.captured(1)))
            rules.insert(folder, QSet<QString>(targets.begin(), targets.end()));
    }
    return rules;
}

const Rules &rules()
{
    static const Rules read = readRules();
    return read;
}

/// True when \p folder is \p other or lies in it.
bool isIn(const QString &folder, const QString &other)
{
    return folder == other || folder.startsWith(other + '/');
}

/// The folder of \p path and those around it, from the inside out, without the root.
QStringList foldersAround(const QString &path)
{
    QStringList folders;
    for (QString folder = path.section('/', 0, -2); !folder.isEmpty(); folder = folder.section('/', 0, -2))
        folders.append(folder);
    return folders;
}

/// True when a name in the line of one of the folders around \p path matches.
bool isNamed(const QString &path, const std::function<bool(const QString &name)> &matches)
{
    return std::ranges::any_of(foldersAround(path), [&](const QString &folder) {
        return std::ranges::any_of(rules().value(folder), matches);
    });
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

/// True when a file may include a header: one of Rooflight's own from the repository root, Qt's, LibTorch's or
/// another.
bool mayInclude(const QString &ofFile, const QString &ofHeader)
{
    const QString path = inItsLayer(ofFile);
    const QString header = inItsLayer(ofHeader);
    const auto isNamedAs = [&path](const QString &name) {
        return isNamed(path, [&name](const QString &named) { return named == name; });
    };
    if (isQtHeader(header))
        return isNamedAs("Qt");
    if (isTorchHeader(header))
        return isNamedAs("LibTorch");
    static const QRegularExpression ownHeader("^(core|ui|app)/");
    if (!ownHeader.match(header).hasMatch())
        return true;
    const QString from = path.section('/', 0, -2);
    const QString to = header.section('/', 0, -2);
    if (isIn(to, from))
        return true;
    const bool isFromOutside = to.section('/', 0, 1) != from.section('/', 0, 1);
    if (isFromOutside && to.startsWith("core/") && isNamedAs("all of core"))
        return true;
    return isNamed(path, [&](const QString &name) { return isIn(from, name) ? to == name : isIn(to, name); });
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
    const QDir root(ROOFLIGHT_SOURCE_DIR);
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
    static const QRegularExpression gpl(
        "^(ui|app/rooflight|tests/ui|tests/benchmarks/ui|tests/(integration|faults)/window)/");
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
    void everyFolderHasItsLine();
    void includesFollowTheArrows();
    void everySourceNamesItsLicense();
    void desktopNeedsNeitherTorchNorCuda();
};

void StructureTest::rulesTellRightFromWrong_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("header");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char *name, const char *path, const char *header, bool allowed) {
        QTest::newRow(name) << QString(path) << QString(header) << allowed;
    };
    row("model knows base alone", "core/model/a.h", "core/cost/convention.h", false);
    row("cost knows model", "core/cost/a.cpp", "core/model/layer.h", true);
    row("a folder knows itself", "core/cost/a.cpp", "core/cost/convention.h", true);
    row("a folder knows the folders in it", "core/cost/a.cpp", "core/cost/rules/matrix.h", true);
    row("a folder does not know the one around it", "core/cost/rules/a.cpp", "core/cost/cost_model.h", false);
    row("unless its line names it", "core/roofs/cpu/a.cpp", "core/roofs/roof_run.h", true);
    row("which covers no other folder there", "core/roofs/cpu/a.cpp", "core/roofs/cuda/gpu.h", false);
    row("lines of the folder around count", "core/cost/rules/a.cpp", "core/model/dtype.h", true);
    row("a folder knows a sibling that it names", "core/cost/rules/a.cpp", "core/cost/call/operator_call.h", true);
    row("a folder does not know another sibling", "core/cost/call/a.cpp", "core/cost/rules/matrix.h", false);
    row("all of core means other folders", "core/service/sandbox/a.cpp", "core/service/jobs/job.h", false);
    row("record does not know report", "core/record/a.cpp", "core/report/format/csv.h", false);
    row("core does not know ui", "core/service/a.cpp", "ui/models/selection.h", false);
    row("core does not know Qt", "core/service/a.cpp", "QString", false);
    row("model does not know LibTorch", "core/model/a.cpp", "torch/script.h", false);
    row("torchscript knows LibTorch", "core/torchscript/a.cpp", "ATen/ATen.h", true);
    row("ui knows report", "ui/views/a.cpp", "core/report/format/format.h", true);
    row("ui knows Qt", "ui/views/a.cpp", "QtWidgets/QLabel", true);
    row("ui does not know service", "ui/views/a.cpp", "core/service/service.h", false);
    row("ui does not know torchscript", "ui/views/a.cpp", "core/torchscript/loader.h", false);
    row("the desktop program knows ui", "app/rooflight/main.cpp", "ui/style/themes.h", true);
    row("the command line does not know service", "app/rooflight-cli/main.cpp", "core/service/serve.h", false);
    row("the worker knows service", "app/rooflight-worker/main.cpp", "core/service/serve.h", true);
    row("the command line does not know ui", "app/rooflight-cli/main.cpp", "ui/style/themes.h", false);
    row("a result is of the model", "core/results/sweep/sweep.h", "core/record/json_reader.h", false);
    row("its fields are of record", "core/results/sweep/fields.h", "core/record/json_reader.h", true);
    row("so is what must agree in them", "core/results/sweep/sound.cpp", "core/record/format_error.h", true);
    row("which does not know its report", "core/record/a.cpp", "core/results/sweep/report.h", false);
    row("its report is of report", "core/results/sweep/report.cpp", "core/report/format/format.h", true);
    row("its check is of service", "core/results/sweep/job_check.cpp", "core/timing/methods/method_timers.h", true);
    row("ui knows its report", "ui/views/a.cpp", "core/results/remedies/report.h", true);
    row("anybody knows the standard library", "core/model/a.cpp", "vector", true);
}

void StructureTest::rulesTellRightFromWrong()
{
    QFETCH(QString, path);
    QFETCH(QString, header);
    QFETCH(bool, allowed);
    QCOMPARE(mayInclude(path, header), allowed);
    QCOMPARE(includesOf(QString("// text\n#include \"%1\"\n#  include <QString>\n").arg(header)),
             QStringList({ header, "QString" }));
}

void StructureTest::everyFolderHasItsLine()
{
    const QStringList sources = programSources();
    QVERIFY(!sources.isEmpty());
    for (const QString &path : sources) {
        const QString folder = inItsLayer(path).section('/', 0, -2);
        QVERIFY2(rules().contains(folder), qPrintable(folder));
    }
    for (const QString &folder : rules().keys())
        QVERIFY2(QDir(ROOFLIGHT_SOURCE_DIR "/" + folder).exists(), qPrintable(folder));
}

void StructureTest::includesFollowTheArrows()
{
    QStringList wrong;
    int followed = 0;
    for (const QString &path : programSources()) {
        for (const QString &header : includesOf(textOf(path))) {
            ++followed;
            if (!mayInclude(path, header))
                wrong.append(path + " includes " + header);
        }
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    QVERIFY2(followed > 50, "the sources were not found");
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
#ifdef ROOFLIGHT_DESKTOP
    QProcess ldd;
    ldd.start("ldd", { ROOFLIGHT_DESKTOP });
    QVERIFY(ldd.waitForFinished());
    const QString libraries = QString::fromUtf8(ldd.readAllStandardOutput());
    QVERIFY2(libraries.contains("libQt6Core"), qPrintable(libraries));
    const QRegularExpression unwanted("\\b(libtorch|libc10|libcuda|libcublas|libcudnn|libnv)[^\\s]*");
    QVERIFY2(!unwanted.match(libraries).hasMatch(), qPrintable(unwanted.match(libraries).captured()));
#else
    QSKIP("the desktop program is not part of this build");
#endif
}

ROOFLIGHT_TEST(StructureTest)
#include "structure_test.moc"
