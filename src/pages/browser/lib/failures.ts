import type { NoticeText, Tone } from './notice.ts';
import type { Outcome } from './payment.ts';

/** An error as the page around the frame gets it (specification, "Client SDK error codes"). */
interface FrameError {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** What the buyer and the page around the frame are told of a failure. */
export interface Failure {
  readonly tone: Tone;
  readonly notice: NoticeText;
  readonly error: FrameError;
}

export function failureOf(outcome: Exclude<Outcome, { kind: 'paid' | 'unknown' }>): Failure {
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

/** What the page around the frame is told of wrong fields. The buyer sees it at the fields. */
export function fieldsError(fields: Readonly<Record<string, string>>): FrameError {
  const names = Object.keys(fields);
  if (names.every((name) => contact.has(name))) {
    return { code: 'contact_required', message: 'The contact is not complete.', fields };
  }
  if (names.every((name) => name.startsWith('billing'))) {
    return { code: 'billing_address_required', message: 'The billing address is not complete.', fields };
  }
  return { code: 'invalid_fields', message: 'Some fields are not filled in as they must be.', fields };
}

/** @param refusal null if the vault did not answer */
export function vaultFailure(
  method: 'card' | 'ach',
  refusal: string | null,
): Failure & { readonly field: string | null } {
  if (refusal === null) {
    return { ...lost({ code: 'vault_unavailable', message: 'The card vault did not answer.' }), field: null };
  }
  const field = method === 'ach' ? 'bankAccountNumber' : cardFieldOf(refusal);
  const title = method === 'ach' ? 'The account cannot be used' : 'The card cannot be used';
  const error = { code: 'invalid_fields', message: refusal, fields: { [field]: refusal } };
  return { ...danger(title, refusal, error), field };
}

function cardFieldOf(refusal: string): string {
  if (refusal.includes('card_exp')) return 'cardExpiry';
  return refusal.includes('card_cvc') ? 'cardCvc' : 'cardNumber';
}

const danger = (title: string, text: string, error: FrameError): Failure => ({
  tone: 'danger',
  notice: { title, text },
  error,
});

const lost = (error: FrameError): Failure =>
  danger('The connection was lost', 'Nothing was charged. Check your connection and try again.', error);

/** The service did not answer before anything was charged. */
export const connectionFailure = lost({ code: 'network', message: 'The service did not answer.' });
