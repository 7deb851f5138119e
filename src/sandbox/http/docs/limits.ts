import { errorTypes } from '../../../core/kernel/errors.ts';
import { html, type Markup } from '../../../pages/html.ts';
import type { Described } from '../../profile/descriptions.ts';
import { generalBase, tierFactors } from '../surfaces/rate-limits.ts';
import { code, table } from './layout.ts';

/** An explanation of each type of error. */
const about: Readonly<Record<keyof typeof errorTypes, string>> = {
  invalid_request_error:
    'The request is invalid, or the state of the object does not allow it. The message describes what is allowed.',
  authentication_error: 'The key is missing or unknown.',
  card_error: 'The payment was declined. Try another payment method.',
  permission_error: 'The key is valid, but does not have the required permission.',
  not_found_error: 'The object or path does not exist.',
  idempotency_error: 'The same request was already sent with different content, or is still in progress.',
  rate_limit_error: 'Too many requests. Wait for the time in Retry-After.',
  api_error:
    'An error on the side of the service. After a 503, the outcome is unknown: retry with the same reference_id, never with a new one.',
};

/** Every type of error, with the statuses and codes of all declared errors. */
export function errorTable({ refusals }: Described): Markup {
  const rows = Object.entries(about).map(([type, text]) => {
    const ofType = refusals.filter((each) => each.type === type);
    const statuses = [...new Set([errorTypes[type as keyof typeof errorTypes], ...ofType.map(({ status }) => status)])];
    const codes = [...new Set(ofType.flatMap((each) => each.code ?? []))].sort();
    return [code(type), statuses.sort().join(', '), text, codes.map((name) => html`<code>${name}</code> `)];
  });
  return table(['type', 'status', 'means', 'codes'], rows);
}

/** The writes per minute of each tier: for operations with their own limit, and for all other operations together. */
export function rateTable(registry: Described): Markup {
  const tiers = Object.entries(tierFactors);
  const limited = registry
    .operationsOf('merchant')
    .flatMap(({ method, path, rate }) => (rate === undefined ? [] : [{ name: `${method} ${path}`, rate }]));
  const rowOf = (name: Markup | string, base: number) => [name, ...tiers.map(([, factor]) => String(base * factor))];
  return table(
    ['writes a minute', ...tiers.map(([tier]) => tier)],
    [
      ...limited.map(({ name, rate }) => rowOf(code(name), rate)),
      rowOf('all other writes combined', generalBase),
      ['reads', ...tiers.map(() => 'no limit')],
    ],
  );
}
