import { type Branch, counted, linesOf } from '../../core/base/terminal-text.ts';
import type { RunningSandbox } from '../../emulator/sandbox-options.ts';
import {
  type Cause,
  type ChangeFact,
  type EventFact,
  type Group,
  isChange,
  type Redelivery,
} from '../../record/stories/facts.ts';
import { Stories } from '../../record/stories/stories.ts';
import { deliveryView } from '../../sandbox/control/events/event-views.ts';
import type { DeliveryView, RequestView } from '../../sandbox/control/wire.ts';
import { clean, instant, type Output } from '../output.ts';
import { paintUnknownFields } from '../views.ts';
import { causeText, changeText, deliveryBranches, jobText } from './causal-tree.ts';
import { isCause, isMarker, latest, sectionsToRead } from './log-sections.ts';

type Sandbox = RunningSandbox['sandbox'];

/** Prints the run of a sandbox as text: every workspace, in order. */
export class RunLog {
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  #groups(): readonly Group[] {
    const stories = new Stories();
    for (const message of this.#sandbox.log.all()) stories.add(message);
    return stories.groups;
  }

  /** The complete log: requests, changes, events, attempts. */
  lines(out: Output): string[] {
    return [...this.#omitted(0), ...this.#groups().flatMap((group) => this.#linesOf(out, group))];
  }

  /**
   * The part to read first: the failed sections or, without markers, the latest causes. Requests that only read are
   * left out.
   * @param most how many of the latest causes are listed if the log has no marker
   */
  summary(out: Output, most: number): string[] {
    const all = this.#groups();
    const relevant = all.filter((group) => !isPlainRead(group));
    const hasMarkers = relevant.some(isMarker);
    const listed = hasMarkers ? sectionsToRead(relevant) : latest(relevant, most);
    const shown = listed.filter(isCause).length;
    return shown === 0 && !hasMarkers
      ? []
      : [...this.#omitted(all.filter(isCause).length - shown), ...listed.flatMap((group) => this.#linesOf(out, group))];
  }

  #omitted(count: number): string[] {
    const omitted = count + this.#sandbox.log.cut;
    if (omitted === 0) return [];
    return [`(${counted(omitted, 'earlier entry or simple read', 'earlier entries or simple reads')} left out)`];
  }

  #linesOf(out: Output, group: Group): string[] {
    const { at, workspace, mode, request, cause, note, to, children } = group;
    const isElsewhere = (workspace !== null && workspace !== this.#sandbox.defaultWorkspace) || mode === 'live';
    const where = isElsewhere
      ? `  ${out.paint('dim', [workspace, mode].filter((part) => part !== null).join(' '))}`
      : '';
    const below = linesOf([...oddities(out, request), ...this.#branches(out, group)], '  ');
    const head = (text: string): string => `${out.paint('dim', instant(at))}  ${text}${where}`;
    if (note !== null) return [`${noteText(out, note)}${where}`];
    if (to !== null)
      return [`${out.paint('cyan', `── clock moved from ${instant(at)} to ${instant(to)}`)}${where}`, ...below];
    if (cause !== null) return [head(causeText(out, { cause, request })), ...below];
    const [again] = children;
    return again === undefined || isChange(again) ? [] : [head(againText(again)), ...below];
  }

  /** Each state change below the job that made it, with the events of the change and their deliveries. */
  #branches(out: Output, { children, cause, workspace, mode }: Group): Branch[] {
    const branches: Branch[] = [];
    let job: { readonly by: Cause; readonly below: Branch[] } | null = null;
    for (const child of children) {
      if (!isChange(child)) {
        if (cause !== null || children.length > 1) branches.push({ text: againText(child), below: [] });
        const below = deliveryBranches(out, { unsent: null }, [child.delivery]);
        if (cause === null && children.length === 1) branches.push(...below);
        continue;
      }
      const { by } = child;
      if (by === null || by.id !== job?.by.id) {
        job = by === null ? null : { by, below: [] };
        if (job !== null) branches.push({ text: jobText(out, job.by), below: job.below });
      }
      (job?.below ?? branches).push(this.#changeBranch(out, child, workspace, mode));
    }
    return branches;
  }

  #changeBranch(out: Output, { change, events }: ChangeFact, workspace: string | null, mode: Group['mode']): Branch {
    return {
      text: changeText(change),
      below: events.map((fact) => ({
        text: out.paint('cyan', `${fact.event.type}  ${fact.event.id}`),
        below: deliveryBranches(out, fact.event, this.#deliveriesOf(fact, workspace, mode ?? fact.event.mode)),
      })),
    };
  }

  /** The attempted deliveries of an event, or the deliveries in progress if none was attempted. */
  #deliveriesOf({ event, deliveries }: EventFact, workspace: string | null, mode: 'test' | 'live'): DeliveryView[] {
    if (deliveries.size > 0 || workspace === null) return [...deliveries.values()];
    const { webhooks, engine } = this.#sandbox;
    return webhooks
      .deliveriesOf(workspace, mode, event.id)
      .filter(({ attempts }) => attempts.length === 0)
      .map((delivery) => deliveryView(engine, workspace, mode, delivery));
  }
}

const againText = ({ delivery }: Redelivery): string =>
  clean(`${againWords(delivery)}: ${delivery.event_type}  ${delivery.event_id}`);

const againWords = ({ manual, attempts }: DeliveryView): string =>
  attempts.at(-1)?.fault === 'duplicate' ? 'duplicated by a fault' : manual ? 'sent again manually' : 'retried';

/** Why a request was refused, and which of its fields were ignored. */
function oddities(out: Output, request: RequestView | null): Branch[] {
  if (request === null) return [];
  const { refusal } = request;
  const refused = refusal === null ? [] : [[refusal.code, refusal.message].filter((part) => part !== null).join(': ')];
  return [
    ...refused.map((text) => out.paint('red', clean(text))),
    ...[paintUnknownFields(out, request)].filter((text) => text !== null),
  ].map((text) => ({ text, below: [] }));
}

/** A marker is the heading of its section. Other marks are lines in between. */
function noteText(out: Output, { kind, text, tone }: NonNullable<Group['note']>): string {
  if (tone === 'bad') return out.paint('red', `── ${clean(text)}`);
  return kind === 'marker' ? out.paint('bold', `── ${clean(text)} ──`) : out.paint('cyan', `── ${clean(text)}`);
}

const isPlainRead = ({ request, children }: Group): boolean =>
  request !== null && request.method === 'GET' && request.status < 400 && children.length === 0;
