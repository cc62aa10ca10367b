// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* How often which time was measured: bars of what is selected, else of the whole model, and in a comparison the runs of
   the earlier session as an outline, scaled to the same total. Times are in nanoseconds. */
const timeUnits = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];

/* 1, 2 or 5 of a power of ten, so that no more than so many fit into the range. */
function niceStep(range, most) {
  const least = range / Math.max(1, most);
  const power = 10 ** Math.floor(log(least));
  return power * [1, 2, 5, 10].find((digit) => digit * power >= least * 0.9999);
}

class Histogram {
  constructor(host) {
    this.host = host;
    this.caption = html('p', '', host, 'caption');
    this.legend = html('ul', '', host, 'legend');
    this.picture = html('div', '', host, 'picture');
    this.svg = make('svg', { tabindex: '0', role: 'application' }, this.picture);
    this.card = html('div', '', this.picture, 'card readout');
    this.card.setAttribute('role', 'status');
    this.listen();
    this.show(null);
  }

  /* What was timed by itself has its own bars. */
  show(item) {
    const { model, layers, operators } = data.histograms;
    const own = item && (item.operator >= 0 ? operators[item.operator] : layers[item.layer]);
    this.shown = own || model;
    this.pointed = -1;
    this.describe();
    this.draw();
  }

  describe() {
    const { name, before, above, below } = this.shown;
    const figures = (of) => [filled(texts.count, counted(of.runs)), filled(texts.median, duration(of.median || 0)),
      of.p95 ? filled(texts.p95, duration(of.p95)) : ''].filter(Boolean)
      .map((text) => text.replaceAll(' ', '\u00a0')).join(texts.comma);
    const beyond = [above ? filled(texts.above, counted(above)) : '', below ? filled(texts.below, counted(below)) : ''];
    const words = [before ? '' : figures(this.shown), ...beyond].filter(Boolean).join(texts.comma);
    this.caption.replaceChildren();
    html('strong', name, this.caption);
    html('span', words, this.caption, 'soft');
    this.legend.replaceChildren();
    this.legend.hidden = !before;
    for (const [of, title, sign] of before ? [[this.shown, texts.after, 'bar'], [before, texts.before, 'outline']] : []) {
      const line = html('li', '', this.legend);
      make('rect', { width: 10, height: 10, class: sign }, make('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, line));
      html('b', title, line);
      html('span', figures(of), line, 'soft');
    }
    const lines = [...this.legend.children].map((line) => [...line.children].slice(1).map((part) => part.textContent).join(' '));
    this.svg.setAttribute('aria-label', [filled(texts.histogram, name), words, ...lines].filter(Boolean).join(texts.comma));
  }

  listen() {
    const place = (event) => {
      const box = this.svg.getBoundingClientRect();
      const px = (event.clientX - box.left) / box.width * this.width;
      const { left, right } = this.area;
      const bar = Math.floor((px - left) / (right - left) * this.shown.counts.length);
      this.point(bar >= 0 && bar < this.shown.counts.length ? bar : -1);
    };
    for (const kind of ['pointermove', 'pointerdown']) this.svg.addEventListener(kind, place);
    this.svg.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') this.point(-1); // a finger that is lifted leaves, too
    });
    this.svg.addEventListener('blur', () => this.point(-1));
    this.svg.addEventListener('keydown', (event) => {
      const last = this.shown.counts.length - 1;
      const next = { ArrowRight: Math.min(last, this.pointed + 1), ArrowLeft: Math.max(0, this.pointed - 1), Home: 0, End: last };
      if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in next)) return;
      this.point(next[event.key]);
      event.preventDefault();
    });
    new ResizeObserver(() => {
      if (Math.round(this.picture.clientWidth) !== this.width) this.draw();
    }).observe(this.picture);
  }

  measure() {
    const { counts, low, width, before } = this.shown;
    this.width = Math.max(280, Math.round(this.picture.clientWidth));
    this.height = Math.round(Math.max(220, Math.min(0.32 * this.width, 300)));
    this.area = { left: 72, top: 44, right: this.width - 14, bottom: this.height - 50 };
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.weight = before ? this.shown.runs / before.runs : 0;
    this.most = Math.max(1, ...counts, ...(before ? before.counts.map((count) => count * this.weight) : []));
    this.end = low + width * counts.length;
  }

  x(timeNs) {
    const { left, right } = this.area;
    return left + (timeNs - this.shown.low) / (this.end - this.shown.low) * (right - left);
  }

  y(count) {
    return this.area.bottom - count / (this.most * 1.05) * (this.area.bottom - this.area.top);
  }

  edge(bar) {
    return this.x(this.shown.low + this.shown.width * bar);
  }

  draw() {
    this.measure();
    this.svg.replaceChildren();
    this.countAxis();
    this.bars();
    if (this.shown.before) this.outline(this.shown.before.counts);
    this.timeAxis();
    this.marks();
    this.pointer = make('g', {}, this.svg);
    this.point(this.pointed);
  }

  countAxis() {
    const { left, right, top, bottom } = this.area;
    const step = Math.max(1, niceStep(this.most, Math.floor((bottom - top) / 32)));
    for (let count = 0; count <= this.most * 1.05; count += step) {
      const y = this.y(count);
      make('line', { x1: left, x2: right, y1: y, y2: y, class: 'grid' }, this.svg);
      make('text', { x: left - 8, y: y + 4, 'text-anchor': 'end' }, this.svg).textContent = counted(count);
    }
    make('text', { 'text-anchor': 'middle', class: 'title',
      transform: `translate(16 ${(top + bottom) / 2}) rotate(-90)` }, this.svg).textContent = texts.runs;
  }

  bars() {
    this.shown.counts.forEach((count, bar) => {
      const [from, to, y] = [this.edge(bar), this.edge(bar + 1), this.y(count)];
      const gap = to - from > 4 ? 1 : 0;
      if (count) make('rect', { x: from, y, width: to - from - gap, height: this.area.bottom - y, class: 'bar' }, this.svg);
    });
  }

  outline(counts) {
    const steps = counts.map((count, bar) => {
      const y = this.y(count * this.weight);
      return `L ${this.edge(bar)} ${y} L ${this.edge(bar + 1)} ${y}`;
    });
    const { left, right, bottom } = this.area;
    make('path', { d: `M ${left} ${bottom} ${steps.join(' ')} L ${right} ${bottom}`, class: 'outline' }, this.svg);
  }

  /* All ticks in one unit, with as many digits as tell them apart. One without room for its text beside the last has
     none: at the right edge texts are moved inwards. */
  timeAxis() {
    const { left, right, bottom } = this.area;
    const { low, width, counts, sturges } = this.shown;
    const step = niceStep(this.end - low, Math.floor((right - left) / 64));
    const [factor, unit] = timeUnits.find(([size]) => this.end >= size) || timeUnits[timeUnits.length - 1];
    const digits = Math.min(9, Math.max(0, -Math.floor(log(step / factor) + 1e-9)));
    make('line', { x1: left, x2: right, y1: bottom, y2: bottom, class: 'axis' }, this.svg);
    let free = 0; // from here on the line of texts is free
    for (let tick = Math.ceil(low / step - 1e-9); tick * step <= this.end; ++tick) {
      const x = this.x(tick * step);
      make('line', { x1: x, x2: x, y1: bottom, y2: bottom + 4, class: 'axis' }, this.svg);
      const text = make('text', { y: bottom + 18 }, this.svg);
      text.textContent = `${(tick * step / factor).toFixed(digits)} ${unit}`;
      const length = text.getComputedTextLength();
      const begin = Math.min(x - length / 2, this.width - length);
      text.setAttribute('x', begin);
      if (begin < free) text.remove();
      else free = begin + length + 6;
    }
    const rule = filled(texts.bars, duration(width), sturges ? texts.sturges : texts.freedmanDiaconis);
    const title = make('text', { y: this.height - 10, 'text-anchor': 'middle', class: 'title' }, this.svg);
    title.textContent = counts.length < 2 ? texts.latency : rule;
    title.setAttribute('x', Math.min((left + right) / 2, this.width - title.getComputedTextLength() / 2));
  }

  /* Both lines first: a name may lie across the line of the other, and hides it there. */
  marks() {
    const { top, bottom, left, right } = this.area;
    const marks = [[this.shown.median, texts.median, 'median'], [this.shown.p95, texts.p95, 'p95']].map(
      ([time, text, line], row) => ({ time, text, line, x: this.x(time || 0), y: top - 24 + 18 * row }));
    const shown = marks.filter(({ time, x }) => time && x >= left && x <= right);
    for (const { x, y, line } of shown) make('line', { x1: x, x2: x, y1: y - 10, y2: bottom, class: line }, this.svg);
    for (const { time, text, x, y } of shown) {
      const name = make('text', { x: x + 5, y }, this.svg);
      name.textContent = filled(text, duration(time));
      const length = name.getComputedTextLength();
      if (x + 5 + length > this.width) name.setAttribute('x', x - 5 - length);
      const box = name.getBBox();
      name.before(make('rect', { x: box.x - 2, y: box.y, width: box.width + 4, height: box.height, class: 'ground' }));
    }
  }

  /* Says the range and the runs of a bar; -1: of none. */
  point(bar) {
    this.pointed = bar;
    this.pointer.replaceChildren();
    this.card.hidden = bar < 0;
    if (bar < 0) return;
    const { top, bottom } = this.area;
    const [from, to] = [this.edge(bar), this.edge(bar + 1)];
    make('rect', { x: from, y: top, width: to - from, height: bottom - top, class: 'pointed' }, this.pointer);
    const { low, width, counts, runs, before } = this.shown;
    this.card.replaceChildren();
    html('strong', filled(texts.bar, duration(low + width * bar), duration(low + width * (bar + 1))), this.card);
    const list = html('dl', '', this.card);
    const row = (name, of) => {
      html('dt', name, list);
      html('dd', filled(texts.shown, counted(of.counts[bar]), counted(of.runs)), list);
    };
    row(before ? texts.after : texts.runs, { counts, runs });
    if (before) row(texts.before, before);
    const scale = this.picture.clientWidth / this.width;
    const room = this.picture.clientWidth - this.card.offsetWidth;
    const right = to * scale + 8;
    this.card.style.left = Math.max(0, right <= room ? right : from * scale - 8 - this.card.offsetWidth) + 'px';
    this.card.style.top = top * scale + 'px';
  }
}
