// What an accelerator hour costs that the work needs, by the share of the owned hours that it needs.
import { apart, axis, band, base, fixedGrid, ink, label, line, narrow, note, percent, tooltip, usd, valueAxis } from './style_of_charts.js';

const offersShown = 5;

// y of a column at x, by the straight line between its points.
function at(xs, ys, x) {
  for (let i = 1; i < xs.length; i += 1) {
    if (xs[i] < x || ys[i] === null || ys[i - 1] === null) continue;
    return ys[i - 1] + ((ys[i] - ys[i - 1]) * (x - xs[i - 1])) / (xs[i] - xs[i - 1]);
  }
  return null;
}

const lastOf = (ys) => ys.findLast((y) => y !== null);

// The cheapest offers at the workload's utilization, and always the one that break-even is reckoned against.
function chosen(data) {
  const x = data.need.value ?? data.even.value ?? 0.5;
  const cost = (offer) => (offer.best ? -1 : at(data.x, offer.y, x) ?? Infinity);
  return [...data.offers].sort((a, b) => cost(a) - cost(b)).slice(0, offersShown);
}

// High enough for the crossing and for owning at the measured utilization, and no higher than four times the crossing.
function ceiling(data, offers, evenCost) {
  const reference = evenCost ?? Math.min(...offers.map((offer) => lastOf(offer.y)), Infinity);
  const least = Number.isFinite(reference) ? reference : lastOf(data.own) * 2;
  const need = data.need.value === null ? null : at(data.x, data.own, data.need.value);
  const dearest = Math.max(...offers.map((offer) => lastOf(offer.y) ?? 0), 0);
  const wanted = Math.max(least * 1.9, dearest * 1.15, need === null ? 0 : need * 1.2);
  return Math.min(wanted, least * 4);
}

function needRange(need) {
  if (need.value === null) return null;
  if (need.upper_bound) return [0, need.ci95 ? need.ci95[1] : need.value];
  return need.ci95 ?? [need.value, need.value];
}

function needText(need, range) {
  if (need.upper_bound) return `this workload: at most ${percent(range[1])}`;
  const [low, high] = range.map((one) => Math.round(one * 100));
  return low === high ? `this workload: ${low} %` : `this workload: ${low} to ${high} %`;
}

// The column of what the workload needs: its interval as an area, a single value as a line.
function needMark(data, top) {
  const range = needRange(data.need);
  if (!range) return [];
  const [from, to] = range[1] - range[0] < 0.004 ? [range[0] - 0.002, range[1] + 0.002] : range;
  const middle = Math.min(Math.max((from + to) / 2, 0.16), 0.84);
  return [
    line({
      data: [],
      markArea: { silent: true, itemStyle: { color: data.need.upper_bound ? 'url(#hatch)' : ink('need') }, data: [[{ xAxis: from }, { xAxis: to }]] },
      markLine: { silent: true, symbol: 'none', animation: false, label: { show: false }, lineStyle: { color: ink('need-edge'), width: 1.5, type: 'solid' },
        data: (data.need.upper_bound ? [to] : [from, to]).map((x) => ({ xAxis: x })) },
    }),
    note([middle, top], needText(data.need, range), { position: 'top', distance: 5, fontWeight: 600, color: ink('need-text') }),
  ];
}

function evenMarks(data, cost, small) {
  const { value, ci95 } = data.even;
  if (value === null || cost === null) return [];
  const range = ci95 ? ` (${Math.round(ci95[0] * 100)} to ${Math.round(ci95[1] * 100)})` : '';
  const side = { backgroundColor: ink('paper'), padding: [1, 3], distance: 6 };
  // Above the crossing on a wide picture; low beside the dashed line on a phone, where nothing else stands.
  const name = small
    ? note([value, 0], `break-even\n${percent(value)}${range}`, { ...side, position: value < 0.6 ? 'right' : 'left', offset: [0, -40], lineHeight: 14, fontWeight: 600 })
    : note([value, cost], `break-even ${percent(value)}${range}`, { ...side, position: 'right', offset: [0, -15], fontWeight: 600 });
  const marks = [
    line({ data: [[value, 0], [value, cost]], lineStyle: { color: ink('ink'), width: 1, type: 'dashed' }, tooltip: { show: false }, z: 3 }),
    line({ data: [[value, cost]], showSymbol: true, symbol: 'circle', symbolSize: 9, itemStyle: { color: ink('ink') }, tooltip: { show: false }, z: 7 }),
    name,
    note([value, 0], small ? '← rent' : '← renting costs less', { ...side, position: 'left', offset: [0, -11], color: ink('ink-2') }),
    note([value, 0], small ? 'own →' : 'owning costs less →', { ...side, position: 'right', offset: [0, -11], color: ink('ink-2') }),
  ];
  if (ci95) {
    marks.push(line({ data: [[ci95[0], cost], [ci95[1], cost]], lineStyle: { color: ink('ink'), width: 5, opacity: 0.35, cap: 'round' }, tooltip: { show: false }, z: 5 }));
  }
  return marks;
}

// "AWS p5.48xlarge on demand us-east-1" without its region, where that names no other offer too.
function shortName(offer, offers) {
  const [, without] = offer.name.match(/^(.*(?:on demand|reserved \dy|spot)) \S+$/) ?? [null, offer.name];
  return offers.filter((other) => other.name.startsWith(without)).length === 1 ? without : offer.name;
}

const points = (xs, ys) => xs.map((x, i) => [x, ys[i]]);

// Each line's name and cost where it ends, moved apart where they would overlap. On a phone the cost alone: the list below
// the picture says whose it is.
function names(ends, { small, pixel, first, last }) {
  const moved = apart(ends.map(({ y }) => pixel(y)), small ? 15 : 31, first, last);
  return ends.map(({ y, name, cost, style }, i) =>
    note([1, y], small ? cost : `${name}\n${cost} /h`,
      { position: 'right', distance: 6, width: small ? 44 : 192, overflow: 'truncate', lineHeight: 14, offset: [0, moved[i] - pixel(y)], ...style }));
}

// An offer that costs the same at every utilization does so down to none.
const fromZero = (data, ys) => (ys[0] === ys[1] ? [[0, ys[0]], ...points(data.x, ys)] : points(data.x, ys));

export function breakEven(data, width, height) {
  const small = narrow(width);
  const edges = { left: 38, right: small ? 52 : 206, top: 26, bottom: 42 };
  const offers = chosen(data);
  const evenCost = data.even.value === null ? null : at(data.x, data.own, data.even.value);
  const top = ceiling(data, offers, evenCost);
  const series = [];
  const ends = [];
  if (data.own_low && data.own_high) series.push(...band(points(data.x, data.own_low), points(data.x, data.own_high), ink('own-band')));
  series.push(...needMark(data, top));
  for (const offer of offers) {
    const y = lastOf(offer.y);
    const style = offer.best ? { color: ink('rent'), width: 2.5 } : { color: ink('rent-other'), width: 1.5 };
    series.push(line({ name: offer.name, data: fromZero(data, offer.y), lineStyle: style, z: offer.best ? 4 : 2 }));
    if (y <= top) ends.push({ y, name: shortName(offer, data.offers), cost: usd(y), style: offer.best ? { color: ink('rent-text'), fontWeight: 600 } : { color: ink('ink-2') } });
  }
  series.push(line({ name: 'own', data: points(data.x, data.own), lineStyle: { color: ink('own'), width: 3 }, z: 4 }));
  ends.push({ y: lastOf(data.own), name: 'own, fully used', cost: usd(lastOf(data.own)), style: { color: ink('own-text'), fontWeight: 600 } });
  const pixel = (y) => edges.top + (1 - y / top) * (height - edges.top - edges.bottom);
  series.push(...names(ends, { small, pixel, first: edges.top + (small ? 0 : 14), last: height - edges.bottom - (small ? 4 : 14) }));
  series.push(...evenMarks(data, evenCost, small));
  return base({
    grid: fixedGrid(edges),
    tooltip: tooltip((shown) => ({
      title: `at ${percent(shown[0].axisValue)}`,
      rows: shown.filter((one) => one.seriesName && !one.seriesName.startsWith('series') && one.value[1] !== null).map((one) => [one.seriesName, `${usd(one.value[1])} /h`]),
    })),
    xAxis: axis({ type: 'value', min: 0, max: 1, interval: small ? 0.25 : 0.1, name: 'share of the owned hours that the work needs', nameLocation: 'middle', nameGap: 24,
      axisLabel: { formatter: (x) => percent(x), color: ink('ink-2'), fontSize: 12 } }),
    yAxis: valueAxis({ min: 0, max: top, splitNumber: 4, axisLabel: { formatter: (y) => (y === top ? '' : `$${+y.toPrecision(3)}`), color: ink('ink-2'), fontSize: 12 } }),
    series,
  });
}
