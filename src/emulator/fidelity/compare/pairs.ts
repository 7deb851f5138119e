import { isObject } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import type { Exchange, Replay } from './exchange.ts';
import { idsIn, namesIn } from './names.ts';

/** The response of one side. */
interface Side {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Both responses to a call. */
export interface Pair {
  readonly call: CapturedCall;
  /** Null if the emulator does not serve the path. */
  readonly operation: AnyOperation | null;
  readonly service: Side;
  readonly emulator: Side;
  /** The emulator's response with another seed. */
  readonly reseeded: unknown;
  /** The emulator's clock, in milliseconds. */
  readonly now: number;
  /** The ids in the path of the request, and everywhere in it. */
  readonly inPath: readonly string[];
  readonly named: readonly string[];
  /** An id in the request that only the service knows; null if there is none. */
  readonly lost: string | null;
}

/** A call that cannot be compared, with the reason. */
export interface LeftCall {
  readonly call: CapturedCall;
  readonly why: string;
}

/**
 * Pairs the responses of both sides.
 * @param unmade the objects from before the capture that could not be created, each with the reason
 */
export function pairsOf(
  { exchanges, bindings }: Pick<Replay, 'exchanges' | 'bindings'>,
  other: readonly Exchange[],
  unmade: ReadonlyMap<string, string>,
): { pairs: Pair[]; left: LeftCall[] } {
  const pairs: Pair[] = [];
  const left: LeftCall[] = [];
  const shown = new Set<string>();
  for (const [at, { call, operation, answer, why, at: now }] of exchanges.entries()) {
    const { status } = call;
    const { inPath, named } = namesIn(call, operation);
    const ids = named.filter((text) => text.length >= 6);
    const missing = named.map((id) => unmade.get(id)).find((each) => each !== undefined);
    const isLost = (id: string): boolean => shown.has(id) && bindings.emulatorOf(id) === undefined;
    const lost = ids.find(isLost) ?? null;
    const reason =
      why ??
      missing ??
      (lost === null && isAboutUnknown(call, answer, ids, bindings) ? unknownThing : null) ??
      unserved(call, operation, answer);
    for (const id of idsIn(call.answer)) shown.add(id);
    if (answer === null || status === undefined || reason !== null) {
      left.push({ call, why: reason ?? 'the outcome of the call is unknown' });
      continue;
    }
    const service = { status, headers: call.answerHeaders, body: call.answer };
    const reseeded = other[at]?.answer?.body;
    pairs.push({ call, operation, service, emulator: answer, reseeded, now, inPath, named: ids, lost });
  }
  return { pairs, left };
}

const unknownThing = 'it refers to something that the capture does not show';

/**
 * Whether the emulator rejects a call that the service accepted, because the call names something that no response in
 * the capture shows.
 */
function isAboutUnknown({ status = 500 }: CapturedCall, answer: Exchange['answer'], ids: string[], bindings: Bindings) {
  if (answer === null || !(answer.status === 400 || answer.status === 404)) return false;
  if (status >= 400 && status !== 402) return false;
  return ids.some(
    (text) => /_(?=[a-z]*[A-Z0-9])[A-Za-z0-9]{6,}$/.test(text) && bindings.emulatorOf(text) === undefined,
  );
}

/** Why a call that only one side serves is not compared; null if both serve it. */
function unserved({ status = 0 }: CapturedCall, operation: AnyOperation | null, answer: Exchange['answer']) {
  if (answer === null || status === answer.status) return null;
  if (operation === null) return 'the emulator does not serve this path';
  return status >= 300 && status < 400 ? 'the service redirects it to another address' : null;
}

/** The data of a response: its field `data`, or the whole body. */
export const dataOf = (body: unknown): unknown => (isObject(body) && isObject(body.data) ? body.data : body);
