import { describe, expect, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import { visitFinding } from '../../src/desk/model/details/follow-links.ts';
import { emptyStateOf } from '../../src/desk/model/views/empty-state.ts';
import { deskOfEachTest } from './setup.ts';

const at = deskOfEachTest({ receiver: true });

const badge = () => at.desk.views.find(({ name }) => name === 'findings')!.badge!(at.session)?.text ?? null;
const judged = () => at.wire.calls.filter((call) => call.startsWith('GET /_emulator/record')).length;

describe('the findings of the audit', () => {
  test('are looked for when somebody looks at them for the first time', async () => {
    await at.demo.charged({ custmer: 1 });
    await at.row('POST /charges');
    expect([judged(), badge()]).toEqual([0, null]);
    at.go('findings');
    await at.row(/^\w+ {2}request\/unknown-fields {2}.*custmer.* {2}charges\.create$/);
    await at.until(badge).toMatch(/^\d+$/);
  });

  test('say what was looked at where nothing was found', async () => {
    at.go('findings');
    await at
      .until(() => emptyStateOf(at.desk).text)
      .toBe('The log has no entries yet that the audit can check. Let your application call this emulator.');
    await at.demo.api.get('/balance');
    await at
      .until(() => emptyStateOf(at.desk).text)
      .toMatch(
        /^The audit found no problems in the 1 request since the start, 0 events and 0 deliveries; .* The audit runs again when the log has new entries\.$/,
      );
  });

  test('are counted while another view is shown, and follow what happens', async () => {
    at.go('findings');
    await at.until(() => at.session.lists.findings.list.isLoaded).toBe(true);
    at.go('payments');
    await at.demo.charged({ custmer: 1 });
    await at.until(badge).not.toBeNull();
    at.go('findings');
    await at.opened('request/unknown-fields');
    await at.details(/charges\.create was sent custmer, which the API does not read\./);
    await at.demo.charged({ amuont: 1 });
    await at.details(/charges\.create was sent custmer, amuont, which the API does not read\./);
  });

  test('are judged again only where something has come', async () => {
    await at.demo.charged({ custmer: 1 });
    at.go('findings');
    await at.row('request/unknown-fields');
    const polls = () => at.wire.calls.filter((call) => call.includes('/status')).length;
    /** How often they are judged while the emulator is asked four times whether something has come. */
    const judgedMeanwhile = async () => {
      const [before, asked] = [judged(), polls()];
      await at.until(polls).toBeGreaterThan(asked + 3);
      return judged() - before;
    };
    // A delivery of the charge may still come.
    await at.until(judgedMeanwhile).toBe(0);
  });

  test('have why they hurt, how to mend them, and what shows them', async () => {
    at.receiver.answer({ status: 302, headers: { location: '/hooks/' } });
    await at.demo.settled();
    await at.until(() => at.hooked.length).toBeGreaterThan(0);
    await at.row(/payment\.completed {2}302/);
    at.go('findings');
    const text = await at.opened('webhook/redirects');
    for (const heading of ['Finding', 'Why it hurts', 'How to fix it', 'What shows it', 'Platform documentation'])
      expect(text).toContain(`# ${heading}\n`);
    expect(text).toMatch(/# What shows it\n(.|\n)*payment\.completed {2}evt_(.|\n)*attempt 1 {2}302/);
    expect(text).toMatch(/judge it again: .*webhook\/redirects/);
  });

  test('have the request that shows them, with what was asked and answered', async () => {
    const { id } = await at.demo.charged({ custmer: 1 });
    at.go('findings');
    const text = await at.opened('request/unknown-fields');
    expect(text).toMatch(new RegExp(`POST /api/v1/charges {2}req_\\w+ {2}201 {2}${id} .*\\n {2}asked \\{.*custmer`));
  });

  test('are opened by their ids, after an audit where none has run', async () => {
    await at.demo.charged({ custmer: 1 });
    visitFinding(at.desk, 'request/unknown-fields charges.create 0');
    await at.details('^request/unknown-fields');
    visitFinding(at.desk, 'webhook/slow nowhere 0');
    await at.says('^The audit no longer reports this finding; the Findings view shows the current findings\\.$');
  });

  test('say why the audit failed', async () => {
    at.wire.answer(/GET \/_emulator\/record/, 400, { error: 'No record.', type: 'invalid_request_error' });
    at.go('findings');
    await at.until(() => emptyStateOf(at.desk)).toEqual({ text: 'No record.', isFailure: true });
  });
});

describe('findings that are accepted', () => {
  const accept = [{ rule: 'request/unknown-fields', where: 'charges', reason: 'sent to another service too' }];
  const accepting = deskOfEachTest({ judge: (client) => judge(client, accept) });

  test('say why, stand last, are not counted, and have the reason first in their details', async () => {
    await accepting.demo.charged({ custmer: 1, reference: 1 });
    await accepting.demo.api.post('/customers', { email: 'ada@example.com', custmer: 1 });
    accepting.go('findings');
    await accepting.row(/^accepted {2}request\/unknown-fields {2}sent to another service too: .*custmer/);
    const open = accepting.rows.filter((row) => !row.startsWith('accepted')).length;
    expect(open).toBeGreaterThan(0);
    expect(accepting.rows.findIndex((row) => row.startsWith('accepted'))).toBe(open);
    const found = accepting.desk.views.find(({ name }) => name === 'findings')!;
    expect(found.badge!(accepting.session)!.text).toBe(String(open));
    expect(await accepting.opened('^accepted')).toMatch(
      /^request\/unknown-fields\n# Accepted\nsent to another service too\n# Finding\n/,
    );
  });
});

describe('an audit that looks unasked', () => {
  const unasked = deskOfEachTest({ judgesUnasked: true });

  test('counts what it finds before anybody looks', async () => {
    await unasked.demo.charged({ custmer: 1 });
    const found = unasked.desk.views.find(({ name }) => name === 'findings')!;
    await unasked.until(() => found.badge!(unasked.session)?.text ?? null).not.toBeNull();
    expect(unasked.desk.view.name).toBe('activity');
  });
});
