// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/window/command_palette.h"

#include "ui/models/selection.h"
#include "ui/settings/languages.h"
#include "ui/views/panels/layer_view.h"
#include "ui/views/panels/shown_session.h"
#include "ui/views/window/window_actions.h"
#include "ui/views/window/workbench.h"

#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFileInfo>
#include <QFocusEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <algorithm>
#include <iterator>
#include <utility>

namespace rooflight {

namespace {

// What a match of one word counts, from the best to the weakest.
constexpr int wholeText = 120;
constexpr int beginsText = 100;
constexpr int beginsWord = 80;
constexpr int withinWord = 50;
constexpr int lettersInOrder = 30;
constexpr qsizetype fewestLetters = 2; ///< that may be spread over a text

bool beginsWordAt(const QString &text, qsizetype place)
{
    return place == 0 || !text[place - 1].isLetterOrNumber();
}

/// Of the letters from a place on, how many more characters they are spread over; -1 where they are not there.
qsizetype gapsFrom(const QString &text, qsizetype place, const QString &word)
{
    const qsizetype first = place;
    for (const QChar letter : word) {
        place = text.indexOf(letter, place);
        if (place < 0)
            return -1;
        ++place;
    }
    return place - first - word.size();
}

int lettersMatch(const QString &text, const QString &word)
{
    if (word.size() < fewestLetters)
        return 0;
    int best = 0;
    for (qsizetype place = text.indexOf(word[0]); place >= 0; place = text.indexOf(word[0], place + 1)) {
        if (!beginsWordAt(text, place))
            continue;
        const qsizetype gaps = gapsFrom(text, place, word);
        if (gaps < 0)
            break;
        best = std::max(best, lettersInOrder - int(std::min<qsizetype>(gaps, lettersInOrder - 1)));
    }
    return best;
}

int wordMatch(const QString &text, const QString &word)
{
    if (text == word)
        return wholeText;
    int best = 0;
    for (qsizetype place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
        if (place == 0)
            return beginsText;
        best = std::max(best, beginsWordAt(text, place) ? beginsWord : withinWord);
    }
    return best > 0 ? best : lettersMatch(text, word);
}

} // namespace

int matchOf(const QString &text, const QStringList &words)
{
    int sum = 0;
    for (const QString &word : words) {
        const int match = wordMatch(text, word);
        if (match == 0)
            return 0;
        sum += match;
    }
    return sum;
}

namespace {

constexpr std::size_t mostRows = 100; ///< no user scrolls further
constexpr int rowsHigh = 14;
constexpr int lettersAcross = 88;
constexpr int margin = 10;
constexpr int fromTop = 64; ///< below menus and tool bar

enum Column { TextColumn, NoteColumn, ShortcutColumn, ColumnCount };

/// The places of those that match, best first.
std::vector<std::size_t> matching(const std::vector<PaletteEntry> &entries, const QStringList &words)
{
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t place = 0; place < entries.size(); ++place) {
        const int match = words.isEmpty() ? 1 : matchOf(entries[place].searched, words);
        if (match > 0)
            found.emplace_back(-match, place);
    }
    const std::size_t count = std::min(found.size(), mostRows);
    std::partial_sort(found.begin(), found.begin() + std::ptrdiff_t(count), found.end());
    std::vector<std::size_t> best;
    for (std::size_t i = 0; i < count; ++i)
        best.push_back(found[i].second);
    return best;
}

} // namespace

CommandPalette::CommandPalette(QWidget *window)
    : QFrame(window)
    , m_search(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_list->setColumnCount(ColumnCount);
    m_list->header()->hide();
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus); // the keys stay in the field
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    m_search->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
    hide();
}

void CommandPalette::open(std::vector<PaletteEntry> entries)
{
    m_entries = std::move(entries);
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    m_search->setPlaceholderText(tr("A command, layer, panel or setting"));
    m_search->setAccessibleName(tr("Find a command"));
    m_list->setAccessibleName(tr("Found commands"));
    m_search->clear();
    find();
    place();
    show();
    raise();
    m_search->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::find()
{
    const QStringList words = m_search->text().toLower().split(u' ', Qt::SkipEmptyParts);
    m_list->clear();
    QTreeWidgetItem *first = nullptr;
    QList<QTreeWidgetItem *> rows;
    for (const std::size_t place : matching(m_entries, words)) {
        const PaletteEntry &entry = m_entries[place];
        auto *row = new QTreeWidgetItem({ entry.text, entry.note, entry.shortcut });
        row->setData(TextColumn, Qt::UserRole, quint64(place));
        row->setToolTip(TextColumn, {});
        for (const Column column : { NoteColumn, ShortcutColumn }) {
            row->setForeground(column, palette().color(QPalette::PlaceholderText));
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
        }
        if (!entry.enabled)
            row->setFlags(Qt::ItemNeverHasChildren);
        else if (!first)
            first = row;
        rows.append(row);
    }
    m_list->addTopLevelItems(rows);
    m_list->setCurrentItem(first);
    m_list->verticalScrollBar()->setValue(0);
}

void CommandPalette::choose()
{
    const QTreeWidgetItem *row = m_list->currentItem();
    if (!row || !row->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const auto chosen = m_entries[std::size_t(row->data(TextColumn, Qt::UserRole).toULongLong())].choose;
    hide();
    // What it does may be about what had the focus.
    if (m_focusBefore)
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    m_entries.clear();
    chosen();
}

void CommandPalette::place()
{
    const QSize room = parentWidget()->size();
    const int width = std::min(fontMetrics().averageCharWidth() * lettersAcross, room.width() - 2 * margin);
    const int row = m_list->sizeHintForRow(0) > 0 ? m_list->sizeHintForRow(0) : fontMetrics().height();
    const int height = std::min(m_search->sizeHint().height() + row * rowsHigh + 3 * margin, room.height() - fromTop);
    setGeometry((room.width() - width) / 2, fromTop, width, height);
}

bool CommandPalette::takeKey(int key)
{
    switch (key) {
    case Qt::Key_Escape:
        hide();
        if (m_focusBefore)
            m_focusBefore->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose();
        return true;
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
        return true; // there is nowhere to go
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_search)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
            hide();
    }
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *press = static_cast<QKeyEvent *>(event);
    const int key = press->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
        QKeyEvent forList(QEvent::KeyPress, key, Qt::NoModifier);
        QApplication::sendEvent(m_list, &forList);
        return true;
    }
    return takeKey(key) || QFrame::eventFilter(watched, event);
}

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PaletteEntries)
};

QString searchedText(const QStringList &parts)
{
    QStringList words;
    for (const QString &part : parts)
        words << plainWords(part) << englishOf(part);
    words.removeDuplicates();
    return words.join(u' ').toLower();
}

/// The menu inside another one that an action is in: its title says what the action is about. What a part of the window
/// has of its own, too, says it itself.
QString innerMenuOf(const QAction &action, const QMenuBar &bar)
{
    const QList<QObject *> places = action.associatedObjects();
    if (!std::ranges::all_of(places, [](const QObject *place) { return qobject_cast<const QMenu *>(place); }))
        return {};
    for (const QObject *place : places) {
        const auto *menu = qobject_cast<const QMenu *>(place);
        if (menu && !menu->title().isEmpty() && !bar.actions().contains(menu->menuAction()))
            return menu->title();
    }
    return {};
}

bool isCommand(const QAction &action)
{
    return !action.isSeparator() && !action.text().isEmpty() && action.isVisible() && !action.menu()
        && !qobject_cast<const QWidgetAction *>(&action)
        && (!action.associatedObjects().isEmpty() || !action.shortcut().isEmpty());
}

PaletteEntry actionEntry(QAction &action, const QMenuBar &bar, const WindowActions &actions)
{
    PaletteEntry entry;
    const QString menu = innerMenuOf(action, bar);
    entry.text = menu.isEmpty() ? plainWords(action.text())
                                : Words::tr("%1: %2").arg(plainWords(menu), plainWords(action.text()));
    entry.searched = searchedText({ action.text(), menu });
    entry.shortcut = action.shortcut().toString(QKeySequence::NativeText);
    entry.enabled = action.isEnabled();
    if (!entry.enabled)
        entry.note = actions.whyDisabled(&action);
    entry.choose = [found = QPointer(&action)] {
        if (found)
            found->trigger();
    };
    return entry;
}

} // namespace

std::vector<PaletteEntry> actionEntries(QMainWindow &window, const WindowActions &actions)
{
    for (QMenu *menu : window.findChildren<QMenu *>())
        Q_EMIT menu->aboutToShow(); // some are filled by then
    QList<QAction *> all = window.findChildren<QAction *>();
    std::stable_partition(all.begin(), all.end(),
                          [&actions](const QAction *action) { return action->parent() == &actions; });
    std::vector<PaletteEntry> commands;
    std::vector<PaletteEntry> panels;
    for (QAction *action : all) {
        if (!isCommand(*action))
            continue;
        PaletteEntry entry = actionEntry(*action, *window.menuBar(), actions);
        auto *dock = qobject_cast<QDockWidget *>(action->parent());
        if (!dock) {
            commands.push_back(std::move(entry));
            continue;
        }
        if (entry.enabled)
            entry.note = Words::tr("Panel");
        entry.choose = [dock = QPointer(dock)] {
            if (dock)
                Workbench::goTo(dock);
        };
        panels.push_back(std::move(entry));
    }
    commands.insert(commands.end(), std::make_move_iterator(panels.begin()), std::make_move_iterator(panels.end()));
    return commands;
}

std::vector<PaletteEntry> layerEntries(Workbench &workbench)
{
    std::vector<PaletteEntry> entries;
    if (!workbench.session()->shown().analysis)
        return entries;
    const std::vector<Layer> &layers = workbench.session()->shown().analysis->layers;
    entries.reserve(layers.size());
    const QString note = Words::tr("Layer");
    for (const Layer &layer : layers) {
        QString text = QString::fromStdString(layer.path);
        if (text.isEmpty())
            continue; // the whole model
        const QString type = QString::fromStdString(layer.type);
        PaletteEntry entry { text, note, {}, (text + u' ' + type).toLower(), true, {} };
        if (layer.call > 0)
            entry.text = Words::tr("%1, call %2").arg(text).arg(layer.call + 1);
        entry.choose = [&workbench, id = layer.id] {
            const ItemId item { ItemId::Kind::Layer, id };
            workbench.selection()->select(item);
            workbench.showLayers();
            workbench.layers()->reveal(item);
        };
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<PaletteEntry> fieldEntries(const QString &dialog, const QList<DialogField> &fields,
                                       const std::function<void(const QString &field)> &open)
{
    std::vector<PaletteEntry> entries;
    for (const DialogField &field : fields)
        entries.push_back({ plainWords(field.name),
                            plainWords(dialog),
                            {},
                            searchedText({ field.name, dialog, field.choices }),
                            true,
                            [open, name = field.name] { open(name); } });
    return entries;
}

std::vector<PaletteEntry> fileEntries(const QString &what, const QStringList &paths,
                                      const std::function<void(const QString &path)> &open)
{
    std::vector<PaletteEntry> entries;
    for (const QString &path : paths) {
        const QString name = QFileInfo(path).fileName();
        entries.push_back({ Words::tr("%1: %2").arg(plainWords(what), name),
                            QFileInfo(path).path(),
                            {},
                            searchedText({ what }) + u' ' + name.toLower(),
                            QFileInfo::exists(path),
                            [open, path] { open(path); } });
    }
    return entries;
}

} // namespace rooflight
