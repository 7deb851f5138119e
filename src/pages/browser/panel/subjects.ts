import { fieldsOf, textOf } from '../../shared/answer.ts';
import type { PanelState } from '../../state.ts';
import { type Control, ControlError } from './control.ts';
import type { ClockView, Decision, EventDetails, MailView, ObjectView, RequestDetails } from './wire.ts';

/** The kinds of objects to load beside a page's own: those that refer to it, newest first. */
const followers: Readonly<Record<string, readonly string[]>> = {
  checkout_session: ['transaction'],
  payment_link: ['transaction'],
  invoice: ['transaction'],
  transaction: ['dispute'],
  customer: ['subscription', 'invoice', 'transaction'],
  payout_link: ['payout_request'],
};
/** The fields that lead from an object to others that can be moved. */
const leads = ['payout_id', 'subscription_id', 'transaction_id', 'invoice_id', 'checkout_session_id'] as const;

const mostOfAKind = 3;
const mostEvents = 12;
const searchedRequests = 100;

/** Why something was refused, as far as it is known. */
export interface Refused {
  readonly request: RequestDetails | null;
  /** The payment or payout that failed. */
  readonly object: ObjectView | null;
  readonly decision: Decision | null;
}

/** Everything about the page that changes while it is open. */
export interface Subjects {
  readonly clock: ClockView;
  /** The page's own objects, then those that belong to them. */
  readonly objects: readonly ObjectView[];
  /** Newest first. */
  readonly events: readonly EventDetails[];
  readonly refused: Refused | null;
  /** The buyer's e-mail address; empty: unknown. */
  readonly address: string;
  /** The mail to that address. */
  readonly mail: readonly MailView[];
  /** Blocks that apps have placed on the page's objects. */
  readonly blocks: readonly ObjectView[];
  readonly pixels: readonly (readonly [name: string, id: string])[];
}

export async function loadSubjects(control: Control, { about, slug }: PanelState): Promise<Subjects> {
  const objects = await loadObjects(control, about);
  const ids = objects.map(({ id }) => id);
  const [clock, events, refused, sent, blocks, pixels] = await Promise.all([
    control.clock(),
    loadEvents(control, ids),
    loadRefused(control, objects, slug),
    loadMail(control, objects),
    Promise.all(ids.map((id) => control.objects('block', id, mostOfAKind))),
    loadPixels(control),
  ]);
  return { clock, objects, events, refused, ...sent, blocks: distinct(blocks.flat()), pixels };
}

/** Objects that no longer exist are left out. */
const found = (control: Control, id: string): Promise<ObjectView | null> =>
  control.object(id).catch((error: unknown) => {
    if (error instanceof ControlError) return null;
    throw error;
  });

async function loadObjects(control: Control, about: readonly string[]): Promise<ObjectView[]> {
  const own = (await Promise.all(about.map((id) => found(control, id)))).filter((each) => each !== null);
  const following = await Promise.all(
    own.flatMap(({ id, object }) => (followers[object] ?? []).map((kind) => control.objects(kind, id, mostOfAKind))),
  );
  const near = [...own, ...following.flat()];
  const led = near.flatMap(({ data }) => leads.map((name) => textOf(fieldsOf(data)[name])));
  const known = new Set(near.map(({ id }) => id));
  const further = [...new Set(led)].filter((id) => id !== '' && !known.has(id)).slice(0, 5);
  const read = await Promise.all(further.map((id) => found(control, id)));
  return distinct([...near, ...read.filter((each) => each !== null)]);
}

const distinct = <O extends { readonly id: string }>(all: readonly O[]): O[] => [
  ...new Map(all.map((each) => [each.id, each])).values(),
];

async function loadEvents(control: Control, ids: readonly string[]): Promise<EventDetails[]> {
  const lists = await Promise.all(ids.map((id) => control.events(id, mostEvents)));
  // Events of the same second keep the order of their lists, in which they were emitted.
  const newest = distinct(lists.flat())
    .sort((one, other) => other.created - one.created)
    .slice(0, mostEvents);
  return Promise.all(newest.map(({ id }) => control.event(id)));
}

/** The page's last refused request; otherwise the payment or payout that failed later. */
async function loadRefused(
  control: Control,
  objects: readonly ObjectView[],
  slug: string | null,
): Promise<Refused | null> {
  const log = slug === null ? [] : await control.requests(searchedRequests);
  const last = log.find(({ method, path }) => method === 'POST' && path.includes(`/${slug}`));
  const isRefused = last !== undefined && last.status >= 400;
  const money = objects.filter(({ object }) => object === 'transaction' || object === 'payout');
  const [newest] = money;
  const failed = newest !== undefined && textOf(fieldsOf(newest.data).error_code) !== '' ? newest : null;
  // If a payment succeeded after the refusal, there is nothing to explain.
  if (failed === null && !isRefused) return null;
  const [request, decision] = await Promise.all([
    isRefused ? control.request(last.id) : null,
    failed === null ? null : control.decision(failed),
  ]);
  return { request, object: failed, decision };
}

/** The address of the first object that has one, or has a customer. */
async function addressOf(control: Control, objects: readonly ObjectView[]): Promise<string> {
  for (const { data } of objects) {
    const { email, customer_email, recipient_email, customer_id } = fieldsOf(data);
    const address = textOf(email) || textOf(customer_email) || textOf(recipient_email);
    if (address !== '') return address;
    const customer = textOf(customer_id) === '' ? null : await found(control, textOf(customer_id));
    if (customer !== null) return textOf(fieldsOf(customer.data).email);
  }
  return '';
}

async function loadMail(control: Control, objects: readonly ObjectView[]): Promise<Pick<Subjects, 'address' | 'mail'>> {
  const address = await addressOf(control, objects);
  return { address, mail: address === '' ? [] : await control.mail(address, mostOfAKind) };
}

async function loadPixels(control: Control): Promise<Subjects['pixels']> {
  const [record] = await control.objects('pixels', '', 1);
  return Object.entries(fieldsOf(record?.data)).flatMap(([name, id]) =>
    name.endsWith('_id') && textOf(id) !== '' ? [[name, textOf(id)] as const] : [],
  );
}
