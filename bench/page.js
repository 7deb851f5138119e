import { grid } from '../scripts/manual-tables.js';
import { peerGoals, topics } from './goals.js';
import { goalShown, median, shown } from './measure.js';

/** What was measured, where, and how long it took. */
function aboutRun({ node, processor, cores, other_work, stolen, scale, seconds }) {
  const taken = stolen >= 0.01 ? `, for ${Math.round(stolen * 100)} % of the time` : '';
  const busy = other_work > cores / 4 || taken !== '' ? `, which others used as well${taken}` : '';
  const where = `with Node ${node.slice(1)} on ${cores} cores (${processor})${busy}`;
  return scale === 1
    ? `Measured in ${Math.round(seconds / 60)} minutes ${where}.`
    : `A short run, at ${scale} of the full size, ${where}: its figures are worth little, and those of full size are missing.`;
}

/** The table of two emulators that were measured alternately, with our figure divided by the other one. */
export function sideTable({ sides, rows, ...run }) {
  if (rows.length === 0) return ['This version has not been measured yet.'];
  const goals = sides[1] === 'emulate' ? peerGoals : {};
  const cells = rows.map(({ name, unit, values, rounds }) => {
    const [own, other] = sides.map((side) => rounds[side]);
    const quotient = median(own.map((value, at) => value / other[at]));
    const { atLeast, atMost } = goals[name] ?? {};
    const goal = atLeast === undefined ? (atMost === undefined ? '' : `≤ ${atMost}`) : `≥ ${atLeast}`;
    const isMet = quotient >= (atLeast ?? 0) && quotient <= (atMost ?? Number.POSITIVE_INFINITY);
    const text = shown(quotient, 'x');
    return [name, ...values.map((value) => shown(value, unit)), isMet ? text : `**${text}**`, goal];
  });
  return [aboutRun(run), '', ...grid(['figure', ...sides, 'ratio', 'goal'], cells)];
}

/** The tables of docs/speed.md: the figures beside the peer, and each figure with a goal. */
export function speedTables(results, beside) {
  const records = Object.values(results.figures).flat();
  const find = (name, placement) => records.find((each) => each.name === name && each.placement === placement);
  const value = (record) => {
    if (record === undefined) return '';
    const text = shown(record.value, record.unit);
    return record.met ? text : `**${text}**`;
  };
  const rows = Object.entries(topics).flatMap(([topic, goals]) => {
    const figures = Object.keys(goals).flatMap((name) => {
      const both = [find(name, 'pinned'), find(name, 'unpinned')];
      const measured = both.filter((record) => record !== undefined);
      if (measured.length === 0) return [];
      return [[name, ...both.map(value), [...new Set(measured.map(goalShown))].join('; ')]];
    });
    return figures.length === 0 ? [] : [[`*${topic}*`, '', '', ''], ...figures];
  });
  return {
    peer: sideTable(beside),
    speed: [aboutRun(results), '', ...grid(['figure', 'now', 'unpinned', 'goal'], rows)],
  };
}

const panels = [
  { curve: 'start', title: 'Start', about: 'to the first answer', unit: 's', color: '#82aaff', digits: 1 },
  { curve: 'charges', title: 'Charges', about: 'over 50 connections', unit: '/s', color: '#a5d66a', digits: 0 },
  { curve: 'memory', title: 'Memory', about: 'resident', unit: 'MB', color: '#ffcb6b', digits: 0 },
];
const [width, height, edge] = [1040, 300, 28];
const [ink, soft, line] = ['#ffffff', '#a7adba', '#3a404c'];

/** The smallest round number that is at least a value. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((each) => each >= value);
}

const text = (x, y, content, { fill = soft, size = 13, anchor = 'start', weight = 'normal' } = {}) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${fill}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}">${content}</text>`;

/** One curve against the stored data. */
function panel({ title, about, unit, color, digits }, points, left, wide) {
  const [top, bottom] = [edge + 72, height - edge - 20];
  const [most, highest] = [points.at(-1).stored, roundUp(Math.max(...points.map(({ value }) => value)))];
  const said = (value, fraction = digits) =>
    value.toLocaleString('en-US', { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
  const across = (stored) => left + (stored / most) * wide;
  const up = (value) => bottom - (value / highest) * (bottom - top);
  const at = points.map(({ stored, value }) => [across(stored).toFixed(1), up(value).toFixed(1)]);
  const last = points.at(-1);
  const scale = [0, 0.5, 1].flatMap((part) => [
    `<path d="M${left.toFixed(1)} ${up(part * highest).toFixed(1)}h${wide.toFixed(1)}" stroke="${line}"/>`,
    text(left - 6, up(part * highest) + 4, said(part * highest, Number.isInteger(part * highest) ? 0 : 1), {
      size: 11,
      anchor: 'end',
    }),
    text(across(part * most), bottom + 20, said(part * most, 0), {
      size: 11,
      anchor: ['start', 'middle', 'end'][part * 2],
    }),
  ]);
  const dots = points.map(
    ({ stored, value }, index) =>
      `<circle cx="${at[index][0]}" cy="${at[index][1]}" r="4" fill="${color}"><title>${said(stored, 0)}: ${said(value)} ${unit}</title></circle>`,
  );
  return [
    '<g>',
    text(left, edge + 14, title, { fill: ink, size: 16, weight: 'bold' }),
    text(left, edge + 34, about),
    text(left + wide, edge + 18, `${said(last.value)} ${unit}`, {
      fill: color,
      size: 22,
      weight: 'bold',
      anchor: 'end',
    }),
    text(left + wide, edge + 34, `with ${said(last.stored, 0)}`, { size: 11, anchor: 'end' }),
    ...scale,
    `<path d="M${at.map((each) => each.join(' ')).join('L')}" fill="none" stroke="${color}" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...dots,
    '</g>',
  ];
}

/**
 * The picture of growth: start, charges per second and memory against the number of stored charges. It has its own
 * background and no style sheet, so that it looks the same on light and dark pages and can be embedded anywhere.
 */
export function growthPicture({ figures }) {
  const gap = 76;
  const wide = (width - 2 * edge - gap * 2 - 44) / 3;
  const drawn = panels.flatMap((each, index) => {
    const points = figures.growth.filter(({ curve }) => curve === each.curve);
    return panel(each, points, edge + 44 + index * (wide + gap), wide);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Start, charges a second and memory against the number of stored charges">
<rect width="100%" height="100%" rx="10" fill="#1b1f27"/>
<g font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif">
${drawn.join('\n')}
</g>
</svg>
`;
}
