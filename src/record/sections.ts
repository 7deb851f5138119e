import { events } from '../core/kernel/events.ts';
import { type Delivery, deliveries } from '../payments/webhooks/deliveries.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import { failsFirst, isRefused } from './failures.ts';
import type { CommitEntry, RecorderEntry } from './write/recorder-entries.ts';

/** The steps of a run between two marks. */
export interface Section {
  /** The entries of the section, from the first one (inclusive) to the last one (exclusive). */
  readonly from: number;
  readonly to: number;
  /**
   * Whether the section's test failed, a response was not 2xx, or a delivery failed. Deliveries count if they failed in
   * the section, or if their event belongs to the section.
   */
  readonly failed: boolean;
}

/** A section that can still end or fail. */
interface Open extends Section {
  readonly mark: Mark | null;
  to: number;
  failed: boolean;
}

/** The sections of a run, which its markers separate. */
export function sectionsOf(entries: readonly RecorderEntry[]): Section[] {
  let open: Open = { from: 0, to: entries.length, failed: false, mark: null };
  const sections: Open[] = [open];
  const emittedIn = new Map<string, Open>();
  entries.forEach((entry, at) => {
    if (entry.type === 'commit') noteFailures(entry, open, emittedIn);
    else if (entry.type === 'request') open.failed ||= isRefused(entry.request);
    else if (entry.type === 'mark' && entry.mark.failed) {
      open.failed = true;
      const begun = sections.findLast(({ mark }) => mark !== null && isOfSame(mark, entry.mark));
      if (begun !== undefined) begun.failed = true;
    } else if (entry.type === 'mark' && entry.mark.kind === 'marker') {
      open.to = at;
      open = { from: at, to: entries.length, failed: false, mark: entry.mark };
      sections.push(open);
    }
  });
  return sections.filter(({ from, to }) => to > from);
}

/** Whether two marks belong to the same section. Tests with their own workspaces can run in parallel. */
const isOfSame = (one: Mark, other: Mark): boolean =>
  one.text === other.text && one.workspace_id === other.workspace_id;

/**
 * Marks a section as failed if a delivery of one of its events fails, because a delivery often fails after the end of
 * the section that caused it.
 */
function noteFailures({ done }: CommitEntry, open: Open, emittedIn: Map<string, Open>): void {
  for (const { collection, before, after } of done.changes) {
    if (after === undefined) continue;
    if (collection.def.name === events.name && before === undefined) emittedIn.set(after.id, open);
    if (collection.def.name !== deliveries.name) continue;
    const delivery = after as Delivery;
    if (!failsFirst(delivery, before as Delivery | undefined)) continue;
    for (const section of [open, emittedIn.get(delivery.event_id)]) if (section !== undefined) section.failed = true;
  }
}
