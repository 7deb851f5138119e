import { repeat } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { listRequest } from '../merchant.js';

/** From the start of the process to the first answer, with nothing stored; and a command that only prints. */
export async function start({ launcher, schemas, isQuick }) {
  const firstAnswer = async (begin) => {
    const server = await begin();
    const answered = await repeat({ origin: server.url, request: listRequest, connections: 1, count: 1 });
    await server.end('SIGKILL');
    return server.readyAfter + answered;
  };
  const sides = {
    bare: () => firstAnswer(() => launcher.bare(schemas)),
    least: () => firstAnswer(() => launcher.bareApp()),
    emulator: () => firstAnswer(() => launcher.emulator()),
    help: () => launcher.timeCommand('--help'),
    node: () => launcher.timeNode(),
  };
  await interleave(1, sides);
  const { bare, least, emulator, help, node } = await interleave(isQuick ? 3 : 7, sides);
  return [
    { name: 'start to first answer / bare', value: ratio(emulator, bare), unit: 'x', atMost: 1.6 },
    { name: 'start to first answer / fastify with one route and no schema', value: ratio(emulator, least), unit: 'x' },
    { name: 'start to first answer', value: median(emulator), unit: 'ms', atMost: 600, rounds: emulator },
    { name: 'start to first answer, bare', value: median(bare), unit: 'ms', rounds: bare },
    { name: 'emulator --help', value: median(help), unit: 'ms', atMost: 150, rounds: help },
    { name: 'node -e 0', value: median(node), unit: 'ms', rounds: node },
    { name: 'emulator --help / node -e 0', value: ratio(help, node), unit: 'x', atMost: 1.25 },
    { name: 'start to first answer / node -e 0', value: ratio(emulator, node), unit: 'x', atMost: 4 },
  ];
}
