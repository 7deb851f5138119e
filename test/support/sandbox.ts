import { startSandbox } from '../../src/emulator/sandbox.ts';
import type { RunningSandbox, SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { type Called, type CallOptions, call } from './call.ts';
import { holdToDeclarations } from './held.ts';

type Json = Record<string, unknown>;

export interface Answer<B = Json> {
  status: number;
  headers: Headers;
  body: B;
}

/** A caller of the merchant API with one key. */
export interface Caller {
  get<B = Json>(path: string): Promise<Answer<B>>;
  post<B = Json>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<B>>;
  patch<B = Json>(path: string, body: unknown): Promise<Answer<B>>;
  delete<B = Json>(path: string): Promise<Answer<B>>;
}

export interface TestSandbox extends RunningSandbox {
  /** Calls the merchant API with a key; `sk_test_demo` where none is named. */
  as(key: string): Caller;
  readonly api: Caller;
  /** Calls the control API: paths begin with `/`, as in `/clock`. */
  readonly control: Caller;
  /** What the emulator warned of. A test that brings about a fault of the emulator itself takes its warning out. */
  readonly warnings: string[];
}

/** A fault of the emulator itself: an answer 500, a job or a listener that threw. Other warnings are for users. */
const faultOfOurs = /^A listener of |^The job .* failed: |^[A-Z]+ \/\S* failed: |^The stream ended: /;

/** Fails a test whose emulator warned of a fault of its own, with the reason, which no answer has. */
export function refuseWarnings(warnings: readonly string[]): void {
  const faults = warnings.filter((warning) => faultOfOurs.test(warning));
  if (faults.length > 0) throw new Error(`The emulator warned, which the test does not expect: ${faults.join('\n')}`);
}

/** A whole emulator on a free port, with nothing on disk and its clock frozen, unless the options say otherwise. */
export async function createTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const warnings: string[] = [];
  const running = await startSandbox({
    warn: (message) => warnings.push(message),
    port: 0,
    dataDir: null,
    version: '0.0.0-test',
    seed: 1,
    clock: '2026-03-01T09:00:00.000Z',
    freeze: true,
    rateLimit: false,
    ...options,
  });
  const undeclared = holdToDeclarations(running);
  const as = (key: string) => callerOf(`${running.url}/api/v1`, { authorization: `Bearer ${key}` });
  return Object.assign(Object.create(running) as RunningSandbox, {
    as,
    warnings,
    api: as('sk_test_demo'),
    control: callerOf(
      `${running.url}/_emulator`,
      running.token === null ? {} : { authorization: `Bearer ${running.token}` },
    ),
    stop: async () => {
      await running.stop();
      const [first] = undeclared();
      if (first !== undefined) throw new Error(first);
      refuseWarnings(warnings);
    },
  }) as TestSandbox;
}

/** A caller of what is below an address. @param by makes the calls; default: over HTTP */
export function callerOf(base: string, headers: Record<string, string>, by: typeof call = call): Caller {
  const send = async <B>(
    method: CallOptions['method'],
    path: string,
    body?: unknown,
    further = {},
  ): Promise<Answer<B>> => {
    const answer = await by(`${base}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...further },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return answerOf<B>(answer);
  };
  return {
    get: (path) => send('GET', path),
    post: (path, body, further) => send('POST', path, body, further),
    patch: (path, body) => send('PATCH', path, body),
    delete: (path) => send('DELETE', path),
  };
}

/** An answer with its JSON read; an empty one where it has no body. */
export function answerOf<B>({ status, headers, text }: Called): Answer<B> {
  return { status, headers, body: (text === '' ? {} : JSON.parse(text)) as B };
}
