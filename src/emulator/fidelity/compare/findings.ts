import { getOrMake } from '../../../core/base/maps.ts';
import { type ComparisonFinding, findingKinds } from '../../../sandbox/control/wire.ts';
import type { CapturedCall } from '../capture/captured-call.ts';

export type FindingKind = (typeof findingKinds)[number];

/** A profile change that would make the emulator respond like the service. */
export type Change = Readonly<Record<string, unknown>> & { readonly change: string };

/** One difference at one place in one operation, no matter how often it occurred. */
export type Finding = Omit<ComparisonFinding, 'says' | 'answers'>;

/** One occurrence of a difference. */
export interface Met {
  /** The same for every occurrence of the difference. */
  readonly key: string;
  readonly kind: FindingKind;
  readonly operation: string;
  readonly place: string;
  readonly service: unknown;
  readonly emulator: unknown;
  /** Absent if the difference is in a value, or if only one side has the value. */
  readonly difference?: Finding['difference'] | undefined;
  readonly refusal?: string | null | undefined;
  /** The key that counts the comparisons of the place. */
  readonly counted: string;
  readonly row: string | null;
  readonly change: Change | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A finding while the comparison is in progress. */
export interface OpenFinding extends Mutable<Met> {
  seen: number;
  readonly first: CapturedCall;
  consequences: number;
}

/** Collects differences, each once. Differences that follow from another finding are counted with that finding. */
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

  /**
   * Adds a difference.
   * @param root the finding that it follows from, if any
   */
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

  /** The findings, sorted by severity, then by their order in the captures. */
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
 * Converts a change to the form in a profile: fields are relative to the object without its envelope, lists are
 * written as their items, and operations have plain ids.
 */
function inProfile({ of, field, ...change }: Change): Change {
  if (typeof of !== 'string') return change as Change;
  const path = typeof field === 'string' ? { field: field.replaceAll('[]', '').replace(/^data\./, '') } : {};
  const { change: kind, ...rest } = change;
  return { change: kind, of: of.replace(/^client\./, ''), ...path, ...rest };
}
