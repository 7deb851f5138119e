import { isObject, textsIn } from '../../../core/base/json-values.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { idOf } from './bindings.ts';

/** The texts that a call sends, those that can name things of the service, and those long enough to be ids. */
export function namesIn({ path, query, body }: CapturedCall) {
  const sent = new Set([...textsIn(body), ...query.values()]);
  const named = [...path.split('/').slice(2), ...query.values(), ...referencesIn(body)];
  return { sent, named, ids: named.filter((text) => text.length >= 6) };
}

/** The texts in a body that can name objects. */
function* referencesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* referencesIn(each);
  else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (name !== 'metadata' && name !== 'reference_id') yield* referencesIn(each);
    }
  }
}

/** The ids of everything in a response. */
export function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  const id = idOf(value);
  const own = [id, value.token, value.transactionId, value.slug].filter((each) => typeof each === 'string');
  return [...own, ...Object.values(value).flatMap(idsIn)] as string[];
}
