import type { CheckoutState } from '../../state.ts';
import { type Answer, postJson, type Refusal } from './api.ts';
import { randomId } from './platform.ts';

export interface Paid {
  readonly transactionId: string;
  readonly orderNumber: number | null;
  readonly orderLabel: string | null;
  readonly confirmationToken: string;
  readonly successUrl: string | null;
  readonly bankAuthUrl?: string;
}

export type Outcome =
  | { readonly kind: 'paid'; readonly paid: Paid }
  /** No money moved, and another attempt may follow. */
  | { readonly kind: 'declined'; readonly refusal: Refusal }
  | { readonly kind: 'invalid'; readonly refusal: Refusal }
  | { readonly kind: 'authenticate'; readonly refusal: Refusal }
  | { readonly kind: 'gone' }
  | { readonly kind: 'wait'; readonly seconds: number }
  /** Nobody knows whether it was charged. The same attempt may be sent again, another may not be made. */
  | { readonly kind: 'unknown' };

/**
 * One attempt to pay: one `Idempotency-Key` and one body, however often it is sent (specification, "Pay responses").
 */
export class Attempt {
  readonly key = randomId();
  readonly #url: string;
  readonly #body: object;

  constructor(slug: string, body: object) {
    this.#url = `/api/checkout/${slug}/pay`;
    this.#body = body;
  }

  /** Sends the attempt, and once more if the network fails. An answer is final. */
  async send(): Promise<Outcome> {
    const first = await this.#post();
    return outcomeOf(first.kind === 'unreachable' ? await this.#post() : first);
  }

  #post(): Promise<Answer<Paid>> {
    return postJson<Paid>(this.#url, this.#body, { 'idempotency-key': this.key });
  }
}

function outcomeOf(answer: Answer<Paid>): Outcome {
  if (answer.kind === 'done') return { kind: 'paid', paid: answer.body };
  if (answer.kind === 'unreachable') return { kind: 'unknown' };
  const { status, refusal, retryAfter } = answer;
  if (status >= 500 || status === 409) return { kind: 'unknown' };
  if (status === 429) return { kind: 'wait', seconds: retryAfter ?? 60 };
  if (status === 404) return { kind: 'gone' };
  if (status === 402) return { kind: 'authenticate', refusal };
  return { kind: refusal.code === 'card_declined' ? 'declined' : 'invalid', refusal };
}

/**
 * Where a buyer goes after paying: to the merchant's `success_url`, else to the confirmation. A first instant debit always
 * leads to the confirmation, which links to the bank for the authorization.
 */
export function nextPage({ path, frame }: CheckoutState, { confirmationToken, successUrl, bankAuthUrl }: Paid): string {
  if (frame === null && successUrl !== null && bankAuthUrl === undefined && /^https?:/i.test(successUrl)) {
    return successUrl;
  }
  const query = new URLSearchParams({ token: confirmationToken });
  if (frame !== null) {
    const own = new URLSearchParams(location.search);
    for (const name of ['parent', 'theme']) query.set(name, own.get(name) ?? '');
  }
  return `${path}/confirmation?${query}`;
}
