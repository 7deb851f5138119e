import { counted } from '../../../text.ts';
import { findingsBy } from '../../findings.ts';
import { evidenceOf } from '../../record.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const noReference: Rule = {
  id: 'request/no-reference',
  level: 'warning',
  ways: ['lint'],
  wrong: 'Charges or payouts are made without a reference_id.',
  why: 'When the answer is lost or the outcome is unknown, there is nothing to repeat the request under: trying again may take or send the money twice.',
  mend: 'Make the reference_id before the first attempt (from the order, or random), store it with the order, and send the same one with every retry. An Idempotency-Key does not replace it: the answer of an unknown outcome is not kept under one.',
  says: 'After a 503 the outcome is unknown: retry with the same reference_id (specification, "Failed charges" 2).',
  lint: (record) => {
    const made = record.of('charges.create', 'payouts.create').filter(({ status }) => status !== 400 && status !== 429);
    const judged = made.filter(({ body }) => body !== null);
    if (judged.length === 0) {
      return inapplicable('No charge or payout was made', 'let the application charge or pay out');
    }
    const found = judged.filter(({ body }) => body?.reference_id == null);
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        ({ operation }) => operation ?? '',
        (all, operation) => ({
          message: `${counted(all.length, 'request')} of ${operation} had no reference_id.`,
          evidence: evidenceOf({ requests: all.slice(0, 2) }),
        }),
      ),
    );
  },
};
