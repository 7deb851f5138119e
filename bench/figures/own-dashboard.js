import { setTimeout as sleep } from 'node:timers/promises';
import { load } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { chargeRequest } from '../merchant.js';
import { childrenOf, memoryOf, ticksOf } from '../processes.js';
import { Dashboard } from '../terminal.js';

/** A text that only appears when the dashboard knows the emulator's state. */
const firstFrame = /hooks:/;
const readyLine = /ready (http\S+)/;

const sumOf = (pids, figure) => pids.reduce((sum, pid) => sum + figure(pid), 0);

/**
 * Measures what `start` on a terminal costs with its own dashboard, compared with `start --quiet`: the time to the
 * first frame, memory, and charges. The system places the processes, as on a user's machine.
 */
export async function ownDashboard({ launcher, scaled }) {
  const milliseconds = scaled(3_000, 300);
  const rounds = scaled(3, 2);
  const noted = () => ({ shown: [], emulator: [], all: [], costs: [], allCosts: [] });
  const seen = { without: noted(), with: noted() };

  /** Starts in a terminal, waits until it is idle, charges over 50 connections. @returns charges per second */
  const run = async (side, flags, sought) => {
    const one = new Dashboard(launcher.inTerminal(...flags));
    try {
      seen[side].shown.push(await one.until(sought));
      const origin = readyLine.exec(one.text)[1];
      await sleep(1_500);
      const all = [one.pid, ...childrenOf(one.pid)];
      seen[side].emulator.push(memoryOf(one.pid));
      seen[side].all.push(sumOf(all, memoryOf));
      const request = await chargeRequest(origin);
      // Code that is new to the process runs slowly.
      await load({ origin, request, connections: 50, milliseconds });
      const before = [ticksOf(one.pid), sumOf(all, ticksOf)];
      const perSecond = await load({ origin, request, connections: 50, milliseconds });
      const charges = (perSecond * milliseconds) / 1_000;
      seen[side].costs.push(((ticksOf(one.pid) - before[0]) * 10_000) / charges);
      seen[side].allCosts.push(((sumOf(all, ticksOf) - before[1]) * 10_000) / charges);
      return perSecond;
    } finally {
      await one.end();
    }
  };
  const sides = {
    without: () => run('without', ['--quiet'], readyLine),
    with: () => run('with', [], firstFrame),
  };
  // The first start stores V8's compiled code.
  await sides.with();
  seen.with = noted();
  const values = await interleave(rounds, sides);
  const figure = (name, unit, each) => ({ name, unit, value: median(each), rounds: each });
  return [
    figure('start on a terminal, to the first full frame', 'ms', seen.with.shown),
    figure('memory of start --quiet, idle', 'MB', seen.without.all),
    figure('memory of start with its dashboard, idle', 'MB', seen.with.all),
    figure('of which the process of the emulator', 'MB', seen.with.emulator),
    figure('processor time of a charge, start --quiet', 'µs', seen.without.costs),
    figure('processor time of a charge, process of the emulator', 'µs', seen.with.costs),
    figure('the same with what draws', 'µs', seen.with.allCosts),
    { name: 'charge with its own dashboard / without', value: ratio(values.with, values.without), unit: 'x' },
    figure('charge with its own dashboard (50)', '/s', values.with),
    figure('charge with start --quiet (50)', '/s', values.without),
  ];
}
