import { closest, orOf } from '../core/base/closest.ts';
import { parseIso, toIso } from '../core/base/instants.ts';
import { events } from '../core/kernel/events.ts';
import { deliveries } from '../payments/webhooks/deliveries.ts';
import { RecordError } from './errors.ts';
import { type CommitLine, isCommit, isMark, isRequest, type RunRecord } from './format.ts';

/** The name of a record's start for `--at`. */
export const startPlace = 'start';

/** A moment of a record. */
export interface RecordMoment {
  /** The number of steps before the moment. */
  readonly steps: number;
  /**
   * The instant on the clock of the emulator's own workspace, in milliseconds; null for the instant after the steps.
   */
  readonly instant: number | null;
}

/**
 * Finds a place in a record: `start`, the text of a mark (just before it), the id of a request, an event or a
 * delivery (just after it), or an instant on the emulated clock. Without a name, the place is the end of the record.
 * @throws RecordError if the record does not have the place, or has it more than once; the message suggests the
 * closest names
 */
export function placeIn(record: RunRecord, place: string | undefined, name: string): RecordMoment {
  const { steps } = record;
  if (place === undefined) return after(steps.length);
  if (place === startPlace) return after(0);
  const named = steps.flatMap((step, at) =>
    isMark(step) && step.mark.text === place ? [{ step: at, ...step.mark }] : [],
  );
  // A mark for a failed section is at the end of the section, and has the same name as the mark at its start.
  const beginnings = named.filter(({ failed }) => !failed);
  const [mark, ...others] = beginnings.length > 0 ? beginnings : named;
  if (mark !== undefined && others.length > 0) {
    const behind = [...new Set([mark, ...others].map(({ step }) => latestBefore(steps, step)))];
    throw new RecordError(
      `${name} has ${others.length + 1} marks named '${place}'. Use the place just before a mark instead: ${orOf(behind)}.`,
    );
  }
  if (mark !== undefined) return after(mark.step);
  const byId = afterId(record, place);
  if (byId !== null) return after(byId);
  const instant = parseIso(place);
  if (instant === null || instant === undefined) throw unknownPlace(record, place, name);
  return { steps: beforeInstant(record, instant, name), instant };
}

const after = (steps: number): RecordMoment => ({ steps, instant: null });

/** Another name for the place before a step: the id of the previous request or event. */
function latestBefore(steps: RunRecord['steps'], before: number): string {
  for (const step of steps.slice(0, before).reverse()) {
    if (isRequest(step)) return step.request.id;
    const [event] = isCommit(step) ? idsIn(step, events.name).reverse() : [];
    if (event !== undefined) return event;
  }
  return startPlace;
}

/**
 * The place after a request, after the commit that sent an event, or after the last attempt of a delivery; null if
 * the record has no such id.
 */
function afterId({ steps }: RunRecord, id: string): number | null {
  const request = steps.findIndex((step) => isRequest(step) && step.request.id === id);
  if (request !== -1) return request + 1;
  const emitted = steps.findIndex((step) => isCommit(step) && puts(step, events.name, id));
  const made =
    emitted !== -1 ? emitted : steps.findLastIndex((step) => isCommit(step) && puts(step, deliveries.name, id));
  return made === -1 ? null : withItsRequest(steps, made);
}

/** The place after the request that caused a commit, because a commit and its request must not be separated. */
function withItsRequest(steps: RunRecord['steps'], at: number): number {
  const commit = steps[at] as CommitLine;
  const next = steps[at + 1];
  return next !== undefined && isRequest(next) && next.request.id === commit.cause.id ? at + 2 : at + 1;
}

const puts = (commit: CommitLine, kind: string, id: string): boolean => idsIn(commit, kind).includes(id);

/** The ids of the records of a kind that a commit created or changed. */
const idsIn = ({ sets }: CommitLine, kind: string): string[] =>
  Object.values(sets).flatMap(({ put = {} }) => (put[kind] ?? []).map((record) => (record as { id: string }).id));

/** How many steps the run had made at an instant on the emulated clock. */
function beforeInstant({ steps, head }: RunRecord, instant: number, name: string): number {
  const isUntil = (step: RunRecord['steps'][number]): boolean =>
    !isCommit(step) || step.workspace !== head.workspace || step.at <= instant;
  const later = steps.findIndex((step) => !isUntil(step));
  const first = steps.find((step) => isCommit(step) && step.workspace === head.workspace) as CommitLine | undefined;
  if (first !== undefined && instant < first.at) {
    throw new RecordError(
      `${name} starts at ${toIso(first.at)}, which is after ${toIso(instant)}. Use --at start to resume from there.`,
    );
  }
  return later === -1 ? steps.length : later;
}

/** The maximum number of similar names in an error message. */
const told = 3;

function unknownPlace({ steps }: RunRecord, place: string, name: string): RecordError {
  const texts = [...new Set(steps.flatMap((step) => (isMark(step) ? [step.mark.text] : [])))];
  const near = closest(place, [...texts, ...idsLike(steps, place)], told);
  const listed = (names: readonly string[]): string => names.map((text) => `'${text}'`).join(', ');
  const hint =
    near.length > 0
      ? ` Did you mean ${listed(near)}?`
      : texts.length > 0
        ? ` It has ${listed(texts.slice(0, told))}.`
        : ' The record has no marks; use an ISO 8601 time, or the id of a request, an event or a delivery.';
  return new RecordError(`${name} has no place '${place}'.${hint}`);
}

/** The ids with the same prefix as the text: `req_`. */
function idsLike(steps: RunRecord['steps'], text: string): string[] {
  const prefix = /^[a-z]+_/.exec(text)?.[0];
  if (prefix === undefined) return [];
  const ids = steps.flatMap((step) => {
    if (isRequest(step)) return [step.request.id];
    return isCommit(step) ? [...idsIn(step, events.name), ...idsIn(step, deliveries.name)] : [];
  });
  return [...new Set(ids)].filter((id) => id.startsWith(prefix));
}
