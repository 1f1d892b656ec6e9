/*! Apache ECharts, Copyright 2017-2026 The Apache Software Foundation, under the Apache License, Version 2.0.
This product includes software developed at The Apache Software Foundation.
zrender, Copyright (c) 2017 Baidu Inc., and parts of d3, Copyright 2010-2016 Mike Bostock. All rights reserved.
Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following conditions are met:
redistributions of source code retain the copyright notice, this list of conditions and the following disclaimer; redistributions in binary
form reproduce the copyright notice, this list of conditions and the following disclaimer in the documentation and/or other materials provided
with the distribution; neither the name of the copyright holder nor the names of its contributors are used to endorse or promote products
derived from this software without specific prior written permission.
THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO,
THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR
CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO,
PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF
LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
tslib, Copyright (c) Microsoft Corporation, used with permission under the 0BSD licence. */

// Draws the pictures of report.html. Everything else of the page is there without it.
import { LineChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

import { breakEven } from './break_even.js';
import { busyDistribution, cumulativeCost, dispersion, loadDuration } from './curves.js';
import { arrivalRate, demand, devices } from './over_time.js';

echarts.use([LineChart, GridComponent, TooltipComponent, MarkAreaComponent, MarkLineComponent, SVGRenderer]);

// What draws each picture, given its data and the width it has; those with a time axis move their pointers together.
const pictures = {
  break_even: { option: breakEven },
  arrival_rate: { option: arrivalRate, linked: true },
  demand: { option: demand, linked: true },
  devices: { option: devices, linked: true },
  cards: { option: devices, linked: true },
  busy_distribution: { option: busyDistribution },
  dispersion_by_scale: { option: dispersion },
  cumulative_cost: { option: cumulativeCost },
  load_duration: { option: loadDuration },
};
const printedWidth = 680; // CSS pixels between the margins of an A4 or letter page

const data = JSON.parse(document.getElementById('charts').textContent);
const drawn = [];

function draw(place) {
  const picture = pictures[place.dataset.chart];
  const numbers = data[place.dataset.chart];
  if (!picture || !numbers) return;
  place.replaceChildren();
  place.classList.add('drawn');
  const chart = echarts.init(place, null, { renderer: 'svg' });
  if (picture.linked) chart.group = 'time';
  let width = 0;
  const show = (wanted) => {
    if (wanted === width || wanted === 0) return;
    width = wanted;
    chart.resize({ width, silent: true });
    chart.setOption(picture.option(numbers, width, place.clientHeight), { notMerge: true });
    chart.getZr().flush();
  };
  show(place.clientWidth);
  new ResizeObserver(() => { if (!printing) show(place.clientWidth); }).observe(place);
  drawn.push({ place, show });
}

let printing = false;
let opened = [];

function toPaper() {
  if (printing) return;
  printing = true;
  opened = [...document.querySelectorAll('details:not([open])')];
  for (const one of opened) one.open = true;
  for (const { place, show } of drawn) show(place.closest('.pair') ? printedWidth / 2 - 12 : printedWidth);
}

function toScreen() {
  if (!printing) return;
  printing = false;
  for (const one of opened) one.open = false;
  for (const { place, show } of drawn) show(place.clientWidth);
}

// Browsers announce paper by events, emulations of it by the media query.
window.addEventListener('beforeprint', toPaper);
window.addEventListener('afterprint', toScreen);
matchMedia('print').addEventListener('change', (query) => (query.matches ? toPaper() : toScreen()));

for (const place of document.querySelectorAll('[data-chart]')) draw(place);
echarts.connect('time');
