import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SmtpServer } from '../mail/smtp-server.ts';
import { ensureBuilt } from '../support/build.ts';
import { command, type Running, startEmulator } from './emulator.ts';

let running: Running;
let catcher: SmtpServer;

beforeAll(async () => {
  await ensureBuilt();
  catcher = await SmtpServer.start();
  running = await startEmulator(['--ephemeral', '--freeze', '--clock', '2026-03-01T09:00:00Z', '--smtp', catcher.url]);
  return async () => {
    await running.stop();
    await catcher.stop();
  };
}, 120_000);
afterEach(() => running.run('reset'));

const run = (...args: string[]) => running.run(...args);

/** Sends an invoice; the id of its mail. */
async function sendOne(): Promise<string> {
  await running.json('trigger', 'invoice.send', '--set', 'memo=Thank you');
  const { data } = await running.json('mail');
  return data[0].id;
}

describe('mail', () => {
  test('says how mail comes about while there is none', async () => {
    const { stdout, exitCode } = await run('mail');
    expect({ stdout, exitCode }).toEqual({
      stdout: 'There are no emails yet. The platform sends emails for invoices, payout links and payments on a page.',
      exitCode: 0,
    });
  });

  test('list shows a line a message, newest first', async () => {
    const first = await sendOne();
    const second = await sendOne();
    const { stdout } = await run('mail', 'list', '--quiet');
    const rowOf = (id: string, number: string) =>
      `${id}  2026-03-01 09:00:00Z  buyer@example.com  Invoice ${number} from Demo Shop  ${number}.pdf`;
    expect(stdout.split('\n')).toEqual([rowOf(second, 'INV-0002'), rowOf(first, 'INV-0001')]);
    expect((await running.json('mail', 'list', '--to', 'nobody@example.com')).data).toEqual([]);
    const paged = await run('mail', 'list', '--limit', '1');
    expect(paged.stderr).toContain(`--starting-after ${second}`);
  });

  test('show prints the message for people, as JSON, or as it was sent', async () => {
    const id = await sendOne();
    const { stdout } = await run('mail', 'show', id);
    expect(stdout).toMatch(/from +Demo Shop <no-reply@emulator\.localhost>/);
    expect(stdout).toMatch(/attached +INV-0001\.pdf \(application\/pdf, \d+ bytes\)/);
    expect(stdout).toContain('\nThank you\n');
    expect(stdout).toContain(`View and pay the invoice: ${running.url}/invoice/`);
    expect(await running.json('mail', 'show', id)).toMatchObject({ id, to: 'buyer@example.com' });
    const raw = (await run('mail', 'show', id, '--raw')).stdout;
    expect(raw).toContain(`Message-ID: <${id}@emulator.localhost>\r\n`);
  });

  test('open writes the message to a file and tells which', async () => {
    const id = await sendOne();
    const { stdout } = await run('mail', 'open', id);
    expect(stdout).toMatch(new RegExp(`${id}\\.eml$`));
    expect(readFileSync(stdout, 'utf8')).toContain(`Message-ID: <${id}@emulator.localhost>\r\n`);
    expect(await running.json('mail', 'open', id)).toMatchObject({ id });
    rmSync(dirname(stdout), { recursive: true });
  });

  test('of an unknown id is refused with status 1', async () => {
    for (const args of [['show'], ['show', '--raw'], ['open']]) {
      const { stderr, exitCode } = await run('mail', ...args, 'mail_none');
      expect({ stderr, exitCode }).toMatchObject({
        stderr: expect.stringContaining("No such mail: 'mail_none'."),
        exitCode: 1,
      });
    }
  });

  test('that is shown cannot steer the terminal', async () => {
    await running.json('trigger', 'invoice.send', '--set', 'memo="\\u001b[31mred\\u001b]0;x\\u0007"');
    const { data } = await running.json('mail');
    const { stdout } = await run('mail', 'show', data[0].id);
    expect(stdout).toContain('[31mred]0;x');
    const raw = await run('mail', 'show', data[0].id, '--raw');
    for (const text of [stdout, raw.stdout]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
      expect(text).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f]/);
    }
  });
});

describe('start --smtp', () => {
  test('delivers to a mail catcher', async () => {
    const had = catcher.received.length;
    const id = await sendOne();
    const received = await catcher.have(had + 1);
    expect(received.at(-1)?.message).toContain(`Message-ID: <${id}@emulator.localhost>\r\n`);
  });

  test.each([['localhost:1025'], ['http://localhost:1025'], ['smtp://'], ['smtp://mail.example.com']])(
    'refuses %s as wrong usage',
    async (address) => {
      const { stderr, exitCode } = await command(['start', '--ephemeral', '--port', '0', '--smtp', address]);
      expect(exitCode).toBe(2);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toMatch(/smtp/);
    },
  );
});
