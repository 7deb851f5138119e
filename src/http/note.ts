import type { FastifyRequest } from 'fastify';
import { stopwatch, toIso } from '../engine/clock.ts';
import { maskSecrets, shorten } from '../engine/credentials.ts';
import type { Mode } from '../engine/workspace.ts';
import { clip, clipNames, type LoggedRequest, type RequestLog } from '../requests/log.ts';
import type { Call } from './call.ts';
import { redactPath } from './redaction.ts';

/** Keeps a request and the text of its answer in the log; status 0: the connection was cut instead. */
export function note(requests: RequestLog, request: FastifyRequest, status: number, sent: string | null): void {
  const { call, method, url } = request;
  if (call === null) return;
  if (method === 'HEAD') call.writer = null;
  const body = method === 'HEAD' ? null : sent;
  requests.add(new NotedRequest(requests.nextNumber(), call, method, url, status, body));
}

/** A request as it was answered. What is shown of it is worked out when somebody looks: that is seldom. */
class NotedRequest implements LoggedRequest {
  readonly number: number;
  readonly method: string;
  readonly status: number;
  readonly body: string | null;
  readonly unknown_fields: readonly string[];
  readonly #call: Call;
  readonly #url: string;
  /** What was answered is frozen: where its text can be made again, it is not kept beside it. */
  readonly #sent: string | null;
  readonly #took: number;

  constructor(number: number, call: Call, method: string, url: string, status: number, sent: string | null) {
    this.number = number;
    this.method = method;
    this.status = status;
    this.body = call.body === null ? null : clip(call.body);
    this.unknown_fields = clipNames(call.unknown);
    this.#call = call;
    this.#url = url;
    this.#sent = sent === null || call.writer !== null ? null : clip(sent);
    this.#took = stopwatch() - call.begun;
    // Neither is held on to in its whole length.
    call.redacted ||= this.body !== call.body;
    call.body = this.body;
    call.unknown = this.unknown_fields;
  }

  get id(): string {
    return this.#call.id;
  }

  get at(): string {
    return toIso(this.#call.at);
  }

  get workspace_id(): string | null {
    return this.#call.caller?.workspace.id ?? null;
  }

  get mode(): Mode | null {
    return this.#call.caller?.mode ?? null;
  }

  get path(): string {
    return redactPath(this.#url);
  }

  get operation(): string | null {
    return this.#call.operation?.id ?? null;
  }

  get key(): string | null {
    const key = this.#call.caller?.key;
    return key == null ? null : shorten(key.id);
  }

  get client(): LoggedRequest['client'] {
    const { client } = this.#call;
    return client === null ? null : { sdk: client.sdk, idempotency_key: client.idempotencyKey };
  }

  get fault(): string | null {
    return this.#call.fault;
  }

  get latency_ms(): number {
    return Math.round(this.#took * 10) / 10;
  }

  get redacted(): boolean {
    return this.#call.redacted || this.path !== this.#url;
  }

  get response(): string | null {
    const { writer, answer } = this.#call;
    const text = writer === null ? this.#sent : clip(writer.write(answer));
    return text === null ? null : maskSecrets(text);
  }
}
