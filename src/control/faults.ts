import { addFault, type Fault, FaultInput, listFaults, removeFault } from '../engine/faults.ts';
import { T } from '../engine/schema.ts';
import { defineControl } from './operation.ts';
import { FaultView, pageFields, Removed } from './wire.ts';

const faultView = ({ id, on, kind, status, ms, times, resolve, after, used, spent, created_at }: Fault): FaultView => ({
  id,
  on,
  kind,
  status,
  ms,
  times,
  resolve,
  after,
  used,
  spent,
  created_at,
});

export const faultOperations = [
  defineControl({
    id: 'faults.list',
    method: 'GET',
    path: '/faults',
    summary: 'List the faults that are to happen to requests and deliveries',
    query: T.Object(pageFields),
    success: 200,
    envelope: 'list',
    answer: FaultView,
    handle: ({ engine }, { query, workspace }) => {
      const page = listFaults(engine, workspace.id, query);
      return { data: page.data.map(faultView), has_more: page.has_more };
    },
  }),
  defineControl({
    id: 'faults.create',
    method: 'POST',
    path: '/faults',
    summary: 'Make something go wrong',
    body: FaultInput,
    success: 201,
    envelope: 'data',
    answer: FaultView,
    example: { body: { on: 'POST /charges', kind: 'unavailable', times: 1 } },
    handle: ({ engine }, { body, workspace, cause }) => faultView(addFault(engine, workspace, body, cause)),
  }),
  defineControl({
    id: 'faults.delete',
    method: 'DELETE',
    path: '/faults/{id}',
    summary: 'Remove a fault',
    success: 200,
    envelope: 'data',
    answer: Removed,
    handle: ({ engine }, { params, workspace, cause }) => ({
      id: removeFault(engine, workspace, params.id ?? '', cause).id,
      deleted: true,
    }),
  }),
];
