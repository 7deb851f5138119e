import { lastMessage } from '../core/base/command-output.ts';
import { toIso } from '../core/base/instants.ts';
import { clean } from '../core/base/terminal-text.ts';
import { events, type StoredEvent } from '../core/kernel/events.ts';
import { isRepeatable } from '../core/kernel/ids.ts';
import { type Delivery, deliveries } from '../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';
import type { Mark } from '../sandbox/requests/marks.ts';
import { exitWords } from './exit-status.ts';
import { failedAttempt, failsFirst, hasFailed, isRefused } from './failures.ts';
import {
  type CommandRun,
  type CommitLine,
  isCommit,
  isMark,
  isRequest,
  type RunRecord,
  type StepLine,
} from './format.ts';
import { startPlace } from './record-moments.ts';

export const failureKinds = ['test', 'request', 'delivery', 'command'] as const;

/** A failure of a run. */
interface Failure {
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
  const run = new RunTotals();
  for (const step of steps) run.add(step);
  return {
    emulator: head.emulator,
    seed: isRepeatable(head.seed) ? head.seed : null,
    command: end.run?.command ?? [],
    status: end.run?.status ?? null,
    ...run.counts(),
    failures: run.failures(end.run).slice(0, mostFailures),
    missing_requests: head.missing.requests,
  };
}

/** What happened in a run, counted step by step. */
class RunTotals {
  /** The section of each event, because the deliveries of an event can end after its section. */
  readonly #emittedIn = new Map<string, string | null>();
  readonly #sent = new Map<string, Delivery>();
  readonly #failures: Failure[] = [];
  /** The intended effects of injected faults. */
  readonly #injected: Failure[] = [];
  readonly #tests: RecordSection[] = [];
  readonly #sections: RecordSection[] = [];
  /** The current section of each workspace, because tests with their own workspaces can run in parallel. */
  readonly #latest = new Map<string | null, RecordSection>();
  #from: string | null = null;
  #to: string | null = null;
  #requests = 0;
  #refused = 0;
  /** The place just before the next step. */
  #before = startPlace;

  add(step: StepLine): void {
    if (isCommit(step)) this.#addCommit(step);
    else if (isRequest(step)) this.#addRequest(step.request);
    else if (isMark(step) && step.mark.kind === 'marker') this.#addMarker(step.mark);
  }

  counts(): Pick<
    RecordSummary,
    'from' | 'to' | 'requests' | 'refused' | 'events' | 'deliveries' | 'failed_deliveries' | 'sections'
  > {
    return {
      from: this.#from,
      to: this.#to,
      requests: this.#requests,
      refused: this.#refused,
      events: this.#emittedIn.size,
      deliveries: this.#sent.size,
      failed_deliveries: [...this.#sent.values()].filter(hasFailed).length,
      sections: this.#sections.map(({ text, failed }) => ({ text, failed })),
    };
  }

  /** The failures, in the order in which a user should look at them. @param run the command of the run, if any */
  failures(run: CommandRun | null): Failure[] {
    const failures = [...this.#tests.slice(0, mostFailures).map((test) => this.#failedTest(test)), ...this.#failures];
    const { status = null, output = '' } = run ?? {};
    if (failures.length === 0 && status !== null && status !== 0) failures.push(this.#failedCommand(status, output));
    return [...failures, ...this.#injected];
  }

  #addCommit(step: CommitLine): void {
    for (const { id } of putIn<StoredEvent>(step, events.name)) {
      if (!this.#emittedIn.has(id)) this.#emittedIn.set(id, this.#latest.get(step.workspace)?.text ?? null);
    }
    for (const delivery of putIn<Delivery>(step, deliveries.name)) {
      const known = this.#sent.get(delivery.id);
      this.#sent.set(delivery.id, delivery);
      if (!failsFirst(delivery, known)) continue;
      const list = failedAttempt(delivery)!.fault === null ? this.#failures : this.#injected;
      const section = this.#emittedIn.get(delivery.event_id) ?? null;
      list.push({ ...failureOf(delivery), place: this.#before, section });
    }
    if (step.workspace === null) return;
    this.#to = toIso(step.at);
    this.#from ??= this.#to;
  }

  #addRequest(request: LoggedRequest): void {
    this.#requests++;
    if (isRefused(request)) {
      this.#refused++;
      const list = request.fault === null ? this.#failures : this.#injected;
      list.push({
        kind: 'request',
        text: `${request.method} ${request.path} ${answered(request)}`,
        place: this.#before,
        section: this.#latest.get(request.workspace_id)?.text ?? null,
        shows: request.id,
      });
    }
    this.#before = request.id;
  }

  /** A marker starts a section, or reports that the latest section with its text has failed. */
  #addMarker({ text, failed, workspace_id: workspace }: Mark): void {
    const open = failed
      ? this.#sections.findLast((each) => each.text === text && each.workspace === workspace)
      : undefined;
    if (open?.failed === true) return;
    const section = open ?? { text, failed, workspace, before: this.#before };
    section.failed = failed;
    if (open === undefined) {
      this.#sections.push(section);
      this.#latest.set(workspace, section);
    }
    if (failed) this.#tests.push(section);
  }

  #failedTest(test: RecordSection): Failure {
    return { kind: 'test', text: test.text, place: this.#placeOf(test), section: test.text, shows: null };
  }

  #failedCommand(status: number, output: string): Failure {
    const last = this.#sections.at(-1);
    // If a signal ended the command, its last output does not explain the failure.
    const message = status > 128 ? '' : lastMessage(output).slice(0, longestMessage);
    return {
      kind: 'command',
      text: message || exitWords(status),
      place: last === undefined ? this.#before : this.#placeOf(last),
      section: last?.text ?? null,
      shows: null,
    };
  }

  /** The name of a section's place: its text, if the text can be used in a shell and names no other place. */
  #placeOf({ text, before }: RecordSection): string {
    const isUnique = this.#sections.filter((section) => section.text === text).length === 1;
    return isUnique && text !== startPlace && clean(text) === text ? text : before;
  }
}

/** A section, with the text of the mark at its start. */
interface RecordSection {
  readonly text: string;
  readonly workspace: string;
  /** The name of the place just before the section. */
  readonly before: string;
  failed: boolean;
}

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
  const line = text.trim().split('\n')[0]!.slice(0, longestMessage);
  return line === '' ? '' : `: ${line}`;
}

const longestMessage = 200;

/** A short title: the command and its result. */
export const titleOf = ({ command, status, sections }: RecordSummary): string => {
  const failed = sections.filter((section) => section.failed).length;
  const ended = status === null ? 'a run' : status === 0 ? 'ended well' : exitWords(status);
  const tests = failed === 0 ? '' : `, ${failed} of ${sections.length} sections failed`;
  return command.length === 0 ? `${ended}${tests}` : `${command.join(' ')} ${ended}${tests}`;
};
