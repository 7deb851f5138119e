// Run as a process of its own, on a simulated Windows (`simulated-windows.js`).
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, open, putThing, thing } from './things.ts';

declare const simulatedWindows: { refusalOf: (call: 'open' | 'rename', path: string) => Error | null };

const [job, directory] = process.argv.slice(2) as [string, string];
const say = (message: unknown): void => void writeSync(1, `${JSON.stringify(message)}\n`);
const notPermitted = (): Error => Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' });

/** Replaces every file of a folder. */
async function compact(): Promise<void> {
  const { folder, engine, warnings } = await open(directory);
  folder.noteUrl('http://127.0.0.1:4747');
  for (const id of ['a', 'b']) putThing(engine, thing(id));
  await engine.kept();
  const before = folder.journal.length;
  await folder.compact();
  const after = folder.journal.length;
  putThing(engine, thing('c'));
  await engine.kept();
  const content = contentOf(folder.state);
  await folder.close();
  say({ warnings, before, after, content });
}

/** Fails to replace the journal, which then cannot be opened for a while. */
async function loseSwap(): Promise<void> {
  const { folder, engine } = await open(directory);
  const journal = join(directory, 'journal.ndjson');
  putThing(engine, thing('a'));
  await engine.kept();
  simulatedWindows.refusalOf = (_call, path) => (path === journal ? notPermitted() : null);
  const compaction = await folder.compact().catch((error: Error) => error.message);
  // One of these files gets the number that the journal had.
  const others = ['1', '2', '3', '4'].map((name) => join(directory, `other-${name}`));
  const files = others.map((path) => openSync(path, 'w+'));
  putThing(engine, thing('b'));
  const refused = await engine.kept().catch(({ status }) => status);
  const degraded = folder.status().status;
  simulatedWindows.refusalOf = () => null;
  putThing(engine, thing('c'));
  await engine.kept();
  const written = others.map((path) => readFileSync(path, 'utf8')).join('');
  for (const file of files) closeSync(file);
  const { status } = folder.status();
  const content = contentOf(folder.state);
  // The last compaction replaces the journal.
  await folder.close();
  say({ compaction, refused, degraded, written, status, content });
}

const jobs: Record<string, () => unknown> = { compact, loseSwap };
await jobs[job]?.();
