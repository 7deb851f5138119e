import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { portableColors } from '../../../src/desk/terminal/terminal/theme.ts';
import { command, emulator, type Running, startEmulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { hasRule } from '../../tui/emulated-screen.ts';
import { type PseudoTerminal, runInTerminal, type TerminalOptions } from '../../tui/pseudo-terminal.ts';

const open: { terminals: PseudoTerminal[]; emulators: Running[] } = { terminals: [], emulators: [] };

beforeAll(ensureBuilt);

afterEach(async () => {
  for (const terminal of open.terminals.splice(0)) {
    terminal.kill('SIGKILL');
    await terminal.ended;
  }
  for (const running of open.emulators.splice(0)) await running.stop();
});

function inTerminal(args: readonly string[], options: TerminalOptions = {}): PseudoTerminal {
  const terminal = runInTerminal(args, options);
  open.terminals.push(terminal);
  return terminal;
}

async function running(...args: string[]): Promise<Running> {
  const one = await startEmulator(['--ephemeral', '--clock', '2026-03-01T09:00:00Z', '--freeze', ...args]);
  open.emulators.push(one);
  return one;
}

async function dashboard(options: TerminalOptions = {}): Promise<{ terminal: PseudoTerminal; emulator: Running }> {
  const one = await running();
  const terminal = inTerminal(['dashboard', '--url', one.url], options);
  await terminal.until('The log is empty');
  return { terminal, emulator: one };
}

describe('emulator dashboard', () => {
  test('shows an emulator at https, whose certificate it is told of', async () => {
    const folder = temporaryFolder();
    try {
      const one = await startEmulator(['--tls', '--freeze', '--data-dir', '.emulator'], { cwd: folder.path });
      open.emulators.push(one);
      const env = { EMULATOR_CA: join(folder.path, '.emulator/tls/cert.pem') };
      const terminal = inTerminal(['dashboard', '--url', one.url], { env });
      await terminal.until('The log is empty');
      await command(['trigger', 'payment.completed'], { env: { ...env, EMULATOR_URL: one.url } });
      await terminal.until('payment.completed');
    } finally {
      folder.remove();
    }
  });
});

describe('emulator start on a terminal', () => {
  test('opens the dashboard, asks before it stops, and gives the terminal back', async () => {
    const terminal = inTerminal(['start', '--port', '0', '--ephemeral']);
    await terminal.until('The log is empty');
    expect(terminal.isAlternate()).toBe(true);
    terminal.type('q');
    await terminal.until('Quit and stop the emulator?');
    terminal.type('\u001b');
    await terminal.until((screen) => !screen.includes('Quit and stop'));
    terminal.type('q');
    await terminal.until('Enter quit');
    terminal.type('\r');
    expect((await terminal.ended).exitCode).toBe(0);
    expect(terminal.isAlternate()).toBe(false);
    expect(terminal.screen()).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+/m);
    expect(terminal.written()).toContain('\u001b[?2004l\u001b[?25h\u001b[?1049l');
  });

  test('ends with Ctrl-C at once, with the status of an interruption', async () => {
    const terminal = inTerminal(['start', '--port', '0', '--ephemeral']);
    await terminal.until('The log is empty');
    expect(terminal.written()).not.toContain('\u001b[?1000h');
    terminal.type('\u0003');
    expect((await terminal.ended).exitCode).toBe(130);
    expect(terminal.isAlternate()).toBe(false);
  });

  test('ends in order when it is told to by a signal or over the control API', async () => {
    const terminal = inTerminal(['start', '--port', '0', '--ephemeral']);
    await terminal.until('The log is empty');
    process.kill(terminal.pid, 'SIGTERM');
    expect((await terminal.ended).exitCode).toBe(0);
    expect(terminal.isAlternate()).toBe(false);
    const other = inTerminal(['start', '--port', '0', '--ephemeral']);
    const screen = await other.until('The log is empty');
    await emulator(['stop', '--url', /http:\/\/[\d.:]+/.exec(screen)![0]]);
    expect((await other.ended).exitCode).toBe(0);
    expect(other.isAlternate()).toBe(false);
  });

  test.each([
    ['--no-tui', ['--no-tui'], {}],
    ['--quiet', ['--quiet'], {}],
    ['CI', [], { CI: 'true' }],
    ['a terminal that can do nothing', [], { TERM: 'dumb' }],
  ])('prints no dashboard with %s', async (_name, flags, env) => {
    const terminal = inTerminal(['start', '--port', '0', '--ephemeral', ...flags], { env });
    await terminal.until(/^ready http/m);
    terminal.type('\u0003');
    await terminal.ended;
    expect(terminal.written()).not.toContain('\u001b[?1049h');
  });
});

describe('an emulator that hangs', () => {
  test('is said to, and neither its clock nor its hooks look as if they went on', async () => {
    const one = await startProcess(['--ephemeral', '--forward-to', 'http://127.0.0.1:9/hook']);
    open.emulators.push(one);
    const terminal = inTerminal(['dashboard', '--url', one.url]);
    await terminal.until(/▸ \d{4}-.*\n.*hooks http/);
    one.child.kill('SIGSTOP');
    try {
      const first = await terminal.until(
        /no response for \d+s .*\? last seen .*\n.*unknown while the emulator does not respond/,
      );
      const [, clock] = /last seen (\S+ \S+)Z/.exec(first)!;
      const waited = Number(/no response for (\d+)s/.exec(first)![1]);
      const later = await terminal.until(`no response for ${waited + 1}s`);
      expect(later).toContain(`last seen ${clock}Z`);
    } finally {
      one.child.kill('SIGCONT');
    }
    await terminal.until(/▸ \d{4}-.*\n.*hooks http/);
  });
});

describe('emulator dashboard', () => {
  test('shows what another process does, and takes keys', async () => {
    const { terminal, emulator: one } = await dashboard();
    await one.run('trigger', 'payout.paid');
    await terminal.until(/└ payout\.paid/);
    terminal.type('3');
    await terminal.until(/▌ \d\d:\d\d:\d\d\s+po_\w+…?\s+\$15\.00\s+paid/);
    terminal.type('\r');
    await terminal.until(' Summary');
    terminal.type('\u001b[B\u001b[B');
    terminal.type('\u001b');
    await terminal.until('Enter details');
    terminal.type('c');
    await terminal.until('─ Clock');
    terminal.type('3 days');
    await terminal.until('3 days forward');
    await terminal.until('Enter choose');
    terminal.type('\r');
    await terminal.until('clock frozen at 2026-03-04 09:00:00');
    terminal.type('q');
    expect((await terminal.ended).exitCode).toBe(0);
    expect((await one.run('status')).exitCode).toBe(0);
  });

  test('goes along with the size of the terminal, from very small to large', async () => {
    const { terminal, emulator: one } = await dashboard({ columns: 120, rows: 40 });
    await one.run('trigger', 'payout.paid');
    await terminal.until(/└ payout\.paid/);
    for (const [columns, rows] of [
      [60, 15],
      [200, 60],
      [40, 8],
      [80, 24],
    ] as const) {
      const before = terminal.written().length;
      terminal.resize(columns, rows);
      const screen = await terminal.until((now) => {
        const lines = now.split('\n');
        const isWhole = lines.at(-1)!.includes('q quit') && hasRule(now, columns);
        // What the terminal itself makes of the rows that stood there is no painting.
        const [, painted = ''] = terminal.written().slice(before).split('\u001b[2J');
        return isWhole && lines.length === rows && painted.includes('\u001b[?2026l') && now.includes('127.0.0.1');
      });
      expect(screen.split('\n').filter((line) => line.includes('1 Act')).length).toBeLessThanOrEqual(1);
      expect(screen.match(/ws_demo/g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(screen).toMatch(/payout\.paid|po_/);
    }
  });

  test('asks the terminal for its background, and takes no response for keys', async () => {
    const { terminal, emulator: one } = await dashboard();
    expect(terminal.written()).toContain('\u001b]11;?\u0007');
    await one.run('post', '/charges', '-d', 'amount=1');
    await terminal.until(/POST \/charges\s+400/);
    expect(terminal.colors()).toContain(portableColors.wait);
    terminal.type('\u001b]11;rgb:1c1c/1c1c/1c1c\u0007');
    await terminal.until(() => terminal.colors().has(3));
    expect(terminal.colors()).not.toContain(portableColors.wait);
    expect(terminal.screen()).toContain('▸1 ');
    expect(terminal.screen()).not.toContain('Pasted');
  });

  test('has no colours with NO_COLOR, and says everything without them', async () => {
    const { terminal, emulator: one } = await dashboard({ env: { NO_COLOR: '1' } });
    await one.run('post', '/charges', '-d', 'amount=1');
    await terminal.until(/POST \/charges\s+400/);
    expect(terminal.colors()).toEqual(new Set());
    const colored = inTerminal(['dashboard', '--url', one.url]);
    await colored.until(/POST \/charges\s+400/);
    expect(colored.colors().size).toBeGreaterThan(0);
  });

  test('shows as accepted what the configuration file accepts of the audit, as start does', async () => {
    const folder = temporaryFolder();
    try {
      const accept = [{ rule: 'request/unknown-fields', reason: 'sent to another service too' }];
      writeFileSync(join(folder.path, 'emulator.config.json'), JSON.stringify({ audit: { accept } }));
      const started = inTerminal(['start', '--port', '0', '--ephemeral'], { cwd: folder.path });
      const screen = await started.until(/http:\/\/127\.0\.0\.1:\d+(.|\n)*The log is empty/);
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(screen) ?? [];
      await emulator(['post', '/customers', '-d', 'email=ann@example.com', '-d', 'custmer=1', '--url', url]);
      const attached = inTerminal(['dashboard', '--url', url], { cwd: folder.path });
      for (const terminal of [started, attached]) {
        await terminal.until(/POST \/customers +201/);
        terminal.type('*');
        await terminal.until(/accepted +request\/unknown-fie\S+ +sent to another service too/);
      }
    } finally {
      folder.remove();
    }
  });

  test('puts an id on the clipboard of the terminal (OSC 52)', async () => {
    const { terminal, emulator: one } = await dashboard();
    await one.run('trigger', 'payout.created');
    terminal.type('3y');
    await terminal.until(/po_\w+ was sent to the terminal/);
    const id = /(po_\w+) was sent to/.exec(terminal.screen())![1]!;
    expect(terminal.written()).toContain(`\u001b]52;c;${Buffer.from(id).toString('base64')}\u0007`);
  });

  test('opens the JSON in the pager and comes back', async () => {
    const { terminal, emulator: one } = await dashboard({ env: { PAGER: 'cat; printf PAGED; sleep 0.2' } });
    await one.run('trigger', 'payout.created');
    terminal.type('3\r');
    await terminal.until(' Summary');
    const before = terminal.written().length;
    terminal.type('o');
    // Back on the other screen, and painted anew.
    await terminal.until(() => {
      const [, paged = ''] = terminal.written().slice(before).split('PAGED');
      const [, again = ''] = paged.split('\u001b[?1049h');
      return again.includes('\u001b[?2026l');
    });
    await terminal.until(' Summary');
    expect(terminal.isAlternate()).toBe(true);
    terminal.type('\u001b');
    await terminal.until('Enter details');
  });

  test('lends the terminal to the editor, keys and all, and comes back', async () => {
    const folder = temporaryFolder();
    const { terminal, emulator: one } = await dashboard({
      env: { EDITOR: 'printf "EDITING "; read -r line; printf "GOT:$line "; cat', TMPDIR: folder.path },
    });
    await one.run('trigger', 'payout.created');
    terminal.type('3e');
    await terminal.until('EDITING');
    expect(terminal.isAlternate()).toBe(false);
    // None of these is a key of the dashboard's, nor lost to it.
    terminal.type('q123456789\r');
    await terminal.until(() => terminal.written().includes('GOT:q123456789 {'));
    await terminal.until(/▸3 (.|\n)*▌ .*po_/);
    expect(terminal.isAlternate()).toBe(true);
    terminal.type('q');
    expect((await terminal.ended).exitCode).toBe(0);
    // Node keeps its compiled code there.
    expect(readdirSync(folder.path).filter((name) => name !== 'node-compile-cache')).toEqual([]);
    folder.remove();
  });

  test('is suspended by ^Z, and comes back whole by fg', async () => {
    const one = await running();
    const program = `${process.execPath} ${join(projectFolder, 'bin/emulator.js')} dashboard --url ${one.url}`;
    const terminal = runInTerminal([], { shell: `PS1='shell> ' exec bash --norc --noprofile -i` });
    open.terminals.push(terminal);
    await terminal.until('shell>');
    terminal.type(`${program}\r`);
    await terminal.until('The log is empty');
    terminal.type('\u001a');
    await terminal.until(/Stopped(.|\n)*shell> $/m);
    expect(terminal.isAlternate()).toBe(false);
    terminal.type('fg\r');
    await terminal.until('The log is empty');
    expect(terminal.isAlternate()).toBe(true);
    // Keys come one by one, and are not echoed.
    terminal.type('c');
    await terminal.until('─ Clock');
    terminal.type('\u001b');
    await terminal.until((screen) => !screen.includes('─ Clock'));
    terminal.type('q');
    await terminal.until(/shell> $/m);
    expect(terminal.isAlternate()).toBe(false);
  });

  test('gives the terminal back when it is interrupted, told to end, or breaks', async () => {
    const { terminal, emulator: one } = await dashboard();
    terminal.type('\u0003');
    expect((await terminal.ended).exitCode).toBe(130);
    expect(terminal.isAlternate()).toBe(false);
    const told = inTerminal(['dashboard', '--url', one.url]);
    await told.until('The log is empty');
    process.kill(told.pid, 'SIGTERM');
    expect((await told.ended).exitCode).toBe(143);
    expect(told.isAlternate()).toBe(false);
    // Any timer of the process that throws, as a fault of ours would.
    const folder = temporaryFolder();
    writeFileSync(join(folder.path, 'break.mjs'), "process.on('SIGUSR2', () => { throw new Error('broken'); });");
    const broken = inTerminal(['dashboard', '--url', one.url], {
      env: { NODE_OPTIONS: `--import ${join(folder.path, 'break.mjs')}` },
    });
    await broken.until('The log is empty');
    process.kill(broken.pid, 'SIGUSR2');
    expect((await broken.ended).exitCode).not.toBe(0);
    expect(broken.isAlternate()).toBe(false);
    expect(broken.screen()).toContain('emulator: broken');
    folder.remove();
  });

  test('finds an emulator again that was gone', async () => {
    const { terminal, emulator: one } = await dashboard();
    const port = new URL(one.url).port;
    await one.stop();
    open.emulators.splice(open.emulators.indexOf(one), 1);
    await terminal.until('gone, trying again');
    const again = inTerminal(['start', '--port', port, '--ephemeral', '--no-tui']);
    await again.until('ready');
    await terminal.until((screen) => !screen.includes('gone') && screen.includes('debit_payouts'));
  });

  test('never starts without a terminal, and says what does instead', async () => {
    const one = await running();
    const { exitCode, stdout, stderr } = await emulator(['dashboard', '--url', one.url]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('events tail');
  });

  test('says where no emulator runs', async () => {
    const terminal = inTerminal(['dashboard', '--url', 'http://127.0.0.1:9']);
    expect((await terminal.ended).exitCode).toBe(3);
    expect(terminal.screen()).toContain('No emulator is running at http://127.0.0.1:9');
    expect(terminal.written()).not.toContain('\u001b[?1049h');
  });
});
