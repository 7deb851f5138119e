import { getOrMake } from '../../../../core/base/maps.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import type { Bindings } from '../bindings.ts';
import type { Consequences } from '../consequences.ts';
import type { Exchange } from '../exchange.ts';
import { namesIn } from '../names.ts';

/** Leaves the calls that two captures of one session have, and those of a capture that is given twice. */
export function withoutRepeats(calls: readonly CapturedCall[]): { calls: CapturedCall[]; repeated: CapturedCall[] } {
  const owners = new Map<string, string>();
  const seen = new Set<string>();
  const repeated = calls.filter(({ method, url, body, status, answer, answerHeaders, capture, startedAt }) => {
    const same = JSON.stringify([method, url.pathname, url.search, body, status, answer]);
    const owner = getOrMake(owners, same, () => capture);
    // Services number their answers, so that equal calls of one instant are not the same call.
    const exact = `${startedAt} ${JSON.stringify(answerHeaders)} ${same}`;
    if (owner !== capture || seen.has(exact)) return true;
    seen.add(exact);
    return false;
  });
  const left = new Set(repeated);
  return { calls: calls.filter((call) => !left.has(call)), repeated };
}

/** Whether the emulator refuses what the service did because a call names what no answer of the capture shows. */
export function isAboutUnknown({ call, answer }: Exchange, bindings: Bindings, consequences: Consequences): boolean {
  const { status = 500 } = call;
  if (answer === null || !(answer.status === 400 || answer.status === 404)) return false;
  if (status >= 400 && status !== 402) return false;
  const isUnknown = (text: string): boolean =>
    /_(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{6,}$/.test(text) &&
    bindings.emulatorOf(text) === undefined &&
    !consequences.isLost(text);
  return namesIn(call).ids.some(isUnknown);
}

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
