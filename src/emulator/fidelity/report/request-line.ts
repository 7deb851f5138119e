import { isObject } from '../../../core/base/json-values.ts';
import { clean, safeJson } from '../../../core/base/terminal-text.ts';
import type { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { cut } from './sentences.ts';

/** A JSON value without its secrets, which captures from other tools can contain. */
export const hidden = (texts: HiddenTexts, value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(texts.body(JSON.stringify(value), 'application/json'));

/** How many fields of a request a line shows, and how many characters. */
const mostFields = 3;
const longest = 200;

/**
 * The request of an entry in one line, without secrets: its method, its path, and the fields that decide what the
 * difference is about. Those are the field with the name of the difference or of the refused parameter, then numbers,
 * then the others in their order.
 */
export function requestLine(
  { kind, method, path, url, body, answer }: CapturedCall,
  { field, beside }: { readonly field: string; readonly beside?: Readonly<Record<string, unknown>> | undefined },
  texts: HiddenTexts,
): string {
  const sent = isObject(body) ? (hidden(texts, body) as Readonly<Record<string, unknown>>) : {};
  if (kind === 'delivery') {
    const data = isObject(sent.data) ? sent.data : {};
    const about = data.transaction_id ?? data.id ?? Object.values(data)[0];
    return cut(`webhook ${clean(String(sent.type))} of ${clean(String(about))}`, longest);
  }
  const named = [field.split('.').at(-1), isObject(answer) ? answer.param : null, beside?.param];
  const rank = ([name, value]: [string, unknown]): number =>
    named.includes(name) ? 0 : typeof value === 'number' ? 1 : 2;
  const fields = Object.entries(sent)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, mostFields)
    .map(([name, value]) => ` ${clean(name)}=${cut(clean(safeJson(value)), 40)}`);
  const address = clean(texts.url(path.replace(/^\/api\/v1/, '') + url.search));
  return cut(`${method} ${address}${fields.join('')}`, longest);
}
