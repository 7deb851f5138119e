import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { interleave, median } from '../measure.js';
import { chargeMany, chargeRequest } from '../merchant.js';

/** Measures a start from the journal of a killed emulator, against parsing its lines. */
export async function replay({ launcher, scaled }) {
  const dataDir = launcher.path('replay');
  mkdirSync(dataDir, { mode: 0o700 });
  const killed = await launcher.emulator({ dataDir });
  // A file at the path of the next db.json keeps everything in the journal, as a full disk does.
  const obstacle = join(dataDir, 'db.json.new');
  mkdirSync(obstacle);
  const charge = await chargeRequest(killed.url);
  await chargeMany(killed.url, charge, scaled(20_000, 200));
  await killed.end('SIGKILL');
  rmSync(obstacle, { recursive: true });
  const journal = join(dataDir, 'journal.ndjson');
  const megabytes = statSync(journal).size / 1e6;

  const startOn = async (options) => {
    const server = await launcher.emulator(options);
    await server.end('SIGKILL');
    return server.readyAfter;
  };
  let lines = 0;
  const sides = {
    nothing: () => startOn({}),
    journal: () => startOn({ dataDir }),
    parse: async () => {
      const result = await launcher.run('bare-replay.js', [journal]);
      lines = result.lines;
      return result.milliseconds;
    },
  };
  const values = await interleave(scaled(5, 2), sides);
  const replayed = values.journal.map((total, round) => total - values.nothing[round]);
  const ratios = replayed.map((milliseconds, round) => milliseconds / values.parse[round]);
  return [
    { name: 'journal replay / JSON.parse', value: median(ratios), unit: 'x', rounds: ratios },
    { name: 'journal replay', value: median(replayed), unit: 'ms', rounds: replayed },
    { name: 'journal replay, commits', value: (lines / median(replayed)) * 1_000, unit: '/s' },
    { name: 'journal replay, size', value: megabytes, unit: 'MB' },
    { name: 'JSON.parse of the same journal', value: median(values.parse), unit: 'ms', rounds: values.parse },
  ];
}
