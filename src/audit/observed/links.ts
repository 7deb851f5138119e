import { isObject } from '../../core/base/json-values.ts';
import { rememberedBy } from '../../core/base/once.ts';
import { namesOf } from '../../payments/platform/event-names.ts';
import { namesIn } from './deliveries.ts';
import type { EventView, ObservedRun } from './observed-run.ts';

/**
 * All names of what an event is about: a session, its payment, the dispute of that, the reference and the order belong
 * together. The links are those of the platform's own objects and events.
 */
export const linkedNames = (record: ObservedRun, event: EventView): ReadonlySet<string> =>
  linkedTo(record, event.subject) ?? new Set(namesIn(event));

/** The names that belong together with a name. */
export const linkedTo = (record: ObservedRun, name: string): ReadonlySet<string> | undefined =>
  groupsIn(record).get(name);

/** The names that belong together, by each of them. */
const groupsIn = rememberedBy(
  (record: ObservedRun) => [record],
  (record): ReadonlyMap<string, ReadonlySet<string>> => {
    const groups = new Map<string, Set<string>>();
    const link = (names: readonly string[]): void => {
      const joined = new Set([...names, ...names.flatMap((name) => [...(groups.get(name) ?? [])])]);
      for (const name of joined) groups.set(name, joined);
    };
    for (const event of record.events) link(namesIn(event));
    for (const { answer, isAccepted } of record.requests) {
      const shown = isAccepted ? [answer?.data ?? answer].flat() : [];
      for (const object of shown) {
        if (isObject(object) && typeof object.id === 'string') link(namesOf({ subject: object.id, data: object }));
      }
    }
    return groups;
  },
);
