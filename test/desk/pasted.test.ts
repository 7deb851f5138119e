import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import type { ControlOperation } from '../../src/client/client.ts';
import { type Client, createClient } from '../../src/client/node-client.ts';
import { quoted } from '../../src/core/base/terminal-text.ts';
import { Desk } from '../../src/desk/model/desk.ts';
import { openCopies } from '../../src/desk/model/details/copy-as.ts';
import { Chooser } from '../../src/desk/model/forms/chooser.ts';
import { Session } from '../../src/desk/model/session.ts';
import type { RowSubject } from '../../src/desk/model/targets.ts';
import { resumeCommand } from '../../src/record/resume/resume-command.ts';
import { startTestSandbox, type TestSandbox } from '../control/sandbox.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { atOnce } from './pace.ts';
import { ways } from './setup.ts';

/** Whatever a text holds, the command in which it is copied runs nothing of it. */

const hostile = [
  'POST;touch made;#',
  "a'; touch made; '",
  "a\\'; touch made; #",
  "a'\\''; touch made; #",
  '\'"; touch made; "\'',
  '$(touch made)',
  '`touch made`',
  '"$(touch made)"',
  'a\ntouch made\n',
  "a'\n\ntouch made #",
  'a & touch made & | touch made',
  '> made',
  '<(touch made)',
  '!!; touch made',
  '\u2019; touch made; \u2018',
  'a\\',
  '\\\\',
  "\\'",
  "a\\\u0003'; touch made\n",
  'a\u0003touch made\n',
  '\u001b[201~touch made\n',
  '\u0085\u009b',
  '~/$HOME',
  '-X',
  '=touch',
  '{a,b} [0-9] * ?',
  'start,--webhooks=keep',
  "'--webhooks=keep",
  '\u2019-o made',
  'a\u0003--output=made',
  '@args',
  '#',
  '',
  '日本語 “”',
];

describe('a value as one word', () => {
  const shells = ['sh', 'bash', 'zsh', 'fish'].filter((name) => spawnSync(name, ['-c', 'true']).status === 0);

  test.each(shells)('is read by %s as it was', (shell) => {
    const script = `printf '%s\\0' ${hostile.map(quoted).join(' ')}\n`;
    const place = mkdtempSync(join(tmpdir(), 'paste-'));
    writeFileSync(join(place, 'script'), script);
    const { stdout } = spawnSync(shell, ['script'], { encoding: 'utf8', cwd: place });
    expect(stdout.split('\0').slice(0, -1)).toEqual(hostile);
  });

  test('holds no character that a terminal obeys, nor one that ends a quotation of PowerShell', () => {
    for (const text of hostile) {
      const word = quoted(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
      expect(word).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
      // PowerShell reads one string after another, and never comes to a command.
      expect(word).toMatch(
        /^(?:'[^'\u2018-\u201b]*'|"(?:['\u2018-\u201b]+-*|\\\\|\$\(printf '[\\0-7]*'\))"|[\w%+:./-][\w@%+=:./-]*)+$/,
      );
      // It takes each quotation for a word: none but the first may be an option.
      const [, ...further] = word.match(/'[^']*'|"(?:\\.|[^"\\])*"|[^'"]+/g) ?? [];
      expect(further.filter((each) => /^['"]?-/.test(each))).toEqual([]);
    }
  });
});

describe('what is copied of a row', () => {
  let sandbox: TestSandbox;
  let receiver: Receiver;
  let session: Session;
  let desk: Desk;
  let copied: string[];
  let written: string;

  beforeEach(async () => {
    receiver = await startReceiver();
    sandbox = await startTestSandbox({ forwardTo: `${receiver.url}/hook` });
    copied = [];
    written = '';
    const { url } = sandbox;
    session = new Session({
      connect: (scope) => asWritten(createClient({ url, ...scope })),
      judge: (client) => judge(client),
      pace: atOnce,
      run: { title: '', output: '', resumeCommand: () => resumeCommand(`${written}.html`, written, written) },
    });
    desk = new Desk(session, {
      name: 'dashboard',
      isWindows: false,
      ways,
      copy: async (text) => {
        copied.push(text);
        return 'went to the test';
      },
      browse: async () => false,
    });
    session.open();
    await expect.poll(() => session.state).toBe('live');
  });

  afterEach(async () => {
    desk.close();
    session.close();
    await sandbox.stop();
    await receiver.close();
  });

  /** The answers of an emulator, with the texts that the author of a record has written in place of all others. */
  function asWritten(client: Client): Client {
    const rewrite = (value: unknown): unknown => {
      if (typeof value === 'string') return written;
      if (Array.isArray(value)) return value.map(rewrite);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rewrite(each)]));
    };
    const event = async (id: string) => {
      const known = await client.call('events.get', { id });
      const signature = `t=${written},v1=${written},v1=${'0'.repeat(64)}`;
      const deliveries = known.deliveries.map((each) => ({
        ...(rewrite(each) as typeof each),
        id: each.id,
        attempts: each.attempts.map((attempt) => ({ ...attempt, signature, fault: null })),
      }));
      return { ...(rewrite(known) as typeof known), request: null, deliveries };
    };
    const request = async (id: string) => ({
      ...(rewrite(await client.call('requests.get', { id })) as object),
      body: written,
      idempotency_key: written,
      redacted: false,
    });
    return new Proxy(client, {
      get: (of, name) => {
        if (name !== 'call') return Reflect.get(of, name);
        return (id: ControlOperation, fields: { id: string }) => {
          if (id === 'events.get') return event(fields.id);
          return id === 'requests.get' ? request(fields.id) : client.call(id, fields as never);
        };
      },
    });
  }

  /** Copies the selected row in every way that makes a command. */
  async function commands(names: readonly string[]): Promise<string[]> {
    for (const name of names) {
      const before = copied.length;
      openCopies(desk);
      if (!(desk.dialog instanceof Chooser)) throw new Error('There is nothing to copy.');
      const list = desk.dialog;
      const found = list.choices.find((each) => each.name === name);
      if (found === undefined) throw new Error(`There is no ${name} to copy.`);
      desk.choose(list, found);
      await expect.poll(() => copied.length, { message: name, interval: 5 }).toBe(before + 1);
    }
    return copied.splice(0);
  }

  /** Pastes commands into a shell in which the programs that they call do nothing. @returns the files that came of it */
  function pasted(lines: readonly string[]): string[] {
    const place = mkdtempSync(join(tmpdir(), 'paste-'));
    const programs = mkdtempSync(join(tmpdir(), 'programs-'));
    for (const name of ['curl', 'npx', 'emulator', 'openssl']) {
      writeFileSync(join(programs, name), '#!/bin/sh\nexit 0\n');
      chmodSync(join(programs, name), 0o755);
    }
    const env = { ...process.env, HOME: join(place, 'home'), PATH: `${programs}${delimiter}${process.env.PATH}` };
    mkdirSync(env.HOME);
    spawnSync('sh', { input: `${lines.join('\n')}\n`, cwd: place, env });
    return readdirSync(place);
  }

  const open = async (target: RowSubject): Promise<void> => {
    desk.open(target);
    await expect.poll(() => desk.target).toBe(target);
  };

  test('runs nothing that somebody wrote into a request, an event or a delivery', async () => {
    await sandbox.client.call('triggers.run', { name: 'payment.completed' });
    await fetch(`${sandbox.url}/api/v1/balance`, { headers: { Authorization: 'Bearer sk_test_demo' } });
    const [event] = (await sandbox.client.call('events.list', { type: 'payment.completed' })).data;
    const [delivery] = (await sandbox.client.call('events.get', { id: event!.id })).deliveries;
    const [request] = (await sandbox.client.call('requests.list')).data;
    const made: string[] = [];
    await open({ type: 'event', event: event!, delivery: null });
    for (written of hostile) made.push(...(await commands(['start from here', 'signed webhook', 'signature check'])));
    await open({ type: 'delivery', delivery: delivery! });
    for (written of hostile) made.push(...(await commands(['signed webhook', 'signature check'])));
    await open({ type: 'request', request: request!, about: null });
    for (written of hostile) made.push(...(await commands(['curl', 'start from here'])));
    expect(made).toHaveLength(hostile.length * 7);
    expect(pasted(made)).toEqual(['home']);
  });
});
