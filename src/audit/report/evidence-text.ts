import { type Branch, clean, counted, instant, linesOf, wrapped } from '../../core/base/terminal-text.ts';
import { type DeliveryEvidence, type Evidence, hasDifference, type RequestEvidence } from '../rule.ts';
import type { ReportedFinding, RuleReport } from './models.ts';
import type { FindingGroup } from './report.ts';
import type { Paint } from './text.ts';

/** How many other workspaces with the same finding are named. */
const mostElsewhere = 3;

/** One finding in plain text, with its evidence and the command that repeats it. */
export const findingText = ({ id, level }: RuleReport, group: FindingGroup): string =>
  [`${level} ${id}`, ...findingLines(group, (_, text) => text), `  Repeat with: ${clean(group.finding.repeat)}`].join(
    '\n',
  );

/** One finding with its complete evidence, and the place in the record that shows it. */
export function findingLines(group: FindingGroup, paint: Paint): string[] {
  return [
    ...wrapped(groupText(group), '    ', '  - '),
    ...evidenceLines(group.finding.evidence, paint).map((line) => `    ${line}`),
    ...placeLines(group.finding).map((line) => `    ${paint('dim', line)}`),
  ];
}

/** The place in the record that shows a finding. */
function placeLines({ place }: ReportedFinding): string[] {
  if (place === null) return [];
  const { run, control, start } = place;
  return [`In the record: run ${run}${control === null ? '' : ` beside ${control}`}; to open it: ${clean(start)}`];
}

/** What happened, and in which workspaces. */
export function groupText({ finding: { message }, within, elsewhere }: FindingGroup): string {
  const named = elsewhere.slice(0, mostElsewhere).join(', ');
  const rest = elsewhere.length - mostElsewhere;
  const others = elsewhere.length === 0 ? '' : ` Also in ${named}${rest > 0 ? ` and ${rest} more` : ''}.`;
  return `${within === null ? '' : `In ${within}: `}${message}${others}`;
}

/** The evidence without contents, one line for each difference, call, change and delivery. */
export function briefEvidence({ message, evidence }: ReportedFinding): string[] {
  const { requests, events, deliveries, effects, state } = evidence;
  const [deciding] = [...effects, ...state];
  // The message may name the place of the difference that decides, and a call shows an effect.
  const isTold = deciding === effects[0] ? requests.length > 0 : message.includes(placeIn(deciding ?? ''));
  return [
    ...(deciding === undefined || isTold ? [] : [deciding]),
    ...requests.map(({ method, path, id, status }) => `${method} ${path} ${answerText(status)} (${id})`),
    ...deliveries.map(
      ({ event_type, event_id, attempts }) => `${event_type} ${event_id} was answered ${answersText(attempts)}`,
    ),
    ...(deliveries.length > 0 ? [] : events.map(({ type, id, change }) => `${type} (${id}): ${change}`)),
  ];
}

/** The place of a difference in the state, which its line begins with. */
const placeIn = (line: string): string => line.slice(0, line.indexOf(': '));

/** The answers to the attempts at a delivery, in order: `204, 401 (3 times), 204`. */
function answersText(attempts: DeliveryEvidence['attempts']): string {
  const runs: { answer: string; times: number }[] = [];
  for (const { status, error } of attempts) {
    const answer = status === null ? `nothing: ${error}` : String(status);
    const last = runs.at(-1);
    if (last?.answer === answer) last.times += 1;
    else runs.push({ answer, times: 1 });
  }
  return runs.map(({ answer, times }) => (times === 1 ? answer : `${answer} (${times} times)`)).join(', ');
}

const answerText = (status: number): string => (status === 0 ? 'connection cut' : `answered ${status}`);

/** The evidence as a tree: requests with their effects, events with their deliveries. */
export function evidenceLines(evidence: Evidence, paint: Paint): string[] {
  const { requests, events, deliveries, effects, state } = evidence;
  const shownEvents = new Set<string>();
  const shownDeliveries = new Set<string>();
  const eventBranch = ({ id, type, change }: Evidence['events'][number]): Branch => {
    shownEvents.add(id);
    const own = deliveries.filter(({ event_id }) => event_id === id);
    for (const delivery of own) shownDeliveries.add(delivery.id);
    const told: Branch = { text: paint('cyan', `${type}  ${id}`), below: own.map(deliveryBranch) };
    return { text: clean(change), below: [told] };
  };
  const branches = requests.map((request) => requestBranch(request, paint));
  requests.forEach((request, at) => {
    branches[at]!.below.push(...events.filter(({ cause }) => cause.id === request.id).map(eventBranch));
  });
  const others = events.filter(({ id }) => !shownEvents.has(id)).map(eventBranch);
  others.push(...deliveries.filter(({ id }) => !shownDeliveries.has(id)).map(deliveryBranch));
  // An event that caused the difference comes first.
  if (hasDifference(evidence)) branches.unshift(...others);
  else branches.push(...others);
  const differences = [...effects, ...state, ...furtherLine(evidence)].map((line) => clean(line));
  return [...linesOf(branches, ''), ...differences];
}

/** The line with the number of differences that are not shown. */
export const furtherLine = ({ further }: Evidence): string[] =>
  further === 0 ? [] : [`and ${counted(further, 'more difference')}`];

function requestBranch(
  { id, at, method, path, status, asked, answered, fault }: RequestEvidence,
  paint: Paint,
): Branch {
  const injected = fault === null ? '' : ` (injected fault: ${fault})`;
  const below: Branch[] = [];
  if (asked !== null) below.push({ text: paint('dim', `asked ${clean(asked)}`), below: [] });
  if (answered !== null) below.push({ text: paint('dim', `answered ${clean(answered)}`), below: [] });
  return { text: `${clean(`${method} ${path}`)}  ${id}  ${answerText(status)} at ${instant(at)}${injected}`, below };
}

const deliveryBranch = ({ id, event_type, url, attempts }: DeliveryEvidence): Branch => ({
  text: clean(`${id} of ${event_type} to ${url}`),
  below: attempts.map(({ number, at, status, latency_ms, error, fault }) => ({
    text: clean(
      `attempt ${number} at ${instant(at)}: ${status === null ? `no answer, ${error}` : `answered ${status}`}, ${Math.round(latency_ms)} ms${fault === null ? '' : ` (injected fault: ${fault})`}`,
    ),
    below: [],
  })),
});
