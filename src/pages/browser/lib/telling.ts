import type { NoticeText, Tone } from './notice.ts';
import type { Outcome } from './payment.ts';

/** What the page around a frame is told of an error, in the words of the browser SDK. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface Telling {
  readonly tone: Tone;
  readonly notice: NoticeText;
  readonly error: ToldError;
}

/** What is said of an attempt after which nothing was charged. */
export function tellingOf(outcome: Exclude<Outcome, { kind: 'paid' | 'unknown' }>): Telling {
  switch (outcome.kind) {
    case 'declined': {
      const { error: message, declineCode } = outcome.refusal;
      return danger('The payment was declined', `${message} Nothing was charged.`, {
        code: 'declined',
        message,
        declineCode,
      });
    }
    case 'invalid': {
      const { error: message } = outcome.refusal;
      return danger('The payment could not be made', message, { code: 'invalid_fields', message });
    }
    case 'authenticate': {
      const { error: message } = outcome.refusal;
      const text = `${message} Nothing was charged.`;
      return danger('Your bank must confirm this payment', text, { code: 'three_ds_failed', message });
    }
    case 'gone':
      return {
        tone: 'warn',
        notice: {
          title: 'This checkout is closed',
          text: 'It was paid meanwhile, or it has expired. Nothing was charged now.',
          action: { label: 'See what became of it', run: () => location.reload() },
        },
        error: { code: 'session_expired', message: 'The checkout cannot be paid any more.' },
      };
    case 'wait': {
      const { seconds } = outcome;
      return {
        tone: 'warn',
        notice: {
          title: 'Too many attempts',
          text: `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}, then try again. Nothing was charged.`,
        },
        error: { code: 'rate_limited', message: 'Too many attempts.', retryAfter: seconds },
      };
    }
  }
}

const contact: ReadonlySet<string> = new Set(['email', 'firstName', 'lastName', 'phone']);

/** What the page around is told of fields that are not filled in as they must be; the fields themselves say it here. */
export function fieldsError(fields: Readonly<Record<string, string>>): ToldError {
  const names = Object.keys(fields);
  if (names.every((name) => contact.has(name))) {
    return { code: 'contact_required', message: 'The contact is not complete.', fields };
  }
  if (names.every((name) => name.startsWith('billing'))) {
    return { code: 'billing_address_required', message: 'The billing address is not complete.', fields };
  }
  return { code: 'invalid_fields', message: 'Some fields are not filled in as they must be.', fields };
}

/** What is said where the vault did not take a number in; `null` where it did not answer. */
export function vaultTelling(
  method: 'card' | 'ach',
  refusal: string | null,
): Telling & { readonly field: string | null } {
  if (refusal === null) {
    const text = 'Nothing was charged. Check your connection and try again.';
    const message = 'The card vault did not answer.';
    return { ...danger('The connection was lost', text, { code: 'vault_unavailable', message }), field: null };
  }
  const field = method === 'ach' ? 'bankAccountNumber' : cardFieldOf(refusal);
  const title = method === 'ach' ? 'The account cannot be used' : 'The card cannot be used';
  const error = { code: 'invalid_fields', message: refusal, fields: { [field]: refusal } };
  return { ...danger(title, refusal, error), field };
}

/** The field that a refusal of the vault names. */
function cardFieldOf(refusal: string): string {
  if (refusal.includes('card_exp')) return 'cardExpiry';
  return refusal.includes('card_cvc') ? 'cardCvc' : 'cardNumber';
}

/** What is said where a wallet's card could not be looked at. */
export const lostTelling: Telling = {
  tone: 'danger',
  notice: {
    title: 'The connection was lost',
    text: 'Nothing was charged. Check your connection and try again.',
  },
  error: { code: 'network', message: 'The service did not answer.' },
};

const danger = (title: string, text: string, error: ToldError): Telling => ({
  tone: 'danger',
  notice: { title, text },
  error,
});
