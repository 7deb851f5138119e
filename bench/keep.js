import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTables } from '../scripts/manual-tables.js';
import { growthPicture, speedTables } from './page.js';

const project = join(import.meta.dirname, '..');

/** JSON in the formatter's style: lists of numbers or names on one line. */
const textOf = (value) =>
  `${JSON.stringify(value, null, 2).replace(/\[(?:[\d\s.,e+-]+|(?:\s*"[^"]*",?)+\s*)\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`;

const read = (name) => JSON.parse(readFileSync(join(project, 'bench', name), 'utf8'));

/** Writes the page about speed below a folder. */
function writePage(root, results, beside) {
  const page = withTables(readFileSync(join(project, 'docs', 'speed.md'), 'utf8'), speedTables(results, beside));
  writeFileSync(join(root, 'docs', 'speed.md'), page);
}

function writeResults(root, name, results) {
  for (const folder of ['bench', 'docs']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'bench', name), textOf(results));
}

/** Writes the results of a run below a folder, and from them the picture and the page about speed. */
export function keep(results, root) {
  writeResults(root, 'results.json', results);
  if (results.figures.growth !== undefined) writeFileSync(join(root, 'docs', 'growth.svg'), growthPicture(results));
  writePage(root, results, read('peer.json'));
}

/** Writes the results of a run beside the peer below a folder, and from them the page about speed. */
export function keepPeer(results, root) {
  writeResults(root, 'peer.json', results);
  writePage(root, read('results.json'), results);
}
