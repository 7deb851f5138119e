import { isObject, textsIn } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { idOf } from './bindings.ts';

/** The texts that a call sends. */
export const sentIn = ({ query, body }: CapturedCall): string[] => [...textsIn(body), ...query.values()];

/** The texts of a call that can name things of the service: in its path, and everywhere. */
export function namesIn({ path, query, body }: CapturedCall, operation: AnyOperation | null) {
  const parts = path.split('/');
  const template = operation?.path.split('/') ?? [];
  const offset = parts.length - template.length;
  const inPath = parts.filter((_, at) => template[at - offset]?.startsWith('{') === true);
  return { inPath, named: [...inPath, ...query.values(), ...referencesIn(body)] };
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
