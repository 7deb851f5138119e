import type { ProbeView } from '../../sandbox/control/wire.ts';
import { type Evidence, noEvidence } from '../verdict.ts';

export type ProbeKind = ProbeView['kind'];

/** The answers of one receiver to each kind of delivery. */
export class ProbeAnswers {
  readonly #answers: ReadonlyMap<ProbeKind, ProbeView>;

  constructor(answers: readonly ProbeView[]) {
    this.#answers = new Map(answers.map((answer) => [answer.kind, answer]));
  }

  of(kind: ProbeKind): ProbeView {
    const answer = this.#answers.get(kind);
    if (answer === undefined) throw new Error(`No delivery of kind ${kind} was made.`);
    return answer;
  }

  /** The given kinds of deliveries that the receiver answered with 2xx. */
  accepted(...kinds: ProbeKind[]): ProbeView[] {
    return kinds.map((kind) => this.of(kind)).filter(isAccepted);
  }

  /** The given kinds of deliveries that the receiver answered otherwise, or not at all. */
  refused(...kinds: ProbeKind[]): ProbeView[] {
    return kinds.map((kind) => this.of(kind)).filter((answer) => !isAccepted(answer));
  }
}

export const isAccepted = ({ status }: ProbeView): boolean => status !== null && status >= 200 && status < 300;

/** The answer in a word: `401`, or why the receiver gave no answer. */
export const answerText = ({ status, error }: ProbeView): string =>
  status === null ? `not at all (${error})` : String(status);

/** The deliveries, and their answers. */
export const probeEvidence = (answers: readonly ProbeView[]): Evidence => ({
  ...noEvidence,
  deliveries: answers.map(({ kind, event_id, event_type, url, at, status, latency_ms, error }) => ({
    id: `probe ${kind}`,
    event_id,
    event_type,
    url,
    attempts: [{ number: 1, at, status, latency_ms, error, fault: null }],
  })),
});
