import { type Answer, type Fields, fieldsOf } from '../../../shared/answer.ts';
import type { CheckoutState } from '../../../state.ts';
import { postJson } from '../api.ts';
import type { ParentPage } from '../parent.ts';
import { randomId } from '../platform.ts';
import type { Method } from '../refusal-texts.ts';
import { type Outcome, outcomeOf, type PaymentAnswer } from './outcome.ts';

/** An attempt in the form that is stored until its outcome is known, with vault aliases in place of numbers. */
interface KeptAttempt {
  readonly key: string;
  readonly body: Fields;
  /** When the page of the attempt was created, on the emulated clock. */
  readonly madeAt: string;
}

/**
 * The service remembers an attempt's key for 24 hours of emulated time. After that, it would treat the key as a new
 * attempt.
 */
const lifetime = 24 * 60 * 60 * 1000;

/**
 * One attempt to pay: one `Idempotency-Key` and one body, no matter how often the attempt is sent (specification,
 * "Pay responses"). The tab stores the attempt from the first sending until its outcome is known, so that a reload
 * continues it.
 */
export class Attempt {
  readonly key: string;
  readonly method: Method;
  readonly #slug: string;
  readonly #kept: KeptAttempt;
  /** Whether the attempt was sent and its outcome is unknown. */
  #isOpen: boolean;
  #sending: Promise<Outcome> | null = null;

  private constructor(slug: string, kept: KeptAttempt, isOpen: boolean) {
    this.key = kept.key;
    this.method = methodOf(kept.body);
    this.#slug = slug;
    this.#kept = kept;
    this.#isOpen = isOpen;
  }

  /** @param now the emulated time, ISO 8601 */
  static begin(slug: string, body: Fields, now: string): Attempt {
    return new Attempt(slug, { key: randomId(), body, madeAt: now }, false);
  }

  /** This tab's attempt at the checkout whose outcome is unknown; null if the tab has no such attempt. */
  static unfinished(slug: string, now: string): Attempt | null {
    const kept = readKept(slug);
    if (kept === null) return null;
    if (Date.parse(now) - Date.parse(kept.madeAt) < lifetime) return new Attempt(slug, kept, true);
    forget(slug);
    return null;
  }

  /**
   * Sends the attempt, and sends it once more if the network fails. Any response except an unknown outcome is final.
   * Calls during the sending get the same response.
   */
  send(): Promise<Outcome> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #send(): Promise<Outcome> {
    keep(this.#slug, this.#kept);
    Preparation.end(this.#slug);
    const first = await this.#post();
    if (first.kind === 'unreachable') this.#isOpen = true;
    const outcome = outcomeOf(first.kind === 'unreachable' ? await this.#post() : first);
    // A refusal of this request (`wait`) does not determine the outcome of an earlier request.
    const isUnknown = outcome.kind === 'unknown' || (outcome.kind === 'wait' && this.#isOpen);
    this.#isOpen = isUnknown;
    if (isUnknown) return { kind: 'unknown' };
    forget(this.#slug);
    return outcome;
  }

  #post(): Promise<Answer<PaymentAnswer>> {
    return postJson<PaymentAnswer>(`/api/checkout/${this.#slug}/pay`, this.#kept.body, { 'idempotency-key': this.key });
  }
}

/**
 * The time from the press of a button until the attempt is sent, for example while the bank asks the buyer a
 * question. A reload during this time ends the payment, and the tab remembers that.
 */
export const Preparation = {
  begin: (slug: string): void => store(preparationOf(slug), 'begun'),
  end: (slug: string): void => remove(preparationOf(slug)),
  /** Whether a reload ended a payment before it was sent. Only the first call returns true. */
  wasCutOff(slug: string): boolean {
    const isCutOff = stored(preparationOf(slug)) !== null;
    remove(preparationOf(slug));
    return isCutOff;
  },
};

const preparationOf = (slug: string): string => `payments-preparation:${slug}`;

const methodOf = ({ paymentMethodType, service_wallet }: Fields): Method =>
  service_wallet !== undefined ? 'wallet' : paymentMethodType === 'ach' ? 'ach' : 'card';

const nameOf = (slug: string): string => `payments-attempt:${slug}`;

function readKept(slug: string): KeptAttempt | null {
  try {
    const { key, body, madeAt } = fieldsOf(JSON.parse(stored(nameOf(slug)) ?? 'null'));
    if (typeof key !== 'string' || typeof madeAt !== 'string') return null;
    return { key, body: fieldsOf(body), madeAt };
  } catch {
    return null;
  }
}

const keep = (slug: string, attempt: KeptAttempt): void => store(nameOf(slug), JSON.stringify(attempt));
const forget = (slug: string): void => remove(nameOf(slug));

/** If the browser does not store data (a frame without storage), a reload does not find an attempt. */
function store(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text);
  } catch {}
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function remove(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {}
}

/** Notifies the page around the frame that the checkout is paid, and opens the next page. */
export function leavePaid(parent: ParentPage, place: Pick<CheckoutState, 'path' | 'frame'>, paid: PaymentAnswer): void {
  const { transactionId, orderNumber, orderLabel, confirmationToken } = paid;
  parent.tell('complete', { transactionId, orderNumber, orderLabel, confirmationToken });
  location.replace(nextPage(place, paid));
}

/**
 * The page after a payment: the confirmation, which shows the success and then opens the merchant's `success_url`.
 * After a first instant debit, the confirmation stays open, and links to the bank for the authorization.
 */
function nextPage(
  { path, frame }: Pick<CheckoutState, 'path' | 'frame'>,
  { confirmationToken }: PaymentAnswer,
): string {
  const query = new URLSearchParams({ token: confirmationToken });
  const own = new URLSearchParams(location.search);
  const locale = own.get('locale');
  if (locale !== null) query.set('locale', locale);
  if (frame === null) query.set('then', 'shop');
  else for (const name of ['parent', 'theme', 'around']) query.set(name, own.get(name) ?? '');
  return `${path}/confirmation?${query}`;
}
