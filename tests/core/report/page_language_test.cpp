// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/record/record.h"
#include "core/report/comparison_report.h"
#include "core/report/format/names.h"
#include "core/report/session_report.h"
#include "tests/core/record/sample_records.h"
#include "tests/core/report/measured_session.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>

using namespace rooflight;

namespace {

using Key = std::pair<QString, QString>; ///< context and text

QHash<Key, QString> readTranslations()
{
    QHash<Key, QString> translations;
    QFile file(QStringLiteral(TRANSLATIONS "/rooflight_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return translations;
    QXmlStreamReader xml(&file);
    Key key;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("name"))
            key.first = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            key.second = xml.readElementText();
        else if (xml.name() == QLatin1String("translation"))
            translations.insert(key, xml.readElementText(QXmlStreamReader::IncludeChildElements));
    }
    return translations;
}

/// Words of three letters and more.
QSet<QString> wordsOf(const QString &text)
{
    static const QRegularExpression word(QStringLiteral("[A-Za-z]{3,}"));
    QSet<QString> words;
    for (auto match = word.globalMatch(text); match.hasNext();)
        words.insert(match.next().captured());
    return words;
}

void addTexts(const QJsonValue &value, QStringList &texts)
{
    if (value.isString())
        texts.append(value.toString());
    for (const QJsonValue &one : value.toArray())
        addTexts(one, texts);
    for (const QJsonValue &one : value.toObject())
        addTexts(one, texts);
}

/// What a person sees of a page: its text and tooltips, and the texts in the data of its script.
QString shownText(QString page)
{
    static const QRegularExpression data(QStringLiteral("<script type=\"application/json\"[^>]*>(.*?)</script>"),
                                         QRegularExpression::DotMatchesEverythingOption);
    QStringList texts;
    const QJsonObject json = QJsonDocument::fromJson(data.match(page).captured(1).toUtf8()).object();
    for (const char *part : { "paths", "texts", "names", "roofs", "histograms" })
        addTexts(json[QLatin1String(part)], texts);
    for (const char *element : { "style", "script" })
        page.remove(QRegularExpression(QStringLiteral("<%1.*?</%1>").arg(QLatin1String(element)),
                                       QRegularExpression::DotMatchesEverythingOption));
    // as torchstat prints it
    page.remove(QRegularExpression(QStringLiteral("<h2>torchstat</h2>.*?(?=<h2>)"),
                                   QRegularExpression::DotMatchesEverythingOption));
    static const QRegularExpression alternative(QStringLiteral("alt=\"([^\"]*)\""));
    QString text = texts.join(u'\n') + alternative.match(page).captured(1) + u'\n';
    text += page.replace(QRegularExpression(QStringLiteral("<[^>]*>")), QStringLiteral("\n"));
    for (const char *escape : { "&quot;", "&amp;", "&lt;", "&gt;" })
        text.remove(QLatin1String(escape));
    return text.remove(QStringLiteral("amp;")); // "&amp;" as data
}

/// What is data in a session: its texts but for identifiers, whose names are translated.
QString dataOf(const Session &session)
{
    QStringList texts;
    addTexts(QJsonDocument::fromJson(QByteArray::fromStdString(sessionToJson(session))).object(), texts);
    static const QRegularExpression identifier(QStringLiteral("^[a-z0-9_]+$"));
    texts.removeIf([](const QString &text) { return identifier.match(text).hasMatch(); });
    const QString data = texts.join(u'\n');
    return data + QString(data).replace(u'\n', QLatin1String("\\n")).replace(u'\t', QLatin1String("\\t"));
}

/// Names and units that are the same in Chinese.
QSet<QString> sameInChinese()
{
    QSet<QString> words = wordsOf(QStringLiteral(
        "Rooflight LibTorch PyTorch Python malloc CUDA GPU CPU cuda cpu TF32 SHA FPS FLOPs "
        "Malloc jemalloc tcmalloc NVML RAPL cuDNN oneDNN Winograd FFT triad channels last remeasure exp erf dropout "
        "Freedman Diaconis Sturges float bfloat int uint bool complex qint quint torchstat block box fma"));
    for (const char *prefix : { "", "E", "P", "T", "G", "M", "k", "m", "n" }) {
        for (const char *unit : { "FLOP", "MAC", "Hz" })
            words.insert(QLatin1String(prefix) + QLatin1String(unit));
    }
    return words;
}

class Chinese
{
public:
    [[nodiscard]] ReportLanguage language()
    {
        return {
            "zh-CN",
            [this](const char *context, const char *text) {
                const auto found = m_translations.constFind({ QString::fromUtf8(context), QString::fromUtf8(text) });
                if (found == m_translations.constEnd())
                    m_missing.insert(QString::fromUtf8(text));
                return found == m_translations.constEnd() ? std::string(text) : found->toStdString();
            }
        };
    }
    [[nodiscard]] const QSet<QString> &missing() const { return m_missing; }

private:
    QHash<Key, QString> m_translations = readTranslations();
    QSet<QString> m_missing;
};

} // namespace

Q_DECLARE_METATYPE(rooflight::ComposedText)

class PageLanguageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Whatever a session holds: what is left of English is data.
    void noEnglishTextIsLeft()
    {
        Chinese chinese;
        std::vector<Session> sessions = { measuredSession() };
        for (unsigned seed = 0; seed < 20; ++seed)
            sessions.push_back(SampleRecords(seed).session());
        for (const Session &session : sessions) {
            const SessionComparison comparison = compareSessions(session, session);
            const PageComparison compared { JudgedSession(session), comparison, "old", "new" };
            const std::string page = sessionToInteractiveHtml(JudgedSession(session), "<svg/>", chinese.language(),
                                                              OperatorTable::Always, &compared);
            QVERIFY(page.find("<html lang=\"zh-CN\">") != std::string::npos);
            const QSet<QString> left = wordsOf(shownText(QString::fromStdString(page))) - wordsOf(dataOf(session))
                - sameInChinese() - wordsOf(QStringLiteral("old new"));
            QVERIFY2(left.isEmpty(), qPrintable(QStringList(left.values()).join(u' ')));
        }
        QVERIFY2(chinese.missing().isEmpty(), qPrintable(QStringList(chinese.missing().values()).join(u'\n')));
    }

    void messagesOfTheWorkerAreTranslated_data()
    {
        QTest::addColumn<ComposedText>("message");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("chinese");
        const ComposedText oneCore = composedText("%1, %2", { composedText("vector"), composedText("one core") });
        const ComposedText fp64 = composedText("%1 (%2)", { composedText("%1 multiply, add", { "FP64" }), oneCore });
        QTest::newRow("roof") << composedText("%1, sustained", { fp64 })
                              << "FP64 multiply, add (vector, one core), sustained"
                              << "FP64 乘、加（向量、单核），持续";
        QTest::newRow("library") << composedText("%1 (%2)",
                                                 { composedText("%1 matrix product", { "BF16" }), "LibTorch" })
                                 << "BF16 matrix product (LibTorch)"
                                 << "BF16 矩阵乘（LibTorch）";
        QTest::newRow("batch") << composedText("With %1 doubled the model does not run.",
                                               { composedText("dimension %1 of %2", { "1", "ids" }) })
                               << "With dimension 1 of ids doubled the model does not run."
                               << "将 ids 的维度 1 加倍后，模型无法运行。";
        QTest::newRow("formula") << composedText(
            "%1 in %2, line %3: %4",
            { "macs", "own.toml", "3", composedText("%1 is not a list of tensors", { "\"x\"" }) })
                                 << "macs in own.toml, line 3: \"x\" is not a list of tensors"
                                 << "own.toml 第 3 行的 macs：\"x\" 不是张量列表";
        QTest::newRow("of an earlier version") << ComposedText("It is 7, as asked for.") << "It is 7, as asked for."
                                               << "It is 7, as asked for.";
    }

    void messagesOfTheWorkerAreTranslated()
    {
        QFETCH(ComposedText, message);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(message.text), text);
        QCOMPARE(QString::fromStdString(toEnglish(phraseOf(message))), text);
        Chinese chinese;
        const ReportLanguage language = chinese.language();
        const LanguageScope scope(language);
        QTEST(QString::fromStdString(translated(phraseOf(message))), "chinese");
    }

    /// Parts that make another text than the one beside them are not said, however large it would be.
    void partsOfAnotherTextAreLeftOut()
    {
        std::string places;
        for (int i = 0; i < 100000; ++i)
            places += "%1";
        ComposedText bomb = "a";
        for (int depth = 0; depth < 20; ++depth)
            bomb = ComposedText("a", { places, { bomb } });
        const ComposedText other("It is slow.", { "It is %1.", { "fast" } });
        const ComposedText missing("%2", { "%2", { "x" } });
        for (const ComposedText &message : { bomb, other, missing })
            QCOMPARE(toEnglish(phraseOf(message)), message.text);
    }

    void comparisonsAreTranslated()
    {
        Chinese chinese;
        const Session after = measuredSession();
        Session before = after;
        before.analysis.edit().model.sha256 = "cd";
        before.analysis.edit().device.threads = 8;
        before.analysis.edit().inputs.front().tensor.shape = { 2, 512 };
        before.analysis.edit().convention = "thop";
        before.latency.edit().execution.executor = Executor::Frozen;
        before.hello.libtorch = "2.9";
        SessionComparison comparison = compareSessions(before, after);
        QCOMPARE(comparison.differences.size(), std::size_t(6));
        comparison.cautions = { Caution::OtherWork, Caution::SeveralChanges, Caution::Disturbed, Caution::Unsteady };
        comparison.layers.resize(enumNames<Change>.size(), comparison.layers.front());
        for (std::size_t i = 0; i < comparison.layers.size(); ++i)
            comparison.layers[i].time.change = enumNames<Change>[i].first;
        comparison.layers.front().flopsBefore = 1; // not the same work
        const std::string page = comparisonToHtml(comparison, "/a/old.ridge", "/a/new.ridge", chinese.language());
        QVERIFY(page.find("<html lang=\"zh-CN\">") != std::string::npos);
        const QSet<QString> left = wordsOf(shownText(QString::fromStdString(page))) - wordsOf(dataOf(before))
            - wordsOf(dataOf(after)) - wordsOf(QStringLiteral("old new ridge thop")) - sameInChinese();
        QVERIFY2(left.isEmpty(), qPrintable(QStringList(left.values()).join(u' ')));
        QVERIFY2(chinese.missing().isEmpty(), qPrintable(QStringList(chinese.missing().values()).join(u'\n')));
        const std::string english = comparisonToHtml(comparison, "old", "new");
        for (const char *text : { "<dt>Differs</dt><dd>Execution: frozen before, as loaded after.</dd>",
                                  "<dt>Layers unmeasured</dt><dd>1</dd>", "<h1>new compared with old – Rooflight",
                                  "The runs of at least one session were disturbed: measure again when" })
            QVERIFY2(english.find(text) != std::string::npos, text);
    }

    /// What the worker wrote is English, unless the language has its own words for it.
    void theLanguageSpeaksForTheWorker()
    {
        Session session = measuredSession();
        session.error = Error { ErrorCode::OutOfMemory, "No memory left.", "Take a smaller batch.", 0 };
        session.notices = { { "cold", "Caches were cold." } };
        session.methods = MethodComparison {};
        MethodTiming graph;
        graph.method = TimingMethod::GraphReplay;
        graph.bias = -0.25;
        graph.samples.summary.medianNs = 3e6;
        MethodTiming events;
        events.method = TimingMethod::Events;
        session.methods.edit().reference = TimingMethod::Events;
        session.methods.edit().methods = { graph, events };
        session.methods.edit().findings = { { "graph", TimingMethod::GraphReplay, "A graph is faster." } };
        session.pipeline = PipelineLatency {};
        session.pipeline.edit().explanation = "Waiting costs time.";
        const std::vector<std::string> own = { "Take a smaller batch.", "Caches were cold." };
        ReportLanguage language { .code = "de" };
        const auto countOwn = [&] {
            const std::string page = sessionToInteractiveHtml(JudgedSession(session), {}, language);
            return std::ranges::count_if(
                own, [&page](const std::string &text) { return page.find(text) != std::string::npos; });
        };
        QCOMPARE(countOwn(), 2);
        language.error = [](const Error &error) { return std::to_string(error.text.size()) + " Zeichen"; };
        language.notice = [](const Notice &notice) { return "Hinweis " + notice.code; };
        // What follows from times is said anew.
        language.translate = [](const char *, const char *text) -> std::string {
            const std::string_view english = text;
            return english.starts_with("As a CUDA graph") ? "Als Graph %1, %2 weniger"
                : english.starts_with("Waiting after")    ? "Warten kostet"
                                                          : text;
        };
        QCOMPARE(countOwn(), 0);
        const std::string page = sessionToInteractiveHtml(JudgedSession(session), {}, language);
        for (const char *text :
             { ">15 Zeichen<", "Hinweis cold", "<p>Als Graph 3 ms, 25 % weniger</p>", "Warten kostet" })
            QVERIFY2(page.find(text) != std::string::npos, text);
    }

    void theScriptHasItsTexts()
    {
        Chinese chinese;
        const QString page =
            QString::fromStdString(sessionToInteractiveHtml(JudgedSession(measuredSession()), {}, chinese.language()));
        const QString texts = page.mid(page.indexOf(QStringLiteral("\"texts\":{")));
        QSet<QString> used;
        static const QRegularExpression use(QStringLiteral("\\btexts\\.(\\w+)"));
        for (auto match = use.globalMatch(page); match.hasNext();)
            used.insert(match.next().captured(1));
        const auto end = texts.indexOf(u'}') + 1;
        const QJsonObject given = QJsonDocument::fromJson(texts.mid(8, end - 8).toUtf8()).object();
        const QStringList keys = given.keys();
        QCOMPARE(used, QSet<QString>(keys.begin(), keys.end()));
        QCOMPARE(given["sort"].toString(), QStringLiteral("排序"));
    }

    void englishIsAsBefore()
    {
        const std::string page = sessionToInteractiveHtml(JudgedSession(measuredSession()));
        QVERIFY(page.find("<html lang=\"en\">") != std::string::npos);
        QVERIFY(page.find("<h2>Layers</h2>") != std::string::npos);
        QCOMPARE(sessionToText(JudgedSession(measuredSession()), false, 0).find("层"), std::string::npos);
    }

    /// The language of one page is not that of what the thread writes next.
    void aLanguageEndsWithItsPage()
    {
        Chinese chinese;
        const std::string before = sessionToHtml(JudgedSession(measuredSession()));
        QVERIFY(sessionToInteractiveHtml(JudgedSession(measuredSession()), {}, chinese.language()) != before);
        QCOMPARE(sessionToHtml(JudgedSession(measuredSession())), before);
    }
};

ROOFLIGHT_TEST(PageLanguageTest)
#include "page_language_test.moc"
