import type { ProbeView } from '../../sandbox/control/wire.ts';
import { type Evidence, noEvidence } from '../verdict.ts';

export type ProbeKind = ProbeView['kind'];

/** The responses of one receiver to each kind of delivery. */
export class ProbeAnswers {
  readonly #answers: ReadonlyMap<ProbeKind, ProbeView>;

  constructor(answers: readonly ProbeView[]) {
    this.#answers = new Map(answers.map((answer) => [answer.kind, answer]));
  }

  of(kind: ProbeKind): ProbeView {
    const answer = this.#answers.get(kind);
    if (answer === undefined) throw new Error(`No delivery of kind ${kind} was sent.`);
    return answer;
  }

  /** The responses with 2xx to deliveries of the given kinds. */
  accepted(...kinds: ProbeKind[]): ProbeView[] {
    return kinds.map((kind) => this.of(kind)).filter(isAccepted);
  }

  /** The other responses to deliveries of the given kinds, including missing responses. */
  refused(...kinds: ProbeKind[]): ProbeView[] {
    return kinds.map((kind) => this.of(kind)).filter((answer) => !isAccepted(answer));
  }
}

export const isAccepted = ({ status }: ProbeView): boolean => status !== null && status >= 200 && status < 300;

/** The response as a short text: `401`, or why there was no response. */
export const answerText = ({ status, error }: ProbeView): string =>
  status === null ? `no response (${error})` : String(status);

/** The deliveries and the responses to them. */
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
