import type { SentTo } from '../../client/node-client.ts';
import { type OutputOptions, writeOutput } from '../../core/system/output-file.ts';
import type { RequestDetails } from '../../sandbox/control/wire.ts';
import { wrongUsage } from '../failure.ts';
import { harKind, harOfLog } from '../har.ts';
import { effectsTree } from '../log/causal-tree.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { clean, counted, instant, type Output, safeJson } from '../output.ts';
import { followed, type Session } from '../session.ts';
import { type PageOptions, pageQuery, paintUnknownFields, remarkOnPage, requestTable, statusCell } from '../views.ts';

export interface RequestsOptions extends PageOptions {
  status?: number;
  method?: string;
}

export async function listRequests({ client, out }: Session, options: RequestsOptions): Promise<void> {
  const { status, method } = options;
  const named = method?.toUpperCase() as SentTo<'requests.list'>['method'];
  const page = await client.call('requests.list', { status, method: named, ...pageQuery(options) });
  out.document(page, () => requestTable(out, page.data));
  remarkOnPage(out, page);
}

export async function showRequest({ client, out }: Session, id: string): Promise<void> {
  const request = await client.call('requests.get', { id });
  out.document(request, () => show(out, request));
}

export async function tailRequests(session: Session): Promise<void> {
  const { out } = session;
  for await (const message of followed(session)) {
    if (message.type !== 'request') continue;
    const { data } = message;
    out.item(data, () => {
      const line = `${clean(`${data.method} ${data.path}`)}  ${data.status}  ${Math.round(data.latency_ms)} ms  ${data.id}`;
      const ignored = paintUnknownFields(out, data);
      return `${out.paint('dim', instant(data.at))}  ${line}${ignored === null ? '' : `  ${ignored}`}`;
    });
  }
}

export async function replayRequest({ client, out }: Session, id: string): Promise<void> {
  const replayed = await client.call('requests.replay', { id });
  out.document(replayed, () => `${replayed.status}  ${replayed.request_id ?? ''}\n${pretty(replayed.body)}`);
}

/** Writes the complete log as HAR, to a file that only its owner can read, or to stdout. */
export async function exportRequests(
  { client, out }: Session,
  file: string | undefined,
  options: OutputOptions,
  version: string,
): Promise<void> {
  if (file !== undefined) checkOutputPath(file, 'export', harKind, options);
  const record = await client.call('record.get');
  const text = safeJson(harOfLog(record, version), 2);
  if (file === undefined) {
    out.raw(text);
  } else {
    await writeOutput(file, `${text}\n`, harKind, options).catch((error: Error) => {
      throw wrongUsage(`${file} cannot be written: ${error.message}`);
    });
    const requests = record.requests.length;
    out.document({ file, requests }, () => `${counted(requests, 'request')}: ${file}`);
  }
  if (record.requests_forgotten > 0) {
    out.note(`The log had already dropped ${counted(record.requests_forgotten, 'earlier request')}.`);
  }
}

function show(out: Output, request: RequestDetails): string {
  const parts = [
    out.pairs([
      ['id', request.id],
      ['at', instant(request.at)],
      ['request', `${request.method} ${request.path}`],
      ['key', request.key],
      ['status', statusCell(request.status)],
      ['took', `${request.latency_ms.toFixed(1)} ms`],
      ...(request.fault === null ? [] : ([['injected fault', { text: request.fault, style: 'yellow' }]] as const)),
    ]),
  ];
  if (request.events.length > 0) parts.push(`${out.paint('dim', 'results')}\n${effectsTree(out, request)}`);
  const unknown = paintUnknownFields(out, request);
  if (unknown !== null) parts.push(`${out.paint('dim', 'unknown fields or headers')}\n${unknown}`);
  if (request.body !== null) parts.push(`${out.paint('dim', 'body')}\n${pretty(request.body)}`);
  if (request.response !== null) parts.push(`${out.paint('dim', 'answer')}\n${pretty(request.response)}`);
  return parts.join('\n\n');
}

/** JSON is indented; other text stays on one line. */
function pretty(value: unknown): string {
  if (typeof value !== 'string') return safeJson(value, 2);
  try {
    return safeJson(JSON.parse(value), 2);
  } catch {
    return clean(value);
  }
}
