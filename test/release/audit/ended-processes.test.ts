import { expect, it } from 'vitest';
import { RunningCommand } from '../../../src/core/system/running-command.ts';

// Elsewhere nothing tells an ended process from one that runs.
it.runIf(process.platform === 'linux')(
  'takes a process that has ended for no running one, though its parent took no note',
  async () => {
    // `true` ends in the group of the command. Its parent becomes `sleep`, which leaves the group and takes note of nobody.
    const leaving =
      "sh -c 'true & exec setsid sleep 60' & echo $!; while kill -0 $! && ! grep -q sleep /proc/$!/comm; do :; done";
    let sleeper = '';
    const running = new RunningCommand([leaving], {
      env: process.env,
      timeout: 60_000,
      inShell: true,
      printed: (text) => {
        sleeper += text;
      },
    });
    try {
      await running.ended;
      await expect.poll(() => running.hasProcesses).toBe(false);
    } finally {
      await running.end();
      process.kill(Number(sleeper), 'SIGKILL');
    }
  },
);
