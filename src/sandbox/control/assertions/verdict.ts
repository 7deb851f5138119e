import { counted } from '../../../core/base/terminal-text.ts';
import type { Turns } from '../../../core/base/turns.ts';
import type { Assertion, AssertionResult } from '../wire.ts';
import { shown } from './differences.ts';

/** The maximum number of near misses in a message. */
const mostShown = 3;
/** The maximum number of ids in a verdict. */
const mostIds = 100;

/** A possible match, and its differences from the assertion. */
export interface Candidate {
  readonly id: string;
  /** The name of the candidate in a message, such as `req_… at …`. */
  readonly label: () => string;
  readonly lacks: readonly string[];
}

/** Records, and how they are compared with an assertion. */
export interface Matching<T> {
  /** The assertion in words, such as `POST /charges was requested`. */
  readonly what: string;
  /** The records, newest first. They can change while they are read. */
  readonly records: Iterable<T>;
  readonly candidatesOf: (record: T) => readonly Candidate[];
  /** The existing names, shown if there is no candidate. */
  readonly others: () => string | Promise<string>;
}

/**
 * Checks whether enough candidates match. If not, shows the candidates with the fewest differences, newest first.
 * @param turns splits the work into slices
 */
export async function verdictOf<T>(
  matching: Matching<T>,
  { times, with: fields, status, id }: Pick<Assertion, 'times' | 'with' | 'status' | 'id'>,
  turns: Turns,
): Promise<AssertionResult> {
  const { count, ids, near } = await tallyOf(matching, turns);
  const pass = times === undefined ? count > 0 : count === times;
  const how = [
    ...(fields === undefined ? [] : [`with ${shown(fields)}`]),
    ...(status === undefined ? [] : [`and answered ${status}`]),
    ...(id === undefined ? [] : [`about ${id}`]),
  ];
  const asserted = [matching.what, ...how].join(' ');
  const named = ids.length === 0 ? '' : `: ${ids.slice(0, mostShown).join(', ')}`;
  const often = counted(count, 'time');
  if (pass) return { pass, count, ids, message: `${asserted} ${often}${named}.` };
  const nearest = near.map(({ label, lacks }) => `  ${label()}: ${lacks.join('; ')}`);
  const lines = [
    times === undefined ? `Not so: ${asserted}.` : `${asserted} ${often}, not ${times}${named}.`,
    ...(nearest.length > 0 ? ['Nearest:', ...nearest] : count === 0 ? [await matching.others()] : []),
  ];
  return { pass, count, ids, message: lines.join('\n') };
}

interface Tally {
  /** The number of matches. */
  count: number;
  /** The first matches. */
  readonly ids: string[];
  /** The near misses, those with the fewest differences first. */
  readonly near: Candidate[];
}

async function tallyOf<T>({ records, candidatesOf }: Matching<T>, turns: Turns): Promise<Tally> {
  const tally: Tally = { count: 0, ids: [], near: [] };
  for (const record of records) {
    for (const candidate of candidatesOf(record)) {
      if (candidate.lacks.length > 0) addNear(tally.near, candidate);
      else if (tally.count++ < mostIds) tally.ids.push(candidate.id);
    }
    if (turns.isDue) await turns.next();
  }
  return tally;
}

function addNear(near: Candidate[], candidate: Candidate): void {
  const farther = near.findIndex(({ lacks }) => lacks.length > candidate.lacks.length);
  near.splice(farther === -1 ? near.length : farther, 0, candidate);
  if (near.length > mostShown) near.pop();
}

/** `a (2), b (1)`, the most frequent first; `none` for an empty list. */
export async function countsOf<T>(records: Iterable<T>, nameOf: (record: T) => string, turns: Turns): Promise<string> {
  const byName = new Map<string, number>();
  for (const record of records) {
    const name = nameOf(record);
    byName.set(name, (byName.get(name) ?? 0) + 1);
    if (turns.isDue) await turns.next();
  }
  const most = [...byName].sort((a, b) => b[1] - a[1]).slice(0, 8);
  return most.length === 0 ? 'none' : most.map(([name, count]) => `${name} (${count})`).join(', ');
}
