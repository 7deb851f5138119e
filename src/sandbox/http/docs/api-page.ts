import type { TObject, TSchema } from 'typebox';
import type { Turns } from '../../../core/base/turns.ts';
import { type AnyLifecycle, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import type { Assets } from '../../../pages/assets.ts';
import { html, type Markup } from '../../../pages/html.ts';
import type { Described } from '../../profile/descriptions.ts';
import { shownSchema } from '../answers.ts';
import { impliedRefusals } from '../openapi/implied-refusals.ts';
import { code, nameCode, renderDocument, table, tabs } from './layout.ts';
import { errorTable, rateTable } from './limits.ts';
import { snippets } from './snippets.ts';
import { tryIt } from './try-it.ts';

/** The address at which the reader reaches the emulator, and the key in examples. */
export interface Caller {
  readonly origin: string;
  /**
   * A secret key of the workspace; null if the control API requires a token, because the key must then not be shown.
   */
  readonly key: string | null;
  /** The newest access token of an app; null if it must not be shown, or if there is none. */
  readonly appToken: string | null;
  /** The id of the workspace. */
  readonly workspace: string;
}

/** The placeholder for a key that is not shown. */
const hiddenKey = 'sk_test_…';

/** The title of a resource, such as `Payout link`. `three_ds` gets its usual spelling. */
function titleOf(name: string): string {
  if (name === 'three_ds') return '3-D Secure';
  const words = wordsOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * `/docs/api`: the declarations behind `/openapi.json`, for human readers.
 * @param turns splits the work into slices
 */
export async function apiPage(
  registry: Described,
  assets: Assets,
  { origin, key, appToken, workspace }: Caller,
  turns: Turns,
): Promise<string> {
  const described = async (operations: readonly AnyOperation[], base: string, shownKey: string | null) => {
    const all: Markup[] = [];
    for (const operation of operations) {
      all.push(describe(operation, base, shownKey, registry.profile));
      if (turns.isDue) await turns.next();
    }
    return all;
  };
  const documented = registry.slices.filter(({ operations }) => operations.some(isMerchants));
  const sections: Markup[] = [];
  for (const { name, operations, lifecycle } of documented) {
    sections.push(html`<h2 id="${name}">${titleOf(name)}</h2>
${await described(operations.filter(isMerchants), `${origin}/api/v1`, key ?? hiddenKey)}
${lifecycle === undefined ? null : movesTable(lifecycle.moves)}`);
  }
  const clientCalls = await described(registry.operationsOf('client'), origin, null);
  const events = [...registry.events].map(([type, { about, payload }]) => [
    code(type),
    about,
    fieldsOf(shownSchema(payload)),
  ]);
  return renderDocument({
    assets,
    title: 'API',
    path: '/docs/api',
    kind: {
      name: 'docs-api',
      attributes: { 'data-key': key ?? '', 'data-app-token': appToken ?? '', 'data-workspace': workspace },
    },
    listTitle: 'Resources',
    list: [
      ...documented.map(({ name }) => ({ path: `#${name}`, title: titleOf(name) })),
      { path: '#client-api', title: 'Client API' },
      { path: '#events', title: 'Events' },
      { path: '#errors', title: 'Errors' },
      { path: '#rate-limits', title: 'Rate limits' },
    ],
    body: html`<h1>The API</h1>
<p>Every operation with what it takes and how it answers. Machine-readable:
<a href="/openapi.json">/openapi.json</a>, and for the client API <a href="/openapi-client.json">/openapi-client.json</a>;
Postman, Bruno, Insomnia and the IDEs of JetBrains import these addresses. What is
<span class="docs-assumed">assumed</span> is promised by this emulator alone; the real service may differ there.${registry.confirmed === undefined ? null : ' Confirmed parts were observed in a capture of the service.'}</p>
${sections}
<h2 id="client-api">Client API</h2>
<p>What pages and apps call without a key; paths count from the origin on.</p>
${clientCalls}
<h2 id="events">Events</h2>
${table(['event', 'when', 'data fields'], events)}
<h2 id="errors">Errors</h2>
<p>Every refusal has a message for people (<code>error</code>) and a <code>type</code>; most have a <code>code</code>, and <code>param</code>
where a field is wrong.</p>
${errorTable(registry)}
<h2 id="rate-limits">Rate limits</h2>
<p>Writes are counted by key in windows of one minute of the emulated clock. The tier of a workspace grows with its payments, or is set by
<code>rate_limit_tier</code>. Each answer has <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and
<code>X-RateLimit-Tier</code>; a 429 has <code>Retry-After</code>, in seconds.</p>
${rateTable(registry)}`,
  });
}

/** The names of the fields in a payload. */
const fieldsOf = (schema: TSchema): Markup[] =>
  Object.keys((schema as TObject).properties ?? {}).map((name) => html`<code>${name}</code> `);

const isMerchants = ({ surface }: AnyOperation): boolean => surface === 'merchant';

/** One operation: its parameters, an example, and the statuses of its responses. */
function describe(operation: AnyOperation, base: string, key: string | null, profile: Described['profile']): Markup {
  const { id, method, path, summary, body, query, example, status, refuses, emits = [] } = operation;
  const all = [...refuses, ...impliedRefusals(operation)].map((each) => profile?.shownRefusal(each, operation) ?? each);
  const refused = [...new Set(all.map((each) => each.status))].sort();
  const asked = { ...query?.properties, ...body?.properties } as Fields;
  const required: string[] = [...((query?.required ?? []) as string[]), ...((body?.required ?? []) as string[])];
  const answered = (shownSchema(operation.answer) as Partial<TObject>).properties;
  const sent = emits.flatMap(({ type }) => profile?.typesOf(type) ?? [type]);
  const params: Readonly<Record<string, unknown>> = example?.params ?? {};
  const url = base + path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? `{${name}}`));
  return html`<details id="${id}"><summary><span class="docs-method">${method}</span> <code>${path}</code> <span class="docs-about">${summary}</span></summary>
<div class="docs-call"><div>${fieldTable('field', asked, new Set(required))}
<p>Answers ${status}; refuses with ${refused.join(', ')}.${sent.length === 0 ? null : ` Sends ${sent.join(', ')}.`}</p>
${answered === undefined ? null : fieldTable(operation.envelope === 'list' ? 'field of each entry of the answer' : 'field of the answer', answered as Fields)}</div>
<div>${tabs(`Examples of ${id}`, 'language', snippets({ method, url, key: operation.access === 'public' ? null : key, body: example?.body }))}
${tryIt(operation)}</div></div></details>
`;
}

type Fields = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The fields of a request or of an answer: name, type and notes, and the meaning. */
function fieldTable(title: string, fields: Fields, required: ReadonlySet<string> = new Set()): Markup | null {
  const rows = Object.entries(fields).map(([name, schema]) => {
    const type = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null).join(' | ') : schema.type;
    const notes = [
      required.has(name) ? 'required' : '',
      'x-assumed' in schema ? 'assumed' : '',
      'x-confirmed' in schema ? `confirmed ${schema['x-confirmed']}` : '',
      'x-observed' in schema ? 'observed' : '',
    ].filter(Boolean);
    return [
      html`${nameCode(name)} ${[type ?? ''].flat().join(' | ')} <span class="docs-assumed">${notes.join(', ')}</span>`,
      typeof schema.description === 'string' ? schema.description.replaceAll('`', '') : '',
    ];
  });
  return rows.length === 0 ? null : table([title, 'meaning'], rows);
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
