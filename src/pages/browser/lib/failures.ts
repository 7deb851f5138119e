import type { Answer } from '../../shared/answer.ts';
import type { CheckoutState } from '../../state.ts';
import type { NoticeText, Tone } from './notice.ts';
import type { Outcome } from './payment/outcome.ts';
import { type BuyerMessage, type Method, tellDecline, tellRefusal, tellUnusable } from './refusal-texts.ts';
import { pageTexts } from './texts.ts';

/** An error for the page around the frame (specification, "Client SDK error codes"). */
interface FrameError {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** A failure, with texts for the buyer and for the page around the frame. */
export interface Failure {
  readonly tone: Tone;
  readonly notice: NoticeText;
  /** Errors of form fields, by field id. */
  readonly fields: Readonly<Record<string, string>>;
  readonly error: FrameError;
}

/**
 * @param method how the buyer paid
 * @param state the state of the page
 */
export function failureOf(
  outcome: Exclude<Outcome, { kind: 'paid' | 'unknown' }>,
  method: Method,
  { checkout, declineReasons }: Pick<CheckoutState, 'checkout' | 'declineReasons'>,
): Failure {
  const texts = pageTexts();
  switch (outcome.kind) {
    case 'declined': {
      const { error: message, declineCode } = outcome.refusal;
      const reason = (declineCode === null ? undefined : declineReasons[declineCode]) ?? 'unknown';
      return danger(tellDecline(method, reason, texts), { code: 'declined', message, declineCode });
    }
    case 'invalid': {
      const { refusal } = outcome;
      const told = tellRefusal(method, refusal, checkout.customFields, texts);
      return danger(told, { code: 'invalid_fields', message: refusal.error });
    }
    case 'authenticate': {
      const { error: message } = outcome.refusal;
      return danger({ ...texts.bank, fields: {} }, { code: 'three_ds_failed', message });
    }
    case 'gone': {
      const { title, text, action: label } = texts.closed;
      return {
        tone: 'warn',
        notice: { title, text, action: { label, run: () => location.reload() } },
        fields: {},
        error: { code: 'session_expired', message: 'The checkout is no longer open for payment.' },
      };
    }
    case 'wait': {
      const { seconds } = outcome;
      return {
        tone: 'warn',
        notice: { title: texts.wait.title, text: texts.wait.text(seconds) },
        fields: {},
        error: { code: 'rate_limited', message: 'Too many attempts.', retryAfter: seconds },
      };
    }
  }
}

const contact: ReadonlySet<string> = new Set(['email', 'firstName', 'lastName', 'phone']);

/** The error about invalid fields for the page around the frame. The buyer sees the errors at the fields. */
export function fieldsError(fields: Readonly<Record<string, string>>): FrameError {
  const names = Object.keys(fields);
  if (names.every((name) => contact.has(name))) {
    return { code: 'contact_required', message: 'The contact details are incomplete.', fields };
  }
  if (names.every((name) => name.startsWith('billing'))) {
    return { code: 'billing_address_required', message: 'The billing address is incomplete.', fields };
  }
  return { code: 'invalid_fields', message: 'Some fields are missing or invalid.', fields };
}

/** The vault's responses if it refuses the input, or does not work. */
type NoAliases = Exclude<Answer<unknown>, { kind: 'done' }>;

export function vaultFailure(method: Method, answer: NoAliases): Failure {
  if (answer.kind === 'unreachable' || answer.status !== 400) {
    return lost({ code: 'vault_unavailable', message: 'The card vault did not respond.' });
  }
  const { refusal } = answer;
  const told = tellUnusable(method, refusal, pageTexts());
  return danger(told, { code: 'invalid_fields', message: refusal.error, fields: told.fields });
}

const danger = ({ title, text, fields }: BuyerMessage, error: FrameError): Failure => ({
  tone: 'danger',
  notice: { title, text },
  fields,
  error,
});

const lost = (error: FrameError): Failure => danger({ ...pageTexts().lost, fields: {} }, error);

/** The service did not respond before the buyer was charged. */
export const connectionFailure = (): Failure => lost({ code: 'network', message: 'The service did not respond.' });
