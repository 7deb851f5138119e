import { counted } from '../../../core/base/terminal-text.ts';
import { findingsBy } from '../../findings.ts';
import { notDelivered, trueAttempts } from '../../observed/deliveries.ts';
import { evidenceOf } from '../../observed/observed-run.ts';
import { pass, type Rule, violation } from '../../rule.ts';

export const redirects: Rule = {
  id: 'webhook/redirects',
  level: 'error',
  ways: ['lint'],
  wrong: 'The endpoint answers a delivery with a redirect.',
  why: 'A redirect is not a 2xx and is not followed: each event fails three times and is then lost.',
  fix: "Register the address that the redirect leads to: with or without a trailing slash, with https, on the final host. Exclude the webhook's path from redirects to a login page or another language.",
  source: 'Only a 2xx is a successful delivery (specification, "Delivery" 1).',
  lint: (record) => {
    const tried = trueAttempts(record).filter(({ attempt }) => attempt.status !== null);
    if (tried.length === 0) return notDelivered(record);
    const found = tried.filter(({ attempt: { status } }) => status !== null && status >= 300 && status < 400);
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        ({ delivery }) => delivery.url,
        (all, url) => {
          const { attempt } = all[0]!;
          const to = attempt.headers.location === undefined ? '' : ` to ${attempt.headers.location}`;
          return {
            message: `${url} answered ${counted(all.length, 'delivery', 'deliveries')} with ${attempt.status}, a redirect${to}.`,
            evidence: evidenceOf({ deliveries: all.map(({ delivery }) => delivery) }),
          };
        },
      ),
    );
  },
};
