// What an accelerator hour costs that the work needs, by the share of the owned hours that it needs.
import { axis, band, base, ink, label, line, narrow, note, percent, tooltip, usd, valueAxis } from './style_of_charts.js';

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
  const marks = [
    line({ data: [[value, 0], [value, cost]], lineStyle: { color: ink('ink'), width: 1, type: 'dashed' }, tooltip: { show: false }, z: 3 }),
    line({ data: [[value, cost]], showSymbol: true, symbol: 'circle', symbolSize: 9, itemStyle: { color: ink('ink') }, tooltip: { show: false }, z: 7,
      label: label({ formatter: () => `break-even ${percent(value)}${range}`, position: value > 0.6 && small ? 'left' : 'right', offset: value > 0.6 && small ? [-6, -14] : [2, -14],
        fontWeight: 600, backgroundColor: ink('paper'), padding: [2, 4] }) }),
    note([value, 0], '← renting costs less', { position: 'left', distance: 8, offset: [0, -10], color: ink('ink-2') }),
    note([value, 0], 'owning costs less →', { position: 'right', distance: 8, offset: [0, -10], color: ink('ink-2') }),
  ];
  if (ci95) {
    marks.push(line({ data: [[ci95[0], cost], [ci95[1], cost]], lineStyle: { color: ink('ink'), width: 5, opacity: 0.35, cap: 'round' }, tooltip: { show: false }, z: 5 }));
  }
  return marks;
}

const points = (xs, ys) => xs.map((x, i) => [x, ys[i]]);

// Each line's name where it ends; names that would overlap move apart.
function nameAtEnd(y, text, style, small) {
  const inside = { position: 'left', align: 'right', verticalAlign: 'bottom', offset: [4, -3], backgroundColor: ink('paper'), padding: [1, 3] };
  const outside = { position: 'right', distance: 8 };
  return { ...note([1, y], text, { ...style, ...(small ? inside : outside) }), labelLayout: { moveOverlap: 'shiftY' } };
}

export function breakEven(data, width) {
  const small = narrow(width);
  const offers = chosen(data);
  const evenCost = data.even.value === null ? null : at(data.x, data.own, data.even.value);
  const top = ceiling(data, offers, evenCost);
  const series = [];
  if (data.own_low && data.own_high) series.push(...band(points(data.x, data.own_low), points(data.x, data.own_high), ink('own-band')));
  series.push(...needMark(data, top));
  for (const offer of offers) {
    const y = lastOf(offer.y);
    const style = offer.best ? { color: ink('rent'), width: 2.5 } : { color: ink('rent-other'), width: 1.5 };
    series.push(line({ name: offer.name, data: points(data.x, offer.y), lineStyle: style, z: offer.best ? 4 : 2 }));
    if (y <= top) {
      series.push(nameAtEnd(y, small ? `${offer.name} ${usd(y)}` : `${offer.name}\n${usd(y)} /h`, offer.best
        ? { color: ink('rent-text'), fontWeight: 600, lineHeight: 14 } : { color: ink('ink-2'), lineHeight: 14 }, small));
    }
  }
  series.push(line({ name: 'own', data: points(data.x, data.own), lineStyle: { color: ink('own'), width: 3 }, z: 4 }));
  series.push(nameAtEnd(lastOf(data.own), small ? `own ${usd(lastOf(data.own))}` : `own, fully used\n${usd(lastOf(data.own))} /h`, { color: ink('own-text'), fontWeight: 600, lineHeight: 14 }, small));
  series.push(...evenMarks(data, evenCost, small));
  return base({
    grid: { left: 8, right: small ? 12 : 176, top: 26, bottom: 22, containLabel: true },
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
