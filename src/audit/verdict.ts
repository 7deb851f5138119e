/** How much a violation matters: an `error` loses money or data, a `warning` may, a `note` makes work harder. */
export const levels = ['error', 'warning', 'note'] as const;
export type Level = (typeof levels)[number];

/** One request as evidence: what was asked and answered. */
export interface RequestEvidence {
  readonly id: string;
  /** ISO 8601, emulated. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** 0: the connection was cut. */
  readonly status: number;
  readonly asked: string | null;
  readonly answered: string | null;
  /** The injected fault that acted on it. */
  readonly fault: string | null;
}

/** One delivery as evidence, with what each attempt got. */
export interface DeliveryEvidence {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly url: string;
  readonly attempts: readonly {
    readonly number: number;
    /** ISO 8601, emulated. */
    readonly at: string;
    readonly status: number | null;
    readonly latency_ms: number;
    readonly error: string | null;
    readonly fault: string | null;
  }[];
}

/** One event as evidence. */
export interface EventEvidence {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  /** The change of state that it tells of: `payout po_1 pay: pending > paid`. */
  readonly change: string;
  /** The request, trigger or job that brought it about: its kind and id. */
  readonly cause: { readonly type: string; readonly id: string };
}

/** What shows that a finding is true. */
export interface Evidence {
  readonly requests: readonly RequestEvidence[];
  readonly deliveries: readonly DeliveryEvidence[];
  readonly events: readonly EventEvidence[];
  /** Differences of the application's accepted writes from those of the controls, a line each. */
  readonly effects: readonly string[];
  /** Differences of the application's own state, a line each. */
  readonly state: readonly string[];
  /** How many more differences there are, which follow from those that are shown. */
  readonly further: number;
}

export const noEvidence: Evidence = { requests: [], deliveries: [], events: [], effects: [], state: [], further: 0 };

/** Whether evidence shows any difference from the controls. */
export const didShow = ({ effects, state }: Evidence): boolean => effects.length + state.length > 0;

/** One thing that is wrong. */
export interface Finding {
  /** One sentence that names what happened. */
  readonly message: string;
  /** What it is about, by which somebody accepts it: an operation, an event type, an address. */
  readonly where: string;
  /** Where it matters more than the rule says, as its page tells. */
  readonly level?: Level;
  /** How to mend just this, where the rule speaks of more: of what one adversity showed, or of a call that takes other fields. */
  readonly mend?: string | undefined;
  /** The adversity under which it happened; null where there was none. */
  readonly adversity: string | null;
  /** The workspace in which it happened, where what several recorded is judged. */
  readonly workspace?: string;
  /** Whether it rests on a difference from the controls, which may be chance: it must show again in another run. */
  readonly isCompared?: true;
  /** The number of the run in which it showed, where it was one under an adversity. */
  readonly run?: number;
  /** The number of the run in which it had shown before. */
  readonly first?: number;
  readonly evidence: Evidence;
}

/** What a rule says of what it was shown. */
export type Verdict =
  | { readonly state: 'violation'; readonly findings: readonly Finding[] }
  | { readonly state: 'pass' }
  /** It could not tell: why, and what would let it. `findings` is what made it wonder. */
  | {
      readonly state: 'incomplete';
      readonly because: string;
      readonly lets: string;
      readonly findings: readonly Finding[];
    }
  /** Nothing of the kind happened: what did not, and what would make it. */
  | { readonly state: 'inapplicable'; readonly because: string; readonly lets: string };

/** What it was to judge did not happen. */
export type Inapplicable = Extract<Verdict, { state: 'inapplicable' }>;

/** It may be there, and nothing could tell. */
type Incomplete = Extract<Verdict, { state: 'incomplete' }>;

/** What is not tried: it did not happen, or cannot be brought about. */
export type Untried = Inapplicable | Incomplete;

export const pass: Verdict = { state: 'pass' };
export const violation = (findings: readonly Finding[]): Verdict => ({ state: 'violation', findings });
export const incomplete = (because: string, lets: string, findings: readonly Finding[] = []): Incomplete => ({
  state: 'incomplete',
  because,
  lets,
  findings,
});
/**
 * @param because what did not happen: `No payment was refunded`
 * @param lets what would make it happen, as an instruction
 */
export const inapplicable = (because: string, lets: string): Inapplicable => ({ state: 'inapplicable', because, lets });

/** The verdict of several, as of the runs of a trial: the worst that is certain. */
export function combine(verdicts: readonly Verdict[]): Verdict {
  const violations = verdicts.flatMap((verdict) => (verdict.state === 'violation' ? verdict.findings : []));
  if (violations.length > 0) return violation(violations);
  const unsure = verdicts.filter((verdict) => verdict.state === 'incomplete');
  if (unsure[0] !== undefined) return { ...unsure[0], findings: unsure.flatMap(({ findings }) => findings) };
  return verdicts.find(({ state }) => state === 'pass') ?? verdicts[0] ?? pass;
}
