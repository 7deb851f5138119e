import { getOrMake } from '../../../core/base/maps.ts';

/** An entry of a capture. */
interface Entry {
  readonly capture: string;
  readonly entry: number;
}

/** Why calls were not compared: each reason once, with the number of its calls, and the first. */
export class Reasons {
  readonly #reasons = new Map<string, { why: string; count: number; first: Entry }>();

  add(why: string, { capture, entry }: Entry, count = 1): void {
    getOrMake(this.#reasons, why, () => ({ why, count: 0, first: { capture, entry } })).count += count;
  }

  list(): { why: string; count: number; first: Entry }[] {
    return [...this.#reasons.values()];
  }
}
