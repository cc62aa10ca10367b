// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/trust_dialog.h"

#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/views/widgets/icons.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr int iconSize = 40;

QTreeWidget *makeFindings(const Inspection &inspection, QWidget *parent)
{
    auto *list = new QTreeWidget(parent);
    list->setRootIsDecorated(false);
    list->setHeaderLabels(
        { TrustDialog::tr("Where"), TrustDialog::tr("Operation"), TrustDialog::tr("When"), TrustDialog::tr("Code") });
    list->setAccessibleName(TrustDialog::tr("Code to review"));
    for (const CodeFinding &finding : inspection.findings) {
        auto *item = new QTreeWidgetItem(list);
        item->setText(0, displayText(placeOf(finding)));
        item->setText(1, QString::fromStdString(finding.operation));
        item->setText(2, finding.runsAtLoad ? TrustDialog::tr("On opening") : TrustDialog::tr("On running"));
        item->setText(3, QString::fromStdString(finding.excerpt).trimmed());
        item->setToolTip(3, shownAsPlainText(item->text(3)));
    }
    for (int column = 0; column < 3; ++column)
        list->resizeColumnToContents(column);
    return list;
}

} // namespace

TrustDialog::TrustDialog(const QString &path, const Part<Inspection> &inspection, const QString &details,
                         QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Run This File?"));
    auto *icon = new QLabel(this);
    icon->setPixmap(themedIcon(QStringLiteral("warning"), palette()).pixmap(iconSize));
    auto *text = new QLabel(tr("“%1” makes calls that are not known to be safe when it is opened or run. Run it only "
                               "if you trust its author. You are asked once for each file.")
                                .arg(QFileInfo(path).fileName()),
                            this);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(14);
    head->addWidget(icon, 0, Qt::AlignTop);
    head->addWidget(text, 1, Qt::AlignVCenter);

    const bool hasFindings = inspection && !inspection->findings.empty();
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(head);
    if (hasFindings) {
        layout->addWidget(makeFindings(*inspection, this), 1);
    } else {
        auto *words = new QLabel(details, this);
        words->setTextFormat(Qt::PlainText);
        words->setWordWrap(true);
        words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        layout->addWidget(words, 1);
    }

    auto *buttons = new QDialogButtonBox(this);
    QPushButton *run = buttons->addButton(tr("&Run It"), QDialogButtonBox::AcceptRole);
    QPushButton *refuse = buttons->addButton(tr("&Do Not Run"), QDialogButtonBox::RejectRole);
    run->setAutoDefault(false);
    refuse->setDefault(true);
    refuse->setFocus();
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(hasFindings ? QSize(720, 360) : QSize(520, 0));
}

} // namespace rooflight
