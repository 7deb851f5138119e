import { lastMessage } from '../core/base/command-output.ts';
import { toIso } from '../core/base/instants.ts';
import { clean } from '../core/base/terminal-text.ts';
import { events, type StoredEvent } from '../core/kernel/events.ts';
import { isRepeatable } from '../core/kernel/ids.ts';
import { type Delivery, deliveries } from '../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';
import { exitWords } from './exit-status.ts';
import { failedAttempt, failsFirst, hasFailed, isRefused } from './failures.ts';
import { type CommitLine, isCommit, isMark, isRequest, type RunRecord, type StepLine } from './format.ts';
import { startPlace } from './record-moments.ts';

export const failureKinds = ['test', 'request', 'delivery', 'command'] as const;

/** A failure of a run. */
export interface Failure {
  readonly kind: (typeof failureKinds)[number];
  /** The description of the failure. */
  readonly text: string;
  /** The place just before the failure, in the form that `--at` accepts. */
  readonly place: string;
  /** The section of the failure; null if the failure was before the first section. */
  readonly section: string | null;
  /** The id of the evidence: a request, or the event of a delivery. Null for a test and for a command. */
  readonly shows: string | null;
}

/** The summary of a record. */
export interface RecordSummary {
  readonly emulator: string;
  /** The seed from `--seed`; null if it was not set, so that another run generates other values. */
  readonly seed: number | null;
  readonly command: readonly string[];
  /** The exit status of the command; null if the command is still running, or if there was no command. */
  readonly status: number | null;
  /** The first emulated instant of the record (ISO 8601); null if the record has no steps. `to`: the last instant. */
  readonly from: string | null;
  readonly to: string | null;
  readonly requests: number;
  readonly refused: number;
  readonly events: number;
  readonly deliveries: number;
  readonly failed_deliveries: number;
  /** The sections in order, with their results. */
  readonly sections: readonly { readonly text: string; readonly failed: boolean }[];
  /**
   * The failures, in the order in which a user should look at them: first tests, then responses and deliveries in
   * order, then the command if there are no other failures, and finally the effects of injected faults.
   */
  readonly failures: readonly Failure[];
  /** The number of requests of the run that are missing, because they were before the start of the record. */
  readonly missing_requests: number;
}

/** The maximum number of failures in a summary. */
const mostFailures = 50;

/** The parts of a record from which its summary is built. */
interface Summed extends Pick<RunRecord, 'head' | 'end'> {
  readonly steps: Iterable<StepLine>;
}

export function summaryOf({ head, steps, end }: Summed): RecordSummary {
  /** The section of each event, because the deliveries of an event can end after its section. */
  const emittedIn = new Map<string, string | null>();
  const sent = new Map<string, Delivery>();
  const failures: Failure[] = [];
  /** The intended effects of injected faults. */
  const injected: Failure[] = [];
  const tests: Begun[] = [];
  const sections: Begun[] = [];
  /** The current section of each workspace, because tests with their own workspaces can run in parallel. */
  const latest = new Map<string | null, Begun>();
  let from: string | null = null;
  let to: string | null = null;
  let requests = 0;
  let refused = 0;
  let before = startPlace;
  for (const step of steps) {
    if (isCommit(step)) {
      for (const { id } of putIn<StoredEvent>(step, events.name)) {
        if (!emittedIn.has(id)) emittedIn.set(id, latest.get(step.workspace)?.text ?? null);
      }
      for (const delivery of putIn<Delivery>(step, deliveries.name)) {
        const known = sent.get(delivery.id);
        sent.set(delivery.id, delivery);
        if (!failsFirst(delivery, known)) continue;
        const list = failedAttempt(delivery)!.fault === null ? failures : injected;
        list.push({ ...failureOf(delivery), place: before, section: emittedIn.get(delivery.event_id) ?? null });
      }
      if (step.workspace === null) continue;
      from ??= toIso(step.at);
      to = toIso(step.at);
    } else if (isRequest(step)) {
      const { request } = step;
      requests++;
      if (isRefused(request)) {
        refused++;
        const list = request.fault === null ? failures : injected;
        list.push({
          kind: 'request',
          text: `${request.method} ${request.path} ${answered(request)}`,
          place: before,
          section: latest.get(request.workspace_id)?.text ?? null,
          shows: request.id,
        });
      }
      before = request.id;
    } else if (isMark(step) && step.mark.kind === 'marker') {
      const { text, failed, workspace_id: workspace } = step.mark;
      const begun = failed
        ? sections.findLast((each) => each.text === text && each.workspace === workspace)
        : undefined;
      if (begun?.failed === true) continue;
      const section = begun ?? { text, failed, workspace, before };
      section.failed = failed;
      if (begun === undefined) {
        sections.push(section);
        latest.set(workspace, section);
      }
      if (failed) tests.push(section);
    }
  }
  const isAmbiguous = ({ text }: Begun): boolean => sections.filter((section) => section.text === text).length > 1;
  const failedTest = (test: Begun): Failure => ({
    kind: 'test',
    text: test.text,
    place: isAmbiguous(test) ? test.before : placeOf(test),
    section: test.text,
    shows: null,
  });
  const wentWrong = [...tests.slice(0, mostFailures).map(failedTest), ...failures];
  const { status = null, output = '' } = end.run ?? {};
  if (wentWrong.length === 0 && status !== null && status !== 0) {
    const last = sections.at(-1);
    // If a signal ended the command, its last output does not explain the failure.
    const message = status > 128 ? '' : lastMessage(output).slice(0, longestSaid);
    wentWrong.push({
      kind: 'command',
      text: message || exitWords(status),
      place: last === undefined || isAmbiguous(last) ? (last?.before ?? before) : placeOf(last),
      section: last?.text ?? null,
      shows: null,
    });
  }
  return {
    emulator: head.emulator,
    seed: isRepeatable(head.seed) ? head.seed : null,
    command: end.run?.command ?? [],
    status,
    from,
    to,
    requests,
    refused,
    events: emittedIn.size,
    deliveries: sent.size,
    failed_deliveries: [...sent.values()].filter(hasFailed).length,
    sections: sections.map(({ text, failed }) => ({ text, failed })),
    failures: [...wentWrong, ...injected].slice(0, mostFailures),
    missing_requests: head.missing.requests,
  };
}

/** A section, with the text of the mark at its start. */
interface Begun {
  readonly text: string;
  readonly workspace: string;
  /** The name of the place just before the section. */
  readonly before: string;
  failed: boolean;
}

/**
 * The name of a section's place: its text, if the text can be used in a shell and does not already name another
 * place.
 */
const placeOf = ({ text, before }: Begun): string => (text === startPlace || clean(text) !== text ? before : text);

const answered = ({ status, response }: LoggedRequest): string =>
  status === 0 ? 'got no response; the connection was closed' : `was answered ${status}${said(response)}`;

const putIn = <T>({ sets }: CommitLine, kind: string): readonly T[] =>
  Object.values(sets).flatMap(({ put = {} }) => (put[kind] ?? []) as readonly T[]);

function failureOf(delivery: Delivery): Pick<Failure, 'kind' | 'text' | 'shows'> {
  const { status, error, body } = failedAttempt(delivery)!;
  const answer = status == null ? `: ${error}` : ` with ${status}${said(body)}`;
  const { event_type, event_id, url } = delivery;
  return { kind: 'delivery', text: `${event_type} (${event_id}) to ${url} failed${answer}`, shows: event_id };
}

/** The error message in a response, or the first line of a receiver's response. */
function said(body: string | null | undefined): string {
  if (!body) return '';
  let text = body;
  try {
    const parsed = JSON.parse(body) as { error?: unknown };
    if (typeof parsed.error === 'string') text = parsed.error;
  } catch {
    // If the body is not JSON, it is quoted without changes.
  }
  const line = text.trim().split('\n')[0]!.slice(0, longestSaid);
  return line === '' ? '' : `: ${line}`;
}

const longestSaid = 200;

/** A short title: the command and its result. */
export const titleOf = ({ command, status, sections }: RecordSummary): string => {
  const failed = sections.filter((section) => section.failed).length;
  const ended = status === null ? 'a run' : status === 0 ? 'ended well' : exitWords(status);
  const tests = failed === 0 ? '' : `, ${failed} of ${sections.length} sections failed`;
  return command.length === 0 ? `${ended}${tests}` : `${command.join(' ')} ${ended}${tests}`;
};
