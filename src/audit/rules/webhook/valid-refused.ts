import { counted } from '../../../core/base/terminal-text.ts';
import { isDisturbed, ownAnswers } from '../../adversities/own-answers.ts';
import { isAnsweredAnyway } from '../../alibi.ts';
import { findingsBy } from '../../findings.ts';
import { isUnaltered, notDelivered, type TrueAttempt, trueAttempts } from '../../observed/deliveries.ts';
import { type DeliveryView, evidenceOf, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { answerText, type ProbeAnswers, probeEvidence } from '../../receiver/probe-answers.ts';
import {
  combine,
  type Finding,
  inapplicable,
  incomplete,
  pass,
  type Rule,
  type Verdict,
  violation,
} from '../../rule.ts';
import { combined, overAllRuns } from '../../trial/judge-run.ts';
import { underRespelling } from '../../trial/trial-parts.ts';
import type { TrialRun } from '../../trial/trial-result.ts';

/** By how many seconds a signature's timestamp may differ from the machine's time before receivers refuse it. */
const tolerance = 240;

export const validRefused: Rule = {
  id: 'webhook/valid-refused',
  level: 'error',
  ways: ['lint', 'probe', 'trial'],
  wrong: 'A correctly signed delivery is refused, or fails in every attempt.',
  why: 'The event is lost after three attempts. If the signature is checked on the parsed body, only some events are refused: those with an accent, an emoji or a number in another notation.',
  fix: ({ route }) =>
    `In ${route}, verify the signature over the raw bytes of the body, before any JSON parser changes them, with the secret of this endpoint.`,
  source:
    'The signature covers the exact bytes of the body, not the parsed content (specification, "Authentication" 8).',
  judgesAllRuns: true,
  trial: (trial) => combined(underRespelling(trial), overAllRuns(trial, lostUnder)),
  lint: judge,
  probe: probed,
};

const signatureStatuses: ReadonlySet<number | null> = new Set([400, 401, 403]);
const isRefusal = ({ attempt: { status } }: TrueAttempt): boolean => signatureStatuses.has(status);

function judge(record: ObservedRun): Verdict {
  const { signature_time } = record.view;
  // Another rule covers refused deliveries with large bodies.
  const answered = trueAttempts(record).filter(({ attempt }) => attempt.status !== null && attempt.fault !== 'grown');
  if (answered.length === 0) return notDelivered(record);
  // A receiver may rightly refuse the timestamp of a moved clock.
  const fresh = answered.filter(({ attempt }) => signature_time === 'real' || isFresh(attempt));
  if (fresh.length === 0) {
    return inapplicable('Every webhook was signed with the time of a moved clock', 'leave out --signature-time');
  }
  return combine([ofSignature(fresh), ofLost(record)]);
}

/** Whether deliveries were refused because of their signature. */
function ofSignature(fresh: readonly TrueAttempt[]): Verdict {
  const refused = fresh.filter(isRefusal);
  if (refused.length === 0) return pass;
  const accepts = new Set(fresh.filter((each) => !isRefusal(each)).map(({ delivery }) => delivery.url));
  // A 400 can concern the event's content. It concerns the signature if the address accepts no delivery, or if it
  // refuses a delivery with other bytes.
  const isSure = ({ delivery, attempt }: TrueAttempt) =>
    attempt.status !== 400 || attempt.fault === 'odd_bytes' || !accepts.has(delivery.url);
  const findings = (from: readonly TrueAttempt[]) =>
    findingsBy(
      from,
      ({ delivery }) => delivery.url,
      (all, url) => {
        const statuses = [...new Set(all.map(({ attempt }) => attempt.status))].join(' or ');
        const secret = accepts.has(url)
          ? 'It accepts others: look at the bytes in which these differ.'
          : 'It accepts none: check that it has the secret of this endpoint (npx payments-emulator keys, npx payments-emulator webhooks list).';
        return {
          message: `${url} answered ${counted(all.length, 'correctly signed delivery', 'correctly signed deliveries')} with ${statuses}. ${secret}`,
          evidence: evidenceOf({ deliveries: all.map(({ delivery }) => delivery) }),
        };
      },
    );
  const sure = refused.filter(isSure);
  if (sure.length > 0) return violation(findings(sure));
  return incomplete(
    'The receiver answered deliveries with 400, which may concern their signature or their content',
    'test the receiver: npx payments-emulator audit receiver',
    findings(refused),
  );
}

/** An event that the receiver answered with an error in every attempt, and the last answer. */
interface LostEvent {
  readonly delivery: DeliveryView;
  readonly last: number;
}

/** Forged copies, and those of an unknown object, come beside the attempts at a delivery. */
const isGenuine = ({ forgery, beside }: DeliveryView['attempts'][number]): boolean =>
  forgery === undefined && beside !== true;

const lostIn = ({ deliveries }: ObservedRun): LostEvent[] =>
  deliveries.flatMap((delivery) => {
    const attempts = delivery.attempts.filter(isGenuine);
    const last = attempts.at(-1)?.status;
    const isItsOwn = attempts.every((each) => isUnaltered(each) && (each.status ?? 0) >= 400);
    return delivery.status === 'failed' && !delivery.manual && isItsOwn && last != null ? [{ delivery, last }] : [];
  });

const lossFindings = (from: readonly LostEvent[]): Finding[] =>
  findingsBy(
    from,
    ({ delivery }) => delivery.event_type,
    (all, type) => ({
      message: `All attempts at ${counted(all.length, `${type} event`)} were answered ${[...new Set(all.map(({ last }) => last))].join(' or ')}, so ${all.length === 1 ? 'the event is' : 'the events are'} lost.`,
      level: 'warning',
      fix: 'Make the handler succeed when the event arrives again, and answer 2xx to events that the application does not need. The output of the handler shows why it failed.',
      evidence: evidenceOf({ deliveries: all.map(({ delivery }) => delivery) }),
    }),
  );

/** Whether the receiver itself answered every attempt at a delivery with an error, so that the event is lost. */
function ofLost(record: ObservedRun): Verdict {
  const lost = lostIn(record).filter(({ last }) => !signatureStatuses.has(last));
  const failed = lost.filter(({ last }) => last >= 500);
  if (failed.length > 0) return violation(lossFindings(failed));
  return lost.length === 0
    ? pass
    : incomplete(
        'A delivery was refused in every attempt, so its event is lost; perhaps the application does not need the event',
        'answer 2xx to events that the application does not need, and check whether this event is about money',
        lossFindings(lost),
      );
}

/** Whether a call had another outcome, and not only another time. */
const isOtherwise = ({ view: { fault } }: ObservedRequest): boolean =>
  !['latency', 'before_answer'].includes(fault?.split(' ', 1)[0] ?? '');

/** Whether an event about an object of the application is refused in every attempt, only because of an adversity. */
function lostUnder(run: TrialRun): Verdict {
  const { record } = run.run;
  // What an application answers that accepts nothing shows in the control runs.
  if (run.controls.every((control) => control.record.deliveries.every(({ status }) => status !== 'delivered')))
    return pass;
  const own = new Set(ownAnswers(run, isOtherwise).map(({ attempt }) => attempt));
  const lost = lostIn(record).filter(
    ({ delivery, last }) =>
      delivery.attempts.every((each) => own.has(each) || !isGenuine(each)) &&
      !isAnsweredAnyway(run.controls, record, delivery, last) &&
      (record.view.signature_time === 'real' || !signatureStatuses.has(last)),
  );
  const failed = lost.filter(({ delivery, last }) => last >= 500 && !isDisturbed(run, delivery));
  if (failed.length > 0) return violation(lossFindings(failed));
  if (lost.length === 0) return pass;
  return incomplete(
    `Under ${run.adversity.name}, all attempts at ${lost[0]!.delivery.event_type} were answered ${lost[0]!.last}; perhaps that is what the application decides in this case`,
    'answer 2xx to events that the application does not need, and check whether this event is about money',
    lossFindings(lost),
  );
}

function isFresh({ signature, sent }: TrueAttempt['attempt']): boolean {
  const t = Number(/t=(\d+)/.exec(signature ?? '')?.[1]);
  return sent !== undefined && Math.abs(sent / 1_000 - t) < tolerance;
}

const spellings = {
  valid: 'with the same bytes as before',
  odd_bytes: 'with other bytes for the same JSON (spaces and escapes)',
  non_ascii: 'with an accent, an emoji and a slash in a text',
} as const;

function probed(answers: ProbeAnswers): Verdict {
  const kinds = ['valid', 'odd_bytes', 'non_ascii'] as const;
  const refused = kinds.filter((kind) => {
    const { status } = answers.of(kind);
    return status === 400 || status === 401 || status === 403;
  });
  if (refused.length > 0) {
    return violation(
      refused.map((kind): Finding => {
        const answer = answers.of(kind);
        return {
          message: `${answer.url} returned ${answerText(answer)} for a correctly signed ${answer.event_type} ${spellings[kind]}.`,
          where: answer.url,
          adversity: null,
          evidence: probeEvidence([answer]),
        };
      }),
    );
  }
  const failed = kinds.filter((kind) => answers.refused(kind).length > 0);
  if (failed.length === 0) return pass;
  const answer = answers.of(failed[0]!);
  return incomplete(
    `${answer.url} returned ${answerText(answer)} for a correctly signed delivery ${spellings[failed[0]!]}`,
    'start the receiver, and return 2xx for correctly signed deliveries',
  );
}
