import { counted } from '../../../core/base/terminal-text.ts';
import { findingsBy } from '../../findings.ts';
import { notDelivered, type TrueAttempt, trueAttempts } from '../../observed/deliveries.ts';
import { evidenceOf } from '../../observed/observed-run.ts';
import { pass, type Rule, violation } from '../../rule.ts';

/** Half of a delivery's time limit, and the full limit, in milliseconds. */
const slowAfter = 5_000;
const timedOutAfter = 10_000;

export const slow: Rule = {
  id: 'webhook/slow',
  level: 'warning',
  ways: ['lint'],
  wrong:
    'The endpoint takes more than half of the time limit for a delivery. If it exceeds the limit, this is an error.',
  why: 'A delivery that takes longer than 10 s counts as failed and is repeated while the first one is still being processed.',
  fix: ({ route }) =>
    `In ${route}, verify the signature, store the event, answer 200, and do the work afterwards, in a queue or in a separate task.`,
  source:
    'A delivery times out after 10 s; acknowledge quickly and process asynchronously (specification, "Delivery" 1 and 2).',
  lint: (record) => {
    // An address without a listening server is not slow.
    const answered = trueAttempts(record).filter((tried) => tried.attempt.status !== null || isTimeout(tried));
    if (answered.length === 0) return notDelivered(record);
    const found = answered.filter(({ attempt }) => attempt.latency_ms > slowAfter);
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        ({ delivery }) => delivery.url,
        (all, url) => {
          const timeouts = all.filter(isTimeout);
          const shown = timeouts.length > 0 ? timeouts : all;
          const longest = Math.max(...all.map(({ attempt }) => attempt.latency_ms));
          const times = counted(shown.length, 'delivery', 'deliveries');
          return {
            level: timeouts.length > 0 ? 'error' : 'warning',
            message:
              timeouts.length > 0
                ? `${url} did not answer ${times} within 10 s, which counts as a failure.`
                : `${url} took up to ${(longest / 1_000).toFixed(1)} s to answer ${times}; the limit is 10 s.`,
            evidence: evidenceOf({ deliveries: shown.map(({ delivery }) => delivery) }),
          };
        },
      ),
    );
  },
};

const isTimeout = ({ attempt }: TrueAttempt): boolean => attempt.latency_ms >= timedOutAfter - 50;
