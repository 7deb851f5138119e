import { goalOf } from './goals.js';

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Measures several sides alternately, so that other work on the machine affects all of them.
 * @param sides names and their measurements; every other round goes backwards
 * @returns the values of each side, one per round
 */
export async function interleave(rounds, sides) {
  const names = Object.keys(sides);
  const values = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) values[name].push(await sides[name]());
  }
  return values;
}

/** The median of the ratios of two sides, round by round. */
export const ratio = (over, under) => median(over.map((value, round) => value / under[round]));

const isMet = (value, { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }) =>
  value >= atLeast && value <= atMost;

/** A value with its unit, with three significant digits. */
export const shown = (value, unit) => {
  const text = Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 4 });
  return unit === 'x' ? text : `${text} ${unit}`;
};

const rounded = (value) => Number(value.toPrecision(4));

/** A figure for results.json, with its goal and whether it is met; `placement` says where processes ran. */
export function recordOf(figure) {
  const { name, placement, value, unit, rounds, curve, stored } = figure;
  const { atLeast, atMost } = goalOf(figure);
  const isJudged = atLeast !== undefined || atMost !== undefined;
  return {
    name,
    placement,
    value: rounded(value),
    unit,
    at_least: atLeast,
    at_most: atMost,
    met: isJudged ? isMet(value, { atLeast, atMost }) : undefined,
    curve,
    stored,
    rounds: rounds?.map(rounded),
  };
}

/** The goal of a figure in words; empty if it has none. */
export const goalShown = ({ at_least, at_most, unit }) =>
  at_least !== undefined ? `≥ ${shown(at_least, unit)}` : at_most !== undefined ? `≤ ${shown(at_most, unit)}` : '';

/** One line per figure: its name, its value, its goal, and whether that is met. */
export function table(records) {
  const rows = records.map((record) => {
    const { name, placement, value, unit, met } = record;
    const title = placement === 'unpinned' ? `${name} (unpinned)` : name;
    return [title, shown(value, unit), goalShown(record), met === undefined ? '' : met ? 'ok' : 'MISS'];
  });
  rows.unshift(['figure', 'value', 'goal', '']);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
  const line = ([name, value, goal, verdict]) =>
    `${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${goal.padEnd(widths[2])}  ${verdict}`.trimEnd();
  return rows.map(line).join('\n');
}
