export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Measures several things in turn, round after round, so that what else the machine does falls on all of them.
 * @param sides names and what measures them; every other round goes backwards
 * @returns the values of each side, one a round
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

const isMet = ({ value, atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }) =>
  value >= atLeast && value <= atMost;

const shown = (value, unit) => {
  const text = unit === 'x' || Math.abs(value) < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US');
  return unit === 'x' ? text : `${text} ${unit}`;
};

const targetOf = ({ atLeast, atMost, unit }) =>
  atLeast !== undefined ? `>= ${shown(atLeast, unit)}` : atMost !== undefined ? `<= ${shown(atMost, unit)}` : '';

/** A line a figure: what it is, how much, what it should be, and whether it is. */
export function table(figures) {
  const rows = figures.map((figure) => {
    const target = targetOf(figure);
    return [figure.name, shown(figure.value, figure.unit), target, target === '' ? '' : isMet(figure) ? 'ok' : 'MISS'];
  });
  rows.unshift(['figure', 'value', 'target', '']);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)));
  const line = ([name, value, target, verdict]) =>
    `${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${target.padEnd(widths[2])}  ${verdict}`.trimEnd();
  return rows.map(line).join('\n');
}

/** Figures as results.json keeps them. */
export const recordOf = (figure) => {
  const rounded = (value) => Number(value.toPrecision(4));
  const { name, value, unit, atLeast, atMost, rounds } = figure;
  const judged = atLeast !== undefined || atMost !== undefined;
  return {
    name,
    value: rounded(value),
    unit,
    ...(atLeast === undefined ? {} : { at_least: atLeast }),
    ...(atMost === undefined ? {} : { at_most: atMost }),
    ...(judged ? { met: isMet(figure) } : {}),
    ...(rounds === undefined ? {} : { rounds: rounds.map(rounded) }),
  };
};
