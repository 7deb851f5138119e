import { merchantPath } from '../../client/node-client.ts';
import { CommandFailure, exitCodes, wrongUsage } from '../failure.ts';
import { bodyFrom } from '../options/data.ts';
import { safeJson } from '../output.ts';
import type { Session } from '../session.ts';

export interface CallOptions {
  data?: string[];
  key?: string;
  /** The complete body, instead of a body made from `data`. */
  body?: unknown;
}

/** Calls the merchant API and prints the response body unchanged. */
export async function callApi(
  { client, out, mode }: Session,
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  options: CallOptions,
): Promise<number> {
  const { data = [] } = options;
  const verb = method.toUpperCase() as 'GET' | 'POST' | 'PATCH' | 'DELETE';
  try {
    merchantPath(path);
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
  const body = data.length === 0 ? options.body : bodyFrom(data, await textFields(verb, path));
  const key = options.key ?? (await client.call('keys.get')).keys.secret[mode];
  if (key === null) throw wrongUsage(`The workspace has no secret key for ${mode} mode; pass one with --key.`);
  const answer = await client.api(verb, path, key, body);
  const parsed = parse(answer.text);
  if (answer.status < 400) {
    out.raw(parsed === undefined ? answer.text : safeJson(parsed, out.json ? undefined : 2));
    return exitCodes.done;
  }
  if (out.json) {
    out.raw(parsed === undefined ? answer.text : safeJson(parsed));
    return exitCodes.refused;
  }
  const refusal = (parsed ?? {}) as { error?: unknown; type?: unknown; code?: unknown };
  const name = [refusal.type, refusal.code].filter((part) => typeof part === 'string').join(', ');
  const why = typeof refusal.error === 'string' ? refusal.error : answer.text.slice(0, 200);
  throw new CommandFailure(exitCodes.refused, `${answer.status}${name === '' ? '' : ` (${name})`}: ${why}`);
}

/** Only a call with a body loads the slices. */
async function textFields(method: string, path: string): Promise<(field: string) => boolean> {
  const { textFieldsOf } = await import('../options/text-fields.ts');
  return textFieldsOf(method, path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Prints an API description, which is generated from the declarations, so no emulator needs to run. */
export async function openapi({ client, out }: Session, version: string, options: { client?: boolean }): Promise<void> {
  const [{ buildOpenApi }, { declarations }] = await Promise.all([
    import('../../sandbox/http/openapi/openapi.ts'),
    import('../../sandbox/declarations.ts'),
  ]);
  const api = options.client === true ? 'client' : 'merchant';
  const description = buildOpenApi(declarations(), version, client.url, api);
  out.raw(JSON.stringify(description, null, out.json ? undefined : 2));
}
