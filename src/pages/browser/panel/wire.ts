/**
 * The parts of the control API's answers that the panel reads. The complete types belong to the server, and browser
 * programs cannot use them; `test/browser/sandbox-panel.test.ts` checks that these match.
 */

export interface KeysView {
  readonly keys: { readonly secret: Readonly<Record<'test' | 'live', string | null>> };
  readonly api_base: string;
}

export interface ClockView {
  readonly now: string;
  readonly mode: 'running' | 'frozen';
  readonly next: { readonly kind: string; readonly about: string; readonly due_at: string | null } | null;
  readonly held: number;
}

export interface OutcomeRow {
  readonly source: 'workspace' | 'built-in' | 'card';
  readonly id: string | null;
  readonly when: unknown;
  readonly then: unknown;
  readonly about: string;
}

export interface TriggerView {
  readonly name: string;
  readonly about: string;
  readonly moves: readonly { readonly move: string; readonly to: string }[];
}

export interface ObjectView {
  readonly id: string;
  /** Its kind, as triggers name it: `payout_link`. */
  readonly object: string;
  readonly state: string | null;
  /** The moves that are legal now. */
  readonly moves: readonly string[];
  /** The object in the merchant API's form. */
  readonly data: unknown;
}

export interface EventView {
  readonly id: string;
  readonly type: string;
  /** Unix seconds, emulated. */
  readonly created: number;
  readonly change: { readonly from: string | null; readonly to: string };
  readonly unsent: 'history' | 'disabled' | 'not_subscribed' | null;
}

export interface EventDetails extends EventView {
  readonly deliveries: readonly DeliveryView[];
}

export interface DeliveryView {
  readonly id: string;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly due: boolean;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly status: number | null;
    /** Real milliseconds. */
    readonly latency_ms: number;
    readonly body: string;
    readonly error: string | null;
  }[];
}

export interface RequestView {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly fault: string | null;
}

export interface RequestDetails extends RequestView {
  readonly body: string | null;
  readonly response: string | null;
}

export interface MailView {
  readonly id: string;
  readonly subject: string;
  readonly at: string;
}

/** What decided against a payment: `GET /_emulator/transactions/{id}/decision`. */
export interface Decision {
  readonly source: 'workspace' | 'built-in' | 'forced' | 'instrument' | 'unknown';
  readonly rule: string | null;
  readonly when?: { readonly card?: string; readonly amount?: unknown };
  readonly about: string;
}
