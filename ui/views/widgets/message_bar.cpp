// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/message_bar.h"

#include "ui/style/chart_style.h"
#include "ui/views/widgets/icons.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

constexpr int maximumEntries = 3;
constexpr int iconSize = 20;
constexpr int stripeWidth = 4;
/// Of details; one more than there are, for a line that wraps.
constexpr int minLines = 3;
constexpr int maxLines = 8;

QColor stripeColor(const ChartStyle &style, Message::Severity severity)
{
    switch (severity) {
    case Message::Severity::Information:
        return style.accent();
    case Message::Severity::Warning:
        return style.caution();
    case Message::Severity::Error:
        break;
    }
    return style.warning();
}

QString iconName(Message::Severity severity)
{
    switch (severity) {
    case Message::Severity::Information:
        return QStringLiteral("info");
    case Message::Severity::Warning:
        return QStringLiteral("warning");
    case Message::Severity::Error:
        return QStringLiteral("error");
    }
    return {};
}

} // namespace

class MessageBar::Entry : public QFrame
{
public:
    Entry(const Message &message, MessageBar *bar);

    [[nodiscard]] const Message &message() const { return m_message; }
    [[nodiscard]] int subject() const { return m_subject; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void showIcons();

    Message m_message;
    int m_subject;
    QLabel *m_icon;
    QPushButton *m_detailsButton;
    QPushButton *m_copyButton;
    QToolButton *m_close;
    QPlainTextEdit *m_details;
};

MessageBar::Entry::Entry(const Message &message, MessageBar *bar)
    : QFrame(bar)
    , m_message(message)
    , m_subject(bar->m_subject)
    , m_icon(new QLabel(this))
    , m_detailsButton(new QPushButton(this))
    , m_copyButton(new QPushButton(this))
    , m_close(new QToolButton(this))
    , m_details(new QPlainTextEdit(message.details, this))
{
    auto *text = new QLabel(message.text, this);
    text->setObjectName(QStringLiteral("messageText"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_details->setReadOnly(true);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setFixedHeight(fontMetrics().lineSpacing() * qBound(minLines, m_details->blockCount() + 1, maxLines));
    m_details->hide();
    m_copyButton->hide();
    m_detailsButton->setVisible(!message.details.isEmpty());
    m_detailsButton->setCheckable(true);
    m_close->setAutoRaise(true);

    auto *line = new QHBoxLayout;
    line->addWidget(m_icon, 0);
    line->addWidget(text, 1);
    line->addWidget(m_copyButton);
    line->addWidget(m_detailsButton);
    if (!message.action.isEmpty()) {
        auto *action = new QPushButton(message.action, this);
        action->setObjectName(QStringLiteral("messageAction"));
        connect(action, &QPushButton::clicked, bar, [this, bar] {
            const std::function<void()> run = m_message.run;
            bar->remove(this);
            if (run)
                run();
        });
        line->addWidget(action);
    }
    line->addWidget(m_close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(stripeWidth + 10, 6, 8, 6);
    layout->addLayout(line);
    layout->addWidget(m_details);

    connect(m_detailsButton, &QPushButton::toggled, this, [this](bool open) {
        m_details->setVisible(open);
        m_copyButton->setVisible(open);
    });
    m_detailsButton->setChecked(message.showsDetails);
    connect(m_copyButton, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_message.text + u'\n' + m_message.details); });
    connect(m_close, &QToolButton::clicked, bar, [this, bar] { bar->remove(this); });
    setAccessibleName(message.text);
    showIcons();
    retranslate();
}

void MessageBar::Entry::retranslate()
{
    m_detailsButton->setText(MessageBar::tr("Details"));
    m_copyButton->setText(MessageBar::tr("Copy"));
    m_close->setToolTip(MessageBar::tr("Dismiss"));
    m_close->setAccessibleName(MessageBar::tr("Dismiss"));
}

void MessageBar::Entry::showIcons()
{
    m_icon->setPixmap(themedIcon(iconName(m_message.severity), palette()).pixmap(iconSize));
    m_close->setIcon(themedIcon(QStringLiteral("close"), palette()));
}

void MessageBar::Entry::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.panel());
    painter.fillRect(QRect(0, 0, stripeWidth, height()), stripeColor(style, m_message.severity));
    painter.fillRect(QRect(0, height() - 1, width(), 1), style.border());
}

void MessageBar::Entry::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::PaletteChange)
        showIcons();
}

MessageBar::MessageBar(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    hide();
}

void MessageBar::show(const Message &message)
{
    dismiss(message.key);
    while (m_entries.size() >= maximumEntries)
        remove(m_entries.last());
    auto *entry = new Entry(message, this);
    m_entries.prepend(entry);
    m_layout->insertWidget(0, entry);
    entry->show();
    setVisible(true);
}

void MessageBar::dismiss(const QString &key)
{
    if (key.isEmpty())
        return;
    for (Entry *entry : QList<Entry *>(m_entries)) {
        if (entry->message().key == key)
            remove(entry);
    }
}

void MessageBar::beginSubject()
{
    ++m_subject;
}

void MessageBar::endEarlierSubjects()
{
    for (Entry *entry : QList<Entry *>(m_entries)) {
        if (entry->subject() < m_subject)
            remove(entry);
    }
}

void MessageBar::clear()
{
    while (!m_entries.isEmpty())
        remove(m_entries.last());
}

QString MessageBar::newestText() const
{
    return m_entries.isEmpty() ? QString() : m_entries.first()->message().text;
}

void MessageBar::remove(Entry *entry)
{
    m_entries.removeOne(entry);
    m_layout->removeWidget(entry);
    entry->hide();
    entry->deleteLater();
    setVisible(!m_entries.isEmpty());
}

} // namespace ridgepoint
