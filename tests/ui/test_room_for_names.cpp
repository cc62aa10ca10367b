// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_program.h"
#include "tests/ui/strict_test.h"
#include "ui/models/selection.h"
#include "ui/views/panels/overview_panel.h"
#include "ui/views/widgets/table_tools.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

using namespace rooflight;

/// A column of names that is 80 pixels wide, and two of numbers with 100 each.
class TestRoomForNames : public fixture::StrictTest
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        StrictTest::init();
        m_view = std::make_unique<QTreeView>();
        m_model = std::make_unique<QStandardItemModel>();
        m_model->appendRow({ new QStandardItem(m_name), new QStandardItem("1"), new QStandardItem("2") });
        m_view->setModel(m_model.get());
        m_view->header()->setStretchLastSection(false);
        m_view->header()->setMinimumSectionSize(20);
        const QList<int> widths { 80, 100, 100 };
        for (int column = 0; column < 3; ++column)
            m_view->setColumnWidth(column, widths[column]);
        m_view->resize(900, 200);
        m_view->show();
        // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): the view owns it
        m_room = new RoomForNames(m_view.get(), { 0 });
    }

    void cleanup()
    {
        m_view.reset();
        m_model.reset();
    }

    void namesTakeWhatTheyNeed()
    {
        const int text = m_view->fontMetrics().horizontalAdvance(m_name);
        QTRY_VERIFY(m_view->columnWidth(0) > text);
        QVERIFY(m_view->header()->length() < m_view->viewport()->width()); // and no more
        QCOMPARE(m_view->columnWidth(1), 100);
    }

    void withoutRoomTheyHaveWhatTheyWereGiven()
    {
        QTRY_VERIFY(m_view->columnWidth(0) > 80);
        m_view->resize(320, 200);
        QTRY_VERIFY(m_view->header()->length() <= m_view->viewport()->width());
        QVERIFY(m_view->columnWidth(0) > 80);
        m_view->resize(200, 200);
        QTRY_COMPARE(m_view->columnWidth(0), 80);
    }

    void aWidthByHandStays()
    {
        QTRY_VERIFY(m_view->columnWidth(0) > 80);
        m_view->header()->resizeSection(0, 60);
        QTest::qWait(20);
        QCOMPARE(m_view->columnWidth(0), 60);
    }

    void widthsThatWereGivenAreSaved()
    {
        QTRY_VERIFY(m_view->columnWidth(0) > 80);
        m_room->withdraw();
        QCOMPARE(m_view->columnWidth(0), 80);
        m_room->schedule();
        QTRY_VERIFY(m_view->columnWidth(0) > 80);
    }

    /// In the panel's usual width, whatever the font: in one with Chinese letters an average letter is twice as wide.
    void sharesAreSeenInEachFont()
    {
        Selection selection;
        OverviewPanel panel(&selection);
        const auto *ranking = panel.findChildren<QTreeWidget *>().constLast();
        QCOMPARE(ranking->columnCount(), 3);
        for (const char *family : { "DejaVu Sans", "Noto Sans CJK SC" }) {
            QFont font(QString::fromLatin1(family));
            font.setPixelSize(12);
            panel.setFont(font);
            panel.resize(335, 400);
            panel.show();
            QTRY_VERIFY2(!ranking->isColumnHidden(2), family);
        }
    }

private:
    const QString m_name = QStringLiteral("encoder.layers.11.self_attention.output_projection");
    std::unique_ptr<QTreeView> m_view;
    std::unique_ptr<QStandardItemModel> m_model;
    RoomForNames *m_room = nullptr;
};

ROOFLIGHT_TEST(TestRoomForNames)
#include "test_room_for_names.moc"
