import type { TObject, TSchema } from 'typebox';
import type { AnyOperation } from '../engine/operation.ts';
import { maskCardNumbers } from '../simulation/masking.ts';
import { mayHoldCardNumber } from './parse-body.ts';

const replaced = '[redacted]';

/** Names under which a body may carry what must not rest, also where an operation does not know them. */
const always = ['number', 'cvv', 'cvc', 'card_number', 'card_cvc', 'cc_number', 'cc_cvv', 'account_number'];

/** The names of an operation's fields that hold a card or account number or a security code, at any depth. */
export function sensitiveFields(operation: Pick<AnyOperation, 'body'>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (schema: TSchema): void => {
    for (const [name, field] of Object.entries((schema as TObject).properties ?? {})) {
      if ('x-sensitive' in field) names.add(name);
      visit(field as TSchema);
    }
  };
  if (operation.body !== undefined) visit(operation.body);
  return names;
}

const secretNames = new Set(always);

/** A body as the log may keep it; `redacted` tells whether something was left out. */
export function redactBody(value: unknown, text: string, further: ReadonlySet<string>) {
  let redacted = false;
  const visit = (held: unknown): unknown => {
    if (Array.isArray(held)) return held.map(visit);
    if (typeof held !== 'object' || held === null) return held;
    return Object.fromEntries(
      Object.entries(held).map(([name, inner]) => {
        if (inner === null || inner === undefined || !(secretNames.has(name) || further.has(name))) {
          return [name, visit(inner)];
        }
        redacted = true;
        return [name, replaced];
      }),
    );
  };
  if (!namesSecret(text)) return { body: mayHoldCardNumber(text) ? maskCardNumbers(text) : text, redacted: false };
  const body = JSON.stringify(visit(value));
  return { body: maskCardNumbers(body), redacted };
}

const secretName = new RegExp(`"(?:${always.join('|')})"`);

/** Whether a body has any field of a sensitive name, at the price of one scan. */
const namesSecret = (text: string): boolean => secretName.test(text);

/** A path with its query, decoded. */
function decode(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}

/** Whether a path or query could hold a card number, in whatever encoding; false for nearly every one. */
export const urlMayHoldCardNumber = (url: string): boolean =>
  mayHoldCardNumber(url) || ((url.includes('%') || url.includes('+')) && mayHoldCardNumber(decode(url)));

/** A path with its query as the log may keep it. */
export function redactPath(url: string): string {
  if (!urlMayHoldCardNumber(url)) return url;
  const decoded = decode(url);
  const masked = maskCardNumbers(decoded);
  return masked === decoded ? url : masked;
}
