import type { EndpointView } from '../control/wire.ts';
import { openForm, refresh, runAndReport } from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import type { FieldSpec, Values } from './form-fields.ts';
import { reasonOf } from './outcomes.ts';
import { eventTypes } from './suggestions.ts';
import type { UiState } from './ui-state.ts';

/** The webhook endpoints of the data set, to change, and one to add at the address that is typed. */
export function openEndpoints(ui: UiState): void {
  void ui.typeAhead.holdWhile('the endpoints', async (signal) => {
    try {
      const { data } = await ui.session.client.webhooks.list({ limit: 100 });
      if (!signal.aborted) showEndpoints(ui, data);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
  });
}

function showEndpoints(ui: UiState, endpoints: readonly EndpointView[]): void {
  const choices = endpoints.map((endpoint) => endpointChoice(ui, endpoint));
  ui.dialog = new Chooser('Webhook endpoints', 'an address to add, or one to change', (typed) => {
    const url = typed.trim();
    const adding = choice(`add ${url || 'an endpoint'}`, 'it gets events too', () => askToAdd(ui, url));
    return [...narrow(choices, typed), adding];
  });
  ui.session.redraw('key');
}

function endpointChoice(ui: UiState, endpoint: EndpointView): Choice {
  const { id, url, enabled, events, health } = endpoint;
  const last = health.last_status ?? health.last_error ?? 'nothing sent yet';
  const about = `${enabled ? 'on' : 'disabled'}, ${events.includes('*') ? 'all events' : events.join(', ')}, ${last}`;
  const turn = async (): Promise<string> => {
    await ui.session.client.webhooks.update(id, { enabled: !enabled });
    return `${url} is ${enabled ? 'disabled: nothing is sent there' : 'enabled'}`;
  };
  return {
    ...choice(url, about, () => askToChange(ui, endpoint)),
    shortcuts: [
      { key: 'ctrl+t', shown: '^T', about: enabled ? 'disable' : 'enable', press: () => void runAndReport(ui, turn) },
      { key: 'ctrl+x', shown: '^X', about: 'delete', press: () => askToRemove(ui, endpoint) },
    ],
  };
}

const eventsField = ({ session }: UiState, events: readonly string[]): FieldSpec => ({
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

function askToAdd(ui: UiState, typed: string): void {
  openForm(ui, {
    title: 'Add a webhook endpoint',
    about: 'It gets the events of this workspace and mode. Where its address has an endpoint already, that is changed.',
    verb: 'add',
    fields: [
      { name: 'url', fallback: '', value: typed, about: 'where events are sent: http://127.0.0.1:3000/hook' },
      eventsField(ui, ['*']),
    ],
    submit: async (values) => {
      const { mode, client } = ui.session;
      const made = await client.webhooks.add({ url: values.url ?? '', events: eventsOf(values), mode });
      const went = await ui.host.copy(made.secret);
      ui.say(`${made.url} is ${made.changed ? 'changed' : 'added'}; its secret ${went}`, 'good');
      refresh(ui);
    },
  });
}

function askToChange(ui: UiState, { id, url, events, enabled }: EndpointView): void {
  openForm(ui, {
    title: `Change the endpoint ${url}`,
    about: 'Its secret stays.',
    verb: 'change',
    fields: [
      { name: 'url', fallback: url, value: url, about: 'where events are sent' },
      eventsField(ui, events),
      { name: 'enabled', type: 'yes_no', fallback: enabled ? 'yes' : 'no', about: 'whether anything is sent there' },
    ],
    submit: async (values) => {
      const isOn = values.enabled === '' ? enabled : values.enabled === 'yes';
      const patch = { url: values.url || url, events: eventsOf(values), enabled: isOn };
      const changed = await ui.session.client.webhooks.update(id, patch);
      ui.say(`${changed.url} is changed`, 'good');
      refresh(ui);
    },
  });
}

function askToRemove(ui: UiState, { id, url }: EndpointView): void {
  openForm(ui, {
    title: `Delete the endpoint ${url}?`,
    about: 'Nothing is sent there any more; what waits to be sent again fails.',
    verb: 'delete',
    submit: async () => {
      await ui.session.client.webhooks.remove(id);
      ui.say(`${url} is deleted`, 'good');
      refresh(ui);
    },
  });
}
