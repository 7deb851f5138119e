import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from '../scripts/manual-tables.js';
import { growthPicture, speedTables } from './page.js';

const page = join(import.meta.dirname, '..', 'docs', 'speed.md');

/** JSON in the formatter's style: lists of numbers on one line. */
const textOf = (value) =>
  `${JSON.stringify(value, null, 2).replace(/\[[\d\s.,e+-]+\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;

/** Writes the results of a run below a folder, and from them the picture and the page about speed. */
export function keep(results, root) {
  for (const folder of ['bench', 'docs']) mkdirSync(join(root, folder), { recursive: true });
  const speed = withTables(readFileSync(page, 'utf8'), speedTables(results));
  writeFileSync(join(root, 'bench', 'results.json'), textOf(results));
  if (results.figures.growth !== undefined) writeFileSync(join(root, 'docs', 'growth.svg'), growthPicture(results));
  writeFileSync(join(root, 'docs', 'speed.md'), speed);
}
