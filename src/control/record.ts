import { realNow, toIso } from '../engine/clock.ts';
import { events } from '../engine/events.ts';
import { modes } from '../engine/workspace.ts';
import { deliveries } from '../webhooks/deliveries.ts';
import { endpointsOf } from '../webhooks/endpoints.ts';
import { deliveryView, eventView } from './event-views.ts';
import { sandboxOperation } from './operation.ts';
import { recordedRequest } from './request-views.ts';
import { endpointView } from './webhook-endpoints.ts';
import { RunView } from './wire.ts';

export const recordOperations = [
  sandboxOperation('GET /record', {
    id: 'record.get',
    summary: 'Read all that happened, the oldest first and in one answer: what the audit judges',
    answers: [200, RunView],
    handle: (sandbox, { workspace }) => {
      const { engine, requests, options } = sandbox;
      const sets = modes.map((mode) => ({ mode, set: engine.dataSet(workspace.id, mode) }));
      const logged = [...requests.list(workspace.id), ...requests.list('')].sort((a, b) => a.number - b.number);
      return {
        workspace: workspace.id,
        url: sandbox.url,
        now: toIso(engine.clock(workspace).now()),
        real_now: realNow(),
        signature_time: options.signatureTime,
        requests: logged.map(recordedRequest),
        requests_forgotten: requests.forgotten(workspace.id),
        events: sets.flatMap(({ mode, set }) => [...set.of(events).oldestFirst()].map((each) => eventView(each, mode))),
        deliveries: sets.flatMap(({ mode, set }) =>
          [...set.of(deliveries).oldestFirst()].map((each) => deliveryView(sandbox, workspace.id, mode, each)),
        ),
        endpoints: modes.flatMap((mode) =>
          [...endpointsOf(engine.state.root, workspace.id, mode)].map((each) => endpointView(sandbox, each)),
        ),
      };
    },
  }),
];
