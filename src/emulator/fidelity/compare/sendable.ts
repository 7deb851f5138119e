import { isObject } from '../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { isHidden, readHidden } from '../../../payments/secrets/hidden-form.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Bindings } from './bindings.ts';
import { appCredentials } from './situation.ts';

interface Sendable {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The headers of a request that change what it means. */
const meaningful = ['content-type', 'idempotency-key', 'x-service-sdk', 'origin'];

/**
 * The request that asks the emulator the same as a call of a capture, in the emulator's names.
 * @returns a reason where the capture hides what would have to be sent, or the call's outcome is not known
 */
export function sendable(
  call: CapturedCall,
  operation: AnyOperation | null,
  bindings: Bindings,
  key: string | undefined,
): Sendable | string {
  if (call.status === undefined) return 'nobody knows what the service did';
  if (call.status === 429) return 'the service refused it for its rate';
  if (call.leftOut === 'request') return 'the capture does not have what was sent';
  const body = operation?.id === 'app_tokens.create' ? withAppOf(call) : call.body;
  const own = bindings.toEmulator(body);
  const shown = reveal(own);
  const isRefused = call.status >= 400 && call.status !== 402;
  // A value in the place of a hidden one is valid, so that only calls that succeeded are asked again with it.
  if (shown === hidden || (isRefused && (hasHidden(own) || hasHiddenCard(body))))
    return 'the capture hides what was sent';
  const query = new URLSearchParams();
  for (const [name, value] of call.query) query.append(name, String(bindings.toEmulator(value)));
  const path = call.path.split('/').map((part) => encodeURIComponent(String(bindings.toEmulator(decoded(part)))));
  const headers: Record<string, string> = {};
  for (const name of meaningful) if (call.headers[name] !== undefined) headers[name] = call.headers[name];
  if (key !== undefined) headers.authorization = `Bearer ${key}`;
  const asked = query.size === 0 ? '' : `?${query}`;
  return { method: call.method, path: `${path.join('/')}${asked}`, headers, body: written(shown, headers) };
}

function written(body: unknown, headers: Record<string, string>): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return body;
  if (headers['content-type']?.includes('urlencoded') === true && isObject(body)) {
    return String(
      new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])),
    );
  }
  return JSON.stringify(body);
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** An app's secret is hidden in a capture; the situation's own app takes its place where the service gave a token. */
function withAppOf({ body, status = 0 }: CapturedCall): unknown {
  return isObject(body) && status < 400 ? { ...body, ...appCredentials } : body;
}

const hidden = Symbol('hidden');

const hasAny = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  fits(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some((each) => hasAny(each, fits)));

const hasHidden = (value: unknown): boolean => hasAny(value, isHidden);

const hasHiddenCard = (value: unknown): boolean => hasAny(value, (each) => readHidden(each)?.kind === 'pan');

/** A body with values in place of the hidden ones that have the same effect; `hidden` where none has. */
function reveal(value: unknown): unknown {
  if (typeof value === 'string') {
    const covered = readHidden(value);
    if (covered === null) return value;
    if (covered.kind === 'cvc') return '123';
    // Account numbers have no check digit: only the last four matter.
    return covered.kind === 'bank_account' ? `00012345${covered.last4}` : hidden;
  }
  if (Array.isArray(value)) {
    const list = value.map(reveal);
    return list.includes(hidden) ? hidden : list;
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, each]) => [name, reveal(each)] as const);
  return fields.some(([, each]) => each === hidden) ? hidden : Object.fromEntries(fields);
}
