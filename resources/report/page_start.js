// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* What is selected: { layer, operator }, the operator -1 where it is a layer, or null. Each part of the page follows. */
const selection = {
  parts: [],
  select(item) {
    for (const part of this.parts) part(item);
  },
};

for (const point of data.points) {
  point.radius = Math.min(radiusOf(point.share), isOnStrip(point) ? widestStripMark : Infinity);
}
data.points.sort((a, b) => b.radius - a.radius);

function startWith(id, Part) {
  const host = document.getElementById(id);
  return host ? new Part(host) : null;
}

const chart = startWith('rooflight-chart', Chart);
const histogram = startWith('rooflight-histogram', Histogram);
const tables = new Map([...document.querySelectorAll('table')].map((table) => [table, makeSortable(table)]));
const rowsOf = (id) => tables.get(document.getElementById(id)) || [];
const isSame = (point, item) => (item.operator >= 0 ? point.operator === item.operator
  : point.operator < 0 && point.layer === item.layer);
const itemOfPoint = (point) => (point ? { layer: point.layer, operator: point.operator } : null);

/* The row that a point leads to: its operator's, where there is a table of them, else its layer's. */
function mainRow(point) {
  return rowsOf('operators')[point.operator] || rowsOf('layers')[point.layer] || null;
}

if (chart) {
  selection.parts.push((item) => chart.select(item && data.points.find((point) => isSame(point, item)) || null));
  chart.onSelect = (point, scroll) => {
    selection.select(itemOfPoint(point));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const row = point && scroll && mainRow(point);
    if (row) row.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' });
  };
  chart.onEnter = (point) => {
    if (mainRow(point)) mainRow(point).focus();
  };
}
if (histogram) selection.parts.push((item) => histogram.show(item));

const linked = {
  layers: { itemOf: (row) => ({ layer: row, operator: -1 }), rowOf: (item) => rowsOf('layers')[item.layer] },
  operators: {
    itemOf: (row) => itemOfPoint(data.points.find((point) => point.operator === row)) || { layer: -1, operator: row },
    rowOf: (item) => rowsOf('operators')[item.operator],
  },
  ranking: {
    itemOf: (row) => data.ranking[row] || null,
    rowOf: (item) => rowsOf('ranking')[data.ranking.findIndex((ranked) => isSame(ranked, item))],
  },
  changes: {
    itemOf: (row) => (data.changes[row] >= 0 ? { layer: data.changes[row], operator: -1 } : null),
    rowOf: (item) => (item.layer >= 0 ? rowsOf('changes')[data.changes.indexOf(item.layer)] : null),
  },
};
/* Numbers of what the verdict names, in the rows as on the chart. */
for (const point of data.points.filter((one) => one.tag > 0)) {
  for (const id of ['ranking', 'layers', 'operators']) {
    const row = linked[id].rowOf(point);
    if (row && (id !== 'layers' || point.operator < 0)) row.cells[0].dataset.tag = point.tag;
  }
}

for (const id in linked) {
  if (rowsOf(id).length) link(document.getElementById(id), rowsOf(id), linked[id], selection);
}
const filtered = document.getElementById('operators') || document.getElementById('layers');
if (filtered) addFilter(filtered, tables.get(filtered), chart);

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') selection.select(null);
});
