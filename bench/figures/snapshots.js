import { call } from '../load.js';
import { median } from '../measure.js';
import { newestTransactions } from '../merchant.js';

/** The longest that a call had to wait beside some work, in milliseconds. */
async function waitBeside(origin, work) {
  let isOver = false;
  let longest = 0;
  const calling = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await newestTransactions(origin);
      longest = Math.max(longest, performance.now() - begun);
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await calling;
  return longest;
}

/** Saving and restoring what is stored, where all of it was replaced, with its snapshot in memory and in its file alone. */
export async function snapshots({ launcher, stored, isQuick }) {
  const { server, dataDir, count } = await stored();
  let emulator = server;
  const post = async (path, body = null) => {
    const begun = performance.now();
    await call(emulator.url, { method: 'POST', path: `/_emulator${path}`, body });
    return performance.now() - begun;
  };
  const save = () => post('/snapshots', { name: 'bench' });
  const restore = () => post('/snapshots/bench/restore');
  const afterReset = async (work) => {
    await post('/reset');
    await emulator.quiet();
    return work();
  };
  const times = { save: [], restore: [], first: [], wait: [] };
  for (let round = 0; round < (isQuick ? 2 : 5); round++) {
    times.save.push(await save());
    times.restore.push(await afterReset(restore));
    times.wait.push(await afterReset(() => waitBeside(emulator.url, restore)));
    await post('/reset');
    await emulator.end();
    emulator = await launcher.emulator({ dataDir });
    times.first.push(await restore());
    await emulator.quiet(15_000);
  }
  await emulator.end('SIGKILL');
  const transactions = `${count.toLocaleString('en-US')} transactions`;
  const put = (name, rounds, atMost) => ({
    name: `${name}, ${transactions}`,
    value: median(rounds),
    unit: 'ms',
    ...(atMost === undefined || isQuick ? {} : { atMost }),
    rounds,
  });
  return [
    put('snapshot restore, all replaced', times.restore, 1_000),
    put('first snapshot restore after a start', times.first, 1_000),
    put('longest wait of a call beside a restore', times.wait),
    put('snapshot save', times.save),
  ];
}
