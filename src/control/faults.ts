import { addFault, type Fault, FaultInput, listFaults, removeFault } from '../engine/faults.ts';
import { list } from '../engine/operation.ts';
import { T } from '../engine/schema.ts';
import { sandboxOperation } from './operation.ts';
import { FaultView, pageFields, Removed } from './wire.ts';

export const faultView = ({
  id,
  on,
  kind,
  status,
  ms,
  times,
  at_once = false,
  settled = false,
  event,
  attempt,
  handling = false,
  skip = 0,
  every = 1,
  resolve,
  after,
  used,
  spent,
  created_at,
}: Fault): FaultView => ({
  id,
  on,
  kind,
  status,
  ms,
  times,
  at_once,
  settled,
  event: event ?? null,
  attempt: attempt ?? null,
  handling,
  skip,
  every,
  resolve,
  after,
  used,
  spent,
  created_at,
});

export const faultOperations = [
  sandboxOperation('GET /faults', {
    id: 'faults.list',
    summary: 'List the faults that are to happen to requests and deliveries',
    query: T.Object(pageFields),
    answers: [200, list(FaultView)],
    handle: ({ engine }, { query, workspace }) => {
      const page = listFaults(engine, workspace.id, query);
      return { data: page.data.map(faultView), has_more: page.has_more };
    },
  }),
  sandboxOperation('POST /faults', {
    id: 'faults.create',
    summary: 'Make something go wrong',
    body: FaultInput,
    answers: [201, FaultView],
    example: { body: { on: 'charges.create', kind: 'unavailable', times: 1 } },
    handle: ({ engine }, { body, workspace, cause }) => faultView(addFault(engine, workspace, body, cause)),
  }),
  sandboxOperation('DELETE /faults/{id}', {
    id: 'faults.delete',
    summary: 'Remove a fault',
    answers: [200, Removed],
    handle: ({ engine }, { params, workspace, cause }) => ({
      id: removeFault(engine, workspace, params.id, cause).id,
      deleted: true,
    }),
  }),
];
