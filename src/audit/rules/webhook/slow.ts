import { counted } from '../../../core/base/terminal-text.ts';
import { ownAnswers } from '../../adversities/own-answers.ts';
import { findingsBy } from '../../findings.ts';
import { isTimeout, notDelivered, type TrueAttempt, trueAttempts } from '../../observed/deliveries.ts';
import { evidenceOf } from '../../observed/observed-run.ts';
import { type Finding, pass, type Rule, violation } from '../../rule.ts';
import { overAllRuns } from '../../trial/judge-run.ts';

/** Half of a delivery's time limit, in milliseconds. */
const slowAfter = 5_000;

export const slow: Rule = {
  id: 'webhook/slow',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong:
    'The endpoint takes more than half of the time limit for a delivery. If it exceeds the limit, this is an error.',
  why: 'A delivery that takes longer than 10 s counts as failed and is repeated while the first one is still being processed.',
  fix: ({ route }) =>
    `In ${route}, verify the signature, store the event, answer 200, and do the work afterwards, in a queue or in a separate task.`,
  source:
    'A delivery times out after 10 s; acknowledge quickly and process asynchronously (specification, "Delivery" 1 and 2).',
  judgesAllRuns: true,
  // Only the time limit counts here: an adversity makes much slower that is not the application's own work.
  trial: (trial) =>
    overAllRuns(trial, (run) => {
      const found = ownAnswers(run).filter(({ attempt }) => isTimeout(attempt));
      return found.length === 0 ? pass : violation(findingsOf(found, ({ delivery }) => delivery.event_type));
    }),
  lint: (record) => {
    // An address without a listening server is not slow.
    const answered = trueAttempts(record).filter(({ attempt }) => attempt.status !== null || isTimeout(attempt));
    if (answered.length === 0) return notDelivered(record);
    const found = answered.filter(({ attempt }) => attempt.latency_ms > slowAfter);
    if (found.length === 0) return pass;
    return violation(findingsOf(found, ({ delivery }) => delivery.url));
  },
};

const findingsOf = (found: readonly TrueAttempt[], placeOf: (tried: TrueAttempt) => string): Finding[] =>
  findingsBy(found, placeOf, (all) => {
    const timeouts = all.filter(({ attempt }) => isTimeout(attempt));
    const shown = timeouts.length > 0 ? timeouts : all;
    const { url, event_type } = shown[0]!.delivery;
    const longest = Math.max(...all.map(({ attempt }) => attempt.latency_ms));
    const times = counted(shown.length, 'delivery', 'deliveries');
    const what = placeOf(shown[0]!) === event_type ? `${times} of ${event_type}` : times;
    return {
      level: timeouts.length > 0 ? 'error' : 'warning',
      message:
        timeouts.length > 0
          ? `${url} did not answer ${what} within 10 s, which counts as a failure.`
          : `${url} took up to ${(longest / 1_000).toFixed(1)} s to answer ${what}; the limit is 10 s.`,
      evidence: evidenceOf({ deliveries: shown.map(({ delivery }) => delivery) }),
    };
  });
