import { type AnyOperation, pathParams } from '../../../core/kernel/declare/operation.ts';
import { type Fields, pairsOf } from '../../../core/kernel/declare/request-path.ts';
import { attribute, html, type Markup } from '../../../pages/html.ts';
import type { CallToTry } from '../../../pages/shared/call-to-try.ts';
import { requestOf } from '../collections/requests.ts';

/** The place for the form that sends an operation. It stays empty without scripts. */
export const tryIt = (operation: AnyOperation): Markup =>
  html`<div class="try"${attribute('data-call', JSON.stringify(callOf(operation)))}></div>`;

function callOf(operation: AnyOperation): CallToTry {
  const { surface, path, query, body, example = {} } = operation;
  const { method, credential, headers } = requestOf(operation);
  const shown = new Map(pairsOf((example.query ?? {}) as Fields));
  const required: readonly string[] = query?.required ?? [];
  const others = Object.keys(query?.properties ?? {}).filter((name) => !isShown(name, shown));
  const { 'Content-Type': _type, ...own } = headers;
  return {
    method,
    path: (surface === 'merchant' ? '/api/v1' : '') + path,
    params: pathParams(path).map((name) => ({ name, value: example.params?.[name] ?? '', required: true })),
    query: [
      ...[...shown].map(([name, value]) => ({ name, value, required: required.includes(name) })),
      ...others.map((name) => ({ name, value: '', required: required.includes(name) })),
    ],
    headers: Object.entries(own).map(([name, value]) => ({ name, value, required: true })),
    body: body === undefined ? null : JSON.stringify(example.body ?? {}, null, 2),
    credential,
  };
}

/** Whether a query field is shown, as a whole or in part, such as `metadata[plan]`. */
const isShown = (name: string, shown: ReadonlyMap<string, string>): boolean =>
  [...shown.keys()].some((each) => each === name || each.startsWith(`${name}[`));
