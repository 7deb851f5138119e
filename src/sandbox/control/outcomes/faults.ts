import { secondMs } from '../../../core/base/instants.ts';
import { inputFields } from '../../../core/kernel/declare/input-fields.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import { operationNames } from '../../../core/kernel/declare/operation-names.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { T } from '../../../core/kernel/declare/schema.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { defaultMs, defaultStatus } from '../../../core/kernel/faults/check-fault.ts';
import { FaultInput, takesField } from '../../../core/kernel/faults/fault-fields.ts';
import {
  deliveryFaultKinds,
  type FaultKind,
  type FaultTarget,
  faultsInWords,
  requestFaultKinds,
} from '../../../core/kernel/faults/fault-kinds.ts';
import { addFault, faultView, listFaults, removeFault, removeFaults } from '../../../core/kernel/faults/faults.ts';
import { endpoints } from '../../../payments/webhooks/endpoints.ts';
import { sandboxOperation } from '../operation.ts';
import { FaultKindView, FaultsRemoved, FaultView, pageFields, RemovalResult } from '../wire.ts';

function faultKinds(registry: Registry): FaultKindView[] {
  const operations = operationNames(registry);
  const viewsOf = (on: FaultTarget, kinds: readonly FaultKind[], words: Readonly<Record<string, string>>) =>
    kinds.map((kind): FaultKindView => {
      const taken = Object.keys(FaultInput.properties).filter(
        (name) => name !== 'kind' && name !== 'operation' && takesField(kind, on, name),
      );
      // Delivery faults do not need the field `on`.
      const names = taken.filter((name) => name !== 'on' || on === 'request');
      const ms = defaultMs[kind];
      const further = {
        on: { required: true, fallback: 'charges.create', choices: operations },
        event: { choices: [...registry.events.keys()] },
        status: { fallback: String(defaultStatus) },
        body: { type: 'text' as const },
        ...(ms === undefined ? {} : { ms: { fallback: `${ms / secondMs}s` } }),
      };
      return { kind, on, about: words[kind] ?? '', fields: inputFields(FaultInput, names, further) };
    });
  return [
    ...viewsOf('request', requestFaultKinds, faultsInWords.request),
    ...viewsOf('delivery', deliveryFaultKinds, faultsInWords.delivery),
  ];
}

/**
 * A URL can belong to an endpoint that is added later, but an id must belong to an existing endpoint.
 * @throws 400 `parameter_invalid`
 */
function refuseUnknownEndpoint({ state }: Engine, workspaceId: string, endpoint: FaultInput['endpoint']): void {
  if (endpoint?.startsWith('whe_') !== true) return;
  if (state.root.of(endpoints).get(endpoint)?.workspace_id !== workspaceId)
    throw invalid(
      'endpoint',
      `There is no webhook endpoint ${endpoint} in ${workspaceId}. Use an id from the list of endpoints.`,
    );
}

export const faultOperations = [
  sandboxOperation('GET /faults', {
    id: 'faults.list',
    reach: 'workspace',
    summary: 'List the faults injected into requests and deliveries',
    query: T.Object(pageFields),
    answers: [200, list(FaultView)],
    handle: ({ engine }, { query, workspace }) => {
      const page = listFaults(engine, workspace.id, query);
      return { data: page.data.map(faultView), has_more: page.has_more };
    },
  }),
  sandboxOperation('GET /faults/kinds', {
    id: 'faults.kinds',
    reach: 'workspace',
    summary: 'List the kinds of faults and their fields',
    answers: [200, list(FaultKindView)],
    handle: ({ engine }) => ({ data: faultKinds(engine.registry), has_more: false }),
  }),
  sandboxOperation('POST /faults', {
    id: 'faults.create',
    reach: 'workspace',
    summary: 'Inject a fault into requests or deliveries',
    body: FaultInput,
    answers: [201, FaultView],
    example: { body: { on: 'charges.create', kind: 'unavailable', times: 1 } },
    handle: ({ engine }, { body, workspace, cause }) => {
      refuseUnknownEndpoint(engine, workspace.id, body.endpoint);
      return faultView(addFault(engine, workspace, body, cause));
    },
  }),
  sandboxOperation('DELETE /faults/{id}', {
    id: 'faults.delete',
    reach: 'workspace',
    summary: 'Remove a fault',
    answers: [200, RemovalResult],
    handle: ({ engine }, { params, workspace, cause }) => ({
      id: removeFault(engine, workspace, params.id, cause).id,
      deleted: true,
    }),
  }),
  sandboxOperation('DELETE /faults', {
    id: 'faults.clear',
    reach: 'workspace',
    summary: 'Remove all faults from the workspace',
    answers: [200, FaultsRemoved],
    handle: ({ engine }, { workspace, cause }) => ({ removed: removeFaults(engine, workspace, cause) }),
  }),
];
