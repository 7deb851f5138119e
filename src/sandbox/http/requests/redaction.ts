import type { TObject, TSchema } from 'typebox';
import { maskSecrets } from '../../../core/kernel/credentials.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { decodeParameters as decode, replaceFields, replaceParameters } from '../../../payments/secrets/fields.ts';
import { isHiddenField, redactFound } from '../../../payments/secrets/hide.ts';
import { Search } from '../../../payments/secrets/search.ts';
import { paymentKindOf, redacted } from '../../../payments/secrets/sensitive-names.ts';
import { unpackGzip } from '../../../payments/secrets/unpack.ts';
import { maskCardNumbers } from '../../../payments/simulation/masking.ts';
import { clipMasked, keptText } from '../../requests/log.ts';
import { mayHoldCardNumber } from './parse-body.ts';

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

/** Finds data that the log does not keep, and shortens the emulator's own keys. */
const searchOfLog = new Search({ replace: redactFound, credentials: maskSecrets, unpack: unpackGzip });

/** A text in the form that the log keeps. */
export const hideInLog = (text: string): string => searchOfLog.text(text);

/** A body in the form that the log keeps. */
export interface LoggedBody {
  readonly body: string;
  /** Whether a part was left out. */
  readonly redacted: boolean;
}

/** A body whose names and numbers suggest no secret. Its texts are searched when somebody reads it. */
class UnreadBody implements LoggedBody {
  readonly #text: string;
  #masked: string | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  get body(): string {
    this.#masked ??= hideInLog(this.#text);
    return this.#masked;
  }

  get redacted(): boolean {
    return this.body !== this.#text;
  }
}

/**
 * The body for the log, which keeps only the beginning of a long body.
 * @param hasEscapes whether the text uses escapes, which can hide a name
 */
export function redactBody(
  value: unknown,
  text: string,
  further: ReadonlySet<string>,
  hasEscapes: boolean,
): LoggedBody {
  const isSuspicious = hasEscapes || mayNameSecret(text, further);
  if (!isSuspicious && text.length <= keptText && !mayHoldCardNumber(text)) return new UnreadBody(text);
  let isRedacted = false;
  const hide = (name: string, inner: unknown): string | undefined => {
    const isHidden = paymentKindOf(name) !== null || further.has(name) || isHiddenField(name, inner);
    if (inner === null || !isHidden) return undefined;
    isRedacted = true;
    return redacted;
  };
  const whole = isSuspicious ? JSON.stringify(replaceFields(value, hide)) : text;
  const body = clipMasked(whole, hideInLog);
  return { body, redacted: isRedacted || body !== whole };
}

/** The endings of the names of sensitive fields. The names of a few other fields have these endings, too. */
const secretEnding =
  /(?:number|pan|cv[vc]2?|code|word|wd|phrase|secret|key|token|credentials?|ization|cookie|string|jwt|auth|otp|pass|pin|sid|sig|sess(?:ion)?id)"/i;

/** Whether a body could contain a sensitive field. The check is a few scans of the text. */
function mayNameSecret(text: string, further: ReadonlySet<string>): boolean {
  if (secretEnding.test(text)) return true;
  for (const name of further) if (text.includes(name)) return true;
  return false;
}

/** Whether a path or query could contain a card number in any encoding; false for nearly every path. */
export const urlMayHoldCardNumber = (url: string): boolean =>
  mayHoldCardNumber(url) || ((url.includes('%') || url.includes('+')) && mayHoldCardNumber(decode(url)));

/** The path and query for the log. */
export function redactPath(url: string): string {
  const named = searchOfLog.address(redactQuery(url), (shown) => shown);
  if (!urlMayHoldCardNumber(named)) return named;
  const decoded = decode(named);
  const masked = maskCardNumbers(decoded);
  return masked === decoded ? named : masked;
}

function redactQuery(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const hide = (name: string, value: string): string | undefined =>
    paymentKindOf(name) !== null || isHiddenField(name, value) ? redacted : undefined;
  return `${url.slice(0, at)}?${replaceParameters(url.slice(at + 1), hide)}`;
}
