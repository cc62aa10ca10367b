// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

#include "core/roofline/open_size.h"

#include "tests/support/test_program.h"

#include <QTest>

using namespace rooflight;

namespace {

/// Inputs ids 4x96 and x 4x3, exported with an open batch, an open length from 2 to 400, and an open second size of x.
Session exported()
{
    Session session;
    Analysis &analysis = session.analysis.emplace();
    analysis.inputs = { { "ids", { { 4, 96 }, DType::Int64 }, InputSource::Given },
                        { "x", { { 4, 3 }, DType::Float32 }, InputSource::Given } };
    session.inspection.emplace().symbols = { { "s1", 1, std::nullopt, 2, { "ids.0", "x.0" } },
                                             { "s77", 20, 400, 8, { "ids.1" } },
                                             { "s9", 2, std::nullopt, 8, { "x.1" } } };
    return session;
}

} // namespace

class OpenSizeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lengthsStayInTheirRange();
    void whatCannotChangeIsNone();
    void otherSizesStayAsTheyWere();
    void modelsAreKnownByHashOrParameters();
};

void OpenSizeTest::lengthsStayInTheirRange()
{
    const auto size = openSize(exported());
    QVERIFY(size.has_value());
    QCOMPARE(size->name, std::string("s77"));
    QCOMPARE(size->place, std::string("ids.1"));
    QCOMPARE(size->observed, std::int64_t(96));
    // 12 is below the least, 768 above the most.
    QCOMPARE(size->values, (std::vector<std::int64_t> { 24, 48, 96, 192, 384 }));
}

void OpenSizeTest::whatCannotChangeIsNone()
{
    QVERIFY(!openSize(Session {}));
    Session session = exported();
    session.inspection.edit().symbols.resize(1); // the batch alone
    QVERIFY(!openSize(session));
    session = exported();
    session.inspection.edit().symbols = { { "s77", 96, 96, 96, { "ids.1" } } };
    QVERIFY(!openSize(session));
    session.inspection.edit().symbols = { { "s77", 1, std::nullopt, 96, { "ids.7", "gone.1", "ids", "ids.one" } } };
    QVERIFY(!openSize(session));
}

void OpenSizeTest::otherSizesStayAsTheyWere()
{
    const Session session = exported();
    QCOMPARE(dimensionsWith(session, *openSize(session), 192),
             (std::vector<std::string> { "s1=4", "s77=192", "s9=3" }));
}

void OpenSizeTest::modelsAreKnownByHashOrParameters()
{
    const auto model = [](const char *sha256, std::int64_t parameters) {
        return ModelIdentity { "m.pt2", sha256, ModelForm::Export, parameters, 4 * parameters, 0 };
    };
    QVERIFY(isSameModel(model("a", 10), model("a", 10)));
    QVERIFY(!isSameModel(model("a", 10), model("b", 10)));
    QVERIFY(isSameModel(model("a", 10), model("", 10)));
    QVERIFY(!isSameModel(model("a", 10), model("", 11)));
    // A prediction knows what the records are, and not the file.
    ModelIdentity measured = model("a", 10);
    ModelIdentity counted = model("", 10);
    measured.contentsSha256 = "c";
    counted.contentsSha256 = "d";
    QVERIFY(!isSameModel(measured, counted));
    counted.contentsSha256 = "c";
    QVERIFY(isSameModel(measured, counted));
    counted.sha256 = "b"; // as a copy that is packed otherwise
    QVERIFY(!isSameModel(measured, counted));
}

ROOFLIGHT_TEST(OpenSizeTest)
#include "open_size_test.moc"
