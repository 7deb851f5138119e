import { events } from '../core/kernel/events.ts';
import { type Delivery, deliveries } from '../payments/webhooks/deliveries.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import { failsFirst, isRefused } from './failures.ts';
import type { CommitEntry, RecorderEntry } from './write/recorder-entries.ts';

/** The steps of a run between two marks. */
export interface Section {
  /** The entries of the section: from the first (inclusive) to the last (exclusive). */
  readonly from: number;
  readonly to: number;
  /**
   * Whether the section's test failed, an answer was not 2xx, or a delivery failed: in the section, or of an event of
   * the section.
   */
  readonly failed: boolean;
}

/** A section whose end or failure may still follow. */
interface Open extends Section {
  readonly mark: Mark | null;
  to: number;
  failed: boolean;
}

/** The sections of a run, which its markers divide. */
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

/** Whether two marks belong to one workspace: tests with workspaces of their own may run side by side. */
const isOfSame = (one: Mark, other: Mark): boolean =>
  one.text === other.text && one.workspace_id === other.workspace_id;

/**
 * Marks the section of a failed delivery's event as failed: a delivery often fails after the section that caused it.
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
