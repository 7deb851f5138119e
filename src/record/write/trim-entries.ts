import { type LoggedRequest, writtenOut } from '../../sandbox/requests/log.ts';
import { sectionsOf } from '../sections.ts';
import type { RecorderEntry, RequestEntry } from './recorder-entries.ts';

/** The parts to omit from sections without a failure to keep a record small, in increasing order. */
export const omissions = ['nothing', 'bodies', 'requests', 'everything before the first failure'] as const;
export type Omission = (typeof omissions)[number];

/** The entries of a run, without the omitted parts. */
export interface TrimmedEntries {
  readonly entries: readonly RecorderEntry[];
  /** The number of omitted requests. `bodies`: the number of other requests without bodies. */
  readonly requests: number;
  readonly bodies: number;
  /** The start of the trimmed run, if it is after the start of the recording. */
  readonly began?: { readonly real: number; readonly calls: number };
  /** The entries before the trimmed run. */
  readonly before: readonly RecorderEntry[];
}

/**
 * Omits parts of a run. A section with a failure stays complete, and so do the commits between two sections that are
 * kept.
 */
export function trimEntries(all: readonly RecorderEntry[], omission: Omission): TrimmedEntries {
  if (omission === 'nothing') return { entries: all, requests: 0, bodies: 0, before: [] };
  if (omission === 'everything before the first failure') return fromFirstFailure(all);
  let requests = 0;
  let bodies = 0;
  const entries = sectionsOf(all).flatMap(({ from, to, failed }) => {
    const own = all.slice(from, to);
    if (failed) return own;
    const count = own.filter(isRequest).length;
    if (omission === 'requests') {
      requests += count;
      return own.filter((entry) => !isRequest(entry));
    }
    bodies += count;
    return own.map((entry) => (isRequest(entry) ? { ...entry, request: withoutBodies(entry.request) } : entry));
  });
  return { entries, requests, bodies, before: [] };
}

function fromFirstFailure(all: readonly RecorderEntry[]): TrimmedEntries {
  const from = sectionsOf(all).find(({ failed }) => failed)?.from ?? 0;
  const before = all.slice(0, from);
  const rest = trimEntries(all.slice(from), 'requests');
  const last = before.at(-1);
  return {
    ...rest,
    before,
    requests: rest.requests + before.filter(isRequest).length,
    ...(last === undefined ? {} : { began: { real: last.real, calls: last.calls } }),
  };
}

const isRequest = (entry: RecorderEntry): entry is RequestEntry => entry.type === 'request';

const withoutBodies = (request: LoggedRequest): LoggedRequest => ({
  ...writtenOut(request),
  body: null,
  response: null,
  redacted: true,
});
