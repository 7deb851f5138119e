import { outcomeHeader } from '../../../payments/platform/outcome-kinds.ts';
import { provenAmount } from '../../../payments/platform/proven-amount.ts';
import { findingsBy } from '../../findings.ts';
import { evidenceOf, type ObservedRequest } from '../../observed/observed-run.ts';
import { inapplicable, pass, type Rule, violation } from '../../rule.ts';

export const unknownFields: Rule = {
  id: 'request/unknown-fields',
  level: 'note',
  ways: ['lint'],
  wrong: 'Fields are sent that the API does not know.',
  why: 'Nothing reads them: a misspelled field has no effect.',
  mend: 'Look the field up in the interface description (npx payments-emulator openapi); put ids of your own where an address has a placeholder. Run tests with npx payments-emulator start --strict, which refuses unknown fields.',
  says: 'The bodies and queries of each operation are listed; nothing reads what is not (specification, "Endpoints").',
  lint: (record) => {
    const known = record.requests.filter(({ operation }) => operation !== null);
    if (known.length === 0) return inapplicable('No request was made', 'let the application call the API');
    const found = known.filter((each) => unknownIn(each).length > 0);
    if (found.length === 0) return pass;
    return violation(
      findingsBy(
        found,
        ({ operation }) => operation ?? '',
        (all, operation) => {
          const names = [...new Set(all.flatMap(unknownIn))].slice(0, 10);
          return {
            message: `${operation} was sent ${names.join(', ')}, which nothing reads.`,
            evidence: evidenceOf({ requests: all.slice(0, 1) }),
          };
        },
      ),
    );
  },
};

/**
 * The fields and headers that nothing read. An outcome that decided nothing is a test's request, no mistake, and
 * request/amount-scale reports the amount of a proof.
 */
const unknownIn = ({ view }: ObservedRequest): string[] =>
  view.unknown_fields.filter((name) => name !== outcomeHeader && !name.startsWith(provenAmount));
