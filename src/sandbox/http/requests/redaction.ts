import type { TObject, TSchema } from 'typebox';
import { maskSecrets } from '../../../core/kernel/credentials.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { hideSecrets, isHiddenField } from '../../../payments/secrets/hide.ts';
import { redacted } from '../../../payments/secrets/sensitive-names.ts';
import { maskCardNumbers } from '../../../payments/simulation/masking.ts';
import { clipMasked } from '../../requests/log.ts';
import { mayHoldCardNumber } from './parse-body.ts';

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

/** The fields of an operation with a card number, an account number or a security code, at any depth. */
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
const cardNames = new Set(always.map(plainName));
const isCardName = (name: string): boolean => cardNames.has(plainName(name));

/**
 * The body for the log, which keeps only the beginning of a long body. `redacted`: whether a part was left out.
 * @param hasEscapes whether the text uses escapes, which may hide a name
 */
export function redactBody(
  value: unknown,
  text: string,
  further: ReadonlySet<string>,
  hasEscapes: boolean,
): { body: string; redacted: boolean } {
  let isRedacted = false;
  const visit = (held: unknown): unknown => {
    if (Array.isArray(held)) return held.map(visit);
    if (typeof held !== 'object' || held === null) return held;
    return Object.fromEntries(
      Object.entries(held).map(([name, inner]) => {
        const isHidden = isCardName(name) || further.has(name) || isHiddenField(name, inner);
        if (inner === null || !isHidden) return [name, visit(inner)];
        isRedacted = true;
        return [name, redacted];
      }),
    );
  };
  const whole = hasEscapes || mayNameSecret(text, further) ? JSON.stringify(visit(value)) : text;
  const body = clipMasked(whole, (part) => hideSecrets(maskSecrets(part)));
  return { body, redacted: isRedacted || body !== whole };
}

/** The endings of the names of sensitive fields; a few names of other fields have them too. */
const secretEnding =
  /(?:number|pan|cv[vc]2?|code|word|wd|phrase|secret|key|token|credentials?|ization|cookie|string|jwt|auth|otp|pass|pin|sid|sig|sess(?:ion)?id)"/i;

/** Whether a body could contain a sensitive field. The check is a few scans of the text. */
function mayNameSecret(text: string, further: ReadonlySet<string>): boolean {
  if (secretEnding.test(text)) return true;
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

/** Whether a path or query could contain a card number in any encoding; false for nearly every path. */
export const urlMayHoldCardNumber = (url: string): boolean =>
  mayHoldCardNumber(url) || ((url.includes('%') || url.includes('+')) && mayHoldCardNumber(decode(url)));

/** The path and query for the log. */
export function redactPath(url: string): string {
  const named = hideSecrets(maskSecrets(redactQuery(url)));
  if (!urlMayHoldCardNumber(named)) return named;
  const decoded = decode(named);
  const masked = maskCardNumbers(decoded);
  return masked === decoded ? named : masked;
}

function redactQuery(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const parts = url.slice(at + 1).split('&');
  const shown = parts.map((part) => {
    const name = part.split('=', 1)[0]!;
    // In `card[number]` the last name determines the meaning of the value.
    const last =
      decode(name)
        .match(/[\w-]+/g)
        ?.at(-1) ?? '';
    const isHidden = isCardName(last) || isHiddenField(last, decode(part.slice(name.length + 1)));
    return isHidden && name.length < part.length ? `${name}=${redacted}` : part;
  });
  return `${url.slice(0, at)}?${shown.join('&')}`;
}
