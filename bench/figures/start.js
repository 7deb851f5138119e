import { interleave, median, ratio } from '../measure.js';
import { startAndAsk } from '../merchant.js';

/**
 * Measures the time from the start of the process to the first answer, with nothing stored, and a command that only
 * prints.
 */
export async function start({ launcher, scaled }) {
  const sides = {
    emulator: async () => {
      const { server, elapsed } = await startAndAsk(() => launcher.emulator());
      await server.end('SIGKILL');
      return elapsed;
    },
    help: () => launcher.timeCommand('--help'),
    node: () => launcher.timeNode(),
  };
  await interleave(1, sides);
  const { emulator, help, node } = await interleave(scaled(7, 2), sides);
  return [
    { name: 'start to first answer / node -e 0', value: ratio(emulator, node), unit: 'x' },
    { name: 'start to first answer', value: median(emulator), unit: 'ms', rounds: emulator },
    { name: 'emulator --help / node -e 0', value: ratio(help, node), unit: 'x' },
    { name: 'emulator --help', value: median(help), unit: 'ms', rounds: help },
    { name: 'node -e 0', value: median(node), unit: 'ms', rounds: node },
  ];
}
