import { getOrMake } from '../../../../core/base/maps.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';

/** Leaves out the calls that two captures of one session share, and those of a capture that is passed twice. */
export function withoutRepeats(calls: readonly CapturedCall[]): { calls: CapturedCall[]; repeated: CapturedCall[] } {
  const owners = new Map<string, string>();
  const seen = new Set<string>();
  const repeated = calls.filter(({ method, url, body, status, answer, answerHeaders, capture, startedAt }) => {
    const same = JSON.stringify([method, url.pathname, url.search, body, status, answer]);
    const owner = getOrMake(owners, same, () => capture);
    // Services number their responses, so equal calls at the same time are not necessarily the same call.
    const exact = `${startedAt} ${JSON.stringify(answerHeaders)} ${same}`;
    if (owner !== capture || seen.has(exact)) return true;
    seen.add(exact);
    return false;
  });
  const left = new Set(repeated);
  return { calls: calls.filter((call) => !left.has(call)), repeated };
}

/** An entry in a capture. */
interface Entry {
  readonly capture: string;
  readonly entry: number;
}

/** The reasons why calls were not compared, each with the number of its calls and the first call. */
export class Reasons {
  readonly #reasons = new Map<string, { why: string; count: number; first: Entry }>();

  add(why: string, { capture, entry }: Entry, count = 1): void {
    getOrMake(this.#reasons, why, () => ({ why, count: 0, first: { capture, entry } })).count += count;
  }

  list(): { why: string; count: number; first: Entry }[] {
    return [...this.#reasons.values()];
  }
}
