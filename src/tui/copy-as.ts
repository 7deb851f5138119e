import type { AttemptView, EventDetails } from '../control/wire.ts';
import { detailsOf } from '../desk/details/details.ts';
import { shortId } from '../desk/format.ts';
import { eventOf, idOf, objectOf, type Target } from '../desk/targets.ts';
import { pageChoices, runAndReport } from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import { reasonOf } from './outcomes.ts';
import { addressesOf, mailAddress } from './pages.ts';
import type { UiState } from './ui-state.ts';

/** What goes to the clipboard of the row, or of what is open. */

export function copyId(ui: UiState): void {
  const id = ui.target === null ? null : idOf(ui.target);
  if (id === null) return;
  void copyAndSay(ui, id, id);
}

export const copyJson = (ui: UiState): void => withJson(ui, (json) => void copyAndSay(ui, json, 'The JSON'));

/**
 * Copies a text, and says where it went.
 * @param what it is, in words
 * @param further what is said behind that
 */
export async function copyAndSay(ui: UiState, text: string, what: string, further = ''): Promise<void> {
  ui.say(`${what} ${await ui.host.copy(text)}${further}.`);
}

/** The JSON of what is open, or of the row. */
export function withJson(ui: UiState, use: (json: string) => void): void {
  const known = ui.details?.content?.json;
  const { target } = ui;
  if (known !== undefined) use(known);
  else if (target === null) ui.say('Select a row first.', 'wait');
  else
    void ui.typeAhead.holdWhile('the JSON', async (signal) => {
      try {
        const { json } = await detailsOf(ui.session, target);
        if (!signal.aborted) use(json);
      } catch (error) {
        ui.say(reasonOf(error), 'bad');
      }
    });
}

/** Opens the JSON in the editor of whoever sits there. */
export const editJson = (ui: UiState): void =>
  withJson(ui, (json) => {
    const id = ui.target === null ? null : idOf(ui.target);
    void ui.host.edit(`${id?.replaceAll(/\W+/g, '-') ?? 'row'}.json`, json);
  });

/** Lists the forms in which the row can be copied, and what can be copied without one. */
export function openCopies(ui: UiState): void {
  const { target } = ui;
  const choices = [...(target === null ? [] : rowChoices(ui, target)), ...keyChoices(ui)];
  ui.dialog = new Chooser('Copy as', 'type to narrow', (typed) => narrow(choices, typed));
}

function rowChoices(ui: UiState, target: Target): Choice[] {
  const id = idOf(target);
  return [
    ...(id === null ? [] : [choice('id', id, () => copyId(ui))]),
    choice('JSON', 'as its details show it', () => copyJson(ui)),
    ...requestChoices(ui, target),
    ...webhookChoices(ui, target),
    ...addressChoices(ui, target),
    ...pageChoices(ui, objectOf(ui.session, target)),
  ];
}

/** A choice that copies what has to be asked for first. */
function copying(ui: UiState, name: string, about: string, make: () => Promise<string>): Choice {
  const tell = async (): Promise<string> => {
    return `${about} ${await ui.host.copy(await make())}`;
  };
  return choice(name, about, () => void runAndReport(ui, tell));
}

function requestChoices(ui: UiState, target: Target): Choice[] {
  if (target.type !== 'request') return [];
  const { id, method, path } = target.request;
  return [copying(ui, 'curl', `the command that sends ${method} ${path} again`, () => curlOfRequest(ui, id))];
}

/** @throws Error where the log does not hold all that was sent */
async function curlOfRequest({ session }: UiState, id: string): Promise<string> {
  const { client } = session;
  const [request, { keys }] = await Promise.all([client.requests.get(id), client.keys()]);
  const { method, path, body, redacted, idempotency_key, mode, key } = request;
  if (redacted)
    throw new Error(
      `${shortId(id)} held more than the log keeps (secrets, or a very long body): there is no curl of it.`,
    );
  const kind = key?.startsWith('pk_') === true ? 'publishable' : 'secret';
  const own = key === null ? null : keys[kind][mode ?? 'test'];
  return curl(
    method,
    `${client.url}${path}`,
    [
      ...(own === null ? [] : [`Authorization: Bearer ${own}`]),
      ...(idempotency_key === null ? [] : [`Idempotency-Key: ${idempotency_key}`]),
      ...(body === null ? [] : ['Content-Type: application/json']),
    ],
    body,
  );
}

function webhookChoices(ui: UiState, target: Target): Choice[] {
  const id = eventOf(target);
  if (id === null) return [];
  const own =
    target.type === 'delivery' ? target.delivery.id : (target.type === 'event' && target.delivery?.id) || null;
  const { client } = ui.session;
  return [
    copying(ui, 'webhook', 'the body of the webhook, byte for byte', async () => bodyOf(await client.events.get(id))),
    copying(ui, 'signed webhook', 'the curl that sends the webhook with its signature', async () => {
      const event = await client.events.get(id);
      const delivery = event.deliveries.find((each) => own === null || each.id === own);
      const attempt = delivery?.attempts.findLast(isTrue);
      if (delivery === undefined || attempt === undefined)
        throw new Error(`${shortId(id)} was not sent yet, so that nothing is signed; w sends it.`);
      const headers = ['Content-Type: application/json', `Service-Event: ${event.type}`];
      return curl('POST', delivery.url, [...headers, `Service-Signature: ${attempt.signature}`], bodyOf(event));
    }),
  ];
}

/** Whether an attempt sent the event as it is, signed rightly. */
const isTrue = ({ signature, fault }: AttemptView): boolean => signature !== null && fault === null;

/** What is sent of an event, and signed. */
const bodyOf = ({ id, type, created, data }: EventDetails): string => JSON.stringify({ id, type, created, data });

/** The addresses of the pages that the row leads to. */
function addressChoices(ui: UiState, target: Target): Choice[] {
  const object = objectOf(ui.session, target);
  const addresses =
    target.type === 'mail'
      ? [mailAddress(ui.session, target.mail.id)]
      : object === null
        ? []
        : addressesOf(ui.session, object);
  return addresses.map((address) => copying(ui, 'page', address, async () => address));
}

/** The keys of the sandbox in the mode that is shown. */
function keyChoices(ui: UiState): Choice[] {
  const { client, mode } = ui.session;
  return (['secret', 'publishable'] as const).map((kind) =>
    copying(ui, kind === 'secret' ? 'key' : `${kind} key`, `the ${kind} key of the sandbox, ${mode} mode`, async () => {
      const key = (await client.keys()).keys[kind][mode];
      if (key === null) throw new Error(`The sandbox has no ${kind} key in ${mode} mode.`);
      return key;
    }),
  );
}

/** A command that runs as it is in a shell. */
const curl = (method: string, url: string, headers: readonly string[], body: string | null): string =>
  [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(url),
    ...headers.flatMap((header) => ['-H', quoted(header)]),
    ...(body === null ? [] : ['--data-binary', quoted(body)]),
  ].join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
