import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moveRoles } from '../src/core/kernel/declare/lifecycle.ts';
import { entryOf, findCycle, type Import, readSources, roomOf, roomRows } from './support/sources.ts';

const root = join(import.meta.dirname, '../src');
const sources = readSources();
const imports = sources.flatMap((source) => source.imports);
const ours = imports.filter(({ isOurs }) => isOurs);
const show = ({ from, to }: Import) => `${from} -> ${to}`;

/** The rooms that know no resource: "the engine" of the import rules in docs/internals/architecture.md. */
const engine: readonly string[] = ['core/base', 'core/store', 'core/kernel', 'payments/platform'];

/** What a room may import. `uses` is there when the program runs; of `knows` only the types. */
interface Row {
  readonly uses: readonly string[];
  readonly knows: readonly string[];
}

/** The rooms that a rule lists. */
const roomsIn = (list = 'nothing'): string[] =>
  list.split(', ').flatMap((name) => (name === 'the engine' ? engine : name === 'nothing' ? [] : name));

function rowOf(imports: string): Row {
  const [uses, types] = imports.split('; ');
  const isTypesOnly = uses!.startsWith('types of ');
  const knows = isTypesOnly ? uses : types;
  return { uses: isTypesOnly ? [] : roomsIn(uses), knows: roomsIn(knows?.replace('types of ', '')) };
}

/** The rooms of `src/` and their rules. */
const rooms: Readonly<Record<string, Row>> = Object.fromEntries(
  [...roomRows].map(([name, imports]) => [name, rowOf(imports)]),
);

const isBelowResources = (room: string): boolean => engine.includes(room);

/** Files that may use more than their room, and why. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // Prints the interface description without starting anything.
  'cli/commands/api.ts': ['sandbox/http'],
  // Every event and move that can be triggered, for the words of a completion script.
  'cli/completion/values.ts': ['payments/resources'],
  // Looks at a data folder and its certificate, and mends it, without an emulator.
  'cli/commands/doctor/doctor.ts': ['sandbox/files', 'sandbox/tls'],
  // Answers agents as the command line does, loaded with the first of them.
  'testing/start.ts': ['cli'],
  // Says what mends a damaged one.
  'cli/commands/start/start.ts': ['sandbox/files'],
  // Works on a data folder without an emulator.
  'cli/commands/operate/backup.ts': ['sandbox/files'],
  'cli/commands/operate/data-folder.ts': ['sandbox/files'],
  // Waits until nobody uses the data folder any more.
  'cli/commands/stop.ts': ['sandbox/files'],
  // Checks what an agent sends as every other input is checked.
  'cli/mcp/server.ts': ['core/validation'],
  // Which fields are texts, so that `-d phone=555` is sent as one.
  'cli/options/text-fields.ts': ['payments/resources'],
  // Reads the kept log of an audit by the schema of what an emulator records, as every other input is checked.
  'cli/record/kept-log.ts': ['sandbox/control', 'core/validation'],
  // Prints the log of the emulator that runs in its own process, for programs.
  'cli/commands/start/start-json-log.ts': ['sandbox/control'],
  // Prints the log of the emulator that runs in its own process.
  'cli/commands/start/start-log.ts': ['sandbox/control'],
  // Prints the endpoints of the emulator that runs in its own process.
  'cli/start-note.ts': ['sandbox/control'],
  // Follows the emulator that runs in its own process.
  'cli/log/run-log.ts': ['sandbox/control'],
};

describe('the rooms of the house', () => {
  it('are those with an import rule in docs/internals/architecture.md, each once', () => {
    const inSource = [...new Set(sources.map(({ path }) => roomOf(path)))];
    expect(Object.keys(rooms).toSorted()).toEqual(inSource.toSorted());
  });

  it('are what the import rules name', () => {
    const named = Object.values(rooms).flatMap(({ uses, knows }) => [...uses, ...knows]);
    expect([...new Set(named)].filter((room) => !(room in rooms))).toEqual([]);
  });

  it('need everything that their import rules allow', () => {
    const needed = new Set(ours.map(({ from, to }) => `${roomOf(from)} -> ${roomOf(to)}`));
    const idle = Object.entries(rooms).flatMap(([room, { uses, knows }]) =>
      [...uses, ...knows]
        .filter((target) => !engine.includes(target) && !needed.has(`${room} -> ${target}`))
        .map((target) => `${room} -> ${target}`),
    );
    expect(idle).toEqual([]);
  });

  it('import only what they may', () => {
    const strays = ours.filter(({ from, to, isType }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (room === target || to.startsWith('..')) return false;
      const { uses, knows } = rooms[room] ?? { uses: [], knows: [] };
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

  it.each([
    ['rooms', roomOf],
    ['entries', entryOf],
  ])('depend on each other in one direction: the %s', (_, placeOf) => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of ours) {
      if (placeOf(from) === placeOf(to)) continue;
      edges.set(placeOf(from), (edges.get(placeOf(from)) ?? new Set()).add(placeOf(to)));
    }
    expect(findCycle(edges)).toBeNull();
  });

  it('stand in a dozen entries, and no folder has more than two dozen files', () => {
    expect(new Set(sources.map(({ path }) => entryOf(path))).size).toBeLessThanOrEqual(12);
    const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isDirectory());
    const filesIn = (folder: string) => readdirSync(folder, { withFileTypes: true }).filter((each) => each.isFile());
    const paths = folders.map(({ parentPath, name }) => join(parentPath, name));
    expect(paths.filter((folder) => filesIn(folder).length > 24)).toEqual([]);
  });

  it('hold what runs in a browser apart: of the rest it knows types, and what both sides run', () => {
    const isBrowser = (path: string) => /^pages\/(browser|sdk)\//.test(path);
    // Texts are shared too; how brands are written, which languages there are, and which colors can be read on which is
    // one for pages and mails.
    const isShared = (path: string) =>
      /^pages\/(shared|texts)\/|^payments\/resources\/common\/brand-name\.ts$|^payments\/mail\/languages\.ts$|^core\/base\/(colors|inspector-address)\.ts$/.test(
        path,
      );
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
    const ofDesk = sources.filter(({ path }) => roomOf(path) === 'desk/model');
    const libraries = ofDesk.flatMap((source) => source.imports).filter(({ isOurs }) => !isOurs);
    expect(libraries.map(show)).toEqual(['desk/model/palette/fuzzy.ts -> fuzzysort']);
    const ofNode = ofDesk.filter(({ text }) => /\bNodeJS\.|\bBuffer\.|\bprocess\.|\bsetImmediate\b/.test(text));
    expect(ofNode.map(({ path }) => path)).toEqual([]);
  });

  it('have no files that import each other in a circle, not even by their types', () => {
    const edges = new Map(sources.map(({ path }) => [path, new Set<string>()]));
    for (const { from, to } of ours) edges.get(from)?.add(to);
    expect(findCycle(edges)).toBeNull();
  });
});

describe('the slices of the service', () => {
  const sliceOf = (path: string) => /^payments\/resources\/([^/]+)\//.exec(path)?.[1];
  const registry = sources.find(({ path }) => path === 'payments/resources/registry.ts')!;
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
      return called !== undefined && called !== 'common' && !['payments/resources', 'pages'].includes(roomOf(from));
    });
    expect(strays.map(show)).toEqual([]);
  });

  it('are unknown to the kernel, which is told by their declarations', () => {
    const isKnown = (to: string) => isBelowResources(roomOf(to)) || roomOf(to) === 'core/generated';
    expect(ours.filter(({ from, to }) => isBelowResources(roomOf(from)) && !isKnown(to)).map(show)).toEqual([]);
  });
});

describe('libraries', () => {
  const homes: Readonly<Record<string, readonly string[]>> = {
    ajv: ['core/validation'],
    fastify: ['sandbox/http'],
    undici: ['payments/webhooks', 'emulator/fidelity'],
    lowdb: ['sandbox/files'],
    commander: ['cli'],
    execa: ['core/system'],
    fuzzysort: ['desk/model'],
    ink: ['desk/terminal'],
    'jsonc-parser': ['core/base'],
    'localized-address-format': ['payments/resources'],
    react: ['desk/terminal'],
    typebox: ['core/base', 'sandbox/http', 'sandbox/control'],
  };

  it('are each used in their own room', () => {
    const strays = imports.filter(
      ({ from, to, isOurs }) => !isOurs && to in homes && !homes[to]!.includes(roomOf(from)),
    );
    expect(strays.map(show)).toEqual([]);
  });

  it('do no I/O where the service is emulated', () => {
    const pure = [...engine, 'payments/simulation', 'payments/resources'];
    const isClock = (from: string, to: string) => from === 'core/base/time.ts' && to === 'node:timers';
    // Its lists of addresses ask nobody.
    const isHosts = (from: string, to: string) => from === 'core/base/hosts.ts' && to === 'node:net';
    const strays = imports.filter(
      ({ from, to }) =>
        pure.includes(roomOf(from)) &&
        to.startsWith('node:') &&
        to !== 'node:crypto' &&
        !isClock(from, to) &&
        !isHosts(from, to),
    );
    expect(strays.map(show)).toEqual([]);
  });
});

it.each(['CONTRIBUTING.md', 'docs/internals/slices.md'])(
  '%s names files that are there, but for those that it makes',
  (page) => {
    const root = join(import.meta.dirname, '..');
    const text = readFileSync(join(root, page), 'utf8');
    const made = [...text.matchAll(/<!-- file: (\S+) -->/g)].map(([, path]) => path!);
    const named = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path!);
    expect(named.filter((path) => !made.includes(path) && !existsSync(join(root, path)))).toEqual([]);
  },
);

it('docs/internals/build.md has the reason for every dependency, and for no other', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  const section = read('docs/internals/build.md').split('\n## Dependencies\n')[1]!.split('\n## ')[0]!;
  const aside = ['light-my-request', 'overrides', 'dist/THIRD-PARTY-LICENSES', 'dist/fonts/', 'src/core/generated/'];
  const names = [...section.matchAll(/`(@?[a-z][\w./-]*)`/g)].map(([, name]) => name!);
  const named = new Set(names.filter((name) => name !== 'default' && !aside.includes(name)));
  expect([...named].sort()).toEqual(Object.keys(devDependencies).sort());
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
      /^(core\/base\/(time|instants)\.ts|desk\/|cli\/|pages\/(browser|sdk)\/)/.test(path);
    expect(
      linesWith(/\bDate\.now\b|\bnew Date\b|(?<!\.)\bset(Timeout|Interval)\b|\bperformance\.now\b/, mayRead),
    ).toEqual([]);
  });

  it('leaves renames to the one file that tries again where Windows has a file in use, and syncs to descriptors', () => {
    const renames = /^import [^;]*\brename(Sync)?\b[^;]* from 'node:fs|^import \w[^;{]* from 'node:fs|\bfs\w*\.rename/m;
    expect(sources.filter(({ text }) => renames.test(text)).map(({ path }) => path)).toEqual([
      'core/system/file-replacement.ts',
    ]);
    // A `FileHandle` of Yarn's Plug'n'Play has neither.
    expect(linesWith(/(?<!\bjournal|\bthis)\.(datasync|sync)\(\)/)).toEqual([]);
  });

  it('leaves keys to what draws: a slice says what a move is for and where its list stands', () => {
    // Pages are drawn too: for buyers.
    const draws = (path: string) => /^(desk\/(terminal|inspector)|pages)\//.test(path);
    const keys = ['enter', 'esc', 'tab', 'space', 'up', 'down', 'left', 'right', 'ctrl\\+.', ...moveRoles].join('|');
    expect(linesWith(new RegExp(`\\bkeys?: \\[?['"](.|${keys})['"]`), draws)).toEqual([]);
    expect(linesWith(/\bpress ([b-z]|Enter|Esc|Tab|Space)\b.*['"`]|←/i, draws)).toEqual([]);
  });

  it('leaves nothing to be done, and nothing unsaid to the compiler', () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
    expect(linesWith(/\bas any\b|@ts-(ignore|nocheck|expect-error)/)).toEqual([]);
    expect(linesWith(/^export default\b/)).toEqual([]);
    expect(linesWith(/^\s*enum\s/)).toEqual([]);
    // The types of a library can only be extended in the namespace that it declares.
    expect(linesWith(/^\s*namespace\s/, (path) => path.endsWith('.d.ts'))).toEqual([]);
  });

  it('has functions of at most 60 lines and four parameters, but for files whose number only gets smaller', () => {
    const { overrides } = JSON.parse(readFileSync(join(root, '../biome.json'), 'utf8')) as {
      overrides: { includes: string[]; linter?: { rules?: { complexity?: Record<string, unknown> } } }[];
    };
    const rulesOf = (rule: string) =>
      overrides.flatMap(({ includes, linter }) => {
        const setting = linter?.rules?.complexity?.[rule];
        return setting === undefined ? [] : [{ includes, setting }];
      });
    const exceptions = (rule: string) =>
      rulesOf(rule).flatMap(({ includes, setting }) => (setting === 'off' ? includes : []));
    const limits = ['noExcessiveLinesPerFunction', 'useMaxParams'].map((rule) => rulesOf(rule)[0]);
    expect(limits).toEqual([
      { includes: ['src/**'], setting: { level: 'error', options: { maxLines: 60, skipBlankLines: true } } },
      { includes: ['src/**'], setting: { level: 'error', options: { max: 4 } } },
    ]);
    expect(exceptions('noExcessiveLinesPerFunction').length).toBeLessThanOrEqual(8);
    expect(exceptions('useMaxParams').length).toBeLessThanOrEqual(49);
    const files = sources.map(({ path }) => `src/${path}`);
    const excepted = [...exceptions('noExcessiveLinesPerFunction'), ...exceptions('useMaxParams')];
    expect(excepted.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('names the parts of an emulator that it uses, where it serves the control API', () => {
    const mayTakeAll = (path: string) =>
      !path.startsWith('sandbox/control/') || /\/(sandbox|operation)\.ts$/.test(path);
    expect(linesWith(/: Sandbox\b|handle: (async )?\(sandbox,/, mayTakeAll)).toEqual([]);
  });

  it('names no files by what they are not: kebab-case nouns', () => {
    expect(
      sources.map(({ path }) => path).filter((path) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.d)?\.tsx?$/.test(path)),
    ).toEqual([]);
  });
});
