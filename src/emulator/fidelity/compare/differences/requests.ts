import { isObject } from '../../../../core/base/json-values.ts';
import type { Bindings } from '../bindings.ts';
import type { Observations } from '../observations.ts';
import { dataOf, type Pair } from '../pairs.ts';

/** Whether a value shows nothing: absent, null, an empty text, list or object. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

/**
 * Notes which fields of a request both sides accept. A field is accepted if the response shows the value that was
 * sent. Where the emulator's response does not show it, nothing is known.
 */
export function noteRequest(
  { call, operation, service, emulator }: Pair,
  bindings: Bindings,
  { readings }: Observations,
): void {
  if (operation === null) return;
  const { body, query, method } = call;
  const [theirs, own] = [dataOf(service.body), dataOf(emulator.body)];
  const note = (name: string, sent: unknown, agrees: boolean, values: { service: unknown; emulator: unknown }) => {
    const field = `request ${operation.id} ${name}`;
    for (const assumption of typeof sent === 'string' ? [field, `${field}=${sent}`] : [field])
      readings.push({ counted: '', seenIn: call, assumption, agrees, ...values });
  };
  for (const [name, sent] of isObject(body) && method !== 'GET' ? Object.entries(body) : []) {
    if (isEmpty(sent) || !isObject(theirs) || !isObject(own) || !echoes(inService(own[name], bindings), sent)) continue;
    const agrees = echoes(theirs[name], sent) || hasElsewhere(theirs, sent);
    note(name, sent, agrees, { service: sent, emulator: own[name] });
  }
  if (!Array.isArray(theirs) || !Array.isArray(own)) return;
  for (const [name, sent] of query) {
    const shown = (list: readonly unknown[]): unknown[] =>
      list.flatMap((each) => (isObject(each) && each[name] !== undefined ? [each[name]] : []));
    if (shown(own).length === 0 || shown(theirs).length === 0) continue;
    const agrees = shown(theirs).every((each) => `${each}` === sent);
    note(name, sent, agrees, { service: sent, emulator: sent });
  }
}

const inService = (value: unknown, bindings: Bindings): unknown =>
  typeof value === 'string' ? (bindings.serviceOf(value) ?? value) : value;

/** Whether a value in a response shows a value that was sent: in any case, and perhaps with further fields. */
export function echoes(shown: unknown, sent: unknown): boolean {
  if (isObject(sent)) {
    return isObject(shown) && Object.entries(sent).every(([name, value]) => echoes(shown[name], value));
  }
  if (Array.isArray(sent)) {
    const isSame = Array.isArray(shown) && shown.length === sent.length;
    return isSame && sent.every((each, at) => echoes(shown[at], each));
  }
  if (shown === undefined || shown === null) return sent === null;
  return `${shown}`.toLowerCase() === `${sent}`.toLowerCase();
}

/** Whether an object has a value that was sent under another name. */
const hasElsewhere = (shown: Readonly<Record<string, unknown>>, sent: unknown): boolean =>
  (typeof sent === 'string' || isObject(sent)) && Object.values(shown).some((each) => echoes(each, sent));
