import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lock } from '../../src/sandbox/files/lock/lock.ts';
import { bundleWorker, startWorker, type Worker } from './start-worker.ts';
import { makeDirectory, open, putThing, removeDirectories, thing } from './things.ts';

let worker: string;
beforeAll(async () => {
  worker = await bundleWorker();
});
afterAll(removeDirectories);

const refusalOf = (directory: string): Promise<string> =>
  open(directory).then(
    () => 'opened',
    (error: Error) => error.message,
  );

/** The words before a command that start it as a container does: as process 1 of a namespace of its own. */
const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Why no process of this system can be started in a namespace of its own; null: it can. */
function noNamespaces(): string | null {
  const [program, ...words] = [...container, 'true'];
  try {
    execFileSync(program!, words, { stdio: 'ignore' });
    return null;
  } catch (error) {
    return `no namespaces of processes here: ${error instanceof Error ? error.message : error}`;
  }
}

describe('a data folder in use', () => {
  it('is refused to a second emulator, with the owner and the way out in one line', async () => {
    const directory = makeDirectory();
    const { child, next, ended } = startWorker(worker, ['hold', directory]);
    const { pid } = await next();
    const url = 'http://127.0.0.1:4999';
    expect(await refusalOf(directory)).toBe(
      `Another emulator (pid ${pid}, ${url}) is using ${directory}; stop it with \`npx payments-emulator stop --url ${url}\` or choose another --data-dir.`,
    );
    child.stdin!.end('leave\n');
    await ended;
    const { folder } = await open(directory);
    await folder.close();
  });

  it('is refused within one process too, until it is closed', async () => {
    const directory = makeDirectory();
    const opened = await open(directory);
    expect(await refusalOf(directory)).toMatch(`pid ${process.pid}, just starting`);
    putThing(opened.engine, thing('a'));
    await opened.engine.kept();
    await opened.folder.close();
    expect(readdirSync(directory)).not.toContain('lock');
    const again = await open(directory);
    await again.folder.close();
  });

  it('is taken over at once from an owner that was killed', async () => {
    const directory = makeDirectory();
    const { child, next, ended } = startWorker(worker, ['hold', directory]);
    await next();
    child.kill('SIGKILL');
    await ended;
    expect(readdirSync(directory)).toContain('lock');
    const { folder } = await open(directory);
    expect(readdirSync(directory).sort()).toEqual(['journal.ndjson', 'lock']);
    await folder.close();
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a dead owner that its parent has not noticed',
    async () => {
      const directory = makeDirectory();
      const script = '"$@" & exec sleep 600';
      const args = ['-c', script, 'bash', process.execPath, worker, 'hold', directory];
      const parent = spawn('bash', args, { stdio: ['pipe', 'pipe', 'inherit'] });
      const [line] = await once(parent.stdout, 'data');
      const { pid } = JSON.parse(String(line));
      process.kill(pid, 'SIGKILL');
      const isZombie = () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      await expect.poll(isZombie).toBe(true);
      const { folder } = await open(directory);
      await folder.close();
      parent.kill('SIGKILL');
      await once(parent, 'exit');
    },
  );

  it.runIf(process.platform === 'linux')('is known by more than the number of a process', async () => {
    const directory = makeDirectory();
    const first = await open(directory);
    const owner = JSON.parse(readFileSync(join(directory, 'lock'), 'utf8'));
    expect(owner).toMatchObject({ pid: process.pid, url: null });
    await first.folder.close();

    const reused = { ...owner, process_start: '1' };
    const beforeBoot = { ...owner, boot_id: '00000000-0000-0000-0000-000000000000' };
    for (const dead of [reused, beforeBoot]) {
      writeFileSync(join(directory, 'lock'), JSON.stringify(dead));
      const { folder } = await open(directory);
      await folder.close();
    }
    const unknown = { ...owner, process_start: null, boot_id: null };
    writeFileSync(join(directory, 'lock'), JSON.stringify(unknown));
    expect(await refusalOf(directory)).toMatch(
      `If process ${process.pid} is not an emulator, delete ${join(directory, 'lock')}.`,
    );
  });

  it('is refused where the lock is something else, and that stays as it is', async () => {
    for (const text of ['', 'mine!', '{"pid":1}', '[]']) {
      const directory = makeDirectory();
      writeFileSync(join(directory, 'lock'), text);
      expect(await refusalOf(directory)).toMatch(
        /lock is damaged at byte 0.*the lock does not identify an owner; delete it if no emulator is using the folder/,
      );
      expect(readdirSync(directory)).toEqual(['lock']);
      expect(readFileSync(join(directory, 'lock'), 'utf8')).toBe(text);
    }
  });

  it('is not given away by the one that lost it', async () => {
    const directory = makeDirectory();
    const lock = await Lock.acquire(directory);
    const path = join(directory, 'lock');
    const other = readFileSync(path, 'utf8')
      .replace(/"id":"./, '"id":"_')
      .replace('_', 'f');
    const changed = other === readFileSync(path, 'utf8') ? other.replace('"id":"f', '"id":"e') : other;
    writeFileSync(path, changed);
    await lock.release();
    expect(readFileSync(path, 'utf8')).toBe(changed);
  });
});

describe('a data folder that a container and its host share', () => {
  it('is refused to each while a container uses it, and is taken over once that was killed', async ({ skip }) => {
    const reason = noNamespaces();
    if (reason !== null) skip(reason);
    const host: string[] = [];
    for (const [first, second] of [
      [container, host],
      [container, container],
    ] as const) {
      const run = (job: string, before: readonly string[]) => startWorker(worker, [job, directory], before);
      const directory = makeDirectory();
      const holder = run('hold', first);
      await holder.next();
      const refused = run('tryOnce', second);
      expect(await refused.next()).toBe('ready');
      refused.child.stdin!.write('go\n');
      expect(await refused.next()).toEqual({
        lost: `Another emulator (in another container, or outside of this container, http://127.0.0.1:4999) is using ${directory}; stop it or choose another --data-dir.`,
      });
      refused.child.kill('SIGKILL');
      holder.child.kill('SIGKILL');
      // Its output ends with the last process that has it, which is the one in the namespace.
      expect(await holder.next()).toBeUndefined();
      const later = run('tryOnce', second);
      await later.next();
      later.child.stdin!.write('go\n');
      expect(await later.next()).toHaveProperty('won');
      expect(readdirSync(directory).filter((name) => name.endsWith('.sock'))).toHaveLength(second === host ? 0 : 1);
      later.child.kill('SIGKILL');
      await later.ended;
    }
  });

  it('is refused to a container while a process of the host has its lock, with what to do if that was killed', async ({
    skip,
  }) => {
    const reason = noNamespaces();
    if (reason !== null) skip(reason);
    const directory = makeDirectory();
    const holder = startWorker(worker, ['hold', directory]);
    await holder.next();
    const refused = startWorker(worker, ['tryOnce', directory], container);
    await refused.next();
    refused.child.stdin!.write('go\n');
    expect((await refused.next()).lost).toMatch(
      /outside of this container.* If it is no longer running, delete .*lock\.$/,
    );
    for (const { child } of [refused, holder]) child.kill('SIGKILL');
  });
});

describe('emulators that start at once on the folder of a dead one', () => {
  it('are one that wins and others that are told', async () => {
    const directory = makeDirectory();
    let winner: Worker | undefined;
    for (let round = 0; round < 3; round++) {
      const racers = Array.from({ length: 5 }, () => startWorker(worker, ['tryOnce', directory]));
      for (const { next } of racers) expect(await next()).toBe('ready');
      winner?.child.kill('SIGKILL');
      await winner?.ended;
      for (const { child } of racers) child.stdin!.write('go\n');
      const said = await Promise.all(racers.map(({ next }) => next()));
      expect(said.filter(({ won }) => won !== undefined)).toHaveLength(1);
      for (const { lost } of said) if (lost !== undefined) expect(lost).toMatch(/^Another emulator \(pid \d+/);
      winner = racers[said.findIndex(({ won }) => won !== undefined)]!;
      for (const racer of racers) if (racer !== winner) racer.child.kill('SIGKILL');
    }
    winner?.child.kill('SIGKILL');
    await winner?.ended;
  });

  it('are never two at a time, however often', async () => {
    const directory = makeDirectory();
    const racers = Array.from({ length: 4 }, () => startWorker(worker, ['race', directory, '100']));
    const said = await Promise.all(racers.map(({ next }) => next()));
    expect(said).toEqual(racers.map(() => ({ won: 100, doubles: 0 })));
  });
});
