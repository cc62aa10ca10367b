// SPDX-FileCopyrightText: 2026 The Rooflight authors
// SPDX-License-Identifier: Apache-2.0

/* Usage: node histogram_ticks.js page_histogram.js
   Texts under the bars keep apart and within the picture, whatever the range of the times. */
'use strict';

const fs = require('fs');
const vm = require('vm');

const pixelsOfCharacter = 7;

class Element {
  constructor(parent) {
    this.attributes = {};
    this.parent = parent;
    parent?.children.push(this);
    this.children = [];
    this.textContent = '';
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  getComputedTextLength() { return this.textContent.length * pixelsOfCharacter; }
  remove() { this.parent.children.splice(this.parent.children.indexOf(this), 1); }
}

const page = {
  log: Math.log10,
  texts: { bars: '', latency: 'Latency' },
  filled: (text) => text,
  duration: (timeNs) => `${timeNs} ns`,
  make(name, attributes, parent) {
    const element = new Element(parent);
    element.name = name;
    Object.assign(element.attributes, attributes);
    return element;
  },
};
const histogram = vm.runInNewContext(fs.readFileSync(process.argv[2], 'utf8') + '\nHistogram', page);

function ticks(low, end, width) {
  const chart = Object.create(histogram.prototype);
  const area = { left: 40, right: width - 10, top: 40, bottom: 200 };
  Object.assign(chart, { area, width, height: 240, end, svg: new Element(), shown: { low, width: end - low, counts: [1] } });
  chart.x = (time) => area.left + (time - low) / (end - low) * (area.right - area.left);
  chart.timeAxis();
  return chart.svg.children.filter(({ name, attributes }) => name === 'text' && attributes.class !== 'title');
}

let wrong = 0;
for (const width of [260, 320, 400, 600, 1000]) {
  for (let range = 0; range < 400; ++range) {
    const low = 10 ** (3 + (range % 20) / 4);
    const end = low * (1 + 0.002 * 1.02 ** range);
    let free = 0;
    const texts = ticks(low, end, width);
    for (const text of texts) {
      const begin = Number(text.attributes.x);
      const anchor = text.attributes['text-anchor'];
      const length = text.getComputedTextLength();
      const left = anchor === 'middle' ? begin - length / 2 : anchor === 'end' ? begin - length : begin;
      if (left < free || left + length > width) {
        console.error(`${low} to ${end} ns on ${width} pixels: ${texts.map((one) => one.textContent)}`);
        ++wrong;
        break;
      }
      free = left + length;
    }
  }
}
process.exit(wrong > 0 ? 1 : 0);
