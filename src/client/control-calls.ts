import type { Mode } from '../core/kernel/workspace.ts';
import { type QueryFields, queryString } from './addresses.ts';
import { unwrapJson } from './answers.ts';
import { openStream, type StreamReader } from './stream.ts';
import { type ApiAnswer, type Method, noEmulator, type Transport } from './transport.ts';

export interface ClientOptions {
  /** The emulator's address, such as `http://127.0.0.1:4747`. */
  url: string;
  /** Default: the emulator's default workspace. */
  workspace?: string;
  mode?: Mode;
  /** The token of the emulator or of one workspace. An emulator that other machines can reach requires one. */
  token?: string;
  /** Certificates to trust in addition to Node's own, for an emulator on https, in PEM format. */
  ca?: string | undefined;
  /** The adversity that an audit is testing. The emulator marks the effects of these calls with it. */
  audit?: string;
}

/** Returns the emulator's address without a slash at the end, so that paths can be appended. */
export const originOf = (url: string): string => url.replace(/\/+$/, '');

/** Calls of an emulator's control API by path, with the errors of the typed client. */
export function controlCalls(transport: Transport, { url, workspace, mode, token, audit }: ClientOptions) {
  const origin = originOf(url);
  const scope = { workspace, mode };
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(audit === undefined ? {} : { 'emulator-audit': audit }),
  };

  const callControl = (method: Method, path: string, body?: unknown, query: QueryFields = {}): Promise<ApiAnswer> =>
    transport.send({
      method,
      path: `/_emulator${path}${queryString({ ...scope, ...query })}`,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  async function requestJson<A>(method: Method, path: string, body?: unknown, query: QueryFields = {}): Promise<A> {
    return unwrapJson<A>(origin, await callControl(method, path, body, query));
  }

  /** Requests a response that is not JSON. Error responses are still JSON. */
  async function requestText(path: string, method: Method = 'GET', body?: unknown): Promise<string> {
    const answer = await callControl(method, path, body);
    return answer.status === 200 ? answer.text : unwrapJson(origin, answer);
  }

  async function requestData<A>(method: Method, path: string, body?: unknown, query?: QueryFields): Promise<A> {
    const { data } = await requestJson<{ data?: A }>(method, path, body, query);
    if (data === undefined) throw noEmulator(origin, 200);
    return data;
  }

  const opened = (reader: StreamReader, query: { most?: number | undefined; since?: number | undefined } = {}) =>
    openStream(
      origin,
      transport,
      { method: 'GET', path: `/_emulator/stream${queryString({ ...scope, ...query })}`, headers },
      reader,
    );
  return { origin, requestJson, requestText, requestData, opened };
}
