import type { TObject, TSchema } from 'typebox';
import { type AnyLifecycle, wordsOf } from '../../engine/lifecycle.ts';
import type { AnyOperation } from '../../engine/operation.ts';
import type { Registry } from '../../engine/registry.ts';
import type { Assets } from '../../pages/assets.ts';
import { html, type Markup } from '../../pages/html.ts';
import { shownSchema } from '../answers.ts';
import { impliedRefusals } from '../implied-refusals.ts';
import { block, code, renderDocument, table } from './layout.ts';

/** `/docs/api`: the declarations that `/openapi.json` is made of, for people. */
export function apiPage(registry: Registry, assets: Assets): string {
  const documented = registry.slices.filter(({ operations }) => operations.some(isMerchants));
  const sections = documented.map(
    ({ name, operations, lifecycle }) => html`<h2 id="${name}">${titleOf(name)}</h2>
${operations.filter(isMerchants).map(describe)}
${lifecycle === undefined ? null : movesTable(lifecycle.moves)}`,
  );
  const events = [...registry.events].map(([type, { about, payload }]) => [
    code(type),
    about,
    fieldsOf(shownSchema(payload)),
  ]);
  return renderDocument({
    assets,
    title: 'API',
    path: '/docs/api',
    listTitle: 'Resources',
    list: [
      ...documented.map(({ name }) => ({ path: `#${name}`, title: titleOf(name) })),
      { path: '#client-api', title: 'Client API' },
      { path: '#events', title: 'Events' },
    ],
    body: html`<h1>The API</h1>
<p>Every operation with what it takes and how it answers. Machine-readable:
<a href="/openapi.json">/openapi.json</a>, and for the client API <a href="/openapi-client.json">/openapi-client.json</a>. What is
<span class="docs-assumed">assumed</span> is promised by this emulator alone; the real service may differ there.</p>
${sections}
<h2 id="client-api">Client API</h2>
<p>What pages and apps call without a key; paths count from the origin on.</p>
${registry.operationsOf('client').map(describe)}
<h2 id="events">Events</h2>
${table(['event', 'when', 'fields of its data'], events)}`,
  });
}

/** `Payout link`; `three_ds` is written as everybody does. */
function titleOf(name: string): string {
  if (name === 'three_ds') return '3-D Secure';
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The fields of a payload, by name. */
const fieldsOf = (schema: TSchema): Markup[] =>
  Object.keys((schema as TObject).properties ?? {}).map((name) => html`<code>${name}</code> `);

const isMerchants = ({ surface }: AnyOperation): boolean => surface === 'merchant';

/** An operation for people: what it takes, an example, and the statuses that it answers with. */
function describe(operation: AnyOperation): Markup {
  const { method, path, summary, body, query, example, status, refuses } = operation;
  const refused = [...new Set([...refuses, ...impliedRefusals(operation)].map((each) => each.status))].sort();
  const fields = Object.entries({ ...query?.properties, ...body?.properties } as Record<
    string,
    Record<string, unknown>
  >);
  const required: string[] = [...((query?.required ?? []) as string[]), ...((body?.required ?? []) as string[])];
  const rows = fields.map(([name, schema]) => {
    const type = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null).join(' | ') : schema.type;
    const notes = [required.includes(name) ? 'required' : '', 'x-assumed' in schema ? 'assumed' : ''].filter(Boolean);
    return [
      code(name),
      [type ?? ''].flat().join(' | '),
      typeof schema.description === 'string' ? schema.description.replaceAll('`', '') : '',
      html`<span class="docs-assumed">${notes.join(', ')}</span>`,
    ];
  });
  return html`<details><summary><span class="docs-method">${method}</span> <code>${path}</code> ${summary}</summary>
${rows.length === 0 ? null : table(['field', 'type', '', ''], rows)}
${example?.body === undefined ? null : block(JSON.stringify(example.body, null, 2))}
<p>Answers ${status}; refuses with ${refused.join(', ')}.</p></details>
`;
}

const movesTable = (moves: AnyLifecycle['moves']): Markup =>
  table(
    ['move', 'from', 'to', 'by', 'events'],
    Object.entries(moves).map(([name, { from, to, by, emits }]) => [
      name,
      [from ?? '(none)'].flat().join(', '),
      to,
      by,
      (emits ?? []).join(', '),
    ]),
  );
