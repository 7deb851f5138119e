import type { EndpointView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { latency, receiverOf } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import type { FieldSpec, FormValues } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { eventTypes } from '../forms/suggestions.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { copyOrOffer, refresh, runAndCopy, runAndReport } from '../run-and-report.ts';

/** Lists the webhook endpoints to edit, and offers to add one at the typed URL. */
export function openEndpoints(desk: Desk): void {
  void desk.during('the endpoints', async (signal) => {
    try {
      const { data } = await desk.session.client.call('webhook_endpoints.list', { limit: 100 });
      if (!signal.aborted) showEndpoints(desk, data);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

/** The choice that adds an endpoint, if the typed text is a URL. */
export function endpointChoices(desk: Desk, typed: string): Choice[] {
  const url = typed.trim();
  if (!/^https?:\/\/./i.test(url)) return [];
  return [choice(`add ${url}`, 'as a webhook endpoint', () => askToAdd(desk, url))];
}

function showEndpoints(desk: Desk, endpoints: readonly EndpointView[]): void {
  const choices = endpoints.map((endpoint) => endpointChoice(desk, endpoint));
  desk.dialog = new Chooser('Webhook endpoints', 'a URL to add, or an endpoint to change', (typed) => {
    const url = typed.trim();
    const adding = choice(`add ${url || 'an endpoint'}`, 'a new endpoint that receives events', () =>
      askToAdd(desk, url),
    );
    return [...narrow(choices, typed), adding];
  });
  desk.session.redraw('key');
}

function endpointChoice(desk: Desk, endpoint: EndpointView): Choice {
  const { url, enabled, events, health } = endpoint;
  const last = health.last_status ?? health.last_error ?? 'nothing sent yet';
  const about = `${enabled ? 'on' : 'disabled'}, ${events.includes('*') ? 'all events' : events.join(', ')}, ${last}`;
  return {
    ...choice(url, about, () => askToChange(desk, endpoint)),
    sideActs: [
      { act: 'turn', about: enabled ? 'disable' : 'enable', run: () => turn(desk, endpoint) },
      { act: 'delete', about: 'delete', run: () => askToRemove(desk, endpoint) },
    ],
  };
}

/** All actions on an endpoint. */
export function endpointActs(desk: Desk, endpoint: EndpointView): Choice[] {
  const { id, enabled } = endpoint;
  return [
    choice(
      'test delivery',
      'send the latest event without recording the delivery',
      () => void testDelivery(desk, endpoint),
    ),
    choice('change', 'the URL and the event types', () => askToChange(desk, endpoint)),
    choice(enabled ? 'disable' : 'enable', enabled ? 'disable it' : 'send there again', () => turn(desk, endpoint)),
    choice('copy the secret', 'the secret that signs webhooks for this endpoint', () => void copySecret(desk, id)),
    choice('new secret', 'the old secret also signs webhooks for one day', () => void rotate(desk, endpoint)),
    choice('add another', 'a further endpoint', () => askToAdd(desk, '')),
    {
      ...choice('delete', 'the endpoint no longer receives events', () => askToRemove(desk, endpoint)),
      destroys: true,
    },
  ];
}

const turn = (desk: Desk, { id, url, enabled }: EndpointView): void =>
  void runAndReport(desk, async () => {
    await desk.session.client.call('webhook_endpoints.update', { id, enabled: !enabled });
    return `${url} is ${enabled ? 'disabled and no longer receives events' : 'enabled'}`;
  });

const copySecret = (desk: Desk, id: string): Promise<void> =>
  runAndCopy(
    desk,
    'The secret',
    async () => (await desk.session.client.call('webhook_endpoints.get', { id, secret: 'whole' })).secret,
  );

const rotate = (desk: Desk, { id, url }: EndpointView): Promise<void> =>
  runAndCopy(desk, `The new secret of ${url} (the old secret also signs webhooks for one day)`, async () => {
    const { secret } = await desk.session.client.call('webhook_endpoints.rotate', { id });
    refresh(desk);
    return secret;
  });

/** Sends the latest event unaltered, and shows the receiver's response. */
const testDelivery = (desk: Desk, { id, url }: EndpointView): Promise<void> =>
  runAndReport(desk, async () => {
    const { client } = desk.session;
    const [event] = (await client.call('events.list', { limit: 1 })).data;
    if (event === undefined)
      throw new Error(`There is no event yet to send to ${url}; ${desk.host.ways.trigger} to create one.`);
    const { status, latency_ms, error } = await client.call('webhook_endpoints.probe', {
      id,
      event: event.id,
      kind: 'valid',
    });
    const isTaken = status !== null && status < 300;
    const answer = status === null ? `${error}` : `answered ${status} in ${latency(latency_ms)}`;
    return { text: `test delivery of ${event.type} to ${receiverOf(url)} · ${answer}`, tone: isTaken ? 'good' : 'bad' };
  });

const eventsField = ({ session }: Desk, events: readonly string[]): FieldSpec => ({
  name: 'events',
  isList: true,
  suggestions: eventTypes(session),
  fallback: 'all',
  value: events.includes('*') ? '' : events.join(', '),
  about: 'comma-separated event types, such as payment.completed, payout.paid',
});

function eventsOf({ events = '' }: FormValues): string[] {
  const types = events.split(',').map((type) => type.trim());
  const named = types.filter((type) => type !== '');
  return named.length === 0 ? ['*'] : named;
}

/** Asks for the URL of a new endpoint. */
export function askToAdd(desk: Desk, typed = ''): void {
  openForm(desk, {
    title: 'Add a webhook endpoint',
    about:
      'The endpoint receives the events of this workspace and mode. An existing endpoint with this URL is updated.',
    verb: 'add',
    fields: [
      {
        name: 'url',
        fallback: '',
        value: typed,
        about: 'the URL that receives events, such as http://127.0.0.1:3000/hook',
      },
      eventsField(desk, ['*']),
    ],
    submit: async (values) => {
      const { mode, client } = desk.session;
      const made = await client.call('webhook_endpoints.create', {
        url: values.url ?? '',
        events: eventsOf(values),
        mode,
      });
      const { text, tone } = await copyOrOffer(desk, made.secret, 'its secret');
      desk.say(`${made.url} is ${made.changed ? 'changed' : 'added'}; ${text}`, tone === 'bad' ? 'bad' : 'good');
      refresh(desk);
    },
  });
}

function askToChange(desk: Desk, { id, url, events, enabled }: EndpointView): void {
  openForm(desk, {
    title: `Change the endpoint ${url}`,
    about: 'Its secret stays.',
    verb: 'change',
    fields: [
      { name: 'url', fallback: url, value: url, about: 'the URL that receives events' },
      eventsField(desk, events),
      { name: 'enabled', type: 'yes_no', fallback: enabled ? 'yes' : 'no', about: 'whether the endpoint is enabled' },
    ],
    submit: async (values) => {
      const isOn = values.enabled === '' ? enabled : values.enabled === 'yes';
      const patch = { url: values.url || url, events: eventsOf(values), enabled: isOn };
      const changed = await desk.session.client.call('webhook_endpoints.update', { id, ...patch });
      desk.say(`${changed.url} is changed`, 'good');
      refresh(desk);
    },
  });
}

function askToRemove(desk: Desk, { id, url }: EndpointView): void {
  openForm(desk, {
    title: `Delete the endpoint ${url}?`,
    about: 'The endpoint no longer receives events, and deliveries that are waiting for a retry fail.',
    verb: 'delete',
    submit: async () => {
      await desk.session.client.call('webhook_endpoints.delete', { id });
      desk.say(`${url} is deleted`, 'good');
      refresh(desk);
    },
  });
}
