import { counted } from '../../../core/base/terminal-text.ts';
import { findingsBy } from '../../findings.ts';
import { isUnaltered, notDelivered, type TrueAttempt, trueAttempts } from '../../observed/deliveries.ts';
import { evidenceOf, type ObservedRun } from '../../observed/observed-run.ts';
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
import { underRespelling } from '../../trial/trial-parts.ts';

/** How many seconds a signature's time stamp may differ from the machine's time before receivers refuse it. */
const tolerance = 240;

export const validRefused: Rule = {
  id: 'webhook/valid-refused',
  level: 'error',
  ways: ['lint', 'probe', 'trial'],
  wrong: 'A correctly signed delivery is refused, or fails in each of its attempts.',
  why: 'The event is lost after three attempts. If the signature is checked on the parsed body, only some events are refused: those with an accent, an emoji or a number in another notation.',
  mend: 'Check the signature on the raw bytes of the body, before any JSON parser, with the secret of this endpoint.',
  says: 'The signature is made of the exact bytes of the body, not of what they parse to (specification, "Authentication" 8).',
  trial: underRespelling,
  lint: judge,
  probe: probed,
};

const signatureStatuses: ReadonlySet<number | null> = new Set([400, 401, 403]);
const isRefusal = ({ attempt: { status } }: TrueAttempt): boolean => signatureStatuses.has(status);

function judge(record: ObservedRun): Verdict {
  const { signature_time } = record.view;
  // Another rule covers large deliveries that are refused.
  const answered = trueAttempts(record).filter(({ attempt }) => attempt.status !== null && attempt.fault !== 'grown');
  if (answered.length === 0) return notDelivered(record);
  // A receiver is right to refuse the time stamp of a moved clock.
  const fresh = answered.filter(({ attempt }) => signature_time === 'real' || isFresh(attempt));
  if (fresh.length === 0) {
    return inapplicable('Each webhook was signed at the time of a clock that was moved', 'leave out --signature-time');
  }
  return combine([ofSignature(fresh), ofLost(record)]);
}

/** Whether deliveries were refused as wrongly signed. */
function ofSignature(fresh: readonly TrueAttempt[]): Verdict {
  const refused = fresh.filter(isRefusal);
  if (refused.length === 0) return pass;
  const accepts = new Set(fresh.filter((each) => !isRefusal(each)).map(({ delivery }) => delivery.url));
  // A 400 may concern the event's content. A 400 concerns the signature if the address accepts no delivery, or refuses
  // other bytes.
  const isSure = ({ delivery, attempt }: TrueAttempt) =>
    attempt.status !== 400 || attempt.fault === 'odd_bytes' || !accepts.has(delivery.url);
  const findings = (from: readonly TrueAttempt[]) =>
    findingsBy(
      from,
      ({ delivery }) => delivery.url,
      (all, url) => {
        const statuses = [...new Set(all.map(({ attempt }) => attempt.status))].join(' or ');
        const secret = accepts.has(url)
          ? 'It takes others: look at the bytes in which these differ.'
          : 'It takes none: does it have the secret of this endpoint (npx payments-emulator keys, npx payments-emulator webhooks list)?';
        return {
          message: `${url} answered ${counted(all.length, 'correctly signed delivery', 'correctly signed deliveries')} with ${statuses}. ${secret}`,
          evidence: evidenceOf({ deliveries: all.map(({ delivery }) => delivery) }),
        };
      },
    );
  const sure = refused.filter(isSure);
  if (sure.length > 0) return violation(findings(sure));
  return incomplete(
    'Deliveries were answered 400, which may be about their signature or about their content',
    'ask the receiver: npx payments-emulator audit receiver',
    findings(refused),
  );
}

/** Whether the receiver itself answered every attempt at a delivery with an error, so that the event is lost. */
function ofLost(record: ObservedRun): Verdict {
  const lost = record.deliveries.flatMap((delivery) => {
    const { attempts, status, manual } = delivery;
    const isItsOwn = attempts.every((each) => isUnaltered(each) && each.fault === null && (each.status ?? 0) >= 400);
    const last = attempts.at(-1)?.status;
    return status === 'failed' && !manual && isItsOwn && last != null && !signatureStatuses.has(last)
      ? [{ delivery, last }]
      : [];
  });
  const findings = (from: typeof lost): Finding[] =>
    findingsBy(
      from,
      ({ delivery }) => delivery.event_type,
      (all, type) => ({
        message: `${type} was answered ${[...new Set(all.map(({ last }) => last))].join(' or ')} in each attempt, ${all.length === 1 ? 'once' : `${all.length} times`}: the event is lost.`,
        level: 'warning',
        mend: 'Let the handler succeed when the event comes again, and answer 2xx to events that are none of its business: its own output says why it failed.',
        evidence: evidenceOf({ deliveries: all.map(({ delivery }) => delivery) }),
      }),
    );
  const failed = lost.filter(({ last }) => last >= 500);
  if (failed.length > 0) return violation(findings(failed));
  return lost.length === 0
    ? pass
    : incomplete(
        'A delivery was refused in each attempt, so that its event is lost; it may be none of the application’s business',
        'answer 2xx to what is none of its business, and look whether the event tells of money',
        findings(lost),
      );
}

function isFresh({ signature, sent }: TrueAttempt['attempt']): boolean {
  const t = Number(/t=(\d+)/.exec(signature ?? '')?.[1]);
  return sent !== undefined && Math.abs(sent / 1_000 - t) < tolerance;
}

const spellings = {
  valid: 'as it was sent before',
  odd_bytes: 'in other bytes of the same JSON (spaces, escapes, 1.0)',
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
          message: `${answer.url} answered ${answerText(answer)} to ${answer.event_type}, correctly signed, ${spellings[kind]}.`,
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
    `${answer.url} answers a correctly signed delivery ${spellings[failed[0]!]} with ${answerText(answer)}`,
    'start the receiver, and let it answer 2xx to correctly signed deliveries',
  );
}
