import type { ReadonlyStatic } from '../core/kernel/declare/schema.ts';
import type { EvidenceModel } from './report/evidence-model.ts';

/** How to fix a finding: a text, or one about the application's own code, which the reader has to find. */
export type Fix = string | ((code: CodeToFix) => string);

/** Where the code is that a fix is about, as the evidence of a finding names it. */
export interface CodeToFix {
  /** The types of the events: `payment.completed`. */
  readonly event: string;
  /** `the handler of payment.completed` */
  readonly handler: string;
  /** The route that receives the events: `POST /webhooks`. */
  readonly route: string;
  /** The first and the last call to the API: `POST /charges`. */
  readonly call: string;
  readonly lastCall: string;
  /** The place in the application's own state: `orders[order-2].status`. */
  readonly field: string;
  /** What happened too often, or was changed wrongly: the place in the state, or the call. */
  readonly effect: string;
}

const inGeneral: CodeToFix = {
  event: 'the event',
  handler: 'the handler of the event',
  route: 'the route of the webhooks',
  call: 'the call',
  lastCall: 'the call',
  field: 'the stored state',
  effect: 'what it changes',
};

/** What a finding shows of the code. */
interface Shown {
  readonly where: string;
  readonly callOf?: string;
  readonly evidence: ReadonlyStatic<typeof EvidenceModel>;
}

/** The fix of a finding; without a finding, as in the manual, about no code in particular. */
export function fixText(fix: Fix, finding?: Shown): string {
  if (typeof fix === 'string') return fix;
  return fix(finding === undefined ? inGeneral : { ...inGeneral, ...codeOf(finding) });
}

function codeOf({ where, callOf, evidence }: Shown): Partial<CodeToFix> {
  const { requests, deliveries, events, effects, state } = evidence;
  const shown = new Set([...deliveries.map(({ event_type }) => event_type), ...events.map(({ type }) => type)]);
  const main = [callOf ?? where].filter((type) => shown.has(type));
  const types = main.length > 0 ? main : [...shown];
  const event = types.join(' and ');
  const [url] = deliveries.map((delivery) => delivery.url);
  const calls = requests.map(({ method, path }) => callText(method, path));
  const [place] = state.flatMap((line) => /^(?!\(all\))(.+?)(?:\[[^\]]*\])?: /.exec(line)?.[1] ?? []);
  const effect = place ?? (effects.length > 0 ? calls.at(-1) : undefined);
  return {
    ...(types.length === 0 ? {} : { event, handler: `the handler${types.length === 1 ? '' : 's'} of ${event}` }),
    ...(url === undefined ? {} : { route: `POST ${new URL(url).pathname}` }),
    ...(calls.length === 0 ? {} : { call: calls[0]!, lastCall: calls.at(-1)! }),
    ...(place === undefined ? {} : { field: place }),
    ...(effect === undefined ? {} : { effect }),
  };
}

/** A call as the documentation of the API shows it: `POST /transactions/{id}/refund`. */
export const callText = (method: string, path: string): string =>
  `${method} ${path
    .split('?', 1)[0]!
    .replace(/^\/api\/v\d+/, '')
    .replaceAll(/\/[a-z]+_\w*[0-9A-Z]\w*/g, '/{id}')}`;
