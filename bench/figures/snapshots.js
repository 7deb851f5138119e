import { call } from '../load.js';
import { median } from '../measure.js';
import { chargeMany, chargeRequest, newestTransactions } from '../merchant.js';

/** A charge creates three objects: the transaction, a ledger entry and the job that settles it. */
const objectsACharge = 3;

/** The longest wait of a call during some work, in milliseconds. */
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

/** Saves and restores this many charges after all of them were replaced; the first time from its file alone. */
async function saveAndRestore(launcher, charges, rounds) {
  const dataDir = launcher.path('data');
  let emulator = await launcher.emulator({ dataDir });
  await chargeMany(emulator.url, await chargeRequest(emulator.url), charges);
  await emulator.calm();
  const post = async (path, body = null) => {
    const begun = performance.now();
    await call(emulator.url, { method: 'POST', path: `/_emulator${path}`, body });
    return performance.now() - begun;
  };
  const restore = () => post('/snapshots/bench/restore');
  const afterReset = async (work) => {
    await post('/reset');
    await emulator.calm();
    return work();
  };
  const times = { save: [], restore: [], first: [], wait: [] };
  for (let round = 0; round < rounds; round++) {
    times.save.push(await post('/snapshots', { name: 'bench' }));
    times.restore.push(await afterReset(restore));
    times.wait.push(await afterReset(() => waitBeside(emulator.url, restore)));
    await post('/reset');
    await emulator.end();
    emulator = await launcher.emulator({ dataDir });
    times.first.push(await restore());
    await emulator.calm();
  }
  await emulator.end('SIGKILL');
  return times;
}

/** Measures snapshots of many objects. */
export async function snapshots({ launcher, scaled }) {
  const objects = scaled(100_000, 300);
  const counted = `${objects.toLocaleString('en-US')} objects`;
  const times = await saveAndRestore(launcher, Math.ceil(objects / objectsACharge), scaled(3, 1));
  const put = (name, rounds) => ({ name: `${name}, ${counted}`, value: median(rounds), unit: 'ms', rounds });
  return [
    put('snapshot restore, all replaced', times.restore),
    put('first snapshot restore after a start', times.first),
    put('longest wait of a call beside a restore', times.wait),
    put('snapshot save', times.save),
  ];
}
