import { publicSchema, publicView, T } from '../engine/schema.ts';
import { type Dispute, DisputeEvents, DisputeModel, disputes } from '../resources/dispute/model.ts';
import { DisputeInput, receive } from '../resources/dispute/receive.ts';
import { defineControl } from './operation.ts';

const show = publicView<Dispute>(DisputeModel);

export const disputeOperations = [
  defineControl({
    id: 'disputes.create',
    method: 'POST',
    path: '/disputes',
    summary: 'Have the network send a dispute or an alert',
    body: DisputeInput,
    success: 201,
    envelope: 'data',
    answer: T.Object({ ...publicSchema(DisputeModel).properties, ...DisputeEvents }),
    example: { body: { kind: 'alert_ethoca', amount: 4200 } },
    handle: ({ engine }, { body, workspace, mode, cause }) => {
      const { id } = engine.run(workspace, mode, cause, (ctx) => receive(ctx, body));
      const dispute = engine.dataSet(workspace.id, mode).of(disputes).get(id)!;
      return { ...show(dispute), events: dispute.timeline.toReversed() };
    },
  }),
];
