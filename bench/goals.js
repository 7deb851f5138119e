/*
 * The goals of figures by name, in the order of docs/speed.md. A figure whose size matters has another name in a
 * smaller run, and so no goal. Goals apply pinned and unpinned, unless both are given.
 */
const atLeast = (value, unpinned = value) => ({ atLeast: value, unpinned: { atLeast: unpinned } });
const atMost = (value) => ({ atMost: value, unpinned: { atMost: value } });

export const topics = {
  'With much stored': {
    'charge, 100,000 stored / empty': atLeast(0.95),
    'charge, 500,000 stored / empty': atLeast(0.9),
    'get one, 100,000 stored / empty': atLeast(0.85),
    'list of 10, 100,000 stored / empty': atLeast(0.85),
    'filtered list of 10, 100,000 stored / empty': atLeast(0.85),
    'filtered / unfiltered list of 10, 100,000 stored': atLeast(0.85),
    'slowest answer while 100,000 charges settle': atMost(100),
    'memory with 100,000 charges': atMost(450),
    'memory with 100,000 charges, after a restart': atMost(450),
    'memory with 100,000 settled charges, at rest': atMost(450),
    // A line of plain JSON, with the names of all fields, so that people and tools can read the file.
    'journal of a charge': atMost(1_400),
  },
  Starting: {
    'emulator --help / node -e 0': atMost(1.25),
    'start to first answer / node -e 0': atMost(4),
    'start with 100,000 charges': atMost(5),
    'start with 100,000 settled charges': atMost(5),
    'start with 100,000 settled charges, the second and third': atMost(5),
    'journal replay / JSON.parse': atMost(2),
  },
  'Webhooks and the clock': {
    webhooks: atLeast(12_000),
    'webhooks / bare undici Pool': atLeast(0.2),
    'renewals on clock advance': atLeast(15_000),
    'renewals that also settle': atLeast(3_000),
    'a year of 1,000 monthly subscriptions': atMost(0.8),
  },
  'The dashboard and snapshots': {
    'charge with a dashboard / without, 100,000 stored': atLeast(0.85),
    'redraws of a dashboard under load': atMost(15.5),
    'a key of the dashboard at 1,000 charges a second, 95 %': atMost(100),
    'snapshot restore, all replaced, 100,000 objects': atMost(1_000),
    'first snapshot restore after a start, 100,000 objects': atMost(1_000),
  },
  Records: {
    'charge with a record / without': atLeast(0.97),
    'record of 10,000 charges, from the end of the command': atMost(1.5),
    'record of 10,000 charges, as a file': atMost(4),
  },
};

/** The goals beside the peer: our figure divided by the peer's. */
export const peerGoals = {
  'start to ready': { atMost: 1.8 },
  'memory, idle': { atMost: 1.3 },
  'memory after 9,500 writes': { atMost: 1.5 },
  'write, 1 connection': { atLeast: 1.15 },
  'read, 1 connection': { atLeast: 1.1 },
  'list, 1 connection': {},
  'write, 50 connections': { atLeast: 1.6 },
  'read, 50 connections': { atLeast: 1.6 },
};

const goals = Object.assign({}, ...Object.values(topics));

/** The goal of a figure: `atLeast`, `atMost` or nothing. */
export function goalOf({ name, placement }) {
  const { unpinned, ...pinned } = goals[name] ?? {};
  return (placement === 'unpinned' ? unpinned : pinned) ?? {};
}
