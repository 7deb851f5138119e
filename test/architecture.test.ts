import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { moveRoles } from '../src/kernel/declare/lifecycle.ts';
import { slowTests } from '../vitest.config.ts';
import { findCycle, type Import, readSources, roomOf } from './support/sources.ts';

const sources = readSources();
const imports = sources.flatMap((source) => source.imports);
const ours = imports.filter(({ isOurs }) => isOurs);
const show = ({ from, to }: Import) => `${from} -> ${to}`;

/** The rooms that know no resource. */
const engine: readonly string[] = ['base', 'store', 'kernel', 'platform'];

/**
 * Which room may import which. `uses` is what is there when the program runs, `knows` the types alone. A room that is
 * not named here has no place in the house yet.
 */
const rooms: Readonly<Record<string, { uses: readonly string[]; knows?: readonly string[] }>> = {
  base: { uses: [] },
  store: { uses: ['base'] },
  kernel: { uses: ['base', 'store'] },
  platform: { uses: ['base', 'store', 'kernel'] },
  validation: { uses: [...engine] },
  simulation: { uses: [...engine] },
  resources: { uses: [...engine, 'simulation', 'mail'] },
  files: { uses: [...engine, 'validation'] },
  // The certificate of an emulator that answers https.
  tls: { uses: [...engine, 'files', 'regular-file.ts'] },
  webhooks: { uses: [...engine] },
  mail: { uses: [...engine] },
  fixtures: {
    uses: [...engine, 'validation', 'resources', 'simulation', 'regular-file.ts'],
  },
  // What the server notes of each request, and the control API shows.
  requests: { uses: [...engine] },
  control: {
    uses: [
      ...engine,
      'validation',
      'resources',
      'webhooks',
      'mail',
      'fixtures',
      'simulation',
      'requests',
      'filter-words.ts',
      'regular-file.ts',
    ],
  },
  http: {
    uses: [...engine, 'validation', 'resources', 'simulation', 'control', 'pages', 'requests'],
  },
  pages: { uses: [...engine, 'resources', 'simulation', 'mail'] },
  'sandbox.ts': {
    uses: [
      ...engine,
      'simulation',
      'resources',
      'files',
      'webhooks',
      'mail',
      'control',
      'fixtures',
      'http',
      'tls',
      'pages',
      'requests',
      'watching.ts',
    ],
  },
  // Makes what a fixture describes, to see whether it could be loaded.
  'fixture-trial.ts': {
    uses: ['sandbox.ts', ...engine, 'simulation', 'control', 'fixtures', 'webhooks'],
  },
  // What `start --watch` follows: loaded for it alone.
  'watching.ts': { uses: [...engine, 'files', 'fixtures', 'control'] },
  // What an emulator writes down for an audit around it: loaded where there is one.
  'reporting.ts': { uses: [...engine, 'control'] },
  // The entry: what it gives is loaded when an emulator is started.
  'index.ts': { uses: ['programmatic', 'client-error.ts', 'audit'], knows: ['client'] },
  'vitest.ts': { uses: ['client.ts', 'index.ts', 'programmatic', 'audit'], knows: ['client'] },
  // What `emulator start` and `startEmulator` take alike.
  'start-options.ts': { uses: [...engine, 'validation'], knows: ['sandbox.ts'] },
  programmatic: {
    uses: [
      'start-options.ts',
      'sandbox.ts',
      'reporting.ts',
      'client.ts',
      ...engine,
      'control',
      'fixtures',
      'files',
      'audit',
      'regular-file.ts',
    ],
    knows: ['client'],
  },
  'client.ts': { uses: ['client', 'client-error.ts'], knows: ['control', ...engine] },
  client: { uses: ['client-error.ts'], knows: ['control', ...engine] },
  'client-error.ts': { uses: [], knows: ['control'] },
  'text.ts': { uses: [] },
  // How files are read that somebody names: a path may lead to what never ends.
  'regular-file.ts': { uses: [] },
  // How other programs are started and ended, on every system.
  'spawn.ts': { uses: [] },
  // Judges an application by what its emulator recorded: a client like any other.
  audit: {
    uses: ['client.ts', 'text.ts', 'spawn.ts', ...engine, 'simulation', 'validation'],
    knows: ['control'],
  },
  // What the words of a filter mean: for the emulator, which looks through all it has, and for what was loaded.
  'filter-words.ts': { uses: ['text.ts', ...engine] },
  // What somebody sees and does, for whoever draws it: it is told by whom the emulator is asked, and who judges.
  desk: {
    uses: ['client-error.ts', 'text.ts', 'filter-words.ts', 'inspector-address.ts'],
    knows: ['client.ts', 'control', ...engine, 'audit'],
  },
  // The audit of what is shown is loaded when there is something to judge.
  // The same, drawn in a browser.
  inspector: {
    uses: ['desk', 'client', 'text.ts', 'inspector-address.ts'],
    knows: ['control'],
  },
  // Where something is looked at in it: for the pages that lead there.
  'inspector-address.ts': { uses: [] },
  tui: { uses: ['desk', 'audit', 'text.ts', 'filter-words.ts', 'spawn.ts'], knows: ['client.ts', 'control'] },
  // Pure helpers of the engine; the rest lazily, for the one command that needs it.
  cli: {
    uses: [
      'start-options.ts',
      'client.ts',
      'text.ts',
      'spawn.ts',
      'regular-file.ts',
      'inspector-address.ts',
      'audit',
      'tui',
      'sandbox.ts',
      'reporting.ts',
      'fixture-trial.ts',
      ...engine,
      'webhooks',
      'fixtures',
    ],
    knows: ['control'],
  },
};

const isBelowResources = (room: string): boolean => engine.includes(room);

/** Files that may use more than their room, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Prints the interface description without starting anything.
  'cli/commands/api.ts': ['http'],
  // Every event and move that can be triggered, for the words of a completion script.
  'cli/commands/completion.ts': ['resources'],
  // Looks at a data folder and its certificate, and mends it, without an emulator.
  'cli/commands/doctor.ts': ['files', 'tls'],
  // Answers agents as the command line does, loaded with the first of them.
  'programmatic/start.ts': ['cli'],
  // Says what mends a damaged one.
  'cli/commands/start.ts': ['files'],
  // Waits until nobody uses the data folder any more.
  'cli/commands/stop.ts': ['files'],
  // Checks what an agent sends as every other input is checked.
  'cli/mcp/server.ts': ['validation'],
  // Which fields are texts, so that `-d phone=555` is sent as one.
  'cli/text-fields.ts': ['resources'],
  // Prints the log of the emulator that runs in its own process.
  'cli/commands/start-log.ts': ['control'],
  // Follows the emulator that runs in its own process.
  'cli/run-log.ts': ['control'],
};

describe('the rooms of the house', () => {
  it('are all known', () => {
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].filter((room) => !(room in rooms))).toEqual([]);
  });

  it('import only what they may', () => {
    const strays = ours.filter(({ from, to, isType }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (room === target || to.startsWith('..')) return false;
      const { uses, knows = [] } = rooms[room] ?? { uses: [] };
      const allowed = [...uses, ...(exceptions[from] ?? []), ...(isType ? knows : [])];
      return !allowed.includes(target);
    });
    expect(strays.map(show)).toEqual([]);
  });

  it('reach out of src/ for the version alone', () => {
    expect(ours.filter(({ to }) => to.startsWith('..')).map(({ to }) => to)).toEqual(
      expect.not.arrayContaining([expect.not.stringMatching(/^\.\.\/package\.json$/)]),
    );
  });

  it('depend on each other in one direction', () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of ours) {
      if (roomOf(from) === roomOf(to)) continue;
      edges.set(roomOf(from), (edges.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
    }
    expect(findCycle(edges)).toBeNull();
  });

  it('hold what runs in a browser apart: of the rest it knows types, and what both sides run', () => {
    const isBrowser = (path: string) => /^pages\/(browser|sdk)\//.test(path);
    // Texts are shared too; how brands are written and which languages there are is one for pages and mails.
    const isShared = (path: string) =>
      /^pages\/(shared|texts)\/|^resources\/common\/brand-name\.ts$|^mail\/languages\.ts$/.test(path);
    // It colors the examples of the documents; what buyers load has no library.
    const isColoring = ({ from, to }: Import) =>
      from === 'pages/browser/docs/code.ts' && to.startsWith('highlight.js/');
    const strays = imports.filter(
      (each) => isBrowser(each.from) && !each.isType && !isBrowser(each.to) && !isShared(each.to) && !isColoring(each),
    );
    expect(strays.map(show)).toEqual([]);
    expect(imports.filter(({ from, to }) => isShared(from) && !isShared(to)).map(show)).toEqual([]);
    expect(ours.filter(({ from, to }) => !isBrowser(from) && isBrowser(to)).map(show)).toEqual([]);
  });

  it('have a desk that knows no terminal, nothing that draws, and nothing of Node', () => {
    const ofDesk = sources.filter(({ path }) => roomOf(path) === 'desk');
    const libraries = ofDesk.flatMap((source) => source.imports).filter(({ isOurs }) => !isOurs);
    expect(libraries.map(show)).toEqual(['desk/palette/fuzzy.ts -> fuzzysort']);
    const ofNode = ofDesk.filter(({ text }) => /\bNodeJS\.|\bBuffer\.|\bprocess\.|\bsetImmediate\b/.test(text));
    expect(ofNode.map(({ path }) => path)).toEqual([]);
  });

  it('have no files that import each other in a circle, not even by their types', () => {
    const edges = new Map(sources.map(({ path }) => [path, new Set<string>()]));
    for (const { from, to } of ours) edges.get(from)?.add(to);
    expect(findCycle(edges)).toBeNull();
  });
});

describe('the quick tests', () => {
  it('leave out only what there is', () => {
    expect(slowTests.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the slices of the service', () => {
  const sliceOf = (path: string) => /^resources\/([^/]+)\//.exec(path)?.[1];
  const registry = sources.find(({ path }) => path === 'resources/registry.ts')!;
  const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // The order of the list is the rank; what all payments share stands first, and has no folder among the slices.
  const list = registry.text.slice(registry.text.indexOf('readonly Slice[] = ['));
  const [shared, ...ranks] = [...list.slice(0, list.indexOf('];')).matchAll(/^ {2}(\w+),$/gm)].map(([, name]) =>
    inWords(name!),
  );
  const rankOf = (slice: string) => ranks.indexOf(slice);
  const slices = [...new Set(sources.flatMap(({ path }) => sliceOf(path) ?? []))];

  it('call slices of a lower rank alone', () => {
    const strays = ours.filter(({ from, to }) => {
      const [caller, called] = [sliceOf(from), sliceOf(to)];
      if (caller === undefined || called === undefined || caller === called) return false;
      return rankOf(called) >= rankOf(caller);
    });
    expect(strays.map(show)).toEqual([]);
  });

  it('are all in the registry, below what all payments share', () => {
    const folders = slices.filter((slice) => slice !== 'common');
    expect(shared).toBe('platform');
    expect(ranks.toSorted()).toEqual(folders.toSorted());
    expect(registry.imports.flatMap(({ to, isType }) => (isType ? [] : (sliceOf(to) ?? []))).toSorted()).toEqual(
      folders.toSorted(),
    );
  });

  it('are named by nobody but each other, the registry, and the pages that show them', () => {
    const strays = ours.filter(({ from, to }) => {
      const called = sliceOf(to);
      return called !== undefined && called !== 'common' && !['resources', 'pages'].includes(roomOf(from));
    });
    expect(strays.map(show)).toEqual([]);
  });

  it('are unknown to the kernel, which is told by their declarations', () => {
    expect(
      ours.filter(({ from, to }) => isBelowResources(roomOf(from)) && !isBelowResources(roomOf(to))).map(show),
    ).toEqual([]);
  });
});

describe('libraries', () => {
  const homes: Readonly<Record<string, readonly string[]>> = {
    ajv: ['validation'],
    fastify: ['http'],
    undici: ['webhooks'],
    lowdb: ['files'],
    commander: ['cli'],
    execa: ['spawn.ts'],
    fuzzysort: ['desk'],
    ink: ['tui'],
    'jsonc-parser': ['base'],
    'localized-address-format': ['resources'],
    react: ['tui'],
    typebox: ['base', 'http', 'control'],
  };

  it('are each used in their own room', () => {
    const strays = imports.filter(
      ({ from, to, isOurs }) => !isOurs && to in homes && !homes[to]!.includes(roomOf(from)),
    );
    expect(strays.map(show)).toEqual([]);
  });

  it('do no I/O where the service is emulated', () => {
    const pure = [...engine, 'simulation', 'resources'];
    const isClock = (from: string, to: string) => from === 'base/time.ts' && to === 'node:timers';
    // Its lists of addresses ask nobody.
    const isHosts = (from: string, to: string) => from === 'base/hosts.ts' && to === 'node:net';
    const isCollector = (from: string, to: string) => from === 'base/garbage.ts' && to === 'node:inspector/promises';
    const strays = imports.filter(
      ({ from, to }) =>
        pure.includes(roomOf(from)) &&
        to.startsWith('node:') &&
        to !== 'node:crypto' &&
        !isClock(from, to) &&
        !isHosts(from, to) &&
        !isCollector(from, to),
    );
    expect(strays.map(show)).toEqual([]);
  });
});

describe('every source file', () => {
  /** Lines of the sources that a pattern fits, but for files that may have them. */
  const linesWith = (pattern: RegExp, allowed: (path: string) => boolean = () => false) =>
    sources
      .filter(({ path }) => !allowed(path))
      .flatMap(({ path, text }) =>
        text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
      );

  it('leaves the clock to the clock', () => {
    const mayRead = (path: string) =>
      /^(base\/(time|instants)\.ts|desk\/|inspector\/|tui\/|cli\/|pages\/(browser|sdk)\/)/.test(path);
    expect(
      linesWith(/\bDate\.now\b|\bnew Date\b|(?<!\.)\bset(Timeout|Interval)\b|\bperformance\.now\b/, mayRead),
    ).toEqual([]);
  });

  it('leaves keys to what draws: a slice says what a move is for and where its list stands', () => {
    // Pages are drawn too: for buyers.
    const draws = (path: string) => /^(tui|inspector|pages)\//.test(path);
    const keys = ['enter', 'esc', 'tab', 'space', 'up', 'down', 'left', 'right', 'ctrl\\+.', ...moveRoles].join('|');
    expect(linesWith(new RegExp(`\\bkeys?: \\[?['"](.|${keys})['"]`), draws)).toEqual([]);
    expect(linesWith(/\bpress ([b-z]|Enter|Esc|Tab|Space)\b.*['"`]|←/i, draws)).toEqual([]);
  });

  it('leaves nothing to be done, and nothing unsaid to the compiler', () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
    expect(linesWith(/\bas any\b|@ts-(ignore|nocheck|expect-error)/)).toEqual([]);
    expect(linesWith(/^export default\b/)).toEqual([]);
    expect(linesWith(/^\s*(enum|namespace)\s/)).toEqual([]);
  });

  it('is one thought: at most 350 lines', () => {
    const long = sources
      // All that is read in a language stands in one file.
      .filter(({ path }) => !path.startsWith('pages/texts/'))
      // The build makes it of the declarations.
      .filter(({ path }) => !['client/declared.ts', 'kernel/declare/field-names.ts'].includes(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > 350);
    expect(long).toEqual([]);
  });

  it('names no files by what they are not: kebab-case nouns', () => {
    expect(sources.map(({ path }) => path).filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.tsx?$/.test(path))).toEqual(
      [],
    );
  });
});
