// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/dialogs/input_table.h"

#include "core/model/dtype.h"
#include "ui/style/chart_style.h"
#include "ui/style/plain_text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

namespace rooflight {

namespace {

struct InputRowText {
    Q_DECLARE_TR_FUNCTIONS(InputRow)
};

const QLatin1String channelsLast("channels_last");

bool matches(const QString &text, const char *pattern)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(QLatin1String(pattern))).match(text).hasMatch();
}

bool isIdentifier(const QString &text)
{
    return matches(text, "[A-Za-z_][A-Za-z0-9_]*");
}

bool isShape(const QString &text)
{
    return matches(text, "0d|[0-9]{1,18}(x[0-9]{1,18})*");
}

bool isNumber(const QString &text)
{
    bool ok = false;
    text.toDouble(&ok);
    return ok;
}

bool isType(const QString &text)
{
    return dtypeFromName(text.toStdString()) != DType::Unknown;
}

bool isJson(const QString &text)
{
    return text.startsWith(u'[') || text.startsWith(u'{') || text.startsWith(u'"');
}

/// Numbers alone, files and JSON have neither type nor fill.
bool isOther(const QString &text)
{
    return text.startsWith(u'@') || isJson(text) || matches(text, "none|true|false|null")
        || (isNumber(text) && !isShape(text));
}

QString shapeProblem(const QString &shape)
{
    if (shape.isEmpty())
        return InputRowText::tr("A shape is missing, such as 1x3x224x224.");
    if (shape.startsWith(u'[') || shape.startsWith(u'{')) {
        QJsonParseError error;
        QJsonDocument::fromJson(shape.toUtf8(), &error);
        return error.error == QJsonParseError::NoError
            ? QString()
            : InputRowText::tr("This is not JSON: %1.").arg(error.errorString());
    }
    if (isShape(shape) || isOther(shape))
        return {};
    return InputRowText::tr(
               "“%1” is not a shape. Write integers with x between them, such as 1x3x224x224, or 0d for a scalar.")
        .arg(shape);
}

QString fillProblem(const QString &fill)
{
    QString value = fill;
    if (value == channelsLast)
        return {};
    if (value.endsWith(u':' + channelsLast))
        value.chop(channelsLast.size() + 1);
    static const QRegularExpression range(QRegularExpression::anchoredPattern(QStringLiteral("(.+?)\\.\\.(.+)")));
    if (const auto match = range.match(value);
        match.hasMatch() && isNumber(match.captured(1)) && isNumber(match.captured(2))) {
        return match.captured(1).toDouble() <= match.captured(2).toDouble()
            ? QString()
            : InputRowText::tr("The range %1 ends before it begins.").arg(value);
    }
    if (inputFills().contains(value) || isNumber(value))
        return {};
    return InputRowText::tr("“%1” cannot fill a tensor. Choose %2, a number, or a range such as 0..30521.")
        .arg(value, inputFills().join(QStringLiteral(", ")));
}

} // namespace

InputRow inputRowOf(const QString &spec)
{
    InputRow row;
    QString value = spec.trimmed();
    const qsizetype colon = value.indexOf(u':');
    if (colon > 0 && isIdentifier(value.first(colon))) {
        row.name = value.first(colon);
        value = value.sliced(colon + 1);
    }
    if (isOther(value)) {
        row.shape = value;
        return row;
    }
    QStringList parts = value.split(u':');
    row.shape = parts.takeFirst();
    if (!parts.isEmpty() && (isType(parts.constFirst()) || !fillProblem(parts.constFirst()).isEmpty()))
        row.type = parts.takeFirst();
    row.fill = parts.join(u':');
    return row;
}

QString specOf(const InputRow &row)
{
    QString spec = row.name.isEmpty() ? row.shape : row.name + u':' + row.shape;
    if (!row.type.isEmpty())
        spec += u':' + row.type;
    if (!row.fill.isEmpty())
        spec += u':' + row.fill;
    return spec;
}

QString problemOf(const InputRow &row, QString InputRow::*part)
{
    const QString &text = row.*part;
    if (part == &InputRow::shape)
        return shapeProblem(text);
    if (text.isEmpty())
        return {};
    if (part == &InputRow::name)
        return isIdentifier(text)
            ? QString()
            : InputRowText::tr(
                  "“%1” is not the name of an argument: use letters, digits and _, and do not begin with a digit.")
                  .arg(text);
    if (isOther(row.shape))
        return InputRowText::tr("Only a tensor has a type and a fill, and “%1” is not a tensor.").arg(row.shape);
    if (part == &InputRow::type)
        return isType(text) ? QString()
                            : InputRowText::tr("“%1” is not an element type. Choose %2.")
                                  .arg(text, inputTypes().join(QStringLiteral(", ")));
    return fillProblem(text);
}

QStringList inputTypes()
{
    QStringList types;
    for (const DType type : { DType::Float32, DType::Float16, DType::BFloat16, DType::Float64, DType::Int64,
                              DType::Int32, DType::Int16, DType::Int8, DType::UInt8, DType::Bool }) {
        const std::string_view text = name(type);
        types.append(QString::fromLatin1(text.data(), qsizetype(text.size())));
    }
    return types;
}

QStringList inputFills()
{
    return { QStringLiteral("normal"), QStringLiteral("uniform"), QStringLiteral("zeros"), QStringLiteral("ones"),
             QStringLiteral("arange") };
}

namespace {

constexpr int linesHigh = 5;

/// Offers what is usual in a column, and takes anything.
class ChoiceDelegate : public QStyledItemDelegate
{
public:
    ChoiceDelegate(QStringList choices, QObject *parent)
        : QStyledItemDelegate(parent)
        , m_choices(std::move(choices))
    {
    }

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        auto *box = new QComboBox(parent);
        box->setEditable(true);
        box->setFrame(false);
        box->addItem(QString());
        box->addItems(m_choices);
        box->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
        return box;
    }

    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        if (auto *box = qobject_cast<QComboBox *>(editor))
            box->setCurrentText(index.data(Qt::EditRole).toString());
    }

    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        if (const auto *box = qobject_cast<QComboBox *>(editor))
            model->setData(index, box->currentText().trimmed());
    }

private:
    QStringList m_choices;
};

QStringList linesOf(const QString &text)
{
    QStringList lines;
    for (const QString &line : text.split(u'\n')) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

} // namespace

InputTable::InputTable(const QStringList &specs, const QStringList &proposed, QWidget *parent)
    : QWidget(parent)
    , m_proposed(proposed)
    , m_pages(new QStackedWidget(this))
    , m_table(new QTableWidget(0, int(inputParts.size()), this))
    , m_text(new QPlainTextEdit((specs.isEmpty() ? proposed : specs).join(u'\n'), this))
    , m_problem(new QLabel(this))
{
    m_table->setHorizontalHeaderLabels({ tr("Name"), tr("Shape"), tr("Type"), tr("Fill") });
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_table->setTabKeyNavigation(false); // Tab leads on; the arrow keys lead from cell to cell
    m_table->setItemDelegateForColumn(2, new ChoiceDelegate(inputTypes(), this));
    m_table->setItemDelegateForColumn(3, new ChoiceDelegate(inputFills(), this));
    m_table->setAccessibleName(tr("Inputs"));
    m_text->setObjectName(QStringLiteral("inputs"));
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Inputs, one per line"));
    m_text->setPlaceholderText(proposed.isEmpty() ? QStringLiteral("1x3x224x224:float32") : proposed.join(u'\n'));
    m_problem->setObjectName(QStringLiteral("inputProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_pages->addWidget(m_table);
    m_pages->addWidget(m_text);
    m_pages->setFixedHeight(m_table->verticalHeader()->defaultSectionSize() * linesHigh);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    layout->addWidget(makeButtons());
    layout->addWidget(m_problem);
    setFocusProxy(m_table);
    connect(m_table, &QTableWidget::cellChanged, this, &InputTable::takeCell);
    connect(m_text, &QPlainTextEdit::textChanged, this, &InputTable::takeText);
    takeText();
}

QWidget *InputTable::makeButtons()
{
    auto *row = new QWidget(this);
    m_add = new QPushButton(tr("&Add"), row);
    m_add->setToolTip(tr("Add another input, as in the file"));
    m_remove = new QPushButton(tr("&Remove"), row);
    m_remove->setToolTip(tr("Remove the input in this row"));
    auto *asText = new QPushButton(tr("As Te&xt"), row);
    asText->setToolTip(tr("The same inputs as text, one per line"));
    asText->setCheckable(true);
    for (QPushButton *button : { m_add, m_remove, asText })
        button->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_add);
    layout->addWidget(m_remove);
    layout->addStretch(1);
    layout->addWidget(asText);
    connect(m_add, &QPushButton::clicked, this, &InputTable::addRow);
    connect(m_remove, &QPushButton::clicked, this, &InputTable::removeRow);
    connect(asText, &QPushButton::toggled, this, [this](bool text) {
        m_pages->setCurrentIndex(text ? 1 : 0);
        setFocusProxy(m_pages->currentWidget());
        m_add->setEnabled(!text);
        m_remove->setEnabled(!text && m_table->rowCount() > 0);
    });
    return row;
}

QStringList InputTable::specs() const
{
    const QStringList lines = this->lines();
    return lines == m_proposed ? QStringList() : lines;
}

QStringList InputTable::lines() const
{
    return linesOf(m_text->toPlainText());
}

InputRow InputTable::inputAt(int row) const
{
    InputRow input;
    for (int column = 0; column < int(inputParts.size()); ++column) {
        if (const QTableWidgetItem *cell = m_table->item(row, column))
            input.*inputParts[std::size_t(column)] = cell->text().trimmed();
    }
    return input;
}

void InputTable::showRow(int row, const InputRow &input)
{
    for (int column = 0; column < int(inputParts.size()); ++column)
        m_table->setItem(row, column, new QTableWidgetItem(input.*inputParts[std::size_t(column)]));
}

void InputTable::takeText()
{
    if (m_updating)
        return;
    const QScopedValueRollback guard(m_updating, true);
    const QStringList lines = this->lines();
    m_table->setRowCount(int(lines.size()));
    for (int row = 0; row < m_table->rowCount(); ++row)
        showRow(row, inputRowOf(lines[row]));
    check();
}

void InputTable::takeCell()
{
    if (m_updating)
        return;
    const QScopedValueRollback guard(m_updating, true);
    QStringList lines;
    for (int row = 0; row < m_table->rowCount(); ++row)
        lines.append(specOf(inputAt(row)));
    m_text->setPlainText(lines.join(u'\n'));
    check();
}

void InputTable::addRow()
{
    const int row = m_table->rowCount();
    {
        const QScopedValueRollback guard(m_updating, true);
        m_table->setRowCount(row + 1);
        showRow(row, inputRowOf(m_proposed.value(row, QStringLiteral("1x3x224x224:float32"))));
    }
    takeCell();
    m_table->setFocus();
    m_table->setCurrentCell(row, 1);
}

void InputTable::removeRow()
{
    const int row = qMax(0, m_table->currentRow());
    m_table->removeRow(row);
    takeCell();
}

/// Called while the two are made equal: what it changes in cells is no edit.
void InputTable::check()
{
    QString first;
    QColor marked = ChartStyle(palette(), font()).warning();
    marked.setAlphaF(0.3F);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const InputRow input = inputAt(row);
        for (int column = 0; column < int(inputParts.size()); ++column) {
            const QString problem = problemOf(input, inputParts[std::size_t(column)]);
            QTableWidgetItem *cell = m_table->item(row, column);
            cell->setToolTip(shownAsPlainText(problem));
            cell->setData(Qt::AccessibleDescriptionRole, problem);
            cell->setData(Qt::BackgroundRole, problem.isEmpty() ? QVariant() : QVariant(QBrush(marked)));
            if (first.isEmpty() && !problem.isEmpty())
                first = tr("Row %1, %2: %3")
                            .arg(QString::number(row + 1), m_table->horizontalHeaderItem(column)->text(), problem);
        }
    }
    QPalette colors = m_problem->palette();
    colors.setColor(QPalette::WindowText, ChartStyle(palette(), font()).warning());
    m_problem->setPalette(colors);
    m_problem->setText(first);
    m_problem->setVisible(!first.isEmpty());
    m_remove->setEnabled(m_pages->currentIndex() == 0 && m_table->rowCount() > 0);
    Q_EMIT changed();
}

QString InputTable::problem() const
{
    return m_problem->text();
}

} // namespace rooflight
