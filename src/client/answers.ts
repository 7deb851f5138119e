import { ClientError } from '../client-error.ts';
import type { ErrorBody } from '../control/wire.ts';
import { type ApiAnswer, ConnectionError } from './transport.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * What an answer holds.
 * @throws ClientError where the emulator refuses, ConnectionError where it is no emulator that answers
 */
export function unwrapJson<A>(origin: string, { status, text }: ApiAnswer): A {
  let body: Partial<ErrorBody> | null = null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') body = parsed;
  } catch {
    // no JSON, so no emulator
  }
  const isRefusal = typeof body?.error === 'string' && typeof body.type === 'string';
  if (status >= 400 && isRefusal) throw new ClientError(status, body as ErrorBody);
  if (status >= 400 || body === null) {
    throw new ConnectionError(
      origin,
      `What answers at ${origin} is no emulator (status ${status}); name the emulator's address with --url.`,
    );
  }
  return body as A;
}
