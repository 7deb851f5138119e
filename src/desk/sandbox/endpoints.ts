import type { EndpointView } from '../../control/wire.ts';
import type { Desk } from '../desk.ts';
import { openForm } from '../forms/asking.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import type { FieldSpec, Values } from '../forms/form-fields.ts';
import { eventTypes } from '../forms/suggestions.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { copyOrOffer, refresh, runAndReport } from '../reporting.ts';

/** Lists the webhook endpoints to edit, and offers to add one at the typed address. */
export function openEndpoints(desk: Desk): void {
  void desk.during('the endpoints', async (signal) => {
    try {
      const { data } = await desk.session.client.webhooks.list({ limit: 100 });
      if (!signal.aborted) showEndpoints(desk, data);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

/** A choice that adds an endpoint, where the typed text is an address. */
export function endpointChoices(desk: Desk, typed: string): Choice[] {
  const url = typed.trim();
  if (!/^https?:\/\/./i.test(url)) return [];
  return [choice(`add ${url}`, 'a webhook endpoint: it gets events', () => askToAdd(desk, url))];
}

function showEndpoints(desk: Desk, endpoints: readonly EndpointView[]): void {
  const choices = endpoints.map((endpoint) => endpointChoice(desk, endpoint));
  desk.dialog = new Chooser('Webhook endpoints', 'an address to add, or one to change', (typed) => {
    const url = typed.trim();
    const adding = choice(`add ${url || 'an endpoint'}`, 'it gets events too', () => askToAdd(desk, url));
    return [...narrow(choices, typed), adding];
  });
  desk.session.redraw('key');
}

function endpointChoice(desk: Desk, endpoint: EndpointView): Choice {
  const { id, url, enabled, events, health } = endpoint;
  const last = health.last_status ?? health.last_error ?? 'nothing sent yet';
  const about = `${enabled ? 'on' : 'disabled'}, ${events.includes('*') ? 'all events' : events.join(', ')}, ${last}`;
  const turn = async (): Promise<string> => {
    await desk.session.client.webhooks.update(id, { enabled: !enabled });
    return `${url} is ${enabled ? 'disabled: nothing is sent there' : 'enabled'}`;
  };
  return {
    ...choice(url, about, () => askToChange(desk, endpoint)),
    sideActs: [
      { act: 'turn', about: enabled ? 'disable' : 'enable', run: () => void runAndReport(desk, turn) },
      { act: 'delete', about: 'delete', run: () => askToRemove(desk, endpoint) },
    ],
  };
}

const eventsField = ({ session }: Desk, events: readonly string[]): FieldSpec => ({
  name: 'events',
  isList: true,
  suggestions: eventTypes(session),
  fallback: 'all',
  value: events.includes('*') ? '' : events.join(', '),
  about: 'types of events, with commas between them: payment.completed, payout.paid',
});

function eventsOf({ events = '' }: Values): string[] {
  const types = events.split(',').map((type) => type.trim());
  const named = types.filter((type) => type !== '');
  return named.length === 0 ? ['*'] : named;
}

function askToAdd(desk: Desk, typed: string): void {
  openForm(desk, {
    title: 'Add a webhook endpoint',
    about: 'It gets the events of this workspace and mode. Where its address has an endpoint already, that is changed.',
    verb: 'add',
    fields: [
      { name: 'url', fallback: '', value: typed, about: 'where events are sent: http://127.0.0.1:3000/hook' },
      eventsField(desk, ['*']),
    ],
    submit: async (values) => {
      const { mode, client } = desk.session;
      const made = await client.webhooks.add({ url: values.url ?? '', events: eventsOf(values), mode });
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
      { name: 'url', fallback: url, value: url, about: 'where events are sent' },
      eventsField(desk, events),
      { name: 'enabled', type: 'yes_no', fallback: enabled ? 'yes' : 'no', about: 'whether anything is sent there' },
    ],
    submit: async (values) => {
      const isOn = values.enabled === '' ? enabled : values.enabled === 'yes';
      const patch = { url: values.url || url, events: eventsOf(values), enabled: isOn };
      const changed = await desk.session.client.webhooks.update(id, patch);
      desk.say(`${changed.url} is changed`, 'good');
      refresh(desk);
    },
  });
}

function askToRemove(desk: Desk, { id, url }: EndpointView): void {
  openForm(desk, {
    title: `Delete the endpoint ${url}?`,
    about: 'Nothing is sent there any more; what waits to be sent again fails.',
    verb: 'delete',
    submit: async () => {
      await desk.session.client.webhooks.remove(id);
      desk.say(`${url} is deleted`, 'good');
      refresh(desk);
    },
  });
}
