import { getOrMake } from '../../../core/base/maps.ts';
import type { Findings, OpenFinding } from './findings.ts';

type Field = readonly [name: string, value: unknown];

interface Pair {
  readonly owner: string;
  readonly missing: string;
  readonly extra: string;
  same: number;
  other: number;
  /** Whether one of the values is unlikely to match by chance. */
  isTelling: boolean;
  /** Whether the object never had another missing or extra field. */
  isOnly: boolean;
}

/** A name without its separators and case: `processor_type` and `processorType` are equal. */
const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** The last word of a name, which shows the kind of value: `id` in `payment_id`. */
const lastWord = (name: string): string | undefined => name.split(/[_.]/).at(-1);

/**
 * Finds fields that have another name on the other side: one is missing, one is extra, and their values always agree.
 */
export class Renames {
  readonly #pairs = new Map<string, Pair>();
  readonly #findings: Findings;
  readonly #isSame: (service: unknown, emulator: unknown) => boolean;

  constructor(findings: Findings, isSame: (service: unknown, emulator: unknown) => boolean) {
    this.#findings = findings;
    this.#isSame = isSame;
  }

  /** Records the fields of one object that only one side has. */
  note(owner: string, below: string, missing: readonly Field[], extra: readonly Field[]): void {
    const within = (name: string): string => (below === '' ? name : `${below}.${name}`);
    for (const [name, value] of missing) {
      for (const [other, theirs] of extra) {
        const key = [owner, within(name), within(other)].join('|');
        const pair = getOrMake(this.#pairs, key, () => ({
          owner,
          missing: within(name),
          extra: within(other),
          same: 0,
          other: 0,
          isTelling: false,
          isOnly: true,
        }));
        if (this.#isSame(theirs, value)) pair.same++;
        else pair.other++;
        pair.isOnly &&= missing.length === 1 && extra.length === 1;
        if (typeof value === 'string' || typeof value === 'number') pair.isTelling = true;
      }
    }
  }

  /** Merges the two findings of each rename into one. */
  settle(): void {
    const rank = ({ missing, extra, isTelling, same }: Pair): number =>
      (bare(missing) === bare(extra) ? 1_000_000 : 0) + (isTelling ? 1_000 : 0) + same;
    const fitting = [...this.#pairs.values()]
      .filter(
        (pair) =>
          pair.other === 0 &&
          (pair.isTelling ||
            (pair.isOnly && lastWord(pair.missing) === lastWord(pair.extra)) ||
            bare(pair.missing) === bare(pair.extra)),
      )
      .sort((one, other) => rank(other) - rank(one));
    const { open } = this.#findings;
    const done = new Set<string>();
    for (const { owner, missing, extra } of fitting) {
      const [gone, came] = [`missing|${owner}|${missing}`, `extra|${owner}|${extra}`];
      if (done.has(gone) || done.has(came)) continue;
      const one = open.get(gone);
      if (one === undefined || !open.has(came)) continue;
      done.add(gone).add(came);
      const [emulator, to] = [missing, extra].map((path) => path.split('.').at(-1)!);
      const change = { change: 'rename', of: owner, field: missing, to };
      Object.assign(one, { service: to, emulator, change, difference: 'name' } satisfies Partial<OpenFinding>);
      open.delete(came);
    }
  }
}
