import { beforeAll, describe, expect, it } from 'vitest';
import { ClientError, connectEmulator, type Emulator, EmulatorError, startEmulator } from '../../src/index.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let started: Emulator;
let emulator: Emulator;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  started = await startEmulator({ freeze: true, clock: '2026-03-01T09:00:00.000Z', seed: 1 });
  emulator = await connectEmulator(`${started.url}/`);
  return async () => {
    await emulator.stop();
    await started.stop();
    await receiver.close();
  };
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it was not refused',
    (error: unknown) => (error instanceof EmulatorError ? error.code : error),
  );

describe('connectEmulator', () => {
  it('gives what startEmulator gives', () => {
    expect(Object.keys(emulator).sort()).toEqual(Object.keys(started).sort());
    for (const key of ['id', 'mode', 'url', 'apiBase', 'keys', 'secretKey', 'webhookSecret'] as const) {
      expect(emulator[key]).toEqual(started[key]);
    }
    expect(emulator.live.secretKey).toBe('sk_live_demo');
  });

  it('is about the workspace and the mode that it was asked for', async () => {
    const other = await connectEmulator(started.url, { workspace: 'ws_demo_a', mode: 'live' });
    expect(other).toMatchObject({ id: 'ws_demo_a', mode: 'live', secretKey: 'sk_live_demo_a' });
    await other.stop();
  });

  it('waits for events and deliveries that are still to come', async () => {
    await using workspace = await emulator.workspaces.create();
    await workspace.webhooks.add({ url: receiver.url });
    const { objects } = await workspace.trigger('payout.created');
    const { id } = objects[0]!;
    const paid = workspace.events.waitFor('payout.paid', {
      id,
      delivered: true,
      where: ({ data }) => data.status === 'paid',
    });
    await workspace.clock.advance('10s');
    expect(await paid).toMatchObject({ type: 'payout.paid', subject: id });
    await expect(workspace.events.waitFor('payout.returned', { timeout: '50ms' })).rejects.toThrow(
      /^No payout.returned/,
    );
  });

  it('lets go when it is stopped, and leaves the emulator running', async () => {
    const own = await connectEmulator(started.url);
    const waiting = codeOf(own.events.waitFor('dispute.lost', { timeout: '1m' }));
    await own.stop();
    await own.stop();
    expect(await waiting).toBe('stopped');
    expect(await codeOf(own.status())).toBe('stopped');
    expect((await started.status()).workspace).toBe('ws_demo');
  });

  it('says what is wrong with the address or the workspace', async () => {
    expect(await codeOf(connectEmulator('http://127.0.0.1:1'))).toBe('not_running');
    expect(await codeOf(connectEmulator('localhost'))).toBe('wrong_option');
    const refused = await codeOf(connectEmulator(started.url, { workspace: 'ws_none' }));
    expect(refused).toBeInstanceOf(ClientError);
    expect(refused).toMatchObject({ status: 404 });
  });
});
