import { invalid } from '../../engine/errors.ts';
import { defineOperation } from '../../engine/operation.ts';
import { publicSchema, T, Text } from '../../engine/schema.ts';
import { listQuery } from '../common/queries.ts';
import { DisputeEvents, DisputeModel, disputeKinds, disputeStatuses, disputes } from './model.ts';

const Dispute = publicSchema(DisputeModel);

/**
 * The values of a comma-separated filter.
 * @throws 400 `parameter_invalid`
 */
function listOf<V extends string>(param: string, text: string, allowed: readonly V[]): V[] {
  return text.split(',').map((word) => {
    const value = allowed.find((each) => each === word.trim());
    if (value === undefined) throw invalid(param, `${param} '${word}' is not one of ${allowed.join(', ')}.`);
    return value;
  });
}

export const listDisputes = defineOperation({
  id: 'disputes.list',
  method: 'GET',
  path: '/disputes',
  summary: 'List disputes and alerts',
  access: 'read',
  query: T.Object({
    ...listQuery,
    status: T.Optional(Text(200)),
    kind: T.Optional(Text(200)),
    transaction_id: T.Optional(Text(100)),
  }),
  success: 200,
  envelope: 'list',
  answer: Dispute,
  errors: [400],
  example: { query: { status: 'new,matched', kind: 'chargeback' } },
  handle: (ctx, { query }) =>
    ctx.page(disputes, query, {
      ...(query.status === undefined ? {} : { status: listOf('status', query.status, disputeStatuses) }),
      ...(query.kind === undefined ? {} : { kind: listOf('kind', query.kind, disputeKinds) }),
      ...(query.transaction_id === undefined ? {} : { transaction_id: [query.transaction_id] }),
    }),
});

export const getDispute = defineOperation({
  id: 'disputes.get',
  method: 'GET',
  path: '/disputes/{id}',
  summary: 'Read a dispute with its time line',
  access: 'read',
  success: 200,
  envelope: 'bare',
  answer: T.Object({ ...Dispute.properties, ...DisputeEvents }),
  errors: [404],
  example: { params: { id: 'dp_1' } },
  handle: (ctx, { params }) => {
    const dispute = ctx.get(disputes, params.id!);
    return { ...dispute, events: dispute.timeline.toReversed() };
  },
});
