import { type AnyOperation, pathParams } from '../../../core/kernel/declare/operation.ts';
import { type Fields, pairsOf } from '../../../core/kernel/declare/request-path.ts';
import { attribute, html, type Markup } from '../../../pages/html.ts';
import type { CallToTry } from '../../../pages/shared/call-to-try.ts';
import { exampleKey } from '../openapi/openapi.ts';

/** The place for the form that sends an operation. It stays empty without scripts. */
export const tryIt = (operation: AnyOperation): Markup =>
  html`<div class="try"${attribute('data-call', JSON.stringify(callOf(operation)))}></div>`;

function callOf(operation: AnyOperation): CallToTry {
  const { surface, access, method, path, query, body, example = {} } = operation;
  const key = exampleKey(operation);
  const shown = new Map(pairsOf((example.query ?? {}) as Fields));
  const required: readonly string[] = query?.required ?? [];
  const others = Object.keys(query?.properties ?? {}).filter((name) => !isShown(name, shown));
  return {
    method,
    path: (surface === 'merchant' ? '/api/v1' : '') + path,
    params: pathParams(path).map((name) => ({ name, value: example.params?.[name] ?? '', required: true })),
    query: [
      ...[...shown].map(([name, value]) => ({ name, value, required: required.includes(name) })),
      ...others.map((name) => ({ name, value: '', required: required.includes(name) })),
    ],
    headers: key === null ? [] : [{ name: 'Idempotency-Key', value: key, required: true }],
    body: body === undefined ? null : JSON.stringify(example.body ?? {}, null, 2),
    credential: surface === 'client' || access === 'public' ? null : access === 'app' ? 'appToken' : 'key',
  };
}

/** Whether a query field is shown, as a whole or in part, such as `metadata[plan]`. */
const isShown = (name: string, shown: ReadonlyMap<string, string>): boolean =>
  [...shown.keys()].some((each) => each === name || each.startsWith(`${name}[`));
