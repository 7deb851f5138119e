import { createClient } from '../../src/client/node-client.ts';
import { startSandbox } from '../../src/emulator/sandbox.ts';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { type CallOptions, call } from '../support/call.ts';
import { refuseWarnings } from '../support/sandbox.ts';

/** An emulator in this process, on a free port and without files, with a client. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const warnings: string[] = [];
  const running = await startSandbox({
    warn: (message) => warnings.push(message),
    port: 0,
    dataDir: null,
    seed: 1,
    clock: '2026-03-01T09:00:00Z',
    freeze: true,
    rateLimit: false,
    version: '0.0.0-test',
    ...options,
  });
  const client = createClient({ url: running.url });
  const control = async (
    method: CallOptions['method'],
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const { status, text } = await call(`${running.url}/_emulator${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return { status, body: JSON.parse(text) as any };
  };
  /** Calls the merchant API with the demo key. */
  const api = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    key = 'sk_test_demo',
  ) => {
    const { status, text } = await client.api(method, path, key, body);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return { status, body: JSON.parse(text) as any };
  };
  const stop = async () => {
    await running.stop();
    refuseWarnings(warnings);
  };
  return { ...running, url: running.url, client, control, api, warnings, stop };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/** The refusal of a call. */
export async function refusalOf(call: Promise<unknown>): Promise<{ status: number; body: Record<string, unknown> }> {
  try {
    await call;
  } catch (error) {
    return error as { status: number; body: Record<string, unknown> };
  }
  throw new Error('The call was not refused.');
}
