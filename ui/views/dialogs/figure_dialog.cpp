// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/figure_dialog.h"

#include "ui/settings/settings.h"
#include "ui/style/plain_text.h"
#include "ui/style/save_dialog.h"

#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace rooflight {

namespace {

constexpr double pageScale = 2;
constexpr double copyScale = 2;
constexpr int checkSize = 8; ///< of the pattern that shows through a transparent picture

const QString settingsName = QStringLiteral("figure");
const QString exportPurpose = QStringLiteral("export");

enum class Ground { Light, Dark, Transparent };

} // namespace

/// The picture, as large as there is room for.
class FigurePreview : public QWidget
{
public:
    explicit FigurePreview(QWidget *parent)
        : QWidget(parent)
    {
        setMinimumSize(320, 220);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    }

    void setPicture(std::optional<PictureContent> picture)
    {
        m_picture = std::move(picture);
        m_image = {};
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        if (!m_picture)
            return;
        const QSizeF full = m_picture->size;
        const double share = std::min({ width() / full.width(), height() / full.height(), 1.0 });
        const double scale = share * devicePixelRatioF();
        const QSize wanted = (full * scale).toSize();
        if (m_image.size() != wanted)
            m_image = pictureImage(*m_picture, scale);
        QRectF place(QPointF(), full * share);
        place.moveCenter(rect().toRectF().center());
        QPainter painter(this);
        if (m_picture->isTransparent)
            paintChecks(painter, place);
        painter.drawImage(place, m_image);
        painter.setPen(palette().color(QPalette::Mid));
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5));
    }

private:
    static void paintChecks(QPainter &painter, const QRectF &place)
    {
        painter.fillRect(place, Qt::white);
        painter.setClipRect(place);
        for (int y = 0; y * checkSize < place.height(); ++y) {
            for (int x = y % 2; x * checkSize < place.width(); x += 2)
                painter.fillRect(
                    QRectF(place.left() + x * checkSize, place.top() + y * checkSize, checkSize, checkSize),
                    QColor(0xe4e4e4));
        }
        painter.setClipping(false);
    }

    std::optional<PictureContent> m_picture;
    QImage m_image; ///< of that
};

FigureDialog::FigureDialog(const FigureSource &source, Settings *settings, QWidget *parent)
    : QDialog(parent)
    , m_source(source)
    , m_settings(settings)
    , m_content(new QComboBox(this))
    , m_width(new QComboBox(this))
    , m_scale(new QComboBox(this))
    , m_ground(new QComboBox(this))
    , m_note(new QLabel(this))
    , m_preview(new FigurePreview(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Close, this))
{
    setWindowTitle(tr("Figure"));
    m_content->addItems({ tr("The chart"), tr("The chart and its layers"), tr("A page about the model") });
    m_width->setEditable(true);
    m_width->addItems({ QStringLiteral("3.4in"), QStringLiteral("7in"), QStringLiteral("86mm"),
                        QStringLiteral("1000px"), QStringLiteral("1600px") });
    m_width->setCurrentText(QStringLiteral("1000px"));
    m_width->setToolTip(tr("3.4in is a column of a paper, 7in a page. In inches and millimetres text is at least 7 "
                           "points high, and a PNG has 300 dots per inch."));
    m_scale->addItems({ QStringLiteral("1x"), QStringLiteral("2x"), QStringLiteral("3x"), QStringLiteral("4x") });
    m_scale->setCurrentIndex(1);
    m_scale->setToolTip(tr("PNG pixels per pixel of the width"));
    m_ground->addItems({ tr("Light"), tr("Dark"), tr("Transparent") });
    m_ground->setCurrentIndex(source.page.theme == Theme::Dark ? 1 : 0);
    m_note->setWordWrap(true);
    m_note->setTextFormat(Qt::PlainText);
    m_preview->setAccessibleName(tr("Preview"));

    auto *form = new QFormLayout;
    form->addRow(tr("&Shows:"), m_content);
    form->addRow(tr("&Width:"), m_width);
    form->addRow(tr("&Pixels:"), m_scale);
    form->addRow(tr("&Background:"), m_ground);
    form->addRow(m_note);
    auto *columns = new QHBoxLayout;
    columns->addLayout(form);
    columns->addWidget(m_preview, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns, 1);
    layout->addWidget(m_buttons);
    QPushButton *copyButton = m_buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    m_buttons->button(QDialogButtonBox::Save)->setText(tr("Sa&ve…"));
    m_buttons->button(QDialogButtonBox::Save)->setDefault(true);
    m_buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    resize(QSize(900, 480).boundedTo(screen()->availableSize() * 0.9));

    restore();
    for (QComboBox *box : { m_content, m_width, m_scale, m_ground })
        connect(box, &QComboBox::currentTextChanged, this, &FigureDialog::showPicture);
    connect(m_buttons->button(QDialogButtonBox::Save), &QPushButton::clicked, this, &FigureDialog::save);
    connect(copyButton, &QPushButton::clicked, this, &FigureDialog::copy);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showPicture();
}

FigureDialog::~FigureDialog() = default;

void FigureDialog::setContent(Content content)
{
    m_content->setCurrentIndex(int(content));
}

FigureDialog::Content FigureDialog::content() const
{
    return static_cast<Content>(m_content->currentIndex());
}

void FigureDialog::setFigureWidth(const QString &width)
{
    m_width->setCurrentText(width);
}

void FigureDialog::setTheme(Theme theme, bool isTransparent)
{
    const Ground ground = isTransparent ? Ground::Transparent : theme == Theme::Dark ? Ground::Dark : Ground::Light;
    m_ground->setCurrentIndex(int(ground));
}

Result<FigureLook> FigureDialog::look() const
{
    Result<FigureLook> chosen = figureLook(m_width->currentText().simplified().remove(u' '));
    if (!chosen.ok())
        return chosen;
    FigureLook look = chosen.value();
    if (m_width->currentText().endsWith(QStringLiteral("px")))
        look.scale = m_scale->currentIndex() + 1;
    look.theme = m_ground->currentIndex() == int(Ground::Dark) ? Theme::Dark : Theme::Light;
    look.isTransparent = m_ground->currentIndex() == int(Ground::Transparent);
    return look;
}

std::optional<PictureContent> FigureDialog::picture()
{
    PictureOptions page = m_source.page;
    if (content() == Content::Page) {
        page.theme = m_ground->currentIndex() == int(Ground::Dark) ? Theme::Dark : Theme::Light;
        page.scale = pageScale;
        return reportPicture(*m_source.judged, page);
    }
    const Result<FigureLook> chosen = look();
    if (!chosen.ok())
        return std::nullopt;
    m_chart.emplace(*m_source.plot, styleOf(chosen.value()));
    return chartFigure(*m_chart, content() == Content::ChartAndTable ? m_source.judged : nullptr, chosen.value(),
                       m_source.name);
}

void FigureDialog::showPicture()
{
    const bool isPage = content() == Content::Page;
    m_width->setEnabled(!isPage);
    m_scale->setEnabled(!isPage && m_width->currentText().endsWith(QStringLiteral("px")));
    const std::optional<PictureContent> shown = picture();
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(shown.has_value());
    m_preview->setPicture(shown);
    const Result<FigureLook> chosen = look();
    if (!shown)
        m_note->setText(tr("The width is a number and a unit, such as 3.4in, 86mm or 1200px."));
    else if (isPage || !chosen.ok())
        m_note->setText(
            tr("%1 x %2 pixels").arg(shown->size.width() * pageScale).arg(shown->size.height() * pageScale));
    else
        m_note->setText(tr("%1 x %2 inches; a PNG has %3 x %4 pixels")
                            .arg(shown->size.width() / double(dotsPerInch), 0, 'f', 2)
                            .arg(shown->size.height() / double(dotsPerInch), 0, 'f', 2)
                            .arg(qRound(shown->size.width() * chosen.value().scale))
                            .arg(qRound(shown->size.height() * chosen.value().scale)));
}

Result<void> FigureDialog::writeTo(const QString &path)
{
    const std::optional<PictureContent> shown = picture();
    const Result<FigureLook> chosen = look();
    if (content() == Content::Page && shown)
        return writePicture(path, *shown, pageScale);
    if (!chosen.ok())
        return chosen.error();
    return writeChartFigure(path, *m_chart, content() == Content::ChartAndTable ? m_source.judged : nullptr,
                            chosen.value(), m_source.name);
}

void FigureDialog::copy()
{
    const Result<FigureLook> chosen = look();
    if (const std::optional<PictureContent> shown = picture())
        QGuiApplication::clipboard()->setImage(
            pictureImage(*shown, content() == Content::Page || !chosen.ok() ? pageScale : chosen.value().scale));
    remember();
}

void FigureDialog::save()
{
    QStringList filters { tr("PNG picture (*.png)"), tr("SVG picture (*.svg)"), tr("PDF page (*.pdf)") };
    if (content() == Content::Chart)
        filters += { tr("CSV table of its points (*.csv)"), tr("All that it draws, as JSON (*.json)") };
    const QString path = chooseSavePath(this, windowTitle(), filters, m_settings->lastFolder(exportPurpose),
                                        m_source.name + QStringLiteral(".png"));
    if (path.isEmpty())
        return;
    m_settings->setLastFolder(exportPurpose, QFileInfo(path).path());
    const Result<void> written = writeTo(path);
    if (!written.ok()) {
        QMessageBox::warning(this, windowTitle(), shownAsPlainText(QString::fromStdString(written.error().text)));
        return;
    }
    remember();
    Q_EMIT saved(path);
    accept();
}

void FigureDialog::remember()
{
    const QStringList chosen { QString::number(m_content->currentIndex()), m_width->currentText(),
                               QString::number(m_scale->currentIndex()), QString::number(m_ground->currentIndex()) };
    m_settings->setLayout(settingsName, chosen.join(u'\n').toUtf8());
}

void FigureDialog::restore()
{
    const QStringList chosen = QString::fromUtf8(m_settings->layout(settingsName)).split(u'\n');
    if (chosen.size() != 4)
        return;
    const auto choose = [](QComboBox *box, const QString &index) {
        box->setCurrentIndex(std::clamp(index.toInt(), 0, box->count() - 1));
    };
    choose(m_content, chosen[0]);
    m_width->setCurrentText(chosen[1]);
    choose(m_scale, chosen[2]);
    choose(m_ground, chosen[3]);
}

void copyChart(const RooflinePlot &plot, const QSize &size, Theme theme)
{
    FigureLook look;
    look.width = size.width();
    look.height = size.height();
    look.theme = theme;
    ChartPicture chart(plot, styleOf(look));
    QGuiApplication::clipboard()->setImage(pictureImage(chartFigure(chart, nullptr, look, {}), copyScale));
}

} // namespace rooflight
