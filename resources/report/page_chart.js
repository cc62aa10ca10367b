// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* The chart. The plane is in decades: x of FLOP/byte, y of FLOP/s; its picture in pixels of the page. */
const minimumDrag = 4; // pixels; less is a click
const bandOfName = 8; // half the height of a roof's name

/* Those of the page's session by what they bound, those of others by their session. */
function lookOfRoof(roof, session) {
  if (session > 0) return `other ${colorOfSession(session)}`;
  return roof.unit === 'B/s' ? 'memory' : 'compute';
}

class Chart {
  constructor(host) {
    this.points = data.points;
    this.host = host;
    this.svg = make('svg', { tabindex: '0', role: 'application' });
    this.svg.setAttribute('aria-label', filled(texts.chart, this.points.length));
    host.append(this.svg);
    this.card = html('div', '', host, 'card');
    this.card.setAttribute('role', 'status');
    this.card.hidden = true;
    this.strip = new Strip(this.points, data.roofs);
    this.whole = this.wholeFrame();
    this.frame = { ...this.whole };
    this.wanted = () => true;
    this.selected = null;
    this.described = null; // by the card
    this.onSelect = () => {};
    this.onEnter = () => {};
    this.measure();
    this.listen();
    this.draw();
  }

  /* The picture follows the width of the page, so that its text keeps its size. */
  measure() {
    this.width = Math.max(280, Math.round(this.host.clientWidth));
    this.plane = Math.round(Math.max(260, Math.min(0.56 * this.width, 620, Math.max(320, 0.75 * window.innerHeight))));
    this.height = this.plane + this.strip.room;
    this.area = { left: 72, top: 14, right: this.width - 14, bottom: this.plane - 50 };
    this.strip.placeIn(this.area.left, this.area.right, this.plane);
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
  }

  wholeFrame() {
    const places = this.points.flatMap((point) => [point, point.before]).filter((one) => one && !isOnStrip(one));
    const xs = places.map((place) => log(place.intensity));
    const ys = places.map((place) => log(place.rate));
    for (const roof of roofsBySession.flat().filter((one) => one.unit === 'FLOP/s')) ys.push(log(roof.value));
    if (data.ridge) xs.push(log(data.ridge) - 1, log(data.ridge) + 1);
    if (!xs.length) xs.push(-1, 2);
    if (!ys.length) ys.push(6, 12);
    const low = (values) => Math.floor(Math.min(...values) - 0.1);
    const high = (values) => Math.ceil(Math.max(...values) + 0.1);
    const top = Math.max(...ys) + 0.5; // room for the name of the highest roof
    return { left: low(xs), right: high(xs), bottom: low(ys), top };
  }

  x(value) {
    const area = this.area;
    return area.left + (value - this.frame.left) / (this.frame.right - this.frame.left) * (area.right - area.left);
  }

  y(value) {
    const area = this.area;
    return area.bottom - (value - this.frame.bottom) / (this.frame.top - this.frame.bottom) * (area.bottom - area.top);
  }

  /* Of a point or of where one was, in pixels. */
  at(place) {
    return isOnStrip(place) ? this.strip.at(place.bandwidth)
      : { x: this.x(log(place.intensity)), y: this.y(log(place.rate)) };
  }

  isShown(point) {
    const { left, right, bottom, top } = this.frame;
    const isInside = (value, low, high) => value >= low && value <= high;
    return isOnStrip(point)
      || isInside(log(point.intensity), left, right) && isInside(log(point.rate), bottom, top);
  }

  place(event) {
    const box = this.svg.getBoundingClientRect();
    const area = this.area;
    const px = (event.clientX - box.left) / box.width * this.width;
    const py = (event.clientY - box.top) / box.height * this.height;
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
    let dragged = false;
    this.svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.place(event));
    }, { passive: false });
    this.svg.addEventListener('pointerdown', (event) => {
      pressed = { ...this.place(event), frame: { ...this.frame } };
      dragged = false;
    });
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => { pressed = null; });
    this.svg.addEventListener('pointermove', (event) => {
      const at = this.place(event);
      if (!pressed || event.buttons === 0) return this.hover(at);
      if (!dragged && Math.hypot(at.px - pressed.px, at.py - pressed.py) < minimumDrag) return;
      if (!dragged) this.svg.setPointerCapture(event.pointerId);
      dragged = true;
      this.pan(pressed, at);
    });
    this.svg.addEventListener('pointerleave', () => this.showSelected());
    this.svg.addEventListener('click', (event) => {
      if (dragged) return;
      const point = this.near(this.place(event));
      if (!point || !point.session) this.onSelect(point, true);
    });
    this.svg.addEventListener('dblclick', () => this.fit());
    this.svg.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(() => {
      if (Math.round(this.host.clientWidth) === this.width) return;
      this.measure();
      this.draw();
      this.showSelected();
    }).observe(this.host);
  }

  pan(pressed, at) {
    const { area, frame } = this;
    const dx = (at.px - pressed.px) / (area.right - area.left) * (frame.right - frame.left);
    const dy = (at.py - pressed.py) / (area.bottom - area.top) * (frame.top - frame.bottom);
    const from = pressed.frame;
    this.frame = { left: from.left - dx, right: from.right - dx, bottom: from.bottom + dy, top: from.top + dy };
    this.hideCard();
    this.draw();
  }

  fit() {
    this.frame = { ...this.whole };
    this.draw();
  }

  key(event) {
    const middle = { x: (this.frame.left + this.frame.right) / 2, y: (this.frame.bottom + this.frame.top) / 2 };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') this.zoom(0.8, middle);
    else if (event.key === '-') this.zoom(1.25, middle);
    else if (event.key === '0') this.fit();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') this.walk(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') this.walk(-1);
    else if (event.key === 'Enter' && this.selected) this.onEnter(this.selected);
    else return;
    event.preventDefault();
  }

  /* To the next point from left to right, those of the strip last. */
  walk(step) {
    const own = this.points.filter((point) => this.wanted(point) && !point.session);
    const shown = own.sort((a, b) => isOnStrip(a) - isOnStrip(b)
      || (isOnStrip(a) ? a.bandwidth - b.bandwidth : a.intensity - b.intensity || a.rate - b.rate));
    if (!shown.length) return;
    const index = shown.indexOf(this.selected);
    this.onSelect(shown[index < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, index + step))], false);
  }

  /* Null: none. One outside of what is shown is brought into its middle. */
  select(point) {
    this.selected = point;
    if (point && !this.isShown(point)) this.fit();
    else this.draw();
    this.showSelected();
  }

  near(at) {
    let best = null;
    let least = 14;
    for (const point of this.points.filter(this.wanted)) {
      const { x, y } = this.at(point);
      const distance = Math.hypot(x - at.px, y - at.py) - Math.min(10, point.radius / 2);
      if (distance < least) [best, least] = [point, distance];
    }
    return best;
  }

  hover(at) {
    const point = this.near(at);
    this.svg.style.cursor = point ? 'pointer' : 'default';
    if (point) this.showCard(point);
    else this.showSelected();
  }

  showSelected() {
    if (this.selected && this.wanted(this.selected)) this.showCard(this.selected);
    else this.hideCard();
  }

  hideCard() {
    this.card.hidden = true;
    this.described = null;
    drawBefore(this, null, this.before);
  }

  showCard(point) {
    this.described = point;
    drawBefore(this, point, this.before);
    this.card.replaceChildren();
    html('strong', point.name, this.card);
    const words = [sessionOf(point), point.type, data.names[point.family], data.names[point.bound]];
    html('div', words.filter(Boolean).join(texts.comma), this.card, 'soft');
    const list = html('dl', '', this.card);
    const row = (name, text) => { html('dt', name, list); html('dd', text, list); };
    if (point.timeNs) row(texts.time, duration(point.timeNs));
    beforeRows(point, row);
    if (point.share) row(texts.share, percent(point.share));
    row(texts.work, quantity(point.flops, 'FLOP'));
    row(texts.traffic, quantity(point.bytes, 'B'));
    if (isOnStrip(point)) {
      row(point.timed ? texts.achievedBytes : texts.atRoof, quantity(point.bandwidth, 'B/s'));
    } else {
      row(texts.intensity, plain(point.intensity) + ' FLOP/B');
      row(point.timed ? texts.achieved : texts.atRoof, quantity(point.rate, 'FLOP/s'));
    }
    if (point.fraction) row(texts.ofRoof, percent(point.fraction));
    if (point.gainNs) row(texts.gain, duration(point.gainNs));
    this.card.hidden = false;
    const { x, y } = this.at(point);
    this.placeCard(x, y, point.radius + 8);
  }

  /* Beside a point, where there is room, and inside of the picture. */
  placeCard(px, py, gap) {
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const inside = (value, room) => Math.max(0, Math.min(value, room));
    const left = px + gap + width <= this.width ? px + gap : px - gap - width;
    this.card.style.left = inside(left, this.width - width) + 'px';
    const fits = left >= 0 && left + width <= this.width;
    const top = fits ? py - height / 2 : py > this.height / 2 ? py - gap - height : py + gap;
    this.card.style.top = inside(top, this.height - height) + 'px';
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
    const area = this.area;
    for (const tick of this.ticks(this.frame.left, this.frame.right, Math.ceil(this.width / 85))) {
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
    make('text', { x: middle, y: this.plane - 10, 'text-anchor': 'middle', class: 'title' }, parent).textContent =
      texts.xAxis;
    const title = make('text', { 'text-anchor': 'middle', class: 'title',
      transform: `translate(16 ${(area.top + area.bottom) / 2}) rotate(-90)` }, parent);
    title.textContent = texts.yAxis;
  }

  /* The ends of each roof in pixels, of that part of it which is inside of the frame; null: none is. */
  roofLines(roofs) {
    const { frame } = this;
    const flat = roofs.filter((roof) => roof.unit === 'FLOP/s');
    const slopes = roofs.filter((roof) => roof.unit === 'B/s');
    const highest = Math.max(...flat.map((roof) => log(roof.value)), -Infinity);
    const steepest = Math.max(...slopes.map((roof) => log(roof.value)), -Infinity);
    const line = (roof, from, to, rise) => (from < to ? {
      roof, x1: this.x(from), y1: this.y(rise(from)), x2: this.x(to), y2: this.y(rise(to)) } : null);
    return [...flat.map((roof) => {
      const y = log(roof.value);
      const isInside = y > frame.bottom && y < frame.top;
      return isInside ? line(roof, Math.max(y - steepest, frame.left), frame.right, () => y) : null;
    }), ...slopes.map((roof) => {
      const value = log(roof.value);
      const top = Math.min(highest > -Infinity ? highest : frame.top, frame.top);
      return line(roof, Math.max(frame.left, frame.bottom - value), Math.min(frame.right, top - value), (x) => x + value);
    })].filter(Boolean);
  }

  /* Lines into one group, their names into another, which no line crosses. */
  roofs(parent, names) {
    const lines = roofsBySession.flatMap((roofs, session) => (
      this.roofLines(roofs).filter((line) => isFirst(line.roof, session))
        .map((line) => ({ ...line, look: lookOfRoof(line.roof, session), session }))));
    for (const line of lines)
      make('line', { x1: line.x1, y1: line.y1, x2: line.x2, y2: line.y2, class: 'roof ' + line.look }, parent);
    const shown = this.points.filter((point) => this.wanted(point) && !isOnStrip(point))
      .map((point) => ({ ...this.at(point), radius: point.radius }));
    const taken = [];
    for (const line of lines) {
      const value = quantity(line.roof.value, line.roof.unit);
      const name = line.session > 0 ? data.sessions[line.session] : line.roof.name;
      const places = [`${name}: ${value}`, name].map((text) => (
        { text, ...this.placeName(line, this.lengthOf(text), { lines, points: shown, taken }) }));
      const place = places.find((one) => one.marks);
      if (!place) continue; // the table of roofs has it
      taken.push(...place.marks);
      make('text', { transform: `translate(${place.x} ${place.y}) rotate(${place.angle})`, 'text-anchor': 'middle',
        class: 'roof-name ' + line.look }, names).textContent = place.text;
    }
  }

  /* In pixels, as the name of a roof: letters differ by language. */
  lengthOf(text) {
    this.lengths ??= new Map();
    if (!this.lengths.has(text)) {
      const name = make('text', { class: 'roof-name' }, this.svg);
      name.textContent = text;
      this.lengths.set(text, name.getComputedTextLength());
      name.remove();
    }
    return this.lengths.get(text);
  }

  /* Where a name lies on its line: on no other name, and on as few points and lines as possible. */
  placeName(line, length, others) {
    const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
    const room = Math.hypot(dx, dy);
    if (room < length + 8) return null;
    const [ux, uy] = [dx / room, dy / room];
    const shares = uy === 0 ? [1, 0.9, 0.75, 0.6, 0.45, 0.3, 0.15, 0] : [0.35, 0.25, 0.45, 0.15, 0.55, 0.05, 0.7, 0.85];
    let best = null;
    for (const side of [-1, 1]) { // above, below
      shares.forEach((share, step) => {
        const from = 4 + share * (room - length - 8);
        const off = side * (bandOfName + 5);
        const marks = [];
        for (let along = 0; along <= length; along += 8)
          marks.push({ x: line.x1 + ux * (from + along) - uy * off, y: line.y1 + uy * (from + along) + ux * off });
        const cost = this.costOfName(line, marks, others) + (side > 0 ? 0.5 : 0) + step * 0.1;
        if (cost < (best ? best.cost : 1 + marks.length / 4)) {
          const middle = marks[Math.floor(marks.length / 2)];
          best = { cost, marks, x: middle.x - uy * 4, y: middle.y + ux * 4, angle: Math.atan2(dy, dx) * 180 / Math.PI };
        }
      });
    }
    return best;
  }

  costOfName(line, marks, { lines, points, taken }) {
    const near = (mark, other, distance) => Math.hypot(mark.x - other.x, mark.y - other.y) < distance;
    const area = this.area;
    let cost = 0;
    for (const mark of marks) {
      if (mark.y < area.top + bandOfName || mark.y > area.bottom - bandOfName || mark.x < area.left
        || mark.x > area.right || taken.some((other) => near(mark, other, 2 * bandOfName))) return 1000;
      cost += points.filter((point) => near(mark, point, point.radius + bandOfName)).length;
      cost += lines.filter((other) => other !== line && this.touches(mark, other)).length / 3;
    }
    return cost;
  }

  touches(mark, line) {
    const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
    const along = Math.max(0, Math.min(1, ((mark.x - line.x1) * dx + (mark.y - line.y1) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(mark.x - line.x1 - along * dx, mark.y - line.y1 - along * dy) < bandOfName;
  }

  draw() {
    const area = this.area;
    this.svg.replaceChildren();
    const clip = make('clipPath', { id: 'plane' }, make('defs', {}, this.svg));
    make('rect', { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top }, clip);
    this.axes(this.svg);
    const plane = make('g', { class: 'plane', 'clip-path': 'url(#plane)' }, this.svg);
    const names = make('g', {});
    this.roofs(plane, names);
    plane.append(names); // below the points
    this.strip.draw(this.svg, this.ticks);
    const strip = make('g', { class: 'strip' }, this.svg);
    const mark = (point) => make('path', { d: data.shapes[point.family],
      transform: `translate(${this.at(point).x} ${this.at(point).y}) scale(${point.radius})`,
      class: `point ${colorOfPoint(point)}${point.timed ? '' : ' hollow'}`
        + (point === this.selected ? ' selected' : '') }, isOnStrip(point) ? strip : plane);
    for (const point of this.points) {
      if (this.wanted(point) && point !== this.selected) mark(point);
    }
    if (this.selected && this.wanted(this.selected)) mark(this.selected); // above the others
    this.before = make('g', {}, this.svg);
    drawBefore(this, this.described, this.before);
    drawTags(make('g', { class: 'tags' }, this.svg), this.points.filter(this.wanted),
      (point) => (this.isShown(point) ? this.at(point) : null), area);
    make('rect', { x: area.left, y: area.top, width: area.right - area.left, height: area.bottom - area.top,
      class: 'frame' }, this.svg);
  }
}
