// SPDX-FileCopyrightText: 2026 The Ridgepoint authors
// SPDX-License-Identifier: Apache-2.0

// The chart and the tables of an interactive report. Everything that it shows is text, never markup.
'use strict';

const data = JSON.parse(document.getElementById('ridgepoint-data').textContent);
const svgSpace = 'http://www.w3.org/2000/svg';
const log = Math.log10;

function make(name, attributes, parent) {
  const element = document.createElementNS(svgSpace, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  if (parent) parent.append(element);
  return element;
}

function html(name, text, parent, className) {
  const element = document.createElement(name);
  element.textContent = text;
  if (className) element.className = className;
  if (parent) parent.append(element);
  return element;
}

/* Numbers as the rest of the page has them: three digits, powers of 1000. */
const prefixes = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];

function three(value) {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function quantity(value, unit) {
  if (!(value > 0)) return '0 ' + unit;
  const [factor, prefix] = prefixes.find(([size]) => value >= size * 0.9995) || prefixes[prefixes.length - 1];
  return three(value / factor) + ' ' + prefix + unit;
}

function plain(value) {
  return value >= 1 ? quantity(value, '').trim() : String(Number(value.toPrecision(3)));
}

/* Of axes, whose values are round. */
function round(value) {
  const [factor, prefix] = prefixes.find(([size]) => value >= size * 0.9995) || prefixes[prefixes.length - 1];
  return `${Number((value / factor).toPrecision(3))} ${prefix}`.trim();
}

function percent(share) {
  return share >= 0.1 ? (share * 100).toFixed(0) + ' %' : (share * 100).toFixed(1) + ' %';
}

/* What a cell says as a number: "24.3 ms" is 0.0243; text stays text. */
function valueOf(text) {
  const match = /^[≥<+−-]?\s*([\d,]*\.?\d+)\s*(?:([TGMkmµn])?(FLOP\/s|FLOP|MAC|B\/s|B|s|Hz|W))?\s*(%)?$/.exec(text.trim());
  if (!match) return null;
  const factor = prefixes.find(([, prefix]) => prefix === (match[2] || ''))[0];
  const sign = /^[−-]/.test(text.trim()) ? -1 : 1;
  return sign * Number(match[1].replaceAll(',', '')) * factor * (match[4] ? 0.01 : 1);
}

/* Tables: a click on a title sorts, largest numbers first; a second one turns it round, a third one restores. */
function makeSortable(table) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  let column = -1;
  let step = 0;
  const titles = [...table.tHead.rows[0].cells];
  const sort = (index) => {
    step = index === column ? (step + 1) % 3 : 1;
    column = index;
    titles.forEach((title, i) => {
      title.setAttribute('aria-sort', i !== column || step === 0 ? 'none' : step === 1 ? 'descending' : 'ascending');
    });
    const rows = [...original];
    if (step > 0) {
      const keys = new Map(rows.map((row) => [row, row.cells[index] ? row.cells[index].textContent : '']));
      const isNumeric = titles[index].classList.contains('n');
      const turn = step === 1 ? -1 : 1;
      rows.sort((a, b) => {
        const [x, y] = [keys.get(a), keys.get(b)];
        if (!isNumeric) return -turn * x.localeCompare(y, 'en', { numeric: true });
        const [m, n] = [valueOf(x), valueOf(y)];
        if (m === null || n === null) return (m === null) - (n === null);
        return turn * (m - n);
      });
    }
    body.append(...rows);
  };
  titles.forEach((title, index) => {
    title.tabIndex = 0;
    title.title = 'Sort';
    title.addEventListener('click', () => sort(index));
    title.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      sort(index);
    });
  });
  return original;
}

/* The chart. The plane is in decades: x of FLOP/byte, y of FLOP/s. */
const width = 1000;
const height = 560;
const area = { left: 78, top: 14, right: width - 14, bottom: height - 52 };

class Chart {
  constructor(host) {
    this.points = data.points;
    this.host = host;
    this.svg = make('svg', { viewBox: `0 0 ${width} ${height}`, tabindex: '0', role: 'img' });
    this.svg.setAttribute('aria-label', `Roofline with ${this.points.length} points; all numbers are in the tables below.`);
    host.append(this.svg);
    this.card = html('div', '', host, 'card');
    this.whole = this.wholeFrame();
    this.frame = { ...this.whole };
    this.wanted = () => true;
    this.selected = null;
    this.listen();
    this.draw();
  }

  wholeFrame() {
    const xs = this.points.map((point) => log(point.intensity));
    const ys = this.points.map((point) => log(point.rate));
    for (const roof of data.roofs.filter((one) => one.unit === 'FLOP/s')) ys.push(log(roof.value));
    if (data.ridge) xs.push(log(data.ridge) - 1, log(data.ridge) + 1);
    if (!xs.length) xs.push(-1, 2);
    if (!ys.length) ys.push(6, 12);
    const low = (values) => Math.floor(Math.min(...values) - 0.1);
    const high = (values) => Math.ceil(Math.max(...values) + 0.1);
    return { left: low(xs), right: high(xs), bottom: low(ys), top: high(ys) };
  }

  x(value) {
    return area.left + (value - this.frame.left) / (this.frame.right - this.frame.left) * (area.right - area.left);
  }

  y(value) {
    return area.bottom - (value - this.frame.bottom) / (this.frame.top - this.frame.bottom) * (area.bottom - area.top);
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    const px = (event.clientX - box.left) / box.width * width;
    const py = (event.clientY - box.top) / box.height * height;
    return {
      px, py,
      x: this.frame.left + (px - area.left) / (area.right - area.left) * (this.frame.right - this.frame.left),
      y: this.frame.bottom + (area.bottom - py) / (area.bottom - area.top) * (this.frame.top - this.frame.bottom),
    };
  }

  zoom(factor, at) {
    const frame = this.frame;
    const span = (frame.right - frame.left) * factor;
    if (span < 0.05 || span > 30) return;
    this.frame = {
      left: at.x + (frame.left - at.x) * factor, right: at.x + (frame.right - at.x) * factor,
      bottom: at.y + (frame.bottom - at.y) * factor, top: at.y + (frame.top - at.y) * factor,
    };
    this.draw();
  }

  listen() {
    let pressed = null;
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.place(event));
    }, { passive: false });
    this.svg.addEventListener('pointerdown', (event) => {
      pressed = { ...this.place(event), frame: { ...this.frame } };
    });
    window.addEventListener('pointerup', () => { pressed = null; });
    this.svg.addEventListener('pointermove', (event) => {
      const at = this.place(event);
      if (!pressed || event.buttons === 0) return this.hover(at, event);
      const dx = (at.px - pressed.px) / (area.right - area.left) * (this.frame.right - this.frame.left);
      const dy = (at.py - pressed.py) / (area.bottom - area.top) * (this.frame.top - this.frame.bottom);
      const from = pressed.frame;
      this.frame = { left: from.left - dx, right: from.right - dx, bottom: from.bottom + dy, top: from.top + dy };
      this.draw();
    });
    this.svg.addEventListener('pointerleave', () => { this.card.hidden = true; });
    this.svg.addEventListener('click', (event) => {
      const point = this.near(this.place(event));
      if (point) this.onSelect(point);
    });
    this.svg.addEventListener('dblclick', () => this.fit());
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  fit() {
    this.frame = { ...this.whole };
    this.draw();
  }

  key(event) {
    const middle = { x: (this.frame.left + this.frame.right) / 2, y: (this.frame.bottom + this.frame.top) / 2 };
    if (event.key === '+' || event.key === '=') this.zoom(0.8, middle);
    else if (event.key === '-') this.zoom(1.25, middle);
    else if (event.key === '0') this.fit();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') this.walk(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') this.walk(-1);
    else if (event.key === 'Escape') this.card.hidden = true;
    else return;
    event.preventDefault();
  }

  walk(step) {
    const shown = this.points.filter(this.wanted);
    if (!shown.length) return;
    const index = shown.indexOf(this.selected);
    const next = shown[index < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, index + step))];
    this.onSelect(next, false);
    this.showCard(next, this.x(log(next.intensity)), this.y(log(next.rate)));
  }

  near(at) {
    let best = null;
    let least = 14;
    for (const point of this.points.filter(this.wanted)) {
      const distance = Math.hypot(this.x(log(point.intensity)) - at.px, this.y(log(point.rate)) - at.py)
        - Math.min(10, point.radius / 2);
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  }

  hover(at) {
    const point = this.near(at);
    this.svg.style.cursor = point ? 'pointer' : 'default';
    if (point) this.showCard(point, at.px, at.py);
    else this.card.hidden = true;
  }

  showCard(point, px, py) {
    this.card.replaceChildren();
    html('strong', point.name, this.card);
    html('div', [point.type, point.family, point.bound].filter(Boolean).join(', '), this.card, 'soft');
    const list = html('dl', '', this.card);
    const row = (name, text) => { html('dt', name, list); html('dd', text, list); };
    if (point.timeNs) row('Time', quantity(point.timeNs * 1e-9, 's'));
    if (point.share) row('Share', percent(point.share));
    row('Work', quantity(point.flops, 'FLOP'));
    row('Traffic', quantity(point.bytes, 'B'));
    row('Intensity', plain(point.intensity) + ' FLOP/B');
    row(point.timed ? 'Achieved' : 'At its roof', quantity(point.rate, 'FLOP/s'));
    if (point.fraction) row('Of its roof', percent(point.fraction));
    if (point.gainNs) row('Time to gain', quantity(point.gainNs * 1e-9, 's'));
    this.card.hidden = false;
    const scale = this.svg.getBoundingClientRect().width / width;
    const isRight = px > width / 2;
    const isLow = py > height / 2;
    this.card.style.left = isRight ? 'auto' : px * scale + 14 + 'px';
    this.card.style.right = isRight ? (width - px) * scale + 14 + 'px' : 'auto';
    this.card.style.top = isLow ? 'auto' : py * scale + 10 + 'px';
    this.card.style.bottom = isLow ? (height - py) * scale + 10 + 'px' : 'auto';
  }

  ticks(low, high, most) {
    const step = Math.max(1, Math.ceil((high - low) / most));
    const ticks = [];
    const subs = high - low < 3.2 ? [1, 2, 5] : [1];
    for (let decade = Math.floor(low); decade <= high; decade += step) {
      for (const sub of subs) {
        const value = decade + log(sub);
        if (value >= low && value <= high) ticks.push(value);
      }
    }
    return ticks;
  }

  axes(parent) {
    for (const tick of this.ticks(this.frame.left, this.frame.right, 12)) {
      const x = this.x(tick);
      make('line', { x1: x, x2: x, y1: area.top, y2: area.bottom, class: 'grid' }, parent);
      make('text', { x, y: area.bottom + 18, 'text-anchor': 'middle' }, parent).textContent =
        tick < 0 ? plain(10 ** tick) : round(10 ** tick);
    }
    for (const tick of this.ticks(this.frame.bottom, this.frame.top, 10)) {
      const y = this.y(tick);
      make('line', { x1: area.left, x2: area.right, y1: y, y2: y, class: 'grid' }, parent);
      make('text', { x: area.left - 8, y: y + 4, 'text-anchor': 'end' }, parent).textContent = round(10 ** tick);
    }
    const middle = (area.left + area.right) / 2;
    make('text', { x: middle, y: height - 8, 'text-anchor': 'middle', class: 'title' }, parent).textContent =
      'Arithmetic intensity in FLOP/byte';
    const title = make('text', { 'text-anchor': 'middle', class: 'title',
      transform: `translate(18 ${(area.top + area.bottom) / 2}) rotate(-90)` }, parent);
    title.textContent = 'Performance in FLOP/s';
  }

  /* Lines into one group, their names into another, which no line crosses. */
  roofs(parent, names) {
    const flat = data.roofs.filter((roof) => roof.unit === 'FLOP/s');
    const slopes = data.roofs.filter((roof) => roof.unit === 'B/s');
    const highest = Math.max(...flat.map((roof) => log(roof.value)), this.frame.top - 30);
    const steepest = Math.max(...slopes.map((roof) => log(roof.value)), -30);
    const taken = [];
    const text = (roof) => `${roof.name}: ${quantity(roof.value, roof.unit)}`;
    const name = (roof, x, y, angle, anchor) => {
      if (taken.some((other) => Math.abs(other - y) < 15 && angle === 0)) y += 30;
      taken.push(y);
      const label = make('text', { transform: `translate(${x} ${y}) rotate(${angle})`, 'text-anchor': anchor,
        class: 'roof-name ' + (roof.unit === 'B/s' ? 'memory' : 'compute') }, names);
      label.textContent = text(roof);
    };
    for (const roof of flat) {
      const y = log(roof.value);
      const from = Math.max(this.x(y - steepest), area.left);
      make('line', { x1: from, x2: area.right, y1: this.y(y), y2: this.y(y), class: 'roof compute' }, parent);
      if (y < this.frame.top && y > this.frame.bottom) name(roof, area.right - 8, this.y(y) - 6, 0, 'end');
    }
    for (const roof of slopes) {
      const top = highest - log(roof.value);
      const low = this.frame.left - 1;
      make('line', { x1: this.x(low), y1: this.y(low + log(roof.value)), x2: this.x(top), y2: this.y(highest),
        class: 'roof memory' }, parent);
      const angle = Math.atan2(this.y(0) - this.y(1), this.x(1) - this.x(0)) * -180 / Math.PI;
      const from = Math.max(this.frame.left, this.frame.bottom - log(roof.value));
      const to = Math.min(top, this.frame.right, this.frame.top - log(roof.value));
      const middle = from * 0.6 + to * 0.4;
      const room = 0.8 * Math.hypot(this.x(to) - this.x(from), this.y(to) - this.y(from));
      if (to > from && room > text(roof).length * 7.5) // else there is no room on the part that is shown
        name(roof, this.x(middle), this.y(middle + log(roof.value)) - 6, angle, 'middle');
    }
  }

  draw() {
    this.svg.replaceChildren();
    const clip = make('clipPath', { id: 'plane' }, make('defs', {}, this.svg));
    make('rect', { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top }, clip);
    this.axes(this.svg);
    const plane = make('g', { 'clip-path': 'url(#plane)' }, this.svg);
    const names = make('g', {});
    this.roofs(plane, names);
    plane.append(names); // below the points
    for (const point of this.points) {
      if (!this.wanted(point)) continue;
      make('circle', { cx: this.x(log(point.intensity)), cy: this.y(log(point.rate)), r: point.radius,
        class: `point bound-${point.bound}${point.timed ? '' : ' hollow'}${point === this.selected ? ' selected' : ''}` }, plane);
    }
    make('rect', { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top,
      class: 'frame' }, this.svg);
  }
}

function layerTable() {
  const heading = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Layers');
  const holder = heading && heading.nextElementSibling;
  return holder ? holder.querySelector('table') : null;
}

function addFilter(table, rows, chart) {
  const line = document.createElement('p');
  const label = html('label', 'Filter ', line);
  const field = document.createElement('input');
  field.type = 'search';
  field.placeholder = 'part of a name or type';
  label.append(field);
  const count = html('span', '', line, 'soft');
  table.parentElement.before(line);
  const apply = () => {
    const wanted = field.value.trim().toLowerCase();
    let shown = 0;
    rows.forEach((row, index) => {
      const path = rows.length === data.paths.length ? data.paths[index] : '';
      row.hidden = wanted !== '' && !`${path} ${row.textContent}`.toLowerCase().includes(wanted);
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = wanted === '' ? '' : ` ${shown} of ${rows.length}`;
    chart.wanted = (point) => wanted === '' || `${point.name} ${point.type}`.toLowerCase().includes(wanted);
    chart.draw();
  };
  field.addEventListener('input', apply);
}

function link(table, rows, chart) {
  const rowOf = (point) => (rows.length === data.paths.length && point.layer >= 0 ? rows[point.layer] : null);
  chart.onSelect = (point, scroll = true) => {
    for (const row of rows) row.classList.remove('selected');
    chart.selected = point;
    const row = rowOf(point);
    if (row) row.classList.add('selected');
    if (row && scroll) row.scrollIntoView({ block: 'center', behavior: 'smooth' });
    chart.draw();
  };
  rows.forEach((row, index) => {
    row.addEventListener('click', () => {
      const point = data.points.find((one) => one.layer === index);
      if (point) chart.onSelect(point, false);
    });
  });
}

const host = document.getElementById('ridgepoint-chart');
for (const point of data.points) point.radius = Math.sqrt(25 + (point.share || 0) * 26 * 26);
data.points.sort((a, b) => b.radius - a.radius);
const chart = new Chart(host);
chart.onSelect = () => {};
const sorted = new Map([...document.querySelectorAll('table')].map((table) => [table, makeSortable(table)]));
const layers = layerTable();
if (layers) {
  addFilter(layers, sorted.get(layers), chart);
  link(layers, sorted.get(layers), chart);
}
