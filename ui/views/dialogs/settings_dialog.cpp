// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/settings_dialog.h"

#include "core/base/user_python.h"
#include "ui/settings/languages.h"
#include "ui/settings/settings.h"
#include "ui/views/widgets/help_window.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QFile>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace rooflight {

namespace {

constexpr double percent = 100;
constexpr int settingLettersAcross = 88;

void setRange(QDoubleSpinBox *box, const ThresholdRange &range, double unit, double step, int decimals)
{
    box->setDecimals(decimals);
    box->setRange(range.least * unit, range.greatest * unit);
    box->setSingleStep(step);
}

/// In the order in which they were made, which is the same in each language.
QList<QWidget *> fieldsIn(const QWidget &content)
{
    QList<QWidget *> fields;
    for (QWidget *widget : content.findChildren<QWidget *>()) {
        const bool isInList = widget->window() != content.window(); // a box makes it when it is opened first
        if ((widget->focusPolicy() & Qt::TabFocus) != 0 && !widget->focusProxy() && !isInList)
            fields.append(widget);
    }
    return fields;
}

} // namespace

SettingsDialog::SettingsDialog(Settings *settings, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
{
    HelpWindow::setPage(this, QStringLiteral("verdicts"));
    setLayout(new QVBoxLayout);
    build();
}

void SettingsDialog::build()
{
    setWindowTitle(tr("Settings"));
    m_content = new QWidget(this);
    m_content->setLayout(new QVBoxLayout);
    m_content->layout()->setContentsMargins(0, 0, 0, 0);
    layout()->addWidget(m_content);
    addAppearance();
    addFolders();
    addVerdicts();
    addButtons();
    showThresholds(m_settings->verdictThresholds());
    for (const QDoubleSpinBox *box : { m_launchOverheads, m_underutilized, m_balancedZone })
        connect(box, &QDoubleSpinBox::valueChanged, this, &SettingsDialog::store);
}

void SettingsDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange || m_isOutdated)
        return;
    m_isOutdated = true;
    // Not at once: the box in which the language is chosen is still at work.
    QMetaObject::invokeMethod(this, &SettingsDialog::rebuild, Qt::QueuedConnection);
}

/// The content only: the dialog also has children that are not its own, as the ring around the focus and the help.
void SettingsDialog::rebuild()
{
    m_isOutdated = false;
    const qsizetype focused = fieldsIn(*m_content).indexOf(focusWidget());
    m_content->hide(); // a number that is being written is stored while all fields are there
    delete m_content;
    build();
    m_content->show();
    fit();
    if (focused >= 0)
        fieldsIn(*m_content).at(focused)->setFocus(Qt::OtherFocusReason);
}

QDoubleSpinBox *SettingsDialog::addThreshold(QFormLayout *form, const QString &label, const QString &help)
{
    auto *box = new QDoubleSpinBox(this);
    box->setKeyboardTracking(false); // verdicts change once a number is complete
    box->setToolTip(help);
    auto *text = new QLabel(help, this);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(label, box);
    form->addRow(QString(), text);
    return box;
}

void SettingsDialog::addAppearance()
{
    auto *theme = new QComboBox(this);
    theme->addItems({ tr("As in the system"), tr("Light"), tr("Dark") }); // in the order of enum Theme
    theme->setCurrentIndex(int(m_settings->theme()));
    connect(theme, &QComboBox::activated, m_settings, [this](int index) { m_settings->setTheme(Theme(index)); });
    auto *language = new QComboBox(this);
    language->addItem(tr("As in the system"), QString());
    for (const WindowLanguage &offered : windowLanguages())
        language->addItem(QString::fromUtf8(offered.name), QString::fromUtf8(offered.code));
    language->setCurrentIndex(qMax(0, language->findData(m_settings->language())));
    connect(language, &QComboBox::activated, m_settings,
            [this, language] { m_settings->setLanguage(language->currentData().toString()); });
    auto *scale = new QSpinBox(this);
    scale->setRange(leastTextScale, greatestTextScale);
    scale->setSingleStep(10);
    scale->setSuffix(QStringLiteral(" %"));
    scale->setKeyboardTracking(false);
    scale->setValue(m_settings->textScale());
    connect(scale, &QSpinBox::valueChanged, m_settings, &Settings::setTextScale);
    auto *group = new QGroupBox(tr("Appearance"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("T&heme:"), theme);
    form->addRow(tr("Langua&ge:"), language);
    form->addRow(tr("Size of &texts:"), scale);
    auto *reopen = new QCheckBox(tr("Start with the &file shown last"), this);
    reopen->setToolTip(tr("A saved session is shown as you left it; a model is measured again"));
    reopen->setChecked(m_settings->reopensLastFile());
    connect(reopen, &QCheckBox::toggled, m_settings, &Settings::setReopensLastFile);
    form->addRow(QString(), reopen);
    m_content->layout()->addWidget(group);
}

void SettingsDialog::addFolders()
{
    auto *python = new QLineEdit(m_settings->python(), this);
    python->setObjectName(QStringLiteral("python"));
    python->setPlaceholderText(QFile::decodeName(userPython().c_str()));
    python->setToolTip(tr("It builds the model of a Hugging Face folder, and needs torch, transformers and rooflight. "
                          "Empty: the one that is found, or ROOFLIGHT_PYTHON."));
    connect(python, &QLineEdit::textChanged, m_settings,
            [this](const QString &path) { m_settings->setPython(path.trimmed()); });
    auto *group = new QGroupBox(tr("Folders of models"), this);
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Python:"), python);
    m_content->layout()->addWidget(group);
}

void SettingsDialog::addVerdicts()
{
    auto *group = new QGroupBox(tr("Verdicts"), this);
    auto *form = new QFormLayout(group);
    m_launchOverheads = addThreshold(form, tr("&Launch-bound below:"),
                                     tr("An operator whose work takes less than one launch overhead is launch-bound if "
                                        "its call takes less than this number of them."));
    m_underutilized = addThreshold(form, tr("&Underutilized below:"),
                                   tr("If neither arithmetic nor memory traffic takes this share of the measured time "
                                      "at its roof, the implementation limits the operator."));
    m_balancedZone = addThreshold(form, tr("&Balanced within:"),
                                  tr("If the times of arithmetic and memory traffic at the roofs differ by at most "
                                     "this much, both limit the operator."));
    setRange(m_launchOverheads, launchOverheadsRange, 1, 0.5, 1);
    setRange(m_underutilized, underutilizedRange, percent, 1, 0);
    setRange(m_balancedZone, balancedZoneRange, percent, 1, 0);
    m_launchOverheads->setSuffix(tr(" launch overheads"));
    m_underutilized->setSuffix(tr(" % of the time"));
    m_balancedZone->setSuffix(QStringLiteral(" %"));
    m_content->layout()->addWidget(group);
}

void SettingsDialog::addButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close, this);
    QPushButton *reset = buttons->button(QDialogButtonBox::RestoreDefaults);
    reset->setText(tr("&Reset"));
    reset->setToolTip(tr("Back to 3 launch overheads, 20 % and 20 %"));
    QPushButton *close = buttons->button(QDialogButtonBox::Close);
    close->setText(tr("&Close"));
    for (QPushButton *button : { reset, close })
        button->setIcon({}); // the style's own cannot be seen on dark ground
    // Enter behind a number must not reset it.
    reset->setAutoDefault(false);
    close->setDefault(true);
    connect(reset, &QPushButton::clicked, this, [this] {
        showThresholds(VerdictThresholds());
        store();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_content->layout()->addWidget(buttons);
}

void SettingsDialog::showThresholds(const VerdictThresholds &thresholds)
{
    const QSignalBlocker blockers[] = { QSignalBlocker(m_launchOverheads), QSignalBlocker(m_underutilized),
                                        QSignalBlocker(m_balancedZone) };
    m_launchOverheads->setValue(thresholds.launchOverheads);
    m_underutilized->setValue(thresholds.underutilized * percent);
    m_balancedZone->setValue(thresholds.balancedZone * percent);
}

void SettingsDialog::store()
{
    m_settings->setVerdictThresholds(
        { m_launchOverheads->value(), m_underutilized->value() / percent, m_balancedZone->value() / percent });
}

/// A person's own size stays until the texts need another one.
void SettingsDialog::fit()
{
    // Texts that wrap want their height for this width, which the layout's size hint does not know of.
    const int width = fontMetrics().averageCharWidth() * settingLettersAcross;
    const QSize needed(width, layout()->totalHeightForWidth(width));
    if (needed == m_fitted)
        return;
    m_fitted = needed;
    setMinimumWidth(width);
    layout()->activate(); // its earlier least height may be more
    resize(needed);
}

bool SettingsDialog::event(QEvent *event)
{
    const bool isHandled = QDialog::event(event);
    // After another size of texts, which takes one such event for each widget around them.
    if (event->type() == QEvent::LayoutRequest && isVisible())
        fit();
    return isHandled;
}

void SettingsDialog::showEvent(QShowEvent *event)
{
    m_fitted = {};
    fit();
    QDialog::showEvent(event);
}

} // namespace rooflight
