import type { ErrorBody } from '../sandbox/control/wire.ts';
import { ClientError } from './error.ts';
import { type ApiAnswer, noEmulator } from './transport.ts';

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/**
 * Returns the body of a response.
 * @throws ClientError if the emulator refuses the call, ConnectionError if no emulator responds
 */
export function unwrapJson<A>(origin: string, { status, text }: ApiAnswer): A {
  let body: Partial<ErrorBody> | null = null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object') body = parsed;
  } catch {
    // If the response is not JSON, the server is not an emulator.
  }
  const isRefusal = typeof body?.error === 'string' && typeof body.type === 'string';
  if (status >= 400 && isRefusal) throw new ClientError(status, body as ErrorBody);
  if (status >= 400 || body === null) throw noEmulator(origin, status);
  return body as A;
}
