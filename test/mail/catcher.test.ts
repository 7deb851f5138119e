import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import type { MailView } from '../../src/sandbox/control/wire.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { parseMime } from './mime.ts';
import { SmtpServer } from './smtp-server.ts';

let sandbox: TestSandbox | undefined;
let catcher: SmtpServer;
let warnings: string[];
let heard: () => void;
beforeEach(async () => {
  catcher = await SmtpServer.start();
  warnings = [];
  heard = () => {};
});
afterEach(async () => {
  await sandbox?.stop();
  sandbox = undefined;
  await catcher.stop();
});

async function start(smtp: string, options: Partial<SandboxOptions> = {}): Promise<Demo> {
  const warn = (line: string) => {
    warnings.push(line);
    heard();
  };
  sandbox = await createTestSandbox({ smtp, warn, ...options });
  return Demo.ofFixture(sandbox, 'ws_demo');
}

async function warned(count: number): Promise<string[]> {
  while (warnings.length < count) await new Promise<void>((resolve) => (heard = resolve));
  return warnings;
}

async function sendInvoice(demo: Demo): Promise<MailView> {
  await demo.trigger('invoice.send');
  return (await demo.control<{ data: MailView[] }>('get', '/mail?limit=1')).data[0]!;
}

describe('--smtp', () => {
  it('delivers each message to the mail catcher, the same that is captured', async () => {
    const demo = await start(catcher.url);
    const mail = await sendInvoice(demo);
    await sendInvoice(demo);
    const [first, second] = await catcher.have(2);
    expect(first).toMatchObject({ from: 'no-reply@emulator.localhost', to: ['buyer@example.com'] });
    const raw = await (await fetch(`${demo.sandbox.url}/_emulator/mail/${mail.id}`)).text();
    expect(first!.message).toBe(raw);
    expect(parseMime(second!.message).headers.subject).toBe('Invoice INV-0002 from Demo Shop');
    expect(warnings).toEqual([]);
  });

  it('reaches a catcher by name', async () => {
    const demo = await start(`smtp://localhost:${catcher.port}`);
    await sendInvoice(demo);
    expect(await catcher.have(1)).toHaveLength(1);
  });

  it('warns when the catcher refuses or is away, and blocks nothing', async () => {
    const demo = await start(catcher.url);
    catcher.answer = '550 no room';
    const mail = await sendInvoice(demo);
    const [first] = await warned(1);
    expect(first).toContain(`${catcher.url} did not accept the email ${mail.id}: `);
    expect(first).toContain('550 no room');
    catcher.answer = '250 taken';
    await sendInvoice(demo);
    expect((await warned(2))[1]).toBe(`${catcher.url} accepts email again (previous consecutive failures: 1).`);
    await catcher.stop();
    await sendInvoice(demo);
    expect((await warned(3))[2]).toContain('ECONNREFUSED');
    expect(await demo.control('get', '/mail')).toMatchObject({ data: [{}, {}, {}] });
  });

  it('does not deliver again what came with a reset or a restart', async () => {
    const demo = await start(catcher.url);
    await sendInvoice(demo);
    await catcher.have(1);
    const fixture = await demo.control<{ workspaces: { clock: object }[] }>('get', '/export');
    expect(JSON.stringify(fixture)).toContain('INV-0001.pdf');
    await demo.control('post', '/reset', {});
    await demo.advance('1d');
    await sendInvoice(demo);
    expect(await catcher.have(2)).toHaveLength(2);
  });

  it.each([
    ['smtp://mail.example.com:25', '--allow-remote-webhooks'],
    ['smtp://169.254.169.254:25', 'link-local'],
    ['http://127.0.0.1:25', 'smtp://127.0.0.1:1025'],
    ['127.0.0.1:25', 'smtp://127.0.0.1:1025'],
  ])('refuses to start with %s', async (smtp, words) => {
    await expect(start(smtp)).rejects.toThrow(words);
  });
});
