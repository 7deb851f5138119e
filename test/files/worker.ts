// Run as a process of its own (`startWorker`), to be killed, starved of disk or raced against.
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '../../src/sandbox/files/data-folder.ts';
import { Lock } from '../../src/sandbox/files/lock/lock.ts';
import { contentOf, engineOn, open, putThing, registry, thing, thingsOf } from './things.ts';
import { step, stepWithRestores } from './workload.ts';

const [job, directory, ...words] = process.argv.slice(2) as [string, string, ...string[]];
const say = (message: unknown): void => void writeSync(1, `${JSON.stringify(message)}\n`);

/** Commits without end, telling the number of each batch once it is kept. */
async function work(): Promise<void> {
  const fsync = words[0] === 'fsync';
  const warn = (message: string) => say({ warning: message });
  const folder = await openDataFolder({
    directory,
    registry,
    seed: 42,
    version: '0.1.0',
    fsync,
    warn,
    compactAt: 16_384,
  });
  const engine = engineOn(folder);
  for (;;) {
    for (let count = 1 + (engine.state.seq % 7); count > 0; count--) step(engine);
    await engine.kept();
    say({ kept: engine.state.seq });
  }
}

/** Commits without end and restores snapshots, telling the number of each batch once it is kept. */
async function restoreAgain(): Promise<void> {
  const warn = (message: string) => say({ warning: message });
  const fsync = words[0] === 'fsync';
  const options = { directory, registry, seed: 42, version: '0.1.0', fsync, warn, compactAt: 65_536 };
  const folder = await openDataFolder(options);
  const engine = engineOn(folder);
  for (;;) {
    await stepWithRestores(engine, folder.snapshots);
    say({ kept: engine.state.seq });
  }
}

/** Holds the folder until told to leave. */
async function hold(): Promise<void> {
  const { folder } = await open(directory);
  folder.noteUrl('http://127.0.0.1:4999');
  say({ pid: process.pid });
  process.stdin.once('data', () => void folder.close());
}

/** Commits until the system refuses, and tells what that was like. */
async function fill(): Promise<void> {
  process.on('SIGXFSZ', () => {});
  const { folder, engine } = await open(directory, { compactAt: 2 ** 40, fsync: words[0] === 'fsync' });
  let before: unknown;
  let refusal: { status: number; code: string; message: string } | null = null;
  for (let at = 0; refusal === null; at++) {
    before = contentOf(folder.state);
    for (let more = 0; more < 3; more++) putThing(engine, thing(`t${(at + more) % 10}`, at, 'x'.repeat(900)));
    await engine.kept().catch((error) => {
      refusal = { status: error.status, code: error.code, message: error.message };
    });
  }
  const isSame = JSON.stringify(contentOf(folder.state)) === JSON.stringify(before);
  const isCutOff = statSync(join(directory, 'journal.ndjson')).size === folder.journal.length;
  say({ refusal, isSame, isCutOff, status: folder.status(), things: thingsOf(folder.state).length });
  putThing(engine, thing('again', 1, 'x'.repeat(3000)));
  say({
    again: await engine.kept().then(
      () => 'kept',
      (error) => error.status,
    ),
  });
  // Writing what is left of it all makes room.
  await folder.compact();
  putThing(engine, thing('later'));
  await engine.kept();
  say({ status: folder.status(), content: contentOf(folder.state) });
}

/** Fills a folder until no new db.json fits, and stops cleanly. */
async function overfill(): Promise<void> {
  process.on('SIGXFSZ', () => {});
  const { folder, engine, warnings } = await open(directory, { compactAt: 2 ** 40 });
  let kept = 0;
  const put = async (): Promise<boolean> => {
    putThing(engine, thing(`t${kept}`, 0, 'x'.repeat(2_000)));
    const isKept = await engine.kept().then(
      () => true,
      () => false,
    );
    if (isKept) kept++;
    return isKept;
  };
  for (let at = 0; at < 30; at++) await put();
  await folder.compact();
  while (await put());
  const refusal = await folder.compact().catch((error: Error) => error.message);
  await folder.close();
  say({ kept, refusal, warnings });
}

/** Takes the lock over from dead owners again and again, and tells if ever two had it at once. */
async function race(): Promise<void> {
  const inside = join(directory, 'inside');
  let won = 0;
  let doubles = 0;
  while (won < Number(words[0])) {
    try {
      await Lock.acquire(directory);
    } catch {
      continue;
    }
    won++;
    try {
      closeSync(openSync(inside, 'wx'));
    } catch {
      doubles++;
    }
    rmSync(inside, { force: true });
    const dead = {
      id: crypto.randomUUID(),
      pid: 2 ** 22 - 1 - won,
      process_start: '1',
      boot_id: null,
      url: null,
      started: '',
    };
    writeFileSync(join(directory, `dead-${process.pid}`), JSON.stringify(dead));
    renameSync(join(directory, `dead-${process.pid}`), join(directory, 'lock'));
  }
  say({ won, doubles });
}

/** Tries to open the folder once, when told to. */
async function tryOnce(): Promise<void> {
  say('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  await open(directory).then(
    () => say({ won: process.pid }),
    (error: Error) => say({ lost: error.message }),
  );
}

const jobs: Record<string, () => unknown> = { work, restoreAgain, hold, fill, overfill, race, tryOnce };
await jobs[job]?.();
