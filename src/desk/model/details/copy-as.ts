import type { Client } from '../../../client/node-client.ts';
import { jsonOrText } from '../../../core/base/json-values.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import type { EventDetails, RequestDetails } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { type CopiedText, copyOrOffer, runAndCopy } from '../run-and-report.ts';
import { eventOf, idOf, objectOf, type RowSubject, subjectOf } from '../targets.ts';
import { titleOf } from '../views/activity.ts';
import { addressesOf, mailPages } from './addresses.ts';
import { detailsOf } from './details.ts';
import { bodyLost, unlessMissing } from './logged-bodies.ts';
import { pageChoices } from './pages.ts';
import { curl, curlForCmd, fetchCall, tokenName, type WriteCall, withNewToken } from './shell.ts';
import { bodyOf, checkOf, signatureOf } from './webhook-signature.ts';

/** Copies the selected row, or the open details, to the clipboard. */

export function copyId(desk: Desk): void {
  const id = desk.target === null ? null : idOf(desk.target);
  if (id === null) return;
  void copyAndSay(desk, id, id);
}

export const copyJson = (desk: Desk): void => withJson(desk, (json) => void copyAndSay(desk, json, 'The JSON'));

/**
 * Copies a text, and tells the user where the copy is.
 * @param what the name of the text, in words
 * @param further a text to add to the message
 */
export async function copyAndSay(desk: Desk, text: string, what: string, further = ''): Promise<void> {
  const { text: said, tone } = await copyOrOffer(desk, text, what);
  desk.say(`${said}${further}.`, tone);
}

/** Calls a function with the JSON of the open details, or of the selected row. */
export function withJson(desk: Desk, use: (json: string) => void): void {
  const known = desk.details?.content?.json;
  const { target } = desk;
  if (known !== undefined) use(known);
  else if (target === null) desk.say('Select a row first.', 'wait');
  else
    void desk.during('the JSON', async (signal) => {
      try {
        const { json } = await detailsOf(desk.session, target);
        if (!signal.aborted) use(json);
      } catch (error) {
        desk.say(reasonOf(error), 'bad');
      }
    });
}

/** Lists the formats in which the row can be copied, and texts that can be copied without a row. */
export function openCopies(desk: Desk): void {
  const { target } = desk;
  const choices = [...(target === null ? [] : rowChoices(desk, target)), ...commandChoices(desk), ...keyChoices(desk)];
  desk.dialog = new Chooser('Copy as', 'type to narrow', (typed) => narrow(choices, typed));
}

function rowChoices(desk: Desk, target: RowSubject): Choice[] {
  const id = idOf(target);
  return [
    ...(id === null ? [] : [choice('id', id, () => copyId(desk))]),
    choice('JSON', 'the JSON in the details', () => copyJson(desk)),
    ...resumeChoices(desk, target),
    ...requestChoices(desk, target),
    ...webhookChoices(desk, target),
    ...addressChoices(desk, target),
    ...pageChoices(desk, objectOf(desk.session, target)),
  ];
}

function resumeChoices(desk: Desk, target: RowSubject): Choice[] {
  const place = placeOf(desk, target);
  return place === null ? [] : [choice('start from here', place.command, () => copyWayBack(desk))];
}

/**
 * The command that resumes a recorded run, just after a row or just before a mark. Null if the run cannot resume from
 * the row, or if no recorded run is shown.
 */
export function placeOf({ session: { run } }: Desk, target: RowSubject): { readonly command: string } | null {
  const place = placeNamed(target);
  return run === null || place === null ? null : { command: run.resumeCommand(place) };
}

function placeNamed(target: RowSubject): string | null {
  if (target.type === 'note') return target.mark ?? null;
  return target.type === 'request' ? target.request.id : eventOf(target);
}

/** Copies the command that resumes the run at the row. */
export function copyWayBack(desk: Desk): void {
  const place = desk.target === null ? null : placeOf(desk, desk.target);
  if (place !== null) void copyAndSay(desk, place.command, 'The command to start from here');
}

/** A choice that copies a text from the emulator. */
const copying = (desk: Desk, name: string, about: string, make: () => Promise<CopiedText>): Choice =>
  choice(name, about, () => void runAndCopy(desk, about, make));

/**
 * The choices for a curl command. On Windows there is one for each shell, because each shell treats the quotation
 * marks of the other as part of the words.
 */
function curls(desk: Desk, name: string, about: string, make: (write: WriteCall) => Promise<CopiedText>): Choice[] {
  if (!desk.host.isWindows) return [copying(desk, name, about, () => make(curl))];
  return [
    copying(desk, `${name} (cmd)`, `${about}, for cmd.exe`, () => make(curlForCmd)),
    copying(desk, `${name} (sh)`, `${about}, for sh (such as Git Bash)`, () => make(curl)),
  ];
}

/** The call of the row: a request, or the request that caused an event or created an object. */
function requestChoices(desk: Desk, target: RowSubject): Choice[] {
  const { client } = desk.session;
  const event = eventOf(target);
  const subject = subjectOf(target);
  const [what, find] =
    target.type === 'request'
      ? [`${target.request.method} ${target.request.path} again`, async () => target.request.id]
      : event !== null
        ? ['the request that caused the event', () => causeOf(client, event)]
        : subject !== null
          ? ['the request that created the object', () => makerOf(client, subject)]
          : ['', null];
  if (find === null) return [];
  return [
    ...curls(desk, 'curl', `the command that sends ${what}`, async (write) => callOfRequest(desk, await find(), write)),
    copying(desk, 'fetch', `the JavaScript code that sends ${what}`, async () =>
      callOfRequest(desk, await find(), fetchCall),
    ),
  ];
}

/** @throws Error if no request caused the event */
async function causeOf(client: Client, event: string): Promise<string> {
  const { request, cause } = await client.call('events.get', { id: event });
  if (request !== null) return request.id;
  throw new Error(
    `${shortId(event)} was caused by ${titleOf(cause.origin ?? cause)}, so there is no request to send again.`,
  );
}

/** @throws Error if no request created the object */
async function makerOf(client: Client, id: string): Promise<string> {
  const { made_by } = await client.call('objects.get', { id });
  if (made_by !== null) return made_by.id;
  throw new Error(`No request created ${shortId(id)}, or the log no longer contains the request.`);
}

/** @throws Error if the log does not contain the whole request */
async function callOfRequest({ session }: Desk, id: string, write: WriteCall): Promise<CopiedText> {
  const { client } = session;
  const [request, { keys }] = await Promise.all([
    client.call('requests.get', { id }).catch(unlessMissing),
    client.call('keys.get'),
  ]);
  if (request === null) throw new Error(`The call cannot be copied: ${bodyLost}`);
  const { method, path, body, redacted, idempotency_key, mode, key, headers } = request;
  const { 'x-emulator-outcome': outcome } = headers;
  const filled = redacted ? withPlaceholders(path, body) : { body, names: [] };
  if (filled === null)
    throw new Error(
      `The call cannot be copied: the log omits part of the request ${shortId(id)}, which has a secret in its path or a very long body.`,
    );
  const kind = key?.startsWith('pk_') === true ? 'publishable' : 'secret';
  const own = key === null ? null : keys[kind][mode ?? 'test'];
  const card = write === curl && filled.names.join() === tokenName ? await cardOf(client, request) : null;
  const renewed = withoutReference(request, filled.body);
  // A call with a new token or without its reference is another call, so it cannot have the same key.
  const repeated = card === null && renewed === null ? idempotency_key : null;
  const left = renewed === null ? '' : '. It leaves out the reference_id, because the payment was declined';
  const text = write(
    method,
    `${client.url}${path}`,
    [
      ...(own === null ? [] : [`Authorization: Bearer ${own}`]),
      ...(repeated === null ? [] : [`Idempotency-Key: ${repeated}`]),
      ...(outcome === undefined ? [] : [`X-Emulator-Outcome: ${outcome}`]),
      ...(body === null ? [] : ['Content-Type: application/json']),
    ],
    renewed ?? filled.body,
  );
  if (card !== null) {
    const headers = [`Authorization: Bearer ${keys.publishable[mode ?? 'test']}`, 'Content-Type: application/json'];
    const body = JSON.stringify({ number: card, exp_month: '12', exp_year: '2030' });
    const making = write('POST', `${client.url}/api/v1/tokens`, headers, body);
    return {
      text: withNewToken(making, text),
      further: `${left}. It first makes a new token of the test card ${card}`,
    };
  }
  const { names } = filled;
  const hidden =
    names.length === 0
      ? ''
      : `. Replace ${names.join(', ')} first; the log hides ${names.length === 1 ? 'it' : 'them'}`;
  return { text, further: `${left}${hidden}` };
}

/**
 * The body of a declined charge without its `reference_id`, which cannot be used again; null if the request was not
 * declined, or if it has no reference.
 */
function withoutReference({ status, response }: RequestDetails, body: string | null): string | null {
  const { code } = (jsonOrText(response ?? '') ?? {}) as { readonly code?: unknown };
  const { reference_id, ...rest } = (jsonOrText(body ?? '') ?? {}) as { readonly reference_id?: unknown };
  const isUsed = status === 402 || code === 'reference_id_reused';
  return isUsed && typeof reference_id === 'string' ? JSON.stringify(rest) : null;
}

/** The number of the test card that a request paid with; null if the request or the card is unknown. */
async function cardOf(client: Client, request: RequestDetails): Promise<string | null> {
  const { response, events, status } = request;
  const made = jsonOrText(response ?? '') as { readonly data?: { readonly id?: unknown } } | null;
  const id = made?.data?.id ?? events.at(-1)?.change.id;
  if (typeof id !== 'string') return null;
  const [paid, { data: outcomes }] = await Promise.all([
    client.call('objects.get', { id }).catch(unlessMissing),
    client.call('outcomes.list'),
  ]);
  const { card_last_four: last, card_brand: brand } = paid?.data ?? {};
  // After a restore, the id can name another object. A refused call names the payment of an earlier request.
  if (typeof last !== 'string' || (paid?.made_by?.id !== request.id && status !== 409)) return null;
  const numbers = outcomes.flatMap(({ source, when }) =>
    source === 'card' && when.brand === brand && typeof when.number === 'string' ? [when.number] : [],
  );
  return numbers.find((number) => number.endsWith(last)) ?? null;
}

/** A value that the log hides, such as `[redacted]`, `****9995` or `ptok_…P2`; and the sign of one in a path. */
const maskedValue = /^(?:\[redacted\]|\*{4}\w*|[a-z_]+_…\w*)$/;
const maskedPart = /redacted|\*{4}|…|%e2%80%a6/i;

/**
 * The body of a request with a name in place of each value that the log hides, such as `PAYMENT_TOKEN`, and these
 * names. Null if the log has cut the body, or hides a part of the path.
 */
function withPlaceholders(path: string, body: string | null): { body: string; names: string[] } | null {
  const names = new Set<string>();
  const named = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !maskedValue.test(value)) return value;
    names.add(name.toUpperCase());
    return name.toUpperCase();
  };
  try {
    const whole = JSON.stringify(JSON.parse(body ?? ''), named);
    return names.size === 0 || maskedPart.test(path) ? null : { body: whole, names: [...names] };
  } catch {
    return null;
  }
}

/** On Windows, names the shell for a command that has no version for `cmd.exe`. */
const forSh = ({ host }: Desk): string => (host.isWindows ? ', for sh (such as Git Bash)' : '');

function webhookChoices(desk: Desk, target: RowSubject): Choice[] {
  const id = eventOf(target);
  if (id === null) return [];
  const own =
    target.type === 'delivery' ? target.delivery.id : (target.type === 'event' && target.delivery?.id) || null;
  const { client } = desk.session;
  return [
    copying(desk, 'webhook', 'the exact webhook body', async () => bodyOf(await client.call('events.get', { id }))),
    ...curls(desk, 'signed webhook', 'the curl command that sends the signed webhook', async (write) => {
      const event = await client.call('events.get', { id });
      const { url, signature } = signedOf(desk, event, own);
      const headers = ['Content-Type: application/json', `Service-Event: ${event.type}`];
      return write('POST', url, [...headers, `Service-Signature: ${signature}`], bodyOf(event));
    }),
    copying(desk, 'signature check', `the command that verifies the webhook signature${forSh(desk)}`, async () => {
      const event = await client.call('events.get', { id });
      return checkOf(event, signedOf(desk, event, own).signature);
    }),
  ];
}

/**
 * The URL and the signature of an event's last attempt.
 * @param own the id of the delivery; null for the event's first delivery
 * @throws Error if the event was not sent
 */
function signedOf(desk: Desk, event: EventDetails, own: string | null): { url: string; signature: string } {
  const delivery = event.deliveries.find((each) => own === null || each.id === own);
  const signature = delivery === undefined ? null : signatureOf(delivery);
  if (delivery === undefined || signature === null)
    throw new Error(`${shortId(event.id)} has not been sent yet, so it has no signature; ${desk.host.ways.resend}.`);
  return { url: delivery.url, signature };
}

/** The URLs of the row's pages. */
function addressChoices(desk: Desk, target: RowSubject): Choice[] {
  const object = objectOf(desk.session, target);
  const addresses =
    target.type === 'mail'
      ? mailPages(desk.session, target.mail).map(({ address }) => address)
      : object === null
        ? []
        : addressesOf(desk.session, object);
  return addresses.map((address) => copying(desk, 'page', address, async () => address));
}

/** The command that repeats the last trigger of this session. */
function commandChoices(desk: Desk): Choice[] {
  const { triggered, session } = desk;
  if (triggered === null) return [];
  const { workspace, mode } = session.status ?? {};
  const options = { ...triggered.request, workspace, mode, url: session.client.url };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, quoted(String(value))],
  );
  const command = ['npx payments-emulator trigger', quoted(triggered.name), ...given].join(' ');
  return [
    choice(
      'command',
      `triggers ${triggered.name} with the same options as the last trigger`,
      () => void copyAndSay(desk, command, 'The command'),
    ),
  ];
}

/** The keys of the sandbox in the shown mode. */
function keyChoices(desk: Desk): Choice[] {
  const { client, mode } = desk.session;
  return (['secret', 'publishable'] as const).map((kind) =>
    copying(
      desk,
      kind === 'secret' ? 'key' : `${kind} key`,
      `the ${kind} key of the sandbox in ${mode} mode`,
      async () => {
        const key = (await client.call('keys.get')).keys[kind][mode];
        if (key === null) throw new Error(`The sandbox has no ${kind} key in ${mode} mode.`);
        return key;
      },
    ),
  );
}
