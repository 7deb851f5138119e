import { type Delivery, deliveries } from '../webhooks/deliveries.ts';
import type { TapeEntry } from './taken.ts';

/** What happened between two marks. */
export interface Section {
  /** Its entries: from the first to before the last. */
  readonly from: number;
  readonly to: number;
  /** Whether its test failed, an answer was not 2xx, or a delivery failed. */
  readonly failed: boolean;
}

/** What happened, cut where markers stand. */
export function sectionsOf(entries: readonly TapeEntry[]): Section[] {
  const sections: Section[] = [];
  let from = 0;
  let failed = false;
  entries.forEach((entry, at) => {
    if (entry.type === 'mark' && entry.mark.kind === 'marker' && !entry.mark.failed && at > from) {
      sections.push({ from, to: at, failed });
      from = at;
      failed = false;
    }
    failed ||= hasFailed(entry);
  });
  return [...sections, { from, to: entries.length, failed }];
}

function hasFailed(entry: TapeEntry): boolean {
  if (entry.type === 'mark') return entry.mark.failed;
  if (entry.type === 'request') return entry.request.status < 200 || entry.request.status > 299;
  return entry.done.changes.some(
    ({ collection, after }) => collection.def.name === deliveries.name && failedLast(after as Delivery | undefined),
  );
}

const failedLast = (delivery: Delivery | undefined): boolean => typeof delivery?.attempts.at(-1)?.error === 'string';
