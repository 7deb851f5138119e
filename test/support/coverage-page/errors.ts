import { errorTypes } from '../../../src/core/kernel/errors.ts';
import { declineCategories } from '../../../src/payments/platform/outcome-rules.ts';
import { builtInRules, instantCodes, returnCodes } from '../../../src/payments/simulation/built-in-rules.ts';
import { impliedRefusals } from '../../../src/sandbox/http/openapi/implied-refusals.ts';
import { specifiedCategories, specifiedCodes, specifiedErrors } from '../specification.ts';
import {
  specifiedDebitFailures,
  specifiedInstantCodes,
  specifiedPayoutFailures,
  specifiedReturnCodes,
} from '../specified-behaviour.ts';
import { type Chapter, code, mark, type Row, registry, specifiedOperations, type Table } from './table.ts';

/** The specified operations that declare a refusal with a code. */
const refusedBy = (wanted: string): string[] =>
  specifiedOperations
    .filter((operation) =>
      [...impliedRefusals(operation), ...operation.refuses].some(({ code: each }) => each === wanted),
    )
    .map(({ id }) => id);

/** Error types, codes, categories, and what the sandbox brings about by itself. */
export function errorsChapter(): Chapter {
  const typeRows = Object.entries(specifiedErrors).map(([status, type]): Row => {
    const own = Object.entries(errorTypes).find(([name]) => name === type)?.[1];
    return {
      key: type,
      cells: [
        Number(status) === 500 ? '5xx' : status,
        code(type),
        own === undefined ? '**missing**' : 'error catalogue',
      ],
      faults: own === Number(status) ? [] : ['has another status'],
    };
  });
  const codeRows = specifiedCodes.map((name): Row => {
    const places = name === 'ACCOUNT_NOT_ELIGIBLE' ? ['account_checks.create', ...refusedBy(name)] : refusedBy(name);
    const isKnown = registry.codesOf('specified').includes(name);
    return {
      key: `code ${name}`,
      cells: [code(name), places.length > 8 ? `${places.length} operations` : places.map(code).join(', ')],
      faults: [...(isKnown ? [] : ['is not in the catalogue']), ...(places.length > 0 ? [] : ['nothing answers it'])],
    };
  });
  const categoryRows = specifiedCategories.map((name): Row => {
    const isKnown = (declineCategories as readonly string[]).includes(name);
    return {
      key: `category ${name}`,
      cells: [code(name), isKnown ? bringers(name).join(', ') || 'a rule of the workspace' : '**missing**'],
      faults: isKnown ? [] : ['missing'],
    };
  });
  return {
    title: 'Errors and outcomes',
    about:
      'Each error type and named code, the categories of failed charges, and what the sandbox brings about by itself.',
    tables: [
      { title: 'Types', columns: ['HTTP', 'Type', 'In the emulator'], rows: typeRows },
      {
        title: 'Codes',
        columns: ['Code', 'Answered by'],
        rows: codeRows,
        remark: `Codes of this emulator${mark}:\n\n${registry
          .codesOf('assumed')
          .map((code) => `- \`${code}\``)
          .join('\n')}`,
      },
      { title: 'Categories of failed charges', columns: ['Category', 'Brought about by'], rows: categoryRows },
      outcomes(),
    ],
  };
}

/** The cards and amounts that bring a category about, and the rest of the code that says it. */
const bringers = (category: string): string[] => [
  ...builtInRules.rules
    .filter(({ then }) => then.kind === 'decline' && then.code === category)
    .filter(({ when }) => when.card?.startsWith('three_ds') !== true)
    .map(({ when: { card, amount } }) => {
      if (card !== undefined) return `the test card ${code(card)}`;
      const isBelow = typeof amount === 'object' && amount.lt !== undefined;
      return `an amount ${isBelow ? 'below 100' : 'above 13,000'} on \`gateway_a\``;
    }),
  ...(category === 'gateway_unavailable'
    ? ['unavailable_charged', 'unavailable_not_charged'].map((card) => `the test card ${code(card)}`)
    : []),
  ...(category === 'unsupported_card' ? ['a credit card on the debit-and-payouts rail'] : []),
];

function outcomes(): Table {
  const rule = (key: string, says: string, is: (rule: (typeof builtInRules.rules)[number]) => boolean): Row => {
    const found = builtInRules.rules.find(is);
    return { key, cells: [says, found?.about ?? '**missing**'], faults: found === undefined ? ['missing'] : [] };
  };
  const known = (kind: string, wanted: readonly string[], table: Readonly<Record<string, string>>) =>
    wanted.map(
      (name): Row => ({
        key: `${kind} ${name}`,
        cells: [`${kind} ${code(name)}`, table[name] ?? '**missing**'],
        faults: table[name] === undefined ? ['missing'] : [],
      }),
    );
  return {
    title: 'Sandbox outcomes',
    columns: ['The specification', 'In the emulator'],
    rows: [
      rule('gateway_a below 100', '`gateway_a`: a charge below 100 cents declines', ({ when, then }) => {
        const { amount } = when;
        return (
          when.gateway === 'gateway_a' && typeof amount === 'object' && amount.lt === 100 && then.kind === 'decline'
        );
      }),
      rule('gateway_a above 13000', '`gateway_a`: a charge above 130.00 or so declines', ({ when, then }) => {
        const { amount } = when;
        return (
          when.gateway === 'gateway_a' && typeof amount === 'object' && amount.gte === 13_001 && then.kind === 'decline'
        );
      }),
      ...Object.entries(specifiedPayoutFailures).map(([amount, error]) =>
        rule(
          `payout of ${amount}`,
          `a payout of ${amount} cents fails with ${code(error)}`,
          ({ when, then }) =>
            when.direction === 'out' && when.amount === Number(amount) && then.kind === 'fail' && then.code === error,
        ),
      ),
      ...Object.entries(specifiedDebitFailures).map(([amount, error]) =>
        rule(
          `debit of ${amount}`,
          `an instant bank debit of ${amount} cents fails with ${code(error)}`,
          ({ when, then }) =>
            when.instant === true && when.amount === Number(amount) && then.kind === 'fail' && then.code === error,
        ),
      ),
      rule(
        'charge of 16',
        'a card charge of 16 cents settles, then a chargeback with `M013`',
        ({ when, then }) =>
          when.amount === 16 && when.rail === 'card' && then.kind === 'dispute' && then.code === 'M013',
      ),
      ...known('return code', specifiedReturnCodes, returnCodes),
      ...known('RTP reason', specifiedInstantCodes, instantCodes),
    ],
  };
}
