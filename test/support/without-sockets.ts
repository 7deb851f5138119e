import type { Call, Transport } from '../../src/client/transport.ts';
import type { RunningSandbox } from '../../src/emulator/sandbox-options.ts';
import type { Called, CallOptions } from './call.ts';
import { callerOf, type TestSandbox } from './sandbox.ts';

/** Calls an emulator of this process: a call passes its whole pipeline, but no socket. */
export const sendTo =
  ({ sandbox }: RunningSandbox): Transport['send'] =>
  async ({ method, path, headers = {}, body }: Call) => {
    const sent = body === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    const {
      status,
      headers: answered,
      body: text,
    } = await sandbox.call({ method, path, headers: sent, body: body ?? null });
    return { status, headers: answered, text };
  };

/** The same emulator, whose callers use no sockets. */
export function withoutSockets(sandbox: TestSandbox): TestSandbox {
  const by = async (path: string, { method = 'GET', headers, body }: CallOptions = {}): Promise<Called> => {
    const answer = await sandbox.sandbox.call({ method, path, headers: headers ?? {}, body: body ?? null });
    return { status: answer.status, headers: new Headers(answer.headers), text: answer.body };
  };
  const as = (key: string) => callerOf('/api/v1', { authorization: `Bearer ${key}` }, by);
  const own = { as, api: as('sk_test_demo'), control: callerOf('/_emulator', {}, by) };
  return Object.assign(Object.create(sandbox) as TestSandbox, own);
}
