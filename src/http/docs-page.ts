import type { FastifyInstance, FastifyReply } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { type AnyLifecycle, wordsOf } from '../engine/lifecycle.ts';
import type { AnyOperation } from '../engine/operation.ts';
import type { Registry } from '../engine/registry.ts';
import { escapeHtml } from '../pages/html.ts';
import { shownSchema } from './answers.ts';
import { impliedRefusals } from './implied-refusals.ts';

interface DocsOptions {
  registry: Registry;
  version: string;
}

/** Where the description of each API is answered. */
const descriptions = [
  ['/openapi.json', 'merchant'],
  ['/openapi-client.json', 'client'],
] as const;

/** The two interface descriptions, and `/docs`: the same declarations for people. Made when asked for, never at start. */
export function registerDocs(app: FastifyInstance, { registry, version }: DocsOptions): void {
  for (const [path, api] of descriptions) {
    app.get(path, async (request) => {
      const { buildOpenApi } = await import('./openapi.ts');
      return buildOpenApi(registry, version, `http://${request.headers.host}`, api);
    });
  }
  app.get('/docs', (_request, reply) => sendPage(reply, docsPage(registry, version)));
  app.get('/', (_request, reply) => reply.redirect('/docs'));
}

function sendPage(reply: FastifyReply, html: string): void {
  reply
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    )
    .header('X-Content-Type-Options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html);
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { margin: 0 } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) } nav a { margin-right: 1rem }
code, pre { font: 0.9em/1.5 ui-monospace, monospace } pre { background: var(--soft); padding: 0.75rem; overflow: auto; border-radius: 6px }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem } td, th { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.5rem 0; padding: 0.25rem 0.75rem } summary { cursor: pointer; padding: 0.25rem 0 }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600 } .assumed { opacity: 0.7; font-style: italic }
`;

function docsPage(registry: Registry, version: string): string {
  const merchant = registry.operationsOf('merchant');
  const client = registry.operationsOf('client');
  const documented = registry.slices.filter(({ operations }) => operations.some(isMerchants));
  const sections = documented.map(
    ({ name, operations, lifecycle }) =>
      `<h2 id="${name}">${escapeHtml(wordsOf(name))}</h2>${operations.filter(isMerchants).map(describe).join('')}` +
      (lifecycle === undefined ? '' : movesTable(lifecycle.moves)),
  );
  const links = documented.map(({ name }) => `<a href="#${name}">${escapeHtml(wordsOf(name))}</a>`);
  sections.push(
    `<h2 id="client">client API</h2><p>What pages and apps call without a key; paths count from the origin on.</p>` +
      client.map(describe).join(''),
  );
  links.push('<a href="#client">client API</a>');
  const events = [...registry.events].map(
    ([type, { about, payload }]) =>
      `<tr><td><code>${escapeHtml(type)}</code></td><td>${escapeHtml(about)}</td>` +
      `<td>${fieldsOf(shownSchema(payload))}</td></tr>`,
  );
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>payments-emulator</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>` +
    `<h1>payments-emulator</h1><p>Version ${escapeHtml(version)}, ${merchant.length + client.length} operations. ` +
    `Machine-readable: <a href="/openapi.json">/openapi.json</a>, and for the client API ` +
    `<a href="/openapi-client.json">/openapi-client.json</a>. What is <span class="assumed">assumed</span> is ` +
    `promised by this emulator alone; the real service may differ there.</p><nav>${links.join('')}` +
    `<a href="#events">events</a></nav>${sections.join('')}` +
    `<h2 id="events">Events</h2><table>${events.join('')}</table></body></html>`
  );
}

/** The fields of a payload, by name. */
const fieldsOf = (schema: TSchema): string =>
  Object.keys((schema as TObject).properties ?? {})
    .map((name) => `<code>${escapeHtml(name)}</code>`)
    .join(' ');

const isMerchants = ({ surface }: AnyOperation): boolean => surface === 'merchant';

/** An operation for people: what it takes, an example, and the statuses that it answers with. */
function describe(operation: AnyOperation): string {
  const { method, path, summary, body, query, example, status, refuses } = operation;
  const refused = [...new Set([...refuses, ...impliedRefusals(operation)].map((each) => each.status))].sort();
  const fields = Object.entries({ ...query?.properties, ...body?.properties } as Record<
    string,
    Record<string, unknown>
  >);
  const required: string[] = [...((query?.required ?? []) as string[]), ...((body?.required ?? []) as string[])];
  const rows = fields.map(([name, schema]) => {
    const type = Array.isArray(schema.enum) ? schema.enum.filter((value) => value !== null).join(' | ') : schema.type;
    const notes = [required.includes(name) ? 'required' : '', 'x-assumed' in schema ? 'assumed' : ''];
    return (
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(String(type ?? ''))}</td>` +
      `<td>${escapeHtml(String(schema.description ?? ''))}</td><td class="assumed">${notes.filter(Boolean).join(', ')}</td></tr>`
    );
  });
  return (
    `<details><summary><span class="method">${method}</span><code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary>` +
    (rows.length === 0 ? '' : `<table>${rows.join('')}</table>`) +
    (example?.body === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example.body, null, 2))}</pre>`) +
    `<p>Answers ${status}; refuses with ${refused.join(', ')}.</p></details>`
  );
}

const movesTable = (moves: AnyLifecycle['moves']): string =>
  `<table><tr><th>move</th><th>from</th><th>to</th><th>by</th><th>events</th></tr>${Object.entries(moves)
    .map(
      ([name, { from, to, by, emits }]) =>
        `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml([from ?? '(none)'].flat().join(', '))}</td><td>${escapeHtml(to)}</td>` +
        `<td>${by}</td><td>${escapeHtml((emits ?? []).join(', '))}</td></tr>`,
    )
    .join('')}</table>`;
