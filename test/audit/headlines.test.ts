import { describe, expect, it } from 'vitest';
import { rules } from '../../src/audit/catalogue.ts';
import { reportOf } from '../../src/audit/report/report.ts';
import { terminalReport } from '../../src/audit/report/terminal.ts';
import { type Finding, noEvidence, violation } from '../../src/audit/rule.ts';

const under = (adversity: string, where: string, message: string, fix?: string): Finding => ({
  message,
  where,
  adversity,
  fix,
  run: 7,
  evidence: noEvidence,
});

/** The report on some violated rules. */
const reportOn = (findings: Readonly<Record<string, readonly Finding[]>>) =>
  reportOf({
    way: 'trial',
    about: 'Audit of npm test',
    verdicts: new Map(
      Object.entries(findings).map(([id, all]) => [rules.find((rule) => rule.id === id)!, violation(all)] as const),
    ),
    repeat: (rule, { adversity }) =>
      `npx payments-emulator audit --only ${adversity ?? rule.id} --seed 3 --state 'http://localhost/state' -- npm test`,
  });

const ignored = [
  under('payout-failed', 'payout.failed', 'No payout was paid, but nothing changed. It is still owed.'),
  under('payout-failed', 'payout.failed', 'No ACH payout was paid, but nothing changed.'),
  ...['payment.disputed', 'payment.refunded', 'payout.returned', 'dispute.lost', 'dispute.won'].map((type) =>
    under(type.replace('.', '-'), type, `${type} was answered 2xx, and nothing changed. This is the second sentence.`),
  ),
];

const printed = (findings: Readonly<Record<string, readonly Finding[]>>) =>
  terminalReport(reportOn(findings), (_, text) => text).split('\n\n');

describe('a rule that is violated in several ways', () => {
  const [, index = '', , block = ''] = printed({ 'async/failure-ignored': ignored });

  it('names the other events on the first screen', () => {
    expect(index.replace(/\s+/g, ' ')).toContain(
      'nothing changed. Also: payment.disputed, payment.refunded, payout.returned, dispute.lost, 1 more (async/failure-ignored)',
    );
  });

  it('has a line for each other mistake, and none for the same one', () => {
    expect(block).toContain(`  Also         payment.disputed was answered 2xx, and nothing changed.
               payment.refunded was answered 2xx, and nothing changed.
               payout.returned was answered 2xx, and nothing changed.
               dispute.lost was answered 2xx, and nothing changed.
               and 1 more
`);
    expect(block).not.toContain('ACH');
  });

  it('names another mistake about the same event, which another fix shows', () => {
    const renewal = under('renewal-failed', 'payout.failed', 'A renewal was rejected.', 'Take back what it granted.');
    const [, , , other] = printed({ 'async/failure-ignored': [...ignored.slice(0, 2), renewal] });
    expect(other).toContain('  Also         payout.failed: A renewal was rejected.\n');
  });
});

describe('the command that repeats a violation', () => {
  const repeated = under('webhook-twice', 'webhooks', 'A second refund was made.');

  it('is complete at the end of the report, and each violation has its own options', () => {
    const findings = { 'async/failure-ignored': ignored, 'webhook/effect-repeated': [repeated] };
    const sections = printed(findings);
    const command = sections
      .find((text) => text.startsWith('This command repeats violation 1.'))
      ?.split('\n')
      .at(-1);
    const own = sections.flatMap((text) => / {2}Repeat with {2}(.*)/.exec(text)?.[1] ?? []);
    expect(own).toEqual(['--only payout-failed --seed 3', '--only webhook-twice --seed 3']);
    const commands = reportOn(findings).rules.map((rule) => rule.findings[0]!.repeat);
    expect(command).toBe(`  ${commands[0]}`);
    expect(command!.replace(own[0]!, own[1]!)).toBe(`  ${commands[1]}`);
  });

  it('is in the violation where there is only one', () => {
    const text = printed({ 'webhook/effect-repeated': [repeated] }).join('\n\n');
    expect(text).toContain('  Repeat with  npx payments-emulator audit --only webhook-twice --seed 3 --state ');
    expect(text).not.toContain('This command repeats');
  });
});
