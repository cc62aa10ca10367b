// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/archive/inspect.h"
#include "core/archive/pickle/pickle.h"
#include "tests/core/archive/archive_writer.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace rooflight;
using namespace rooflight::test;

/// Broken input must give a result or an error, never a crash; built with sanitizers, it must not read astray either.
class MutationsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cutArchives();
    void flippedArchives();
    void flippedRecords_data();
    void flippedRecords();
    void cutPickles();

private:
    /// True when the file could be opened; a failure must have a code of its own, a text and a hint.
    bool opens(const std::string &content, bool acceptDamaged) const;
    bool opensFile(bool acceptDamaged) const;

    QTemporaryDir m_folder;
    std::string m_path;
    std::string m_archive; ///< a small real file
    Records m_records;
};

void MutationsTest::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_path = m_folder.filePath("mutant.pt").toStdString();
    const std::string original = ROOFLIGHT_TEST_DATA "/torchscript/traced_inputs.pt";
    m_archive = readFile(original);
    QVERIFY(m_archive.size() > 1000);
    m_records = readArchive(ROOFLIGHT_TEST_DATA "/torchscript/quantized.pt");
    QVERIFY(opens(m_archive, false));
}

bool MutationsTest::opens(const std::string &content, bool acceptDamaged) const
{
    writeFile(m_path, content);
    return opensFile(acceptDamaged);
}

bool MutationsTest::opensFile(bool acceptDamaged) const
{
    const Result<Inspection> result = inspectFile(m_path, acceptDamaged);
    if (!result.ok() && (result.error().text.empty() || result.error().hint.empty() || exitStatus(result.error()) != 3))
        throw std::runtime_error("an error without text, hint or status: " + result.error().text);
    return result.ok();
}

void MutationsTest::cutArchives()
{
    for (std::size_t length = 0; length < m_archive.size(); ++length)
        QVERIFY(!opens(m_archive.substr(0, length), length % 2 == 0));
}

void MutationsTest::flippedArchives()
{
    std::mt19937 random(1);
    int opened = 0;
    constexpr int mutants = 3000;
    for (int i = 0; i < mutants; ++i) {
        std::string mutant = m_archive;
        char &byte = mutant[random() % mutant.size()];
        byte = static_cast<char>(byte ^ (1 << random() % 8));
        opened += opens(mutant, i % 2 == 0) ? 1 : 0;
    }
    // Without checksums many a flip goes unseen, with them only flips outside the records do.
    QVERIFY(opened > 0);
    QVERIFY(opened < mutants);
}

void MutationsTest::flippedRecords_data()
{
    QTest::addColumn<QString>("record");
    for (const char *record : { "data.pkl", "traced_inputs.pkl", "code/__torch__.py" })
        QTest::newRow(record) << QString("quantized/") + record;
}

/// The archive around the record is whole: the mutant reaches the readers behind the checksums.
void MutationsTest::flippedRecords()
{
    QFETCH(QString, record);
    const std::string original = m_records.at(record.toStdString());
    std::mt19937 random(2);
    for (int i = 0; i < 500; ++i) {
        Records mutant = m_records;
        std::string &content = mutant[record.toStdString()];
        for (int flips = 1 + i % 3; flips > 0; --flips)
            content[random() % content.size()] = static_cast<char>(random());
        writeArchive(m_path, mutant);
        opensFile(false);
    }
    QCOMPARE(m_records.at(record.toStdString()), original);
}

void MutationsTest::cutPickles()
{
    const std::string whole = m_records.at("quantized/data.pkl");
    QVERIFY(Pickle::parse(whole).ok());
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY(!Pickle::parse(whole.substr(0, length)).ok());
}

ROOFLIGHT_TEST(MutationsTest)
#include "mutations_test.moc"
