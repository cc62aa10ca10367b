// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/start_page.h"

#include "core/base/clock.h"
#include "ui/settings/settings.h"
#include "ui/style/chart_style.h"
#include "ui/style/display_names.h"
#include "ui/style/plain_text.h"
#include "ui/style/quantities.h"
#include "ui/views/widgets/icons.h"
#include "ui/views/widgets/panel_layouts.h"
#include "ui/worker/unsaved_session.h"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QResizeEvent>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr int contentWidth = 860;
constexpr int contentLines = 56; // of text, at most
constexpr int dropIconSize = 44;
constexpr double cornerRadius = 10;
constexpr int cardPadding = 18;
constexpr int itemSpacing = 3;

QFont headingFont(const QFont &font)
{
    QFont heading = font;
    heading.setPointSizeF(font.pointSizeF() * 1.15);
    heading.setWeight(QFont::DemiBold);
    return heading;
}

/// A quiet frame around a part of the page.
class Card : public QWidget
{
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        const ChartStyle style(palette(), font());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(style.border());
        painter.setBrush(style.ground());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius, cornerRadius);
    }
};

} // namespace

/// The frame that invites a file.
class StartPage::DropArea : public QWidget
{
public:
    explicit DropArea(QWidget *parent)
        : QWidget(parent)
        , m_icon(new QLabel(this))
        , m_title(new QLabel(this))
        , m_text(new QLabel(this))
        , m_open(new QPushButton(this))
        , m_sample(new QPushButton(this))
        , m_measure(new QPushButton(this))
    {
        m_text->setForegroundRole(QPalette::PlaceholderText);
        m_text->setWordWrap(true);
        for (QLabel *label : { m_icon, m_title, m_text })
            label->setAlignment(Qt::AlignCenter);
        m_open->setDefault(true);
        auto *buttons = new QHBoxLayout;
        buttons->setSpacing(12);
        buttons->addStretch(1);
        buttons->addWidget(m_open);
        buttons->addWidget(m_sample);
        buttons->addWidget(m_measure);
        buttons->addStretch(1);
        auto *layout = new QVBoxLayout(this);
        layout->setContentsMargins(32, 28, 32, 32);
        layout->setSpacing(10);
        layout->addWidget(m_icon);
        layout->addWidget(m_title);
        layout->addWidget(m_text);
        layout->addSpacing(6);
        layout->addLayout(buttons);
    }

    [[nodiscard]] QPushButton *openButton() const { return m_open; }
    [[nodiscard]] QPushButton *sampleButton() const { return m_sample; }
    [[nodiscard]] QPushButton *measureButton() const { return m_measure; }

    void retranslate()
    {
        m_title->setText(StartPage::tr("Drop a model or its folder here"));
        m_text->setText(
            StartPage::tr("A TorchScript file (.pt), one of torch.export (.pt2), a saved session (.ridge), or the "
                          "folder of a Hugging "
                          "Face model. Every layer becomes a point under the roofs measured on this machine."));
        m_open->setText(StartPage::tr("Open a File…"));
        m_sample->setText(StartPage::tr("Explore a Sample"));
        m_sample->setToolTip(StartPage::tr("ResNet-18 as measured on another machine; nothing is run"));
        m_measure->setText(StartPage::tr("Measure the Sample"));
        m_measure->setToolTip(StartPage::tr("The same ResNet-18, measured on this machine"));
    }

    void followFont()
    {
        QFont title = font();
        title.setPointSizeF(title.pointSizeF() * 1.6);
        title.setWeight(QFont::DemiBold);
        m_title->setFont(title);
        const int line = fontMetrics().height();
        for (QPushButton *button : { m_open, m_sample, m_measure })
            button->setMinimumHeight(line * 2);
        m_open->setMinimumWidth(line * 12);
    }

    void showIcon() { m_icon->setPixmap(themedIcon(QStringLiteral("drop"), palette()).pixmap(dropIconSize)); }

    void setLow(bool low) { m_icon->setHidden(low); }

    void setTarget(bool target)
    {
        m_target = target;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const ChartStyle style(palette(), font());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen(m_target ? style.accent() : style.border(), m_target ? 3 : 2, Qt::DashLine);
        painter.setPen(pen);
        painter.setBrush(style.ground());
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), cornerRadius, cornerRadius);
    }

private:
    QLabel *m_icon;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_open;
    QPushButton *m_sample;
    QPushButton *m_measure;
    bool m_target = false;
};

StartPage::StartPage(Settings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_drop(new DropArea(this))
    , m_content(new QWidget(this))
    , m_back(new QPushButton(this))
{
    auto *lower = new QHBoxLayout;
    lower->setSpacing(24);
    lower->addWidget(makeRecentPart(), 3);
    lower->addWidget(makeDevicePart(), 2);

    auto *column = new QVBoxLayout(m_content);
    column->setSpacing(24);
    column->addWidget(m_back, 0, Qt::AlignLeft);
    column->addWidget(m_drop);
    column->addLayout(lower, 2);
    column->addStretch(1);

    auto *page = new QWidget;
    showTallContent(page, this);
    auto *layout = new QHBoxLayout(page);
    layout->setContentsMargins(24, 32, 24, 24);
    layout->addStretch(1);
    layout->addWidget(m_content, 20);
    layout->addStretch(1);

    connect(m_drop->openButton(), &QPushButton::clicked, this, &StartPage::openRequested);
    connect(m_drop->sampleButton(), &QPushButton::clicked, this, &StartPage::sampleRequested);
    connect(m_drop->measureButton(), &QPushButton::clicked, this, &StartPage::sampleMeasurementRequested);
    connect(m_back, &QPushButton::clicked, this, &StartPage::backRequested);
    connect(settings, &Settings::recentFilesChanged, this, &StartPage::showRecentFiles);
    setFocusProxy(m_drop->openButton());
    m_drop->showIcon();
    followFont();
    retranslate();
}

QWidget *StartPage::makeRecentPart()
{
    auto *part = new Card(this);
    m_recentTitle = new QLabel(part);
    m_recentEmpty = new QLabel(part);
    m_recentEmpty->setForegroundRole(QPalette::PlaceholderText);
    m_recentEmpty->setWordWrap(true);
    m_recentEmpty->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_recent = new QListWidget(part);
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setSpacing(itemSpacing);
    m_recent->viewport()->setAutoFillBackground(false);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_clear = new QPushButton(part);
    m_clear->setFlat(true);

    auto *head = new QHBoxLayout;
    head->addWidget(m_recentTitle, 1);
    head->addWidget(m_clear);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(cardPadding, cardPadding, cardPadding, cardPadding);
    layout->setSpacing(cardPadding / 2);
    layout->addLayout(head);
    layout->addWidget(m_recent, 1);
    layout->addWidget(m_recentEmpty, 1);

    // Not itemActivated: a double click would open the file twice.
    auto *enter = new QShortcut(Qt::Key_Return, m_recent);
    enter->setContext(Qt::WidgetShortcut);
    connect(enter, &QShortcut::activated, this, [this] {
        const QListWidgetItem *item = m_recent->currentItem();
        if (item && item->flags().testFlag(Qt::ItemIsEnabled))
            Q_EMIT fileChosen(item->data(Qt::UserRole).toString());
    });
    connect(m_recent, &QListWidget::itemClicked, this,
            [this](const QListWidgetItem *item) { Q_EMIT fileChosen(item->data(Qt::UserRole).toString()); });
    connect(m_clear, &QPushButton::clicked, this, &StartPage::clearRequested);
    return part;
}

QWidget *StartPage::makeDevicePart()
{
    auto *part = new Card(this);
    m_deviceTitle = new QLabel(part);
    m_devices = new QLabel(part);
    m_devices->setTextFormat(Qt::PlainText);
    m_devices->setWordWrap(true);
    m_devices->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_devices->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins(cardPadding, cardPadding, cardPadding, cardPadding);
    layout->setSpacing(cardPadding / 2);
    layout->addWidget(m_deviceTitle);
    layout->addWidget(m_devices, 1);
    return part;
}

void StartPage::setHello(const Hello &hello)
{
    m_hello = hello;
    m_worker = Worker::Ready;
    showDevices();
}

void StartPage::setWorkerMissing()
{
    m_worker = Worker::Missing;
    showDevices();
}

void StartPage::setRoofsKnown(const KeptRoofs &roofs)
{
    std::erase_if(m_hello.keptRoofs, [&roofs](const KeptRoofs &earlier) { return earlier.device == roofs.device; });
    m_hello.keptRoofs.push_back(roofs);
    m_disturbed.remove(QString::fromStdString(roofs.device));
    showDevices();
}

void StartPage::setRoofsDisturbed(const std::string &device)
{
    m_disturbed.insert(QString::fromStdString(device));
    showDevices();
}

void StartPage::setOpenSession(const QString &name)
{
    m_openSession = name;
    showBack();
}

void StartPage::showBack()
{
    m_back->setText(tr("← Back to %1").arg(QString(m_openSession).replace(u'&', QLatin1String("&&"))));
    m_back->setVisible(!m_openSession.isEmpty());
}

void StartPage::setDropTarget(bool target)
{
    m_drop->setTarget(target);
}

void StartPage::showRecentFiles()
{
    m_recent->clear();
    for (const QString &path : m_settings->recentFiles() + UnsavedSession::keptFiles()) {
        const QFileInfo file(path);
        const bool isMeasured = UnsavedSession::isMeasured(path);
        auto *item = new QListWidgetItem(m_recent);
        QString text = isMeasured ? file.completeBaseName() : file.fileName();
        if (const std::optional<RecentResult> result = m_settings->recentResult(path))
            text += QStringLiteral("  —  ") + durationText(result->medianNs) + tr(", ")
                + (result->isUncertain ? tr("uncertain") : displayName(result->bound));
        item->setText(text + u'\n'
                      + (isMeasured ? tr("Measured, and not saved") : QDir::toNativeSeparators(file.path())));
        item->setToolTip(shownAsPlainText(QDir::toNativeSeparators(path)));
        item->setData(Qt::UserRole, path);
        if (!file.exists()) {
            item->setFlags(Qt::NoItemFlags);
            item->setToolTip(shownAsPlainText(tr("%1 no longer exists").arg(QDir::toNativeSeparators(path))));
        }
    }
    const bool empty = m_recent->count() == 0;
    m_recent->setVisible(!empty);
    m_clear->setVisible(!empty);
    m_recentEmpty->setVisible(empty);
}

QString StartPage::roofsText(const Device &device) const
{
    const std::string name = device.kind == "cpu" ? device.kind : device.kind + ':' + std::to_string(device.index);
    const auto kept = std::ranges::find(m_hello.keptRoofs, name, &KeptRoofs::device);
    return kept == m_hello.keptRoofs.end()
        ? m_disturbed.contains(QString::fromStdString(name))
            ? tr("Its roofs were disturbed when they were measured: the next model measures them again.")
            : tr("Its roofs will be measured with the next model, and then kept.")
        : tr("Its roofs were measured %1.").arg(ageName(secondsSince(kept->measuredAt).value_or(0)));
}

void StartPage::showDevices()
{
    if (m_worker == Worker::Starting) {
        m_devices->setText(tr("Asking the worker…"));
        return;
    }
    if (m_worker == Worker::Missing) {
        m_devices->setText(tr("The worker is not running, so only saved sessions can be opened."));
        return;
    }
    QStringList lines;
    for (const Device &device : m_hello.devices)
        lines.append(displayName(device) + u'\n' + roofsText(device));
    if (m_hello.devices.empty())
        lines.append(tr("No device"));
    if (!m_hello.host.empty())
        lines.append(tr("Host: %1").arg(QString::fromStdString(m_hello.host)));
    if (!m_hello.libtorch.empty())
        lines.append(tr("LibTorch: %1").arg(QString::fromStdString(m_hello.libtorch)));
    if (m_hello.confinement.starts_with("none"))
        lines.append(tr("This machine cannot stop models from changing files: open only files that you trust."));
    else if (!m_hello.confinement.empty())
        lines.append(tr("Models run in a separate process that cannot access your files."));
    m_devices->setText(lines.join(QStringLiteral("\n\n")));
    m_devices->setToolTip(shownAsPlainText(QString::fromStdString(m_hello.confinement)));
}

void StartPage::retranslate()
{
    m_drop->retranslate();
    m_recentTitle->setText(tr("Recent Files"));
    m_recentEmpty->setText(tr("Files that you open appear here."));
    m_recent->setAccessibleName(tr("Recent Files"));
    m_clear->setText(tr("Clear"));
    m_clear->setToolTip(tr("Forget the recent files, and delete the measurements that were not saved"));
    m_deviceTitle->setText(tr("This Machine"));
    showRecentFiles();
    showDevices();
    showBack();
}

void StartPage::followFont()
{
    m_drop->followFont();
    m_content->setMaximumSize(contentWidth, contentLines * fontMetrics().height());
    for (QLabel *title : { m_recentTitle, m_deviceTitle }) {
        title->setFont(headingFont(font()));
        // Both are on one line, with and without the button beside the other.
        title->setMinimumHeight(m_clear->sizeHint().height());
    }
    fitIcon();
}

void StartPage::fitIcon()
{
    constexpr int linesForIcon = 34;
    m_drop->setLow(height() < linesForIcon * fontMetrics().lineSpacing());
}

void StartPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange)
        followFont();
    else if (event->type() == QEvent::PaletteChange)
        m_drop->showIcon();
}

void StartPage::resizeEvent(QResizeEvent *event)
{
    fitIcon();
    QWidget::resizeEvent(event);
}

void StartPage::showEvent(QShowEvent *event)
{
    // Files may have come or gone while another page was in front.
    showRecentFiles();
    QWidget::showEvent(event);
}

namespace {

constexpr int pageMargin = 24;
constexpr int decades = 5; ///< of the empty grid, each way

} // namespace

void OpeningPage::setFile(const QString &name)
{
    m_name = name;
    setAccessibleName(tr("Opening %1…").arg(name));
    update();
}

void OpeningPage::paintEvent(QPaintEvent *)
{
    const ChartStyle style(palette(), font());
    QPainter painter(this);
    painter.fillRect(rect(), style.ground());
    const QFontMetrics metrics(style.titleFont());
    painter.setFont(style.titleFont());
    painter.setPen(style.text());
    const QRect title(pageMargin, pageMargin / 2, width() - 2 * pageMargin, metrics.height() + pageMargin / 2);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(tr("Opening %1…").arg(m_name), Qt::ElideMiddle, title.width()));
    const QRectF frame =
        QRectF(rect()).adjusted(2 * pageMargin, title.bottom() + pageMargin, -pageMargin, -2 * pageMargin);
    painter.setPen(style.gridPen());
    for (int line = 1; line < decades; ++line) {
        const double x = frame.left() + frame.width() * line / decades;
        const double y = frame.top() + frame.height() * line / decades;
        painter.drawLine(QPointF(x, frame.top()), QPointF(x, frame.bottom()));
        painter.drawLine(QPointF(frame.left(), y), QPointF(frame.right(), y));
    }
    painter.setPen(style.axisPen());
    painter.drawRect(frame);
}

void OpeningPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setFile(m_name);
}

} // namespace rooflight
