// What the two processes share, all of it files: a spool of what is to be done, and a book of facts that only grows.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from './api.js';

const folder = join(process.env.SHOP_DATA ?? join(tmpdir(), 'courier'), new URL(platform).port);
const [fresh, done] = ['new', 'done'].map((name) => join(folder, 'spool', name));
const book = join(folder, 'facts.jsonl');

export function prepare() {
  for (const each of [fresh, done]) mkdirSync(each, { recursive: true });
  if (!existsSync(book)) writeFileSync(book, '');
}

/** A name that is safe for a file, in the order in which things came. */
let count = 0;
const fileName = (id) => `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.json`;

/** Puts something to do on the spool, once for each id, for ever. It is there when this returns. */
export function spool(id, item) {
  const name = fileName(id);
  if (existsSync(join(fresh, name)) || existsSync(join(done, name))) return;
  count += 1;
  const part = join(folder, `${name}.${process.pid}.${count}`);
  writeFileSync(part, JSON.stringify({ ...item, at: Date.now(), count }));
  renameSync(part, join(fresh, name));
}

/** What is on the spool, the oldest first. */
export function waiting() {
  const items = readdirSync(fresh).map((name) => ({ name, ...JSON.parse(readFileSync(join(fresh, name), 'utf8')) }));
  return items.sort((one, other) => one.at - other.at || one.count - other.count);
}

export const finish = ({ name }) => renameSync(join(fresh, name), join(done, name));

/** All facts, in the order in which they became known. A last line that is not whole yet is left for the next time. */
export function facts() {
  if (!existsSync(book)) return [];
  const lines = readFileSync(book, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** Writes a fact down, where it is not known yet; the worker alone does. */
export function learn(key, fact) {
  if (facts().some((each) => each.key === key)) return;
  appendFileSync(book, `${JSON.stringify({ key, ...fact })}\n`);
}
