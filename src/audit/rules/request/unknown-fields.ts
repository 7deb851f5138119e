import { counted } from '../../../core/base/terminal-text.ts';
import { outcomeHeader } from '../../../payments/platform/outcome-kinds.ts';
import { provenAmount } from '../../../payments/platform/proven-amount.ts';
import { findingsBy } from '../../findings.ts';
import { evidenceOf, type ObservedRequest } from '../../observed/observed-run.ts';
import { inapplicable, type Rule, verdictOf } from '../../rule.ts';
import { type IgnoredFilter, ignoredFilter } from './ignored-filter.ts';

export const unknownFields: Rule = {
  id: 'request/unknown-fields',
  level: 'note',
  ways: ['lint'],
  wrong:
    'Requests contain fields that the API does not know. This is a warning if the field should have filtered a list, and an error if the application then acts on what the filter should have left out.',
  why: 'The API ignores unknown fields: a misspelled field has no effect.',
  fix: ({ call }) =>
    `Look up the fields of ${call} in the API description (npx payments-emulator openapi); replace each placeholder in a path with an id. Run tests with npx payments-emulator start --strict, which refuses unknown fields.`,
  source:
    'The body and query fields of each operation are listed; the API reads no others (specification, "Endpoints").',
  lint: (record) => {
    const known = record.requests.filter(({ operation }) => operation !== null);
    if (known.length === 0) return inapplicable('No request was made', 'have the application call the API');
    const found = known.filter((each) => unknownIn(each).length > 0);
    return verdictOf(
      findingsBy(
        found,
        ({ place }) => place,
        (all, operation) => {
          const names = [...new Set(all.flatMap(unknownIn))].slice(0, 10);
          const filters = all.flatMap((list) => ignoredFilter(record, list, unknownIn(list)) ?? []);
          const worst = filters.find(({ acted }) => acted !== null) ?? filters[0];
          if (worst !== undefined) return ofFilter(operation, worst);
          return {
            message: `${operation} was sent ${names.join(', ')}, which the API does not read.`,
            evidence: evidenceOf({ requests: all.slice(0, 1) }),
          };
        },
      ),
    );
  },
};

/** An ignored field changes nothing. An ignored filter changes what is answered, and the application acts on that. */
const ofFilter = (operation: string, { list, filter, field, excluded, acted }: IgnoredFilter) => ({
  level: acted === null ? ('warning' as const) : ('error' as const),
  message: `${operation} was sent ${filter}, which the API does not read, so the list also contained ${counted(excluded.length, 'object')} with another ${field}, such as ${excluded[0]}${acted === null ? '' : `; then the application called ${acted.place} for each object of the list, ${excluded[0]} included`}.`,
  evidence: evidenceOf({ requests: acted === null ? [list] : [list, acted] }),
});

/**
 * The fields and headers that the emulator did not read. An outcome header without effect comes from a test and is
 * not a mistake, and request/amount-scale reports the amount of a proof.
 */
const unknownIn = ({ view }: ObservedRequest): string[] =>
  view.unknown_fields.filter((name) => name !== outcomeHeader && !name.startsWith(provenAmount));
