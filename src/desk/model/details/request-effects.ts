import { jsonOrText } from '../../../core/base/json-values.ts';
import type { EventDetails, RequestDetails } from '../../../sandbox/control/wire.ts';
import type { Session } from '../session.ts';
import type { KnownObject, RequestEffects } from './summary.ts';

type LoggedRequest = Pick<RequestDetails, 'id' | 'status' | 'replayed' | 'response' | 'events'>;

export async function effectsOf(
  { client }: Session,
  known: KnownObject,
  request: LoggedRequest,
): Promise<RequestEffects> {
  const { object } = known;
  const own = request.events.filter(({ change }) => change.id === object.id);
  const events = new Set(own.map(({ id }) => id));
  const isMaker = object.made_by?.id === request.id;
  const isEffective = isMaker || own.length > 0 || (request.status < 400 && !request.replayed);
  const immediate = own.findLast(({ job }) => job === null);
  const newest = own.at(-1);
  return {
    isMaker,
    state: isEffective ? (immediate?.change.to ?? answeredState(request, object.id)) : null,
    latest: newest === undefined ? null : await detailsOf(client, known, newest.id),
    events,
    entries: entriesOf(known, events, isMaker),
  };
}

/** The details of an event, which may be those that are known; null if it is gone. */
const detailsOf = (client: Session['client'], { latest }: KnownObject, id: string): Promise<EventDetails | null> =>
  latest?.id === id ? Promise.resolve(latest) : client.call('events.get', { id }).catch(() => null);

/** The state of an object in the response to a request. */
function answeredState({ response }: LoggedRequest, id: string): string | null {
  const answer = jsonOrText(response ?? '') as { readonly data?: { readonly id?: unknown; readonly status?: unknown } };
  const { data } = answer ?? {};
  return data?.id === id && typeof data.status === 'string' ? data.status : null;
}

/**
 * The entries of a request's movements. A movement does not name its cause, and a frozen clock shows no order. So the
 * movements of a kind belong, in order, to the events with the same name. All others belong to the request that
 * created the object.
 * @param own the ids of the events that the request caused
 */
function entriesOf({ object, entries, events }: KnownObject, own: ReadonlySet<string>, isMaker: boolean) {
  const theirs = entries.filter(({ subject }) => subject === object.id);
  return theirs.filter(({ kind, group }) => {
    const groups = [...new Set(theirs.filter((each) => each.kind === kind).map((each) => each.group))];
    const named = events.filter(({ type, change }) => isNamed(kind, `${change.verb}_${type.split('.').at(-1)}`));
    const event = named[groups.indexOf(group)];
    return event === undefined ? isMaker : own.has(event.id);
  });
}

/** Whether the name of an event contains a word of a movement's kind, such as `refund` in `refunded`. */
const isNamed = (kind: string, event: string): boolean =>
  kind.split('_').some((word) => event.split('_').some((each) => each.startsWith(word)));
