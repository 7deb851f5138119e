import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import type { RunView } from '../../src/sandbox/control/wire.ts';
import { changed, type Json, noChanges, withChanges } from './changes.ts';

/**
 * Whether runs are performed and kept (`npm run audit:runs`). Otherwise tests judge the kept ones, and nothing is
 * started.
 */
export const isKeeping = process.env.AUDIT_RUNS === 'keep';

export const folderOfRuns = join(import.meta.dirname, 'runs');

/** A list, by what it has in common with the one before in its file. */
interface Continued<A> {
  /** How many entries begin like those of the list before. */
  readonly as_before: number;
  /** The others; one that is like another before it by the differences. */
  readonly further: readonly (A | Changed)[];
}

/** An entry, by its differences from another one. */
interface Changed {
  readonly id: string;
  /** The id of the other one; absent: it is the last one with the same id. */
  readonly like?: string;
  readonly changes: Json;
}

/** A record, by its differences from the one before in its file. */
type KeptView = Omit<RunView, 'effects' | 'requests' | 'events' | 'deliveries' | 'endpoints'> & {
  /** By their differences from those before; absent: there is none. */
  readonly endpoints?: Json;
  readonly requests: Continued<RunView['requests'][number]>;
  readonly events: Continued<RunView['events'][number]>;
  readonly deliveries: Continued<RunView['deliveries'][number]>;
};

/** A step of a kept test: a call with its answer, what was recorded by then, or a whole run of a trial. */
export interface Step {
  /** What is asked: a step is replayed only for the same question. */
  readonly asked: string;
  readonly answer: unknown;
  readonly view?: RunView;
}

type KeptStep = Omit<Step, 'answer' | 'view'> & {
  readonly answer?: unknown;
  /** The logged request that has the text of the answer. */
  readonly logged?: string;
  readonly view?: KeptView;
};

/** The kept tests of one file. */
interface KeptFile {
  readonly effects: RunView['effects'];
  readonly tests: Readonly<Record<string, readonly KeptStep[]>>;
}

const mend = 'Perform and keep the runs again: npm run audit:runs';

/** The steps of one test. Those of several stages or trials in it follow one another. */
class KeptTest {
  readonly steps: Step[];
  #next = 0;

  constructor(steps: Step[]) {
    this.steps = steps;
  }

  /** Performs a step and keeps it, or gives the kept one. @throws Error if another one was kept */
  async step(asked: string, perform: () => Promise<Omit<Step, 'asked'>>): Promise<Omit<Step, 'asked'>> {
    if (isKeeping) {
      // The place is taken before the answer is there: what is asked at once is asked in this order again.
      const at = this.steps.push({ asked, answer: null }) - 1;
      const step = await perform();
      this.steps[at] = { asked, ...step };
      return step;
    }
    const kept = this.steps[this.#next++];
    if (kept?.asked === asked) return kept;
    throw new Error(`The kept run has another step than '${asked}': '${kept?.asked ?? 'none'}'. ${mend}`);
  }

  /** What was recorded: asked for several times in a row, only the last answer is kept. */
  async record(perform: () => Promise<RunView>): Promise<RunView> {
    if (isKeeping) {
      const view = await perform();
      if (this.steps.at(-1)?.asked === 'record') this.steps.pop();
      this.steps.push({ asked: 'record', answer: null, view });
      return view;
    }
    const isAgain = this.steps[this.#next]?.asked !== 'record' && this.steps[this.#next - 1]?.asked === 'record';
    if (isAgain) return this.steps[this.#next - 1]!.view!;
    return (await this.step('record', () => Promise.reject(new Error(mend)))).view!;
  }
}

type Entry = RunView['requests' | 'events' | 'deliveries'][number];

/** The entries of a file so far. Emulators with the same seed give the same ids, so that most differ in times alone. */
class KnownEntries {
  readonly #byId = new Map<string, Entry>();
  /** The last one of each operation or type of event. */
  readonly #byKind = new Map<string, Entry>();

  /** The shortest way to write an entry. */
  shorten<A extends Entry>(entry: A): A | Changed {
    const { id } = entry;
    const kind = kindOf(entry);
    const [same, like] = [this.#byId.get(id), this.#byKind.get(kind)];
    const ways: (A | Changed)[] = [entry];
    if (same !== undefined) ways.push({ id, changes: changed(same, entry) });
    // Emulators of several tests give the same ids to different entries.
    if (like !== undefined && this.#byId.get(like.id) === like)
      ways.push({ id, like: like.id, changes: changed(like, entry) });
    this.#byId.set(id, entry);
    this.#byKind.set(kind, entry);
    const lengthOf = (way: A | Changed): number => JSON.stringify(way).length;
    return ways.reduce((best, way) => (lengthOf(way) < lengthOf(best) ? way : best));
  }

  complete<A extends Entry>(entry: A | Changed): A {
    const completed =
      'changes' in entry
        ? (withChanges(this.#byId.get(entry.like ?? entry.id) ?? {}, entry.changes) as unknown as A)
        : entry;
    this.#byId.set(entry.id, completed);
    return completed;
  }
}

const kindOf = (entry: Entry): string =>
  'operation' in entry ? `${entry.operation}` : 'type' in entry ? `of ${entry.type}` : `to ${entry.event_type}`;

const files = new Map<string, Map<string, KeptTest>>();

/** The kept runs of the test that runs now. */
export function keptTest(): KeptTest {
  const { currentTestName = '', testPath = '' } = expect.getState();
  const name = basename(testPath, '.test.ts');
  let tests = files.get(name);
  if (tests === undefined) {
    tests = isKeeping ? new Map() : readRuns(name);
    files.set(name, tests);
  }
  let test = tests.get(currentTestName);
  if (test === undefined) {
    if (!isKeeping) throw new Error(`No run was kept of '${currentTestName}'. ${mend}`);
    test = new KeptTest([]);
    tests.set(currentTestName, test);
  }
  return test;
}

/** Writes what a file of tests has performed, if its runs are to be kept. @param name of the file: `amounts` */
export function keepsRuns(name: string): void {
  afterAll(() => {
    if (isKeeping) writeRuns(name, files.get(name) ?? new Map());
  });
}

/** The views of a file in order, each completed from the one before. */
export function readViews(name: string): RunView[] {
  return [...readRuns(name).values()].flatMap(({ steps }) => steps.flatMap(({ view }) => view ?? []));
}

function readRuns(name: string): Map<string, KeptTest> {
  const { effects, tests } = JSON.parse(readFileSync(join(folderOfRuns, `${name}.json`), 'utf8')) as KeptFile;
  let before: RunView | null = null;
  const known = new KnownEntries();
  const whole = ({ view, logged, ...kept }: KeptStep): Step => {
    const step = { answer: logged ?? null, ...kept };
    if (view === undefined) return step;
    const continued = <A extends Entry>(list: Continued<A>, earlier: readonly A[] = []): A[] => [
      ...earlier.slice(0, list.as_before),
      ...list.further.map((entry) => known.complete(entry)),
    ];
    const completed: RunView = {
      ...view,
      endpoints: withChanges(before?.endpoints ?? [], view.endpoints ?? noChanges) as RunView['endpoints'],
      effects,
      requests: continued(view.requests, before?.requests),
      events: continued(view.events, before?.events),
      deliveries: continued(view.deliveries, before?.deliveries),
    };
    before = completed;
    return { ...step, view: completed };
  };
  const answered = (steps: readonly KeptStep[]): Step[] => {
    const completed = steps.map(whole);
    const log = new Map(completed.flatMap(({ view }) => view?.requests ?? []).map((request) => [request.id, request]));
    return completed.map((step, at) => {
      const { status, response } = log.get(steps[at]!.logged ?? '') ?? {};
      return status === undefined ? step : { ...step, answer: { status, body: JSON.parse(response ?? '{}') } };
    });
  };
  return new Map(Object.entries(tests).map(([title, steps]) => [title, new KeptTest(answered(steps))]));
}

function writeRuns(name: string, tests: ReadonlyMap<string, KeptTest>): void {
  let before: RunView | null = null;
  let effects: RunView['effects'] = {};
  const known = new KnownEntries();
  const continuing = <A extends Entry>(list: readonly A[], earlier: readonly A[] = []): Continued<A> => {
    const isOther = (each: A, at: number): boolean => JSON.stringify(each) !== JSON.stringify(earlier[at]);
    const other = list.findIndex(isOther);
    const as_before = other === -1 ? list.length : other;
    return { as_before, further: list.slice(as_before).map((entry) => known.shorten(entry)) };
  };
  const kept = ({ view, answer, ...step }: Step, logged: string | undefined): KeptStep => {
    if (view === undefined) return logged === undefined ? { ...step, answer } : { ...step, logged };
    const { effects: declared, endpoints, ...rest } = view;
    effects = declared;
    const shortened: KeptView = {
      ...rest,
      ...(JSON.stringify(endpoints) === JSON.stringify(before?.endpoints)
        ? {}
        : { endpoints: changed(before?.endpoints ?? [], endpoints) }),
      requests: continuing(view.requests, before?.requests),
      events: continuing(view.events, before?.events),
      deliveries: continuing(view.deliveries, before?.deliveries),
    };
    before = view;
    return { ...step, ...(answer === null ? {} : { answer }), view: shortened };
  };
  const lines = [...tests].map(([title, { steps }]) => {
    const log = new Map(steps.flatMap(({ view }) => view?.requests ?? []).map((each) => [textOf(each), each.id]));
    const all = steps.map((step) => JSON.stringify(kept(step, log.get(JSON.stringify(step.answer)))));
    return `${JSON.stringify(title)}: [\n${all.join(',\n')}\n]`;
  });
  mkdirSync(folderOfRuns, { recursive: true });
  const text = `{"effects": ${JSON.stringify(effects)},\n"tests": {\n${lines.join(',\n')}\n}}\n`;
  writeFileSync(join(folderOfRuns, `${name}.json`), text);
}

/** What a caller was answered by a request, as text. */
const textOf = ({ status, response }: RunView['requests'][number]): string =>
  `{"status":${status},"body":${response ?? '{}'}}`;
