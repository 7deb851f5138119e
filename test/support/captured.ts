import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { events } from '../../src/core/kernel/events.ts';
import type { CapturedCall } from '../../src/emulator/fidelity/capture/captured-call.ts';
import { startSandbox } from '../../src/emulator/sandbox.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/emulator/sandbox-options.ts';

/** An emulator whose calls become a capture, without a proxy: on a clock that stands until it is moved. */
export class CapturedEmulator {
  readonly calls: CapturedCall[] = [];
  readonly running: RunningSandbox;
  readonly #workspace: string;
  readonly #key: string;
  #told = 0;

  constructor(running: RunningSandbox, gateway: string) {
    this.running = running;
    const suffix = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' }[gateway] ?? '';
    this.#workspace = `ws_demo${suffix}`;
    this.#key = `sk_test_demo${suffix}`;
    // What a fixture had happen was told before.
    this.#told = this.#events.length;
  }

  static async start(options: Partial<SandboxOptions> = {}, gateway = 'debit_payouts'): Promise<CapturedEmulator> {
    const clock = options.clock ?? '2026-03-02T09:00:00Z';
    const running = await startSandbox({ dataDir: null, port: 0, version: '0', freeze: true, ...options, clock });
    return new CapturedEmulator(running, gateway);
  }

  get #events() {
    const { engine } = this.running.sandbox;
    return [...engine.dataSet(this.#workspace, 'test').of(events).oldestFirst()];
  }

  get #clock(): number {
    const { engine } = this.running.sandbox;
    return engine.clock(engine.workspace(this.#workspace)!).now();
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields that it expects
  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
    const own: Record<string, string> = {
      ...(path.startsWith('/api/v1') ? { authorization: `Bearer ${this.#key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const answer = await this.#pass(method, path, body === undefined ? null : JSON.stringify(body), own);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  }

  /** Listens, and passes calls on. @returns the address before `/api` */
  async listen(): Promise<string> {
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const text = Buffer.concat(pieces).toString();
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const answer = await this.#pass(request.method!, request.url!, text === '' ? null : text, headers);
      const { 'content-length': _length, connection: _connection, ...rest } = answer.headers;
      response.writeHead(answer.status, rest).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #server: Server | null = null;

  async #pass(method: string, path: string, text: string | null, headers: Record<string, string>) {
    const startedAt = this.#clock;
    const { 'content-length': _length, ...kept } = headers;
    const answer = await this.running.sandbox.call({ method, path, headers: kept, body: text });
    const url = new URL(path, 'https://service.example');
    this.#add({
      kind: 'call',
      startedAt,
      method,
      url,
      path: url.pathname,
      query: url.searchParams,
      headers: kept,
      body: text === null ? undefined : parsed(text),
      status: answer.status,
      answerHeaders: answer.headers,
      answer: answer.body === '' ? undefined : parsed(answer.body),
    });
    this.#tell();
    return answer;
  }

  /** Moves the clock, in milliseconds. */
  async advance(ms: number): Promise<void> {
    const { scheduler } = this.running.sandbox;
    await scheduler.moveTo(this.#workspace, this.#clock + ms, { type: 'control', id: 'test', name: 'test' });
    this.#tell();
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    await this.running.stop();
  }

  /** Adds the events since the last time, as deliveries. */
  #tell(): void {
    const all = this.#events;
    for (const { id, type, created, data } of all.slice(this.#told)) {
      this.#add({
        kind: 'delivery',
        startedAt: this.#clock,
        method: 'POST',
        url: new URL('http://localhost/hook'),
        path: '/hook',
        query: new URLSearchParams(),
        headers: {},
        body: JSON.parse(JSON.stringify({ id, type, created, data })),
        status: 200,
        answerHeaders: {},
        answer: undefined,
      });
    }
    this.#told = all.length;
  }

  #add(call: Omit<CapturedCall, 'entry' | 'capture'>): void {
    this.calls.push({ ...call, entry: this.calls.length + 1, capture: 'test.har' });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
