import { kindsOf, limitedTo } from '../adversities/fault-plans.ts';
import type { Finding } from '../rule.ts';
import type { LoggedRun, PlannedRun } from '../trial/trial-log.ts';

/**
 * One run tries an adversity on every kind of event at the same time. If the run shows a violation, further runs try
 * fewer kinds, until one kind is left. Each function here asks for runs with `yield`, and gets their findings.
 */
export type Narrowing<Result = readonly Finding[]> = Generator<PlannedRun, Result, readonly Finding[]>;

/** The run that repeats or replaces a run. @param kinds null for all kinds */
export function withKinds(ran: LoggedRun, kinds: readonly string[] | null, kind: 'part' | 'repeat', attempt = 1) {
  const { run, endedAfter: _, ...planned } = ran;
  const armament = kinds === null || planned.armament === null ? planned.armament : limitedTo(planned.armament, kinds);
  const times = attempt === 1 ? '' : `, attempt ${attempt}`;
  const id = `${kind} of run ${run.number}: ${kinds?.join(', ') ?? 'all kinds'}${times}`;
  return { ...planned, id, kind, of: run.number, armament } satisfies PlannedRun;
}

interface Narrowed {
  readonly kinds: readonly string[];
  readonly found: readonly Finding[];
}

/**
 * Narrows a finding down to one kind.
 * @param found the findings of the run
 * @param decided the kind that decided about the rule under an earlier adversity, which probably decides here as well
 */
export function* narrow(first: LoggedRun, found: readonly Finding[], decided: string | undefined): Narrowing {
  const kinds = first.armament?.faults === undefined ? [] : kindsOf(first.armament);
  const named = kinds.filter((kind) => found.some(({ where }) => where === kind));
  if (named.length > 1) {
    // Each operation has its own bug.
    const shown: Finding[] = [];
    for (const kind of named) shown.push(...(yield withKinds(first, [kind], 'repeat')));
    return shown;
  }
  if (kinds.length < 2) return [];
  return (yield* toOneOf(first, kinds, { found, decided }))?.found ?? [];
}

/** Finds one kind among several that shows a finding, or the fewest kinds that show it together. */
function* toOneOf(
  first: LoggedRun,
  kinds: readonly string[],
  { found, decided }: { readonly found: readonly Finding[]; readonly decided?: string | undefined },
): Narrowing<Narrowed | null> {
  const suspect = kinds.find((kind) => kind === decided) ?? kinds.find((kind) => namesIn(found).includes(kind));
  const shown = suspect === undefined ? [] : yield withKinds(first, [suspect], 'repeat');
  return suspect !== undefined && shown.length > 0 ? { kinds: [suspect], found: shown } : yield* bisect(first, kinds);
}

/** The places and the types of events that findings name. */
const namesIn = (found: readonly Finding[]): string[] =>
  found.flatMap(({ where, evidence }) => [
    where,
    ...evidence.deliveries.map(({ event_type }) => event_type),
    ...evidence.events.map(({ type }) => type),
  ]);

function* bisect(first: LoggedRun, kinds: readonly string[]): Narrowing<Narrowed | null> {
  const middle = Math.ceil(kinds.length / 2);
  for (const half of [kinds.slice(0, middle), kinds.slice(middle)]) {
    const found = yield withKinds(first, half, 'repeat');
    if (found.length === 0) continue;
    return (half.length === 1 ? null : yield* bisect(first, half)) ?? { kinds: half, found };
  }
  return null;
}

/**
 * Tries the kinds that a finding leaves open: all of them together, and again without each kind that shows a finding,
 * until they show none.
 */
export function* tryTogether(first: LoggedRun, kinds: readonly string[]): Narrowing {
  const shown: Finding[] = [];
  let left = kinds;
  while (left.length > 0) {
    const found = yield withKinds(first, left, 'repeat');
    if (found.length === 0) break;
    const narrowed = (left.length === 1 ? null : yield* toOneOf(first, left, { found })) ?? { kinds: left, found };
    shown.push(...narrowed.found);
    left = left.filter((kind) => !narrowed.kinds.includes(kind));
  }
  return shown;
}

/** How often a run is repeated with all its kinds if concurrent handlers must overlap by chance. */
const attempts = 3;

/** Repeats a run with all its kinds, until it shows the finding again. */
export function* repeatWhole(first: LoggedRun, isByChance: boolean): Narrowing {
  for (let attempt = 1; attempt <= (isByChance ? attempts : 1); attempt++) {
    const found = yield withKinds(first, null, 'repeat', attempt);
    if (found.length > 0) return found;
  }
  return [];
}
