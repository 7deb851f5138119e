import { describe, expect, it } from 'vitest';
import { rules } from '../../src/audit/catalogue.ts';
import { fixText } from '../../src/audit/fix.ts';
import { reportOf } from '../../src/audit/report/report.ts';
import { type Evidence, type Finding, noEvidence, violation } from '../../src/audit/rule.ts';

const evidence: Evidence = {
  ...noEvidence,
  requests: ['/api/v1/transactions/txn_1/refund?limit=2', '/api/v1/payouts'].map((path, at) => ({
    id: `req_${at}`,
    at: '2026-01-01T00:00:00Z',
    method: 'POST',
    path,
    status: 500,
    asked: null,
    answered: null,
    fault: null,
  })),
  deliveries: ['payment.completed', 'payment.refunded'].map((event_type) => ({
    id: `del_${event_type}`,
    event_id: `evt_${event_type}`,
    event_type,
    url: 'http://localhost:3000/hooks/payments?v=1',
    attempts: [],
  })),
  state: ['orders[order-2].status: "paid" in the controls, "open" here'],
};

const fixOf = (id: string, finding: Partial<Finding> = {}): string => {
  const rule = rules.find((each) => each.id === id)!;
  const shown = { message: 'It is wrong.', where: 'webhooks', adversity: null, evidence, ...finding };
  const verdicts = new Map([[rule, violation([shown])]]);
  return reportOf({ way: 'lint', about: '', verdicts, repeat: () => '' }).rules[0]!.findings[0]!.fix;
};

describe('a fix', () => {
  it('names the handlers and what they change', () => {
    const text = fixOf('webhook/effect-repeated');
    expect(text).toContain('In the handlers of payment.completed and payment.refunded,');
    expect(text).toContain('its effect (orders[order-2].status),');
  });

  it('names a list without the entry that was added, and a call without a state', () => {
    const state = ['mails[M-1002]: nothing in the controls, {"to":"ada"} here'];
    expect(fixOf('webhook/effect-repeated', { evidence: { ...evidence, state } })).toContain('its effect (mails),');
    const effects = ['+1  payouts.create'];
    expect(fixOf('webhook/effect-repeated', { evidence: { ...evidence, effects, state: [] } })).toContain(
      'its effect (POST /payouts),',
    );
  });

  it('names one handler, if the finding is about one of the events', () => {
    expect(fixOf('webhook/order-assumed', { where: 'payment.refunded' })).toContain(
      'In the handler of payment.refunded,',
    );
  });

  it('names the call as the documentation of the API shows it', () => {
    expect(fixOf('webhook/retry-ignored')).toContain('only after POST /transactions/{id}/refund has succeeded');
    expect(fixOf('async/fulfilled-early')).toContain('Make POST /payouts when payment.completed arrives');
  });

  it('names the route of the receiver', () => {
    expect(fixOf('webhook/forged-accepted')).toContain('In POST /hooks/payments, first compute');
  });

  it('is about no code in particular, if the evidence shows none', () => {
    expect(fixOf('webhook/effect-repeated', { evidence: noEvidence })).toBe(
      fixText(rules.find(({ id }) => id === 'webhook/effect-repeated')!.fix),
    );
  });

  it.each(rules)('of $id fits into the three lines that a report gives it', ({ fix }) => {
    expect(fixText(fix).length).toBeLessThan(248);
  });
});
