import { didYouMean } from '../../../core/base/closest.ts';
import { bare, controlOperation, list, operation } from '../../../core/kernel/declare/operation.ts';
import { about, described, OneOf, T, Text, textForm, Words } from '../../../core/kernel/declare/schema.ts';
import { invalid, invalidState, missing, type Param } from '../../../core/kernel/errors.ts';
import { filters } from '../../../core/kernel/pagination.ts';
import { amountTooLarge, checkAmount, checkCurrency } from '../../platform/checks.ts';
import { Cents } from '../../platform/fields.ts';
import { meaningOf } from '../../simulation/built-in-rules.ts';
import { CurrencyInput } from '../common/fields.ts';
import { listQuery, ofObject } from '../common/queries.ts';
import { readOne } from '../common/read-one.ts';
import { disputeTransaction, outstandingOf } from '../transaction/actions.ts';
import { transactions } from '../transaction/model.ts';
import { matchDispute, receiveDispute, takesBack } from './actions.ts';
import { disputeLifecycle } from './lifecycle.ts';
import { DetailedDispute, DisputeModel, disputeKinds, disputes, withEvents } from './model.ts';

/** One or more of the allowed words, separated by commas. */
const wordList = (words: readonly string[]) =>
  described(
    Text(200),
    textForm(
      `^\\s*(${words.join('|')})\\s*(,\\s*(${words.join('|')})\\s*)*$`,
      `one or more of ${words.join(', ')}, separated by commas`,
      words.slice(0, 2).join(', '),
    ),
  );

/**
 * Reads the values of a comma-separated filter.
 * @throws 400 `parameter_invalid`
 */
function listOf<V extends string>(param: Param, text: string, allowed: readonly V[]): V[] {
  return text.split(',').map((word) => {
    const value = allowed.find((each) => each === word.trim());
    if (value === undefined) {
      throw invalid(
        param,
        `${param} '${word}' is not one of ${allowed.join(', ')}.${didYouMean(word.trim(), allowed)}`,
      );
    }
    return value;
  });
}

export const listDisputes = operation('GET /disputes', {
  id: 'disputes.list',
  summary: 'List disputes and alerts',
  access: 'read',
  query: T.Object({
    ...listQuery,
    status: about(
      T.Optional(wordList(disputeLifecycle.states)),
      'Returns only disputes in these states (comma-separated).',
    ),
    kind: about(T.Optional(wordList(disputeKinds)), 'Returns only disputes of these kinds (comma-separated).'),
    transaction_id: ofObject('transaction'),
  }),
  answers: [200, list(DisputeModel)],
  example: {
    query: { status: 'new,matched', kind: 'chargeback' },
    further: { starting_after: 'dp_1001', transaction_id: 'txn_1001' },
  },
  handle: (ctx, { query }) =>
    ctx.page(disputes, query, {
      ...(query.status === undefined ? {} : { status: listOf('status', query.status, disputeLifecycle.states) }),
      ...(query.kind === undefined ? {} : { kind: listOf('kind', query.kind, disputeKinds) }),
      ...filters(query, 'transaction_id'),
    }),
});

export const getDispute = readOne('GET /disputes/{id}', disputes, {
  summary: 'Read a dispute with its timeline',
  answers: [200, bare(DetailedDispute)],
  show: (_ctx, dispute) => withEvents(dispute),
});

/**
 * Creates a dispute. A chargeback or a return takes back its transaction. Any other kind of dispute is received, and
 * then matched if the network names a transaction.
 */
export const createDispute = controlOperation('POST /disputes', {
  id: 'disputes.create',
  summary: 'Create a dispute or an alert, as the network does',
  body: T.Object({
    kind: T.Optional(OneOf(disputeKinds)),
    transaction_id: T.Optional(Text(64)),
    amount: T.Optional(Cents()),
    currency: CurrencyInput('defaults to the payment currency, or to USD if there is no payment'),
    reason: T.Optional(Words()),
    reason_code: T.Optional(Words(50)),
  }),
  answers: [201, DetailedDispute],
  refuses: [amountTooLarge, invalidState],
  example: { body: { kind: 'alert_ethoca', amount: 4200 } },
  handle: (ctx, { body }) => {
    const { transaction_id, reason, reason_code } = body;
    const { kind = transaction_id === undefined ? 'alert_ethoca' : 'chargeback' } = body;
    const transaction = transaction_id === undefined ? null : ctx.find(transactions, transaction_id);
    if (transaction === undefined) throw invalid('transaction_id', `No such transaction: '${transaction_id}'.`);
    if (transaction !== null && takesBack(kind)) {
      if (body.amount !== undefined && body.amount !== outstandingOf(transaction)) {
        throw invalid(
          'amount',
          `Omit amount; this ${kind.replace('_', ' ')} always covers the full amount that was not refunded.`,
        );
      }
      disputeTransaction(ctx, transaction, { kind, code: reason_code, reason });
      ctx.runReactions();
      return withEvents(ctx.of(disputes).newest({ transaction_id: [transaction.id] })!);
    }
    const amount = body.amount ?? (transaction === null ? null : outstandingOf(transaction));
    if (amount === null) throw missing('amount', 'amount is required if transaction_id is omitted.');
    const usual =
      kind === 'ach_return'
        ? { code: 'R01', reason: meaningOf(reason_code ?? 'R01') }
        : { code: '10.4', reason: 'fraud' };
    const received = receiveDispute(ctx, {
      kind,
      amount: checkAmount(amount),
      currency: checkCurrency(body.currency ?? transaction?.currency),
      reason: reason ?? usual.reason,
      reason_code: reason_code ?? usual.code,
    });
    return withEvents(transaction === null ? received : matchDispute(ctx, received, transaction));
  },
});
