// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* The keys of a column: numbers where its cells say them. */
function sortKeys(rows, index, isNumeric) {
  return new Map(rows.map((row) => {
    const text = row.cells[index] ? row.cells[index].textContent : '';
    return [row, isNumeric ? valueOf(text) : text];
  }));
}

function sorted(rows, index, isNumeric, turn) {
  const keys = sortKeys(rows, index, isNumeric);
  return [...rows].sort((a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    if (!isNumeric) return -turn * x.localeCompare(y, 'en', { numeric: true });
    if (x === null || y === null) return (x === null) - (y === null);
    return turn * (x - y);
  });
}

/* Tables: a click on a title sorts, largest numbers first; a second one turns it round, a third one restores. */
function makeSortable(table) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  let column = -1;
  let step = 0;
  const titles = [...table.tHead.rows[0].cells];
  const names = original.map((row) => row.cells[0].textContent);
  const sort = (index) => {
    step = index === column ? (step + 1) % 3 : 1;
    column = index;
    titles.forEach((title, i) => {
      if (i !== column || step === 0) title.removeAttribute('aria-sort');
      else title.setAttribute('aria-sort', step === 1 ? 'descending' : 'ascending');
    });
    table.classList.toggle('sorted', step > 0);
    original.forEach((row, i) => { // outside of the tree a name needs its whole path
      row.cells[0].textContent = step > 0 && pathOf(table, i) || names[i];
    });
    const isNumeric = titles[index].classList.contains('n');
    body.append(...(step > 0 ? sorted(original, index, isNumeric, step === 1 ? -1 : 1) : original));
  };
  titles.forEach((title, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.title = texts.sort;
    button.append(...title.childNodes);
    title.append(button);
    button.addEventListener('click', () => sort(index));
  });
  return original;
}

function addFilter(table, rows, chart) {
  const line = document.createElement('p');
  line.className = 'filter';
  const label = html('label', texts.filter + ' ', line);
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = texts.filterHint;
  label.append(field);
  const count = html('span', '', line, 'soft');
  count.setAttribute('role', 'status');
  table.parentElement.before(line);
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLowerCase();
    let shown = 0;
    rows.forEach((row, index) => {
      row.hidden = wanted !== '' && !`${pathOf(table, index)} ${row.textContent}`.toLowerCase().includes(wanted);
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = wanted === '' ? '' : ' ' + filled(texts.shown, shown, rows.length);
    if (!chart) return;
    chart.wanted = (point) => wanted === '' || `${point.name} ${point.type}`.toLowerCase().includes(wanted);
    chart.draw();
    chart.showSelected();
  });
}

/* Of a row of the layers, which says the last part of it only. */
function pathOf(table, index) {
  return table.id === 'layers' ? data.paths[index] : '';
}

/* Rows of a table and what is selected. `itemOf` says what a row stands for, `rowOf` the row of something. */
function link(table, rows, { itemOf, rowOf }, selection) {
  let chosen = null;
  const choose = (row) => {
    if (chosen) chosen.removeAttribute('aria-current');
    if (chosen || row) rows.forEach((one) => { one.tabIndex = -1; });
    chosen = row;
    (row || rows[0]).tabIndex = 0;
    if (row) row.setAttribute('aria-current', 'true');
  };
  selection.parts.push((item) => choose(item && rowOf(item) || null));
  const select = (row) => {
    selection.select(itemOf(rows.indexOf(row)));
    choose(row); // also where it stands for nothing that others show
  };
  const step = (row, by) => {
    const shown = [...table.tBodies[0].rows].filter((one) => !one.hidden);
    return shown[shown.indexOf(row) + by];
  };
  rows.forEach((row, index) => {
    row.tabIndex = index === 0 ? 0 : -1;
    if (pathOf(table, index)) row.cells[0].title = pathOf(table, index);
    row.addEventListener('click', () => select(row));
    row.addEventListener('keydown', (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Enter' || event.key === ' ') select(row);
      else if (by && step(row, by)) {
        select(step(row, by));
        chosen.focus();
      } else return;
      event.preventDefault();
    });
  });
}
