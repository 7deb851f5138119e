import type { TObject, TSchema } from 'typebox';
import { maskSecrets } from '../kernel/credentials.ts';
import type { AnyOperation } from '../kernel/declare/operation.ts';
import { clipMasked } from '../requests/log.ts';
import { maskCardNumbers } from '../simulation/masking.ts';
import { mayHoldCardNumber } from './parse-body.ts';

const replaced = '[redacted]';

/** Field names that may carry sensitive data, in any spelling, even in fields that no operation knows. */
const always = [
  'number',
  'pan',
  'card_number',
  'cc_number',
  'account_number',
  'bank_account_number',
  'cvv',
  'cvv2',
  'cvc',
  'cvc2',
  'card_cvv',
  'card_cvc',
  'cc_cvv',
  'cc_cvc',
  'security_code',
];

/** The fields of an operation that hold a card number, an account number or a security code, at any depth. */
export function sensitiveFields(operation: Pick<AnyOperation, 'body'>): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (schema: TSchema): void => {
    for (const [name, field] of Object.entries((schema as TObject).properties ?? {})) {
      if ('x-sensitive' in field) names.add(name);
      visit(field as TSchema);
      const { items } = field as { items?: TSchema };
      if (items !== undefined) visit(items);
    }
  };
  if (operation.body !== undefined) visit(operation.body);
  return names;
}

const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const secretNames = new Set(always.map(plainName));
const isSecretName = (name: string): boolean => secretNames.has(plainName(name));

/**
 * The body for the log, which keeps only the beginning of a long one; `redacted` tells whether something was left out.
 * @param found whether the text may contain a card number, and whether it uses escapes
 */
export function redactBody(
  value: unknown,
  text: string,
  further: ReadonlySet<string>,
  found: { readonly cardNumber: boolean; readonly escapes: boolean },
): { body: string; redacted: boolean } {
  let redacted = false;
  const visit = (held: unknown): unknown => {
    if (Array.isArray(held)) return held.map(visit);
    if (typeof held !== 'object' || held === null) return held;
    return Object.fromEntries(
      Object.entries(held).map(([name, inner]) => {
        if (inner === null || !(isSecretName(name) || further.has(name))) return [name, visit(inner)];
        redacted = true;
        return [name, replaced];
      }),
    );
  };
  const whole = found.escapes || mayNameSecret(text, further) ? JSON.stringify(visit(value)) : text;
  const mayHoldCard = whole === text ? found.cardNumber : mayHoldCardNumber(whole);
  const body = clipMasked(whole, (part) => maskSecrets(mayHoldCard ? maskCardNumbers(part) : part));
  return { body, redacted: redacted || body !== whole };
}

/** Whether a body could contain a sensitive field; needs only a scan or a few. */
function mayNameSecret(text: string, further: ReadonlySet<string>): boolean {
  if (/(?:number|pan|cv[vc]2?|code)"/i.test(text)) return true;
  for (const name of further) if (text.includes(name)) return true;
  return false;
}

/** Decodes a path with its query; parts that cannot be decoded stay. */
const decode = (url: string): string => url.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** Whether a path or query could contain a card number in any encoding; false for nearly every one. */
export const urlMayHoldCardNumber = (url: string): boolean =>
  mayHoldCardNumber(url) || ((url.includes('%') || url.includes('+')) && mayHoldCardNumber(decode(url)));

/** The path and query for the log. */
export function redactPath(url: string): string {
  const named = maskSecrets(redactQuery(url));
  if (!urlMayHoldCardNumber(named)) return named;
  const decoded = decode(named);
  const masked = maskCardNumbers(decoded);
  return masked === decoded ? named : masked;
}

function redactQuery(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const parts = url.slice(at + 1).split('&');
  const redacted = parts.map((part) => {
    const name = part.split('=', 1)[0]!;
    // In `card[number]` the last name says what the value is.
    const last =
      decode(name)
        .match(/[\w-]+/g)
        ?.at(-1) ?? '';
    return isSecretName(last) && name.length < part.length ? `${name}=${replaced}` : part;
  });
  return `${url.slice(0, at)}?${redacted.join('&')}`;
}
