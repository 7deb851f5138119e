import { getOrMake } from '../../../core/base/maps.ts';
import { type ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import type { CapturedCall } from '../capture/captured-call.ts';

export type FindingKind = (typeof findingKinds)[number];

/** A change of a profile that would make the emulator answer as the service does. */
export type Change = Readonly<Record<string, unknown>> & { readonly change: string };

/** One difference at one place of one operation, however often it was seen. */
export type Finding = Omit<ComparisonFinding, 'says' | 'answers'>;

/** A difference as it is met. */
export interface Met {
  /** What is the same for each repetition of the difference. */
  readonly key: string;
  readonly kind: FindingKind;
  readonly operation: string;
  readonly place: string;
  readonly service: unknown;
  readonly emulator: unknown;
  /** Absent: a value, which one side may not have at all. */
  readonly difference?: Finding['difference'] | undefined;
  readonly refusal?: string | null | undefined;
  /** The key under which the comparisons of the place are counted. */
  readonly counted: string;
  readonly row: string | null;
  readonly change: Change | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A finding while a comparison goes on. */
export interface OpenFinding extends Mutable<Met> {
  seen: number;
  readonly first: CapturedCall;
  consequences: number;
}

/** Collects differences: each once, and those that follow from another with that one. */
export class Findings {
  /** By their keys. */
  readonly open = new Map<string, OpenFinding>();
  readonly #counts = new Map<string, number>();

  /** Counts a comparison of a place. */
  count(place: string): void {
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
  }

  countOf(place: string): number {
    return this.#counts.get(place) ?? 0;
  }

  /** Adds a difference. @param root the finding that it follows from, if it follows from one */
  add(met: Met, call: CapturedCall, root: OpenFinding | null): OpenFinding {
    const present = this.open.get(met.key);
    if (present === undefined && root !== null) {
      root.consequences++;
      return root;
    }
    const open = getOrMake(this.open, met.key, () => ({ ...met, seen: 0, first: call, consequences: 0 }));
    open.seen++;
    return open;
  }

  /** The findings in the order of what they cost, then in the order of the captures. */
  list(): { finding: Finding; change: Change | null }[] {
    const order = (kind: FindingKind): number => findingKinds.indexOf(kind);
    return [...this.open.values()]
      .sort((one, other) => order(one.kind) - order(other.kind) || one.first.entry - other.first.entry)
      .map(({ key: _key, counted, first, change, service, emulator, difference, refusal = null, ...rest }) => ({
        finding: {
          ...rest,
          service: service ?? null,
          emulator: emulator ?? null,
          difference:
            difference ?? (service === undefined ? 'emulator_only' : emulator === undefined ? 'service_only' : 'value'),
          refusal,
          of: Math.max(rest.seen, this.#counts.get(counted) ?? 0),
          first: { capture: first.capture, entry: first.entry },
          adoptable: change !== null,
        },
        change: change === null ? null : inProfile(change),
      }));
  }
}

/**
 * A change as a profile writes it: fields stand within the object, without their envelope, and lists count as their
 * items; operations have their plain ids.
 */
function inProfile({ of, field, ...change }: Change): Change {
  if (typeof of !== 'string') return change as Change;
  const path = typeof field === 'string' ? { field: field.replaceAll('[]', '').replace(/^data\./, '') } : {};
  const { change: kind, ...rest } = change;
  return { change: kind, of: of.replace(/^client\./, ''), ...path, ...rest };
}
