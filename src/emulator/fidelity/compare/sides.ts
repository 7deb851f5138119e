import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Replay, SentEvent } from './exchange.ts';
import type { Finding } from './findings.ts';

/** What one side answered, or sent as a webhook, without secrets. */
export interface Side {
  /** Null of a webhook. */
  readonly status: number | null;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The two answers of the entry at which a finding was first seen; null: that side sent nothing. */
export interface Sides {
  /** The call, `POST /api/v1/charges`, or the type of the webhook. */
  readonly of: string;
  readonly service: Side | null;
  readonly emulator: Side | null;
}

/**
 * Tells what both sides answered.
 * @param matched the emulator's events by the deliveries that they were compared with
 */
export function sidesIn(
  { exchanges }: Replay,
  calls: readonly CapturedCall[],
  matched: ReadonlyMap<CapturedCall, SentEvent>,
): (finding: Finding) => Sides | null {
  const texts = new HiddenTexts();
  const hidden = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(texts.body(JSON.stringify(value), 'application/json'));
  const headersOf = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, texts.header(name, value)]));
  const nameOf = ({ capture, entry }: Finding['first']): string => `${entry} ${capture}`;
  const byName = new Map(calls.map((call) => [nameOf(call), call]));
  const answers = new Map(exchanges.map(({ call, answer }) => [call, answer]));
  return ({ first, operation, service }: Finding): Sides | null => {
    const call = byName.get(nameOf(first));
    if (call === undefined) return null;
    if (call.kind === 'delivery') {
      const event = matched.get(call);
      const { id, type, created, data } = event ?? {};
      return {
        of: operation,
        service: { status: null, headers: {}, body: hidden(call.body) },
        emulator: event === undefined ? null : { status: null, headers: {}, body: hidden({ id, type, created, data }) },
      };
    }
    // An event that the emulator alone sent has no entry.
    if (operation.startsWith('event ') && service === null) return null;
    const answer = answers.get(call) ?? null;
    return {
      of: `${call.method} ${texts.url(`${call.path}${call.url.search}`)}`,
      service: { status: call.status ?? null, headers: headersOf(call.answerHeaders), body: hidden(call.answer) },
      emulator:
        answer === null
          ? null
          : { status: answer.status, headers: headersOf(answer.headers), body: hidden(answer.body) },
    };
  };
}
