// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/widgets/message_bar.h"

#include "ui/style/chart_style.h"
#include "ui/views/widgets/icons.h"

#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int maximumEntries = 9;
constexpr int iconSize = 20;
constexpr int stripeWidth = 4;
/// Of details; one more than there are, for the margins.
constexpr int minLines = 3;
constexpr int maxLines = 6;

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
    void setWaiting(int others);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void retranslate();
    void showIcons();
    void followFont();

    Message m_message;
    int m_subject;
    QLabel *m_icon;
    QPushButton *m_detailsButton;
    QPushButton *m_copyButton;
    QToolButton *m_close;
    QLabel *m_waitingText;
    int m_waiting = 0;
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
    , m_waitingText(new QLabel(this))
    , m_details(new QPlainTextEdit(message.details, this))
{
    auto *text = new QLabel(message.text, this);
    text->setObjectName(QStringLiteral("messageText"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setReadOnly(true);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->hide();
    m_copyButton->hide();
    m_detailsButton->setVisible(!message.details.isEmpty());
    m_detailsButton->setCheckable(true);
    m_close->setAutoRaise(true);

    m_close->setObjectName(QStringLiteral("dismiss"));
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_waitingText->setForegroundRole(QPalette::PlaceholderText);
    m_waitingText->setObjectName(QStringLiteral("messagesWaiting"));

    auto *head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_icon);
    head->addWidget(text, 1);
    head->addWidget(m_waitingText);
    head->addWidget(m_copyButton);
    head->addWidget(m_detailsButton);
    if (!message.action.isEmpty()) {
        auto *action = new QPushButton(message.action, this);
        action->setObjectName(QStringLiteral("messageAction"));
        connect(action, &QPushButton::clicked, bar, [this, bar] {
            const std::function<void()> run = m_message.run;
            bar->remove(this);
            if (run)
                run();
        });
        head->addWidget(action);
    }
    head->addWidget(m_close);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(stripeWidth + 10, 4, 8, 4);
    layout->setSpacing(6);
    layout->addLayout(head);
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
    followFont();
    retranslate();
}

void MessageBar::Entry::retranslate()
{
    m_detailsButton->setText(MessageBar::tr("Details"));
    m_copyButton->setText(MessageBar::tr("Copy"));
    m_close->setToolTip(MessageBar::tr("Dismiss"));
    m_close->setAccessibleName(MessageBar::tr("Dismiss"));
    m_waitingText->setText(MessageBar::tr("Messages waiting: %1").arg(m_waiting));
}

void MessageBar::Entry::setWaiting(int others)
{
    m_waiting = others;
    m_waitingText->setVisible(others > 0);
    retranslate();
}

void MessageBar::Entry::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        m_close->click();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::Entry::showIcons()
{
    m_icon->setPixmap(themedIcon(iconName(m_message.severity), palette()).pixmap(iconSize));
    m_close->setIcon(themedIcon(QStringLiteral("close"), palette()));
}

void MessageBar::Entry::followFont()
{
    const int lines = int(m_message.details.count(u'\n')) + 2;
    m_details->setFixedHeight(fontMetrics().lineSpacing() * std::clamp(lines, minLines, maxLines));
}

void MessageBar::Entry::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.panel());
    painter.setPen(style.border());
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.fillRect(QRect(0, 0, stripeWidth, height()), stripeColor(style, m_message.severity));
}

void MessageBar::Entry::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        followFont();
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
    entry->hide();
    const auto comesBefore = [&message](const Entry *other) { return other->message().severity <= message.severity; };
    m_entries.insert(std::find_if(m_entries.begin(), m_entries.end(), comesBefore), entry);
    m_layout->addWidget(entry);
    showFirst();
    QAccessibleEvent alert(entry, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::showFirst()
{
    for (Entry *entry : std::as_const(m_entries)) {
        entry->setVisible(entry == m_entries.first());
        entry->setWaiting(count() - 1);
    }
    setVisible(!m_entries.isEmpty());
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

bool MessageBar::holds(const QString &key) const
{
    return std::ranges::any_of(m_entries, [&key](const Entry *entry) { return entry->message().key == key; });
}

QString MessageBar::shownText() const
{
    return m_entries.isEmpty() ? QString() : m_entries.first()->message().text;
}

void MessageBar::remove(Entry *entry)
{
    m_entries.removeOne(entry);
    m_layout->removeWidget(entry);
    entry->hide();
    entry->deleteLater();
    showFirst();
}

} // namespace rooflight
