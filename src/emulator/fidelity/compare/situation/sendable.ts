import { isObject } from '../../../../core/base/json-values.ts';
import type { AnyOperation } from '../../../../core/kernel/declare/operation.ts';
import { isHidden, readHidden } from '../../../../payments/secrets/hidden-form.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import type { Bindings } from '../bindings.ts';
import { appCredentials } from '../situation.ts';

interface Sendable {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The headers that change the meaning of a request. */
const meaningful = ['content-type', 'idempotency-key', 'x-service-sdk', 'origin'];

/**
 * The request that repeats a call from a capture in the emulator, with the emulator's names.
 * @returns the reason if the capture hides a value that must be sent, or if the outcome of the call is unknown
 */
export function sendable(
  call: CapturedCall,
  operation: AnyOperation | null,
  bindings: Bindings,
  key: string | undefined,
): Sendable | string {
  if (call.status === undefined) return 'the outcome of the call is unknown';
  if (call.status === 429) return 'the service rejected it because of a rate limit';
  if (call.leftOut === 'request') return 'the capture does not contain the request body';
  const body = operation?.id === 'app_tokens.create' ? withAppOf(call) : call.body;
  const own = bindings.toEmulator(body);
  const shown = reveal(own);
  const isRefused = call.status >= 400 && call.status !== 402;
  // The values that replace hidden ones are valid, so a refusal is repeated only if it is not about them.
  if (shown === hidden || (isRefused && (hasHidden(own, isAboutCode(call)) || hasHiddenCard(body))))
    return 'the capture hides values that must be sent';
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

/** A capture hides an app's secret. If the service issued a token, the replay uses the credentials of its own app. */
function withAppOf({ body, status = 0 }: CapturedCall): unknown {
  return isObject(body) && status < 400 ? { ...body, ...appCredentials } : body;
}

const hidden = Symbol('hidden');

const hasAny = (value: unknown, fits: (value: unknown) => boolean): boolean =>
  fits(value) ||
  (typeof value === 'object' && value !== null && Object.values(value).some((each) => hasAny(each, fits)));

/** Whether any value is hidden. A security code counts only if the refusal can be about it. */
const hasHidden = (value: unknown, countsCodes: boolean): boolean =>
  hasAny(value, (each) => isHidden(each) && (countsCodes || readHidden(each)?.kind !== 'cvc'));

/** Whether a refusal can be about the security code of a card. */
const isAboutCode = ({ answer }: CapturedCall): boolean =>
  !isObject(answer) ||
  /cv[cv]|security.?code/i.test(`${answer.param} ${answer.code} ${answer.error} ${answer.message}`);

const hasHiddenCard = (value: unknown): boolean => hasAny(value, (each) => readHidden(each)?.kind === 'pan');

/** A body in which hidden values are replaced by values with the same effect; `hidden` if that is not possible. */
function reveal(value: unknown): unknown {
  if (typeof value === 'string') {
    const covered = readHidden(value);
    if (covered === null) return value;
    if (covered.kind === 'cvc') return '123';
    // Account numbers have no check digit, so only the last four digits matter.
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
