import { randomUUID } from 'node:crypto';
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
  }

  static async start(options: Partial<SandboxOptions> = {}, gateway = 'debit_payouts'): Promise<CapturedEmulator> {
    const clock = options.clock ?? '2026-03-02T09:00:00Z';
    const running = await startSandbox({ dataDir: null, port: 0, version: '0', freeze: true, ...options, clock });
    return new CapturedEmulator(running, gateway);
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
    const sent = { method, path, headers: own, body: body === undefined ? null : JSON.stringify(body) };
    const startedAt = this.#clock;
    const answer = await this.running.sandbox.call(sent);
    const url = new URL(`https://service.example${path}`);
    const parsed = answer.body === '' ? undefined : JSON.parse(answer.body);
    this.#add({
      kind: 'call',
      startedAt,
      method,
      url,
      path: url.pathname,
      query: url.searchParams,
      headers: own,
      body,
      status: answer.status,
      answerHeaders: answer.headers,
      answer: parsed,
    });
    this.#tell();
    return parsed;
  }

  /** Moves the clock, in milliseconds. */
  async advance(ms: number): Promise<void> {
    const { scheduler } = this.running.sandbox;
    await scheduler.moveTo(this.#workspace, this.#clock + ms, { type: 'control', id: 'test', name: 'test' });
    this.#tell();
  }

  stop = (): Promise<void> => this.running.stop();

  /** Adds the events since the last time, as deliveries. */
  #tell(): void {
    const { engine } = this.running.sandbox;
    const all = [...engine.dataSet(this.#workspace, 'test').of(events).oldestFirst()];
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

export const freshKey = (): string => randomUUID();
