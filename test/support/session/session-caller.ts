import type { GatewayKind } from '../../../src/payments/platform/settings.ts';
import { type CallOptions, call } from '../call.ts';
import { Random } from '../random.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every kind, of which single fields are read
export type Json = any;
export type Fields = Record<string, unknown>;
type Method = NonNullable<CallOptions['method']>;

export interface SessionOptions {
  /** The merchant API of a workspace in test mode: `http://127.0.0.1:4747/api/v1`. */
  readonly base: string;
  readonly key: string;
  readonly publishableKey: string;
  /** The credentials of an installed app; without them no blocks are attached. */
  readonly app?: { readonly client_id: string; readonly client_secret: string };
  readonly gateway: GatewayKind;
  readonly seed: number;
  /** How many steps are made, each of one to some calls. */
  readonly length: number;
  /** Lets so many milliseconds pass. */
  readonly advance?: (ms: number) => Promise<unknown>;
}

/** One call of a session with its answer. */
export interface SessionCall {
  readonly method: string;
  /** With its query, from `/api` on. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Json;
}

/**
 * Makes the calls of a session. Everything that a call names comes from the seed and from earlier answers, so that the
 * same seed on the same state is the same session.
 */
export class SessionCaller {
  readonly calls: SessionCall[] = [];
  readonly options: SessionOptions;
  readonly methodsOf = new Map<string, string[]>();
  readonly amountOf = new Map<string, number>();
  readonly random: Random;
  readonly origin: string;
  /** Ids and slugs of what there is, by their kind. */
  readonly there = new Map<string, string[]>();
  count = 0;
  appToken = '';

  constructor(options: SessionOptions) {
    this.options = options;
    this.random = new Random(options.seed);
    this.origin = options.base.replace(/\/api\/v1$/, '');
  }

  async pass(ms: number): Promise<void> {
    await this.options.advance?.(ms);
  }

  note(kind: string, id: string | undefined): void {
    if (typeof id !== 'string') return;
    const known = this.there.get(kind) ?? [];
    if (!known.includes(id)) this.there.set(kind, [...known, id]);
  }

  /** The id of something that there is, mostly of something new, and sometimes of nothing. */
  id(kind: string): string {
    const known = this.there.get(kind) ?? [];
    if (known.length === 0 || this.chance(0.04)) return `${kind}_none`;
    return this.pick(this.chance(0.6) ? known.slice(-3) : known);
  }

  newest(kind: string): string {
    return this.there.get(kind)?.at(-1) ?? `${kind}_none`;
  }

  pick<T>(from: readonly T[]): T {
    return this.random.pick(from);
  }

  below(most: number): number {
    return this.random.below(most);
  }

  chance(probability: number): boolean {
    return this.random.chance(probability);
  }

  get(path: string): Promise<Json> {
    return this.ask('GET', path);
  }

  post(path: string, body?: unknown): Promise<Json> {
    return this.ask('POST', path, body);
  }

  patch(path: string, body: unknown): Promise<Json> {
    return this.ask('PATCH', path, body);
  }

  /** A call of the merchant API. @returns the answer's body */
  ask(
    method: Method,
    path: string,
    body?: unknown,
    {
      key = 'secret',
      headers = {},
    }: { key?: 'secret' | 'publishable' | 'app' | 'unknown' | 'none'; headers?: Record<string, string> } = {},
  ): Promise<Json> {
    const keys = {
      secret: this.options.key,
      publishable: this.options.publishableKey,
      app: this.appToken,
      unknown: 'sk_test_nobody',
      none: '',
    };
    const authorization: Record<string, string> = key === 'none' ? {} : { authorization: `Bearer ${keys[key]}` };
    return this.send(method, `/api/v1${path}`, body, { ...authorization, ...headers });
  }

  /** A call of the client API. @returns the answer's body */
  client(method: 'GET' | 'POST', path: string, body?: unknown, key = `client-${++this.count}`): Promise<Json> {
    return this.send(method, path, body, {
      'x-service-sdk': 'web/1.4.0',
      ...(method === 'POST' ? { 'idempotency-key': key } : {}),
    });
  }

  async send(method: Method, path: string, body: unknown, headers: Record<string, string>): Promise<Json> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answered = await call(`${this.origin}${path}`, {
      method,
      headers: { ...headers, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = answered.text === '' ? {} : JSON.parse(answered.text);
    this.calls.push({
      method,
      path,
      body,
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      answer,
    });
    return answer;
  }
}
