import type { AuditFinding } from '../../../record/audit-line.ts';
import { exitWords } from '../../../record/exit-status.ts';
import { type Pair, pairSides } from './pair-sides.ts';
import { type DataSetLog, type Line, restartOf, type Story, storiesOf } from './story-pairs.ts';

/** The cause of a difference: the adversity, the application, or the platform, which only reacts to the other two. */
type DifferenceCause = 'adversity' | 'application' | 'platform';

/** A line of both runs, or of only one run. */
export interface LinePair extends Pair<Line> {
  /** The difference in words; null if the lines are equal. */
  readonly difference: { readonly by: DifferenceCause; readonly words: string } | null;
}

/** A story of both runs, or of only one run. */
export interface StoryPair extends Pair<Story> {
  readonly lines: readonly LinePair[];
}

/** A fact that is compared at the end of two runs. */
export interface EndPair {
  readonly what: string;
  readonly left: string;
  readonly right: string;
  readonly differs: boolean;
}

export interface Comparison {
  readonly stories: readonly StoryPair[];
  readonly ends: readonly EndPair[];
  /** The position that the page marks and scrolls to; null if no position is marked. */
  readonly first: Mark | null;
}

/**
 * A line of a story, or a fact at the end: the first difference or, without a difference, the evidence of the
 * finding.
 */
export type Mark = { readonly isDifference: boolean } & (
  | { readonly story: number; readonly line: number }
  | { readonly end: number }
);

/** The parts of a finding that a comparison uses. */
export type FindingBasis = Pick<AuditFinding, 'evidence' | 'effects' | 'state'>;

/** A run as one side of a comparison. */
export interface Side {
  /** The run's data sets, each in parts. The emulator was killed and started again between two parts. */
  readonly told: readonly (readonly DataSetLog[])[];
  readonly status: number | null;
  /** The last line of the command's output. */
  readonly said: string;
}

/** Compares two runs side by side. */
export function compareRuns(left: Side, right: Side, rest: FindingBasis): Comparison {
  const count = Math.max(left.told.length, right.told.length);
  const stories: StoryPair[] = [];
  for (let at = 0; at < count; at++) {
    stories.push(
      ...pairSides(wholeOf(left.told[at]), wholeOf(right.told[at]), { textOf, isAny: isAnsweredByAdversity }).map(
        comparedStory,
      ),
    );
  }
  const ends = endsOf(left, right, rest.state);
  return { stories, ends, first: firstOf(stories, ends, rest) };
}

/** A single run that shows a finding without a control run. */
export function singleRun(side: Side, { evidence }: FindingBasis): Comparison {
  const stories = side.told.flatMap(wholeOf).map((story): StoryPair => {
    const lines = story.lines.map((line) => ({ left: line, right: null, isEarlier: false, difference: null }));
    return { left: story, right: null, isEarlier: false, lines };
  });
  const ends = [{ what: 'The command', left: endWords(side), right: '', differs: false }];
  return { stories, ends, first: evidenceIn(stories, evidence) };
}

/** The stories of a data set. */
const wholeOf = (parts: readonly DataSetLog[] = []): Story[] =>
  parts.flatMap((part, at) => (at === 0 ? storiesOf(part) : [restartOf(part.place), ...storiesOf(part)]));

/** The text of a story for the comparison. Stories with equal texts look equal. */
const textOf = ({ lines }: Story): string =>
  lines.map(({ key, answer, state, amount }) => `${key} ${answer} ${state} ${amount}`).join('\n');

/**
 * Whether the adversity answered the story's call. The control run has the same call with another response, and the
 * application then reacts to the response.
 */
const isAnsweredByAdversity = ({ kind, lines: [root] }: Story): boolean => kind === 'write' && root.doing !== null;

const textOfLine = ({ answer, state, amount }: Line): string => `${answer} ${state} ${amount}`;

function comparedStory(pair: Pair<Story>): StoryPair {
  const { left, right } = pair;
  const kind = (right ?? left)!.kind;
  // If an adversity caused the story or changed its response, the whole story is an effect of the adversity.
  const root = right?.lines[0] ?? null;
  const isItsDoing = root?.doing != null && (left === null || textOfLine(left.lines[0]) !== textOfLine(root));
  const byWhom = (line: Line | null): DifferenceCause => {
    if (isItsDoing || line?.doing != null) return 'adversity';
    if (line?.isByClock === true) return 'platform';
    return kind === 'write' || (kind === 'delivery' && right !== null) ? 'application' : 'platform';
  };
  const lines = pairSides(left?.lines ?? [], right?.lines ?? [], { textOf: textOfLine }).map((line, at): LinePair => {
    const words = differenceIn(line, kind, at === 0);
    if (words !== null) return { ...line, difference: { by: doerOf(line, byWhom(line.right ?? line.left)), words } };
    // An adversity can have no effect: a late delivery gets the same response as a delivery in time.
    const doing = line.right?.doing ?? null;
    return { ...line, difference: doing === null ? null : { by: 'adversity', words: '' } };
  });
  return { ...pair, lines };
}

/** A different response to a delivery is the application's doing, even if the platform caused the delivery. */
function doerOf({ left, right }: Pair<Line>, doer: DifferenceCause): DifferenceCause {
  const isAnswered = left !== null && right !== null && left.answer !== right.answer;
  return doer === 'platform' && isAnswered ? 'application' : doer;
}

function differenceIn({ left, right }: Pair<Line>, kind: Story['kind'], isRoot: boolean): string | null {
  if (left === null || right === null) {
    // Reads change no data, and the number of reads varies by chance.
    if (!isRoot || kind === 'read' || kind === 'platform') return null;
    const { amount } = (left ?? right)!;
    const what = kind === 'write' ? 'This call' : 'This';
    const money = amount === '' ? '' : ` of ${amount}`;
    return left === null
      ? `${what}${money} occurs only here; the control run has no match.`
      : `${what}${money} is missing here; only the control run has it.`;
  }
  const parts = [
    otherWords('answered', left.answer, right.answer),
    otherWords('state', left.state, right.state),
    otherWords('amount', left.amount, right.amount),
  ].filter((words) => words !== null);
  if (parts.length === 0 || (isRoot && kind === 'read')) return null;
  return `${parts.join('; ')}.`;
}

const otherWords = (what: string, left: string, right: string): string | null =>
  left === right
    ? null
    : `${what} ${right === '' ? 'not at all' : right} here, ${left === '' ? 'not at all' : left} in the control run`;

function endWords({ status, said }: Side): string {
  const end = status === null ? 'did not end' : exitWords(status);
  return status === 0 || said === '' ? end : `${end}: ${said}`;
}

function endsOf(left: Side, right: Side, state: readonly string[]): EndPair[] {
  const command = {
    what: 'The command',
    left: endWords(left),
    right: endWords(right),
    differs: left.status !== right.status,
  };
  const own = state.map((line) => ({ ...sidesOf(line), differs: true }));
  return [command, ...own];
}

/** A difference of the state, as the audit words it: `orders.a.points: 10 in the controls, 20 here`. */
function sidesOf(line: string): Omit<EndPair, 'differs'> {
  const [, what, left, right] = /^(.+?): (.*) in the controls, (.*) here$/s.exec(line) ?? [];
  if (what === undefined) return { what: 'Compared with the control runs', left: '', right: line };
  return { what: `Application state: ${what}`, left: left!, right: right! };
}

/**
 * The first position where the application behaved differently, if that is evidence of the finding. A failed command
 * comes first, because its failure prevents all later calls.
 */
function firstOf(
  stories: readonly StoryPair[],
  ends: readonly EndPair[],
  { evidence, effects, state }: FindingBasis,
): Mark | null {
  const rests = evidenceIn(stories, evidence);
  const end = (at: number): Mark => ({ isDifference: true, end: at });
  if (effects.length === 0 && state.length > 0) return end(1);
  if (effects.length === 0 && rests !== null && !ends[0]!.differs) return rests;
  const own = find(stories, ({ difference }) => difference?.by === 'application', true);
  const isLeftOut = own !== null && 'story' in own && stories[own.story]!.lines[own.line]!.right === null;
  if (ends[0]!.differs && (own === null || isLeftOut)) return end(0);
  return own ?? rests;
}

/**
 * The position of the evidence of a finding: preferably a wrong response of the application to the adversity, then
 * the adversity, then any other evidence.
 */
function evidenceIn(stories: readonly StoryPair[], evidence: readonly string[]): Mark | null {
  const rests = ({ left, right }: LinePair) => evidence.some((id) => (right ?? left)!.ids.includes(id));
  return (
    find(stories, (pair) => rests(pair) && pair.right?.doing != null && pair.right.isWrong, false) ??
    find(stories, (pair) => rests(pair) && pair.right?.doing != null, false) ??
    find(stories, rests, false)
  );
}

function find(stories: readonly StoryPair[], isIt: (line: LinePair) => boolean, isDifference: boolean): Mark | null {
  for (const [story, { lines }] of stories.entries()) {
    const line = lines.findIndex(isIt);
    if (line !== -1) return { isDifference, story, line };
  }
  return null;
}
