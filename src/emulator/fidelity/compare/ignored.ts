import { isObject } from '../../../core/base/json-values.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { echoes, isEmpty } from './differences/requests.ts';
import type { Difference } from './observations.ts';
import type { Pair } from './pairs.ts';

/** A field of a request that one side ignored, although the other uses it. */
export interface Ignored {
  readonly by: 'service' | 'emulator';
  readonly field: string;
}

/** The fields of each request that the emulator does not know, as its responses say. */
export const unknownFieldsOf = (pairs: readonly Pair[]): ReadonlyMap<CapturedCall, readonly string[]> =>
  new Map(pairs.map(({ call, emulator }) => [call, (emulator.headers['x-emulator-ignored'] ?? '').split(/, */)]));

/** The ignored field that explains a difference; undefined if there is none. */
export function ignoredIn(
  differences: readonly Difference[],
  unknown: ReadonlyMap<CapturedCall, readonly string[]>,
): Ignored | undefined {
  for (const difference of differences) {
    const field = usedByService(difference, unknown.get(difference.call) ?? []);
    if (field !== undefined) return { by: 'emulator', field };
    const other = usedByEmulator(difference);
    if (other !== undefined) return { by: 'service', field: other };
  }
  return undefined;
}

/** The unknown field that the service shows or rejects. */
function usedByService({ call, role, field, service, emulator }: Difference, unknown: readonly string[]) {
  const { body, answer } = call;
  if (!isObject(body)) return undefined;
  const name = field.split('.').at(-1);
  return unknown.find((each) => {
    const sent = body[each];
    if (isEmpty(sent)) return false;
    if (role === 'refused') return isObject(answer) && answer.param === each;
    return echoes(service, sent) && !echoes(emulator, sent) && (each === name || typeof sent === 'string');
  });
}

/** The field of the request that the emulator shows, and for which the service shows nothing. */
function usedByEmulator({ call: { body, method }, field, difference, service, emulator }: Difference) {
  const name = field.split('.').at(-1)!;
  const hasOther = !isEmpty(service) && typeof service !== 'boolean';
  if (!isObject(body) || method === 'GET' || difference === 'name' || hasOther) return undefined;
  return !isEmpty(body[name]) && echoes(emulator, body[name]) ? name : undefined;
}
