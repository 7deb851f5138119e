import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { originOf, type StoredEvent } from '../../../core/kernel/events.ts';
import type { Mode, Workspace } from '../../../core/kernel/workspace.ts';
import { requestView } from '../log/request-views.ts';
import { shownFields } from '../objects/object-kinds.ts';
import type { Uses } from '../sandbox.ts';
import type { EventDetails, FieldChange } from '../wire.ts';
import { causedBy, deliveryView, eventView } from './event-views.ts';

/** An event with its cause, the other effects of that cause, and its deliveries. */
export function eventDetails(
  sandbox: Uses<'engine' | 'profile' | 'requests' | 'webhooks'>,
  workspace: Workspace,
  mode: Mode,
  event: StoredEvent,
): EventDetails {
  const { engine, requests, webhooks, profile } = sandbox;
  const { cause } = event;
  const origin = originOf(cause);
  const request = origin?.type === 'request' ? requests.get(workspace.id, origin.id) : undefined;
  return {
    ...eventView(profile?.event(event, profile.typesOf(event.type)[0] ?? event.type) ?? event, mode),
    changed: changedFields(engine.registry, event),
    request: request === undefined ? null : requestView(request),
    effects: causedBy(engine.dataSet(workspace.id, mode), cause.id).map(({ id, type, change }) => ({
      id,
      type,
      change,
    })),
    deliveries: webhooks
      .deliveriesOf(workspace.id, mode, event.id)
      .map((delivery) => deliveryView(sandbox.engine, workspace.id, mode, delivery)),
  };
}

/** The changes that an event's move made to its object, with the fields and values of the API. */
function changedFields(registry: Registry, { change, fields = {} }: StoredEvent): FieldChange[] {
  const { object, from, to } = change;
  const isShown = shownFields(registry, object);
  const { statusOf = {} } = registry.slices.find(({ lifecycle }) => lifecycle?.noun === object)?.lifecycle ?? {};
  const shownAs = (state: string | null): string | null => (state === null ? null : (statusOf[state] ?? state));
  const status = { field: 'status', from: shownAs(from), to: shownAs(to) };
  const beside = Object.entries(fields).filter(([field]) => isShown(field));
  return [
    ...(status.from === status.to ? [] : [status]),
    ...beside.map(([field, [before, after]]) => ({ field, from: before, to: after })),
  ];
}
