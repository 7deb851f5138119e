import { setTimeout as sleep } from 'node:timers/promises';

/** Resident memory, idle and with what is stored. */
export async function memory({ launcher, schemas, stored }) {
  const [bare, emulator] = [await launcher.bare(schemas), await launcher.emulator()];
  const idle = async (server) => {
    const answer = await fetch(`${server.url}/api/v1/transactions`, {
      headers: { authorization: 'Bearer sk_test_demo' },
    });
    await answer.text();
    await sleep(1_500);
    return server.memory;
  };
  const [bareIdle, emulatorIdle] = await Promise.all([idle(bare), idle(emulator)]);
  await Promise.all([bare.end(), emulator.end()]);
  const { half, memoryAtHalf } = await stored();
  return [
    { name: 'memory, idle / bare', value: emulatorIdle / bareIdle, unit: 'x', atMost: 1.5 },
    { name: 'memory, idle', value: emulatorIdle, unit: 'MB' },
    {
      name: `memory, ${half.toLocaleString('en-US')} transactions`,
      value: memoryAtHalf,
      unit: 'MB',
      ...(half === 50_000 ? { atMost: 250 } : {}),
    },
  ];
}
