import { minuteMs } from '../../../core/base/instants.ts';
import { isObject, jsonOrText } from '../../../core/base/json-values.ts';
import { pause, realNow, stopwatch } from '../../../core/base/time.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { type Fields, pathOf } from '../../../core/kernel/declare/request-path.ts';
import { invalidPart } from '../../../core/kernel/errors.ts';
import type { Alternative } from './alternatives.ts';
import { markName, markPrefix } from './clean-up.ts';
import { exampleOf } from './example.ts';
import { appToken, isOfAccount, keyOf, partAt, presentOf } from './origins.ts';
import { type LeftOut, mostPolls, pollEvery, type WalkPlan, type WalkStep } from './plan.ts';
import { type Sending, sendByFetch, sendPatiently, Unanswered, type WalkAnswer, type WalkRequest } from './send.ts';
import type { Draft, KeyKind } from './variations.ts';

export interface WalkOptions extends Partial<Sending> {
  /** The address of the merchant API, such as `https://sandbox.example.com/api/v1`. */
  readonly base: string;
  /** A test-mode secret key. */
  readonly key: string;
  /** A test-mode publishable key. Without one, the walk sends no requests that use one. */
  readonly publishableKey?: string;
  /**
   * The credentials of an app that is installed in the workspace. Without them, the walk leaves out the operations of
   * apps.
   */
  readonly app?: { readonly client_id: string; readonly client_secret: string };
  /** A text that is unique among the walks of an account. It marks everything that the walk creates. */
  readonly mark?: string;
  /** Called after each response. */
  readonly onCall?: (step: WalkStep, request: WalkRequest, answer: WalkAnswer) => void;
}

/** The result of a walk. */
export interface WalkReport {
  readonly calls: number;
  /** The operations whose example was not sent, each with the reason as a clause. */
  readonly left: readonly LeftOut[];
  /** The requests that the service accepts only in another form: `subscriptions.create: with payment_method_id`. */
  readonly wanted: readonly string[];
}

/** Further calls of a walk would show nothing, or would do harm. The message says why. */
export class WalkStopped extends Error {}

/** How many calls in a row may get no response, after the first response. */
const mostUnanswered = 3;

/** The statuses that mean that the service wants another form of the request. */
const invalid: ReadonlySet<number> = new Set([400, 404, 422]);

/**
 * Makes the calls of a plan, one after another. Each call waits as long as the service asks (429 with `Retry-After`).
 * @throws WalkStopped if the service does not respond, rejects the key, or responds from live mode; ServiceError if the
 * base is not a merchant API, or if a key is not a test-mode key
 */
export async function walk(plan: WalkPlan, options: WalkOptions): Promise<WalkReport> {
  const { base, key, publishableKey } = options;
  if (!/^https?:\/\/.+\/api\/v1\/?$/.test(base)) {
    throw invalidPart('base', `'${base}' is not the address of a merchant API. Use an address that ends with /api/v1.`);
  }
  for (const [given, kind] of [
    [key, 'sk'],
    [publishableKey ?? 'pk_test_', 'pk'],
  ] as const) {
    if (given.startsWith(`${kind}_test_`)) continue;
    const text = `A walk makes payments, so it accepts only test-mode keys. Use a key that begins with ${kind}_test_.`;
    throw invalidPart('key', text);
  }
  return new Walk(options).make(plan);
}

class Walk {
  readonly #options: WalkOptions;
  readonly #merchantBase: string;
  readonly #clientBase: string;
  readonly #mark: string;
  readonly #wait: (delay: number) => Promise<void>;
  /** The values that responses contained, by the example values that represent them. */
  readonly #named = new Map<string, unknown>();
  /** Why a value was not found. */
  readonly #refused = new Map<string, string>();
  /** The stopwatch readings until which operations pause, because the service reported that no requests remain. */
  readonly #rests = new Map<AnyOperation, number>();
  /** The forms of requests that the service accepted in place of their example; null if it accepted none. */
  readonly #forms = new Map<AnyOperation, Alternative | null>();
  #calls = 0;
  /** How many calls in a row got no response; null before the first response. */
  #unanswered: number | null = null;
  /** Whether the service has accepted the secret key. */
  #isKeyTaken = false;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#merchantBase = options.base.replace(/\/$/, '');
    this.#clientBase = this.#merchantBase.slice(0, -'/api/v1'.length);
    this.#mark = options.mark ?? markPrefix + realNow().toString(36);
    this.#wait = options.wait ?? pause;
  }

  async make({ steps, left }: WalkPlan): Promise<WalkReport> {
    const missed = new Map<string, string>(left.map(({ operation, why }) => [operation, why]));
    for (const step of steps) {
      const lacking = step.needs.find((need) => !this.#named.has(need));
      if (lacking !== undefined) {
        const why = this.#refused.get(lacking) ?? `no response of the service contained '${lacking}'`;
        if (step.variation === null) missed.set(step.operation.id, why);
        for (const name of step.gives.keys()) this.#refused.set(name, why);
      } else if (step.untilMoved) {
        await this.#poll(step);
      } else {
        await this.#take(step);
      }
    }
    const wanted = [...this.#forms].flatMap(([{ id }, form]) => (form === null ? [] : [`${id}: ${form.name}`]));
    return { calls: this.#calls, left: [...missed].map(([operation, why]) => ({ operation, why })), wanted };
  }

  async #take(step: WalkStep): Promise<void> {
    const { operation, variation, gives } = step;
    let draft = this.#draftOf(operation);
    if (variation !== null) draft = variation.change(draft, this.#mark);
    if (draft.key === 'publishable' && this.#options.publishableKey === undefined) return;
    let answer = await this.#call(step, draft);
    if (gives.size > 0 && invalid.has(answer.status)) answer = await this.#tryAlternatives(step, draft, answer);
    const body = jsonOrText(answer.text);
    for (const [name, { at }] of gives) {
      const value = answer.status < 300 ? partAt(body, at) : undefined;
      if (value !== undefined && value !== null) this.#named.set(name, value);
      else {
        this.#named.delete(name);
        this.#refused.set(name, whyWithout(operation, answer, at));
      }
    }
  }

  /** Sends other forms of a request that other steps need, until the service accepts one. Later requests use it. */
  async #tryAlternatives(step: WalkStep, draft: Draft, refused: WalkAnswer): Promise<WalkAnswer> {
    const { operation, alternatives } = step;
    if (this.#forms.has(operation)) return refused;
    this.#forms.set(operation, null);
    for (const form of alternatives) {
      const body = form.change(draft.body ?? {}, this.#named);
      if (JSON.stringify(body) === JSON.stringify(draft.body)) continue;
      const answer = await this.#call(step, { ...draft, body });
      if (answer.status >= 300) continue;
      this.#forms.set(operation, form);
      return answer;
    }
    return refused;
  }

  /** Reads an object until its status changes, for at most half a minute. */
  async #poll(step: WalkStep): Promise<void> {
    const statusOf = ({ text }: WalkAnswer) => partAt(jsonOrText(text), 'data.status');
    const first = statusOf(await this.#call(step, this.#draftOf(step.operation)));
    for (let polls = 1; polls < mostPolls; polls++) {
      await this.#wait(pollEvery);
      if (statusOf(await this.#call(step, this.#draftOf(step.operation))) !== first) return;
    }
  }

  /** The example of an operation, with the walk's mark and with values from earlier responses. */
  #draftOf(operation: AnyOperation): Draft {
    const { access, surface, method } = operation;
    const { params, query, body } = exampleOf(operation, (value) => {
      if (typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value)) return value.replace('@', `+${this.#mark}@`);
      return this.#named.get(keyOf(value)) ?? value;
    });
    const key: KeyKind = surface === 'client' || access === 'public' ? 'none' : access === 'app' ? 'app' : 'secret';
    const headers: Record<string, string> = {};
    if (surface === 'client' && method === 'POST') headers['idempotency-key'] = `${this.#mark}-${this.#calls}`;
    const form = this.#forms.get(operation);
    const marked = this.#marked(operation, body);
    return { params, query, body: form == null ? marked : form.change(marked ?? {}, this.#named), key, headers };
  }

  #marked(operation: AnyOperation, body: Fields | undefined): Fields | undefined {
    if (body === undefined) return undefined;
    if (operation.access === 'public') return { ...body, ...this.#options.app };
    if (isOfAccount(operation)) {
      // The account's data must not change, so the request repeats the current values.
      const present = this.#named.get(presentOf(operation)) as Fields;
      return Object.fromEntries(Object.keys(body).map((name) => [name, present[name]]));
    }
    if (operation.body?.properties.metadata === undefined) return body;
    return { ...body, metadata: { ...(body.metadata as Fields | undefined), [markName]: this.#mark } };
  }

  /** @throws WalkStopped if the first call with the secret key gets a 401 response */
  #checkKey({ method, path }: AnyOperation, { key }: Draft, { status }: WalkAnswer): void {
    if (key !== 'secret' || this.#isKeyTaken) return;
    if (status === 401) throw new WalkStopped(`The service rejects the key: ${method} ${path} returned 401.`);
    this.#isKeyTaken = true;
  }

  async #call(step: WalkStep, draft: Draft): Promise<WalkAnswer> {
    const { operation } = step;
    const rest = (this.#rests.get(operation) ?? 0) - stopwatch();
    if (rest > 0) await this.#wait(rest);
    this.#rests.delete(operation);
    const request = this.#requestOf(operation, draft);
    const send = (): Promise<WalkAnswer> => this.#send(operation, request);
    return sendPatiently(request, { send, wait: this.#wait }, (answer) => {
      this.#calls++;
      this.#options.onCall?.(step, request, answer);
      refuseLive(answer);
      this.#checkKey(operation, draft, answer);
      this.#rests.delete(operation);
      const isLast = operation.method !== 'GET' && answer.headers['x-ratelimit-remaining'] === '0';
      if (isLast && answer.status !== 429) this.#rests.set(operation, stopwatch() + minuteMs);
    });
  }

  /** @throws WalkStopped if the service does not respond at all, or no longer */
  async #send({ method, path }: AnyOperation, request: WalkRequest): Promise<WalkAnswer> {
    try {
      const answer = await (this.#options.send ?? sendByFetch)(request);
      this.#unanswered = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      if (this.#unanswered === null) throw new WalkStopped(`${method} ${path} got no response: ${error.message}.`);
      if (++this.#unanswered < mostUnanswered) return noAnswer;
      throw new WalkStopped(
        `${mostUnanswered} calls in a row got no response, the last of them ${method} ${path}: ${error.message}.`,
      );
    }
  }

  #requestOf(operation: AnyOperation, draft: Draft): WalkRequest {
    const { method, surface } = operation;
    const { publishableKey, key } = this.#options;
    const keys: Readonly<Record<KeyKind, unknown>> = {
      secret: key,
      publishable: publishableKey,
      app: this.#named.get(appToken),
      unknown: `${key.slice(0, 'sk_test_'.length)}nobody`,
      none: null,
    };
    const text = draft.text ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
    return {
      method,
      url: (surface === 'client' ? this.#clientBase : this.#merchantBase) + pathOf(operation, draft),
      headers: {
        ...draft.headers,
        ...(keys[draft.key] === null ? {} : { authorization: `Bearer ${keys[draft.key]}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: text,
    };
  }
}

const noAnswer: WalkAnswer = { status: 0, headers: {}, text: '' };

function whyWithout({ method, path }: AnyOperation, { status }: WalkAnswer, place: string): string {
  if (status === 0) return `${method} ${path} got no response`;
  return status < 300 ? `the answer to ${method} ${path} has no ${place}` : `${method} ${path} returned ${status}`;
}

/** @throws WalkStopped if the object is in live mode, because further calls would move real money */
function refuseLive({ text }: WalkAnswer): void {
  const body = jsonOrText(text);
  const made = isObject(body) && isObject(body.data) ? body.data : body;
  if (isObject(made) && made.livemode === true) {
    throw new WalkStopped('The service returned a live-mode object, so the walk has stopped. Use a test-mode key.');
  }
}
