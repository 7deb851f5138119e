import type { TObject, TSchema } from 'typebox';
import { maskSecrets } from '../kernel/credentials.ts';
import type { AnyOperation } from '../kernel/declare/operation.ts';
import { maskCardNumbers } from '../simulation/masking.ts';
import { mayHoldCardNumber } from './parse-body.ts';

const replaced = '[redacted]';

/** Names under which a request may carry what must not rest, in whatever spelling, also where nobody knows them. */
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

/** The names of an operation's fields that hold a card or account number or a security code, at any depth. */
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
 * A body as the log may keep it; `redacted` tells whether something was left out.
 * @param found whether the text may hold a card number, and signs that are written as escapes
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
  const body = maskSecrets(mayHoldCard ? maskCardNumbers(whole) : whole);
  return { body, redacted: redacted || body !== whole };
}

/** Whether a body could have a field of a secret name, at the price of a scan or a few. */
function mayNameSecret(text: string, further: ReadonlySet<string>): boolean {
  if (/(?:number|pan|cv[vc]2?|code)"/i.test(text)) return true;
  for (const name of further) if (text.includes(name)) return true;
  return false;
}

/** A path with its query, decoded; what cannot be decoded stays as it is, wherever it stands. */
const decode = (url: string): string => url.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%([2-7][0-9a-f])/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** Whether a path or query could hold a card number, in whatever encoding; false for nearly every one. */
export const urlMayHoldCardNumber = (url: string): boolean =>
  mayHoldCardNumber(url) || ((url.includes('%') || url.includes('+')) && mayHoldCardNumber(decode(url)));

/** A path with its query as the log may keep it. */
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
    // The last name in `card[number]` says what it is.
    const last =
      decode(name)
        .match(/[\w-]+/g)
        ?.at(-1) ?? '';
    return isSecretName(last) && name.length < part.length ? `${name}=${replaced}` : part;
  });
  return `${url.slice(0, at)}?${redacted.join('&')}`;
}
