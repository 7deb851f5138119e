import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { terminalOfEachTest } from './harness.ts';

const shown = terminalOfEachTest({ receiver: true });

/** Runs what was copied last in a shell. @returns what it printed */
async function runCopied(): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', shown.copied().at(-1)!]);
  return stdout;
}

/* What is done is proved at the desk; here it is done by keys, from the first to what the screen says at the end. */

describe('five questions of a newcomer are answered from Activity in at most 5 keys, a typed word being one', () => {
  test('which payment is this webhook about', async () => {
    const { id } = await shown.demo.charged();
    await shown.demo.settle();
    await shown.until(/▌ .*payment\.completed +200/);
    await shown.press('enter');
    await shown.until(new RegExp(`transaction +${id}`));
  });

  test('why was this charge declined', async () => {
    await shown.demo.trigger('payment.failed', { code: 'M008' });
    await shown.press('2');
    await shown.until(/▌ .*txn_\w+.*failed/);
    await shown.press('enter');
    await shown.until(/^ Summary\n.*\n state +failed .*M008/m);
  });

  test('resend everything that failed', async () => {
    shown.receiver.answer({ status: 500 });
    await shown.demo.trigger('payout.created', { count: 3 });
    await shown.until(/Hooks? 3!|7 \w+ 3!/);
    shown.receiver.answer({ status: 200 });
    await shown.press('7', '!');
    await shown.until(/1 of 3/);
    await shown.press('w');
    await shown.until('Resend 3 undelivered webhooks?');
    await shown.press('enter');
    await shown.until('3 of 3 webhooks sent again');
    await expect.poll(() => shown.hooked().length).toBe(6);
  });

  test('names each view that it shows, adds those that need attention, and says that there are more', async () => {
    shown.receiver.answer({ status: 500 });
    await shown.resize(80, 24);
    await shown.demo.trigger('payout.created', { count: 30 });
    await shown.press('1');
    const screen = await shown.until(/▸1 Activity.* 7 \w+ 30!.*…/);
    const tabs = screen.split('\n').find((line) => line.includes('▸1 Activity'))!;
    // No key stands without its name.
    expect(tabs).not.toMatch(/ [\d=+*#-](?: +[\d=+*#-]|\(|$)/);
    await shown.press('7', '!', 'w');
    await shown.until(/Resend 30 undelivered webhooks\?(.|\n)*… \d+ more\n.*Enter resend/);
  });

  test('bring this payout back with R03', async () => {
    await shown.demo.trigger('payout.paid', { set: { rail: 'ach' } });
    await shown.press('3');
    await shown.until(/▌ .*po_\w+.*paid/);
    await shown.press('r');
    await shown.until(/→ R01 +\w/);
    await shown.type('R03');
    await shown.press('enter');
    await shown.until(/▌ .*po_\w+.*returned.*R03/);
  });

  test('what will happen in the next 3 days', async () => {
    await shown.demo.trigger('payout.created');
    await shown.press('c');
    await shown.until(/3 days +will run at least 1 \w+/);
  });
});

describe('by keys', () => {
  test('a payment is refunded: a refusal stands under its field, and may be written otherwise', async () => {
    await shown.demo.settled();
    await shown.press('2');
    await shown.until(/txn_\w+.*settled/);
    await shown.press('x');
    await shown.until(/refund transaction txn_\w+… \$42\.00(.|\n)*Enter refund/);
    await shown.type('1,50');
    await shown.press('enter');
    await shown.until(/› amount +1,50▏\n ! '1,50' is not a valid amount; use an amount such as 15 or 15\.00\./);
    await shown.press('ctrl+u');
    await shown.until('the full amount, or 15.00, or 50%');
    await shown.press('enter');
    await shown.until(/transaction\.refund: txn_\w+… was refunded/);
    await shown.until(/txn_\w+.*refunded/);
  });

  test('marked rows are shown as such, acted on together, and unmarked by Esc before it takes the filter', async () => {
    for (const amount of [1100, 2200, 3300]) await shown.demo.trigger('payout.paid', { amount, set: { rail: 'ach' } });
    await shown.press('3');
    await shown.until('1 of 3');
    await shown.press(' ', ' ');
    const screen = await shown.until('◆ 2 marked · 3 of 3');
    expect(screen).toMatch(/\n ◆.*\$33\.00.*\n ◆.*\$22\.00.*\n▌ \S.*\$11\.00/);
    expect(screen).toContain('a act on 2');
    await shown.press('/');
    await shown.type('amount:33');
    await shown.press('enter');
    await shown.until('◆ 2 marked, 1 not shown here · 1 of 1 · amount:33');
    await shown.press('esc');
    expect(await shown.until((now) => !now.includes('marked'))).toContain('amount:33');
    await shown.press('esc', 'g', 'shift+down', 'shift+down');
    await shown.until('◆ 3 marked · 3 of 3');
    await shown.press('shift+up', 'esc', 'g', ' ', 'down', 'V', 'r');
    await shown.until(/return 3 payouts\?(.|\n)*Enter return/);
    await shown.press('enter');
    await shown.until(/3 of 3 done: payout\.return/);
  });

  test('a fault is injected by a form, shown above everything, and removed', async () => {
    await shown.press('i');
    await shown.until('─ Inject a fault');
    await shown.type('arrives twice');
    await shown.press('enter');
    await shown.until('inject: duplicate');
    await shown.press('tab');
    await shown.type('3');
    await shown.press('tab', 'right', 'tab');
    await shown.until(/at once +yes\n › event/);
    await shown.press('enter');
    await shown.until('▲ duplicate on delivery');
    await shown.press('=');
    await shown.until(/fault\s+duplicate\s+delivery: at once\s+0 of 3/);
    await shown.press('D');
    await shown.until('This workspace has no faults or rules');
  });

  test('a snapshot is saved, compared, renamed and gone back to', async () => {
    await shown.press('p');
    await shown.type('before');
    await shown.until('save before');
    await shown.press('enter');
    await shown.until(/snapshot before saved with \d+ record/);
    const { id } = await shown.demo.charged();
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down');
    await shown.until('^D what differs');
    await shown.press('ctrl+d');
    await shown.until(new RegExp(`before and now(.|\\n)*\\+ ${id} +added`));
    await shown.press('esc');
    // Escape and a key that arrive together are another key.
    await shown.until(/^(?![\s\S]*before and now)/);
    await shown.press('p');
    await shown.until('restore before');
    await shown.press('down', 'ctrl+r');
    await shown.until(/Rename before(.|\n)*› name {2}before▏/);
    await shown.press('ctrl+u');
    await shown.type('after');
    await shown.press('enter');
    await shown.until('before was renamed to after');
    await shown.press('2');
    await shown.until(/▌ .*txn_/);
    await shown.press('p');
    await shown.until('restore after');
    await shown.press('down', 'enter');
    await shown.until('Restore after?');
    await shown.press('enter');
    await shown.until('No payments yet');
  });

  test('an endpoint is added, its events completed, turned off and deleted', async () => {
    await shown.press('E');
    await shown.until(/▌ http:\S+ +on, all events, nothing sent yet/);
    await shown.paste('http://127.0.0.1:9/more');
    await shown.until('add http://127.0.0.1:9/more');
    await shown.press('enter', 'tab');
    await shown.type('payment.completed, payout.ret');
    await shown.until(/› events +payment\.completed, payout\.ret▏\n +→ payout\.returned /);
    await shown.press('enter');
    await shown.until(/› events +payment\.completed, payout\.returned▏/);
    await shown.press('enter');
    await shown.until('http://127.0.0.1:9/more is added; its secret was sent to the terminal');
    expect(shown.copied()[0]).toMatch(/^whsec_/);
    await shown.press('E');
    await shown.type('more');
    await shown.until(/▌ \S+more +on, payment\.completed, payout\.returned(.|\n)*\^T disable/);
    await shown.press('ctrl+t');
    await shown.until('more is disabled');
    await shown.press('E');
    await shown.type('more');
    await shown.until(/▌ \S+more +disabled/);
    await shown.press('ctrl+x');
    await shown.until('Delete the endpoint');
    await shown.press('enter');
    await shown.until('more is deleted');
  });

  test('a workspace is made, shown and deleted', async () => {
    await shown.press('W');
    await shown.type('of_keys');
    await shown.until(/▌ make ws_of_keys/);
    await shown.press('enter');
    await shown.until(/Make a workspace(.|\n)*› id +ws_of_keys▏/);
    await shown.press('enter');
    await shown.until('ws_of_keys · test · debit_payouts');
    await shown.press('W');
    await shown.type('ws_of_keys');
    await shown.until(/▌ ws_of_keys · test/);
    await shown.press('ctrl+x');
    await shown.until('Delete ws_of_keys?');
    await shown.press('enter');
    await shown.until('ws_of_keys is deleted');
    await shown.until('ws_demo · test · debit_payouts');
  });

  test('a filter is typed, completed by Tab, and taken away by Esc', async () => {
    await shown.press('7', '/');
    await shown.type('st');
    await shown.until(/filter: st▏ +Tab: state: {2}status:/);
    await shown.press('tab');
    await shown.type('f');
    await shown.press('tab');
    await shown.until('filter: state:failed▏');
    await shown.press('enter');
    await shown.until('· state:failed');
    await shown.press('esc');
    await shown.until((now) => !now.includes('state:failed'));
  });

  test('a finding leads to what shows it, and back', async () => {
    await shown.demo.charged({ custmer: 1 });
    await shown.until(/ \*(?: Fin\w* [1-9]|\([1-9])/);
    await shown.press('*', '/');
    await shown.type('unknown-fields');
    await shown.until(/▌ \w+ +request\/unknown-fields +.*custmer/);
    await shown.press('enter', 'enter');
    await shown.until(/▌request\/unknown-fields(.|\n)*Why it hurts(.|\n)*What shows it/);
    await shown.press('down');
    await shown.until(/▌.*POST \S*\/charges +req_/);
    await shown.press('enter');
    await shown.until(/▌request req_\w+(.|\n)*‹ request\/unknown-fields/);
    await shown.press('backspace');
    await shown.until(/▌request\/unknown-fields/);
  });

  test('a request is copied as a command that sends it again as it is', async () => {
    const email = "o'brien@example.com";
    await shown.demo.made('/customers', { email });
    await shown.until(/▌ .*POST \/customers +201/);
    await shown.press('C');
    await shown.until('Copy as');
    await shown.type('curl');
    await shown.press('enter');
    await shown.until('was sent to the terminal');
    expect(JSON.parse(await runCopied()).data).toMatchObject({ email });
  });

  test('a job is opened, and the clock moved to it', async () => {
    const { id } = await shown.demo.charged();
    await shown.press('0');
    await shown.until(/▌ in 2s .*● +transaction\.settle/);
    await shown.press('enter');
    await shown.until(`transaction ${id}`);
    await shown.press('esc', '>');
    await shown.until(/Move the clock to 2026-03-01 09:00:02Z\?[\s─]+will run at least 1 settle/);
    await shown.press('enter');
    await shown.until(/clock frozen at 2026-03-01 09:00:02Z .* ran/);
  });
});
