import { setTimeout as sleep } from 'node:timers/promises';
import { Connection, load, requestBytes } from '../load.js';
import { interleave, median, ratio } from '../measure.js';
import { chargeRequest } from '../merchant.js';
import { Dashboard } from '../terminal.js';

/** Sends charges at a rate, as far as the server keeps up, until it is ended. */
function paced(origin, charge, perSecond) {
  const every = 5;
  const bytes = requestBytes(origin, charge);
  const begun = performance.now();
  const idle = [];
  let [sent, answered] = [0, 0];
  let fail;
  const failed = new Promise((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const onAnswer = (connection) => {
    answered++;
    idle.push(connection);
  };
  const all = Array.from({ length: 50 }, () => new Connection(origin, bytes, onAnswer, fail));
  for (const connection of all) connection.connected().then(() => idle.push(connection));
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) * perSecond) / 1_000;
    for (; sent < due && idle.length > 0; sent++) idle.pop().send();
  }, every);
  return {
    /** @returns answers per second. @throws if one was refused */
    end: async () => {
      clearInterval(timer);
      const rate = (answered / (performance.now() - begun)) * 1_000;
      await Promise.race([failed, sleep(0)]);
      for (const connection of all) connection.close();
      return rate;
    },
  };
}

/** The views whose keys are pressed: lists, the timeline, the movements of money. */
const viewKeys = ['2', '1', '8', '2', '7', '1', '3'];

/** Measures what an open dashboard costs the API, how often it paints, and how soon it answers a key. */
export async function dashboard({ launcher, stored, scaled }) {
  const { server, count } = await stored();
  const charge = await chargeRequest(server.url);
  const milliseconds = scaled(2_000, 200);
  const rounds = scaled(7, 2);
  const paintings = [];
  const keys = [];
  const costs = { without: [], with: [] };
  /** @returns charges per second; also records the server's processor time for each */
  const measure = async (side) => {
    const before = server.ticks;
    const perSecond = await load({ origin: server.url, request: charge, connections: 50, milliseconds });
    costs[side].push(((server.ticks - before) * 10_000) / ((perSecond * milliseconds) / 1_000));
    return perSecond;
  };
  const opened = async () => {
    const one = new Dashboard(launcher.dashboard(server.url));
    await one.until(/ws_demo/);
    await sleep(300);
    return one;
  };
  const values = await interleave(rounds, {
    without: async () => {
      await server.calm();
      return measure('without');
    },
    with: async () => {
      const one = await opened();
      await server.calm();
      const { result, perSecond } = await one.paintings(() => measure('with'));
      paintings.push(perSecond);
      await one.end();
      return result;
    },
  });
  const one = await opened();
  const pace = paced(server.url, charge, 1_000);
  const until = performance.now() + scaled(8_000, 1_000);
  for (let at = 0; performance.now() < until; at++) {
    keys.push(await one.goTo(viewKeys[at % viewKeys.length]));
    // Like a person: sometimes soon after the last key, sometimes later.
    await sleep(30 + Math.random() * 170);
  }
  const perSecond = await pace.end();
  await one.end();
  await server.end('SIGKILL');
  const thousands = count.toLocaleString('en-US');
  keys.sort((a, b) => a - b);
  const late = keys[Math.floor(keys.length * 0.95)];
  return [
    {
      name: 'processor time of a charge, with a dashboard / without',
      value: ratio(costs.with, costs.without),
      unit: 'x',
    },
    {
      name: `charge with a dashboard / without, ${thousands} stored`,
      value: ratio(values.with, values.without),
      unit: 'x',
    },
    {
      name: 'redraws of a dashboard under load',
      value: median(paintings),
      unit: '/s',
      rounds: paintings,
    },
    { name: 'a key of the dashboard at 1,000 charges a second, 95 %', value: late, unit: 'ms' },
    { name: 'the same, the middle one', value: median(keys), unit: 'ms' },
    { name: 'the same, the slowest', value: keys.at(-1), unit: 'ms' },
    { name: 'charges while keys were pressed', value: perSecond, unit: '/s' },
    { name: 'charge without a dashboard (50)', value: median(values.without), unit: '/s', rounds: values.without },
  ];
}
