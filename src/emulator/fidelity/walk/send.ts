import { minuteMs, secondMs } from '../../../core/base/instants.ts';
import { whyUnanswered } from '../../../core/base/system-errors.ts';

/** A request as a walk sends it. */
export interface WalkRequest {
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface WalkAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How requests are sent. */
export interface Sending {
  /** Sends a request. Throws Unanswered if there is no complete response. */
  readonly send: (request: WalkRequest) => Promise<WalkAnswer>;
  /** Waits for `delay` real milliseconds. */
  readonly wait: (delay: number) => Promise<void>;
}

/** A request got no complete response. The message is the reason, as a clause. */
export class Unanswered extends Error {}

/** How long a complete response may take, in milliseconds. */
const longestAnswer = 30 * secondMs;
/** How often a request is repeated after a 429 response. */
const mostRepeats = 5;
/** The longest time to wait when the service asks to retry later, in milliseconds. */
const longestWait = 15 * minuteMs;

/**
 * Sends a request with `fetch`, without following redirects.
 * @param longest how long the complete response may take, in milliseconds
 * @throws Unanswered
 */
export async function sendByFetch(
  { method, url, headers, body }: WalkRequest,
  longest = longestAnswer,
): Promise<WalkAnswer> {
  const signal = AbortSignal.timeout(longest);
  try {
    const answer = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  } catch (error) {
    if (signal.aborted) throw new Unanswered(`no complete response within ${longest / secondMs} s`);
    const { cause = error } = error as Error;
    throw new Unanswered(whyUnanswered(cause as Error, longest));
  }
}

/**
 * Sends a request again as long as the service asks to (429 with `Retry-After`).
 * @param onAnswer called after each response
 */
export async function sendPatiently(
  request: WalkRequest,
  { send, wait }: Sending,
  onAnswer: (answer: WalkAnswer) => void = () => {},
): Promise<WalkAnswer> {
  for (let repeats = 0; ; repeats++) {
    const answer = await send(request);
    onAnswer(answer);
    if (answer.status !== 429 || repeats === mostRepeats) return answer;
    const seconds = Number(answer.headers['retry-after'] ?? Number.NaN);
    await wait(seconds >= 0 ? Math.min(seconds * secondMs, longestWait) : minuteMs);
  }
}
