import type { ToldFinding } from '../../../record/audit-line.ts';
import { exitWords } from '../../../record/exit-status.ts';
import { type Pair, paired } from './pair-sides.ts';
import { type Line, restartOf, type Story, storiesOf, type Told } from './stories.ts';

/** Whose doing a difference is: what the adversity did, what the application did, or what comes of either by itself. */
export type Doer = 'adversity' | 'application' | 'platform';

/** A line of both runs, or of one alone. */
export interface LinePair extends Pair<Line> {
  /** What differs, in words; null where nothing does. */
  readonly difference: { readonly by: Doer; readonly words: string } | null;
}

/** A story of both runs, or of one alone. */
export interface StoryPair extends Pair<Story> {
  readonly lines: readonly LinePair[];
}

/** What is compared at the end of two runs. */
export interface EndPair {
  readonly what: string;
  readonly left: string;
  readonly right: string;
  readonly differs: boolean;
}

export interface Comparison {
  readonly stories: readonly StoryPair[];
  readonly ends: readonly EndPair[];
  /** What is marked, and scrolled to; null where nothing is. */
  readonly first: Mark | null;
}

/** A line of a story, or one of the ends: the first difference, or else what the finding rests on. */
export type Mark = { readonly isDifference: boolean } & (
  | { readonly story: number; readonly line: number }
  | { readonly end: number }
);

/** What a finding rests on. */
export type Rest = Pick<ToldFinding, 'evidence' | 'effects' | 'state'>;

/** A run as a side. */
export interface Side {
  /** Its data sets, each in the parts between which the emulator was killed and started again. */
  readonly told: readonly (readonly Told[])[];
  readonly status: number | null;
  /** The last line that the command printed. */
  readonly said: string;
}

/** Two runs beside each other. */
export function compared(left: Side, right: Side, rest: Rest): Comparison {
  const count = Math.max(left.told.length, right.told.length);
  const stories: StoryPair[] = [];
  for (let at = 0; at < count; at++) {
    stories.push(
      ...paired(wholeOf(left.told[at]), wholeOf(right.told[at]), { textOf, isAny: isAnsweredByAdversity }).map(
        comparedStory,
      ),
    );
  }
  const ends = endsOf(left, right, rest.state);
  return { stories, ends, first: firstOf(stories, ends, rest) };
}

/** A run alone, which shows a finding by itself. */
export function alone(side: Side, { evidence }: Rest): Comparison {
  const stories = side.told.flatMap(wholeOf).map((story): StoryPair => {
    const lines = story.lines.map((line) => ({ left: line, right: null, isEarlier: false, difference: null }));
    return { left: story, right: null, isEarlier: false, lines };
  });
  const ends = [{ what: 'The command', left: endWords(side), right: '', differs: false }];
  return { stories, ends, first: evidenceIn(stories, evidence) };
}

/** The stories of a data set. */
const wholeOf = (parts: readonly Told[] = []): Story[] =>
  parts.flatMap((part, at) => (at === 0 ? storiesOf(part) : [restartOf(part.place), ...storiesOf(part)]));

/** All that is compared of a story: equal texts look equal. */
const textOf = ({ lines }: Story): string =>
  lines.map(({ key, answer, state, amount }) => `${key} ${answer} ${state} ${amount}`).join('\n');

/** It is the call that the control made then, with another answer; what comes behind it is what the application made of that. */
const isAnsweredByAdversity = ({ kind, lines: [root] }: Story): boolean => kind === 'write' && root.doing !== null;

const textOfLine = ({ answer, state, amount }: Line): string => `${answer} ${state} ${amount}`;

function comparedStory(pair: Pair<Story>): StoryPair {
  const { left, right } = pair;
  const kind = (right ?? left)!.kind;
  // What an adversity began, or answered otherwise, is its doing to the end.
  const root = right?.lines[0] ?? null;
  const isItsDoing = root?.doing != null && (left === null || textOfLine(left.lines[0]) !== textOfLine(root));
  const byWhom = (line: Line | null): Doer => {
    if (isItsDoing || line?.doing != null) return 'adversity';
    if (line?.isByClock === true) return 'platform';
    return kind === 'write' || (kind === 'delivery' && right !== null) ? 'application' : 'platform';
  };
  const lines = paired(left?.lines ?? [], right?.lines ?? [], { textOf: textOfLine }).map((line, at): LinePair => {
    const words = differenceIn(line, kind, at === 0);
    if (words !== null) return { ...line, difference: { by: doerOf(line, byWhom(line.right ?? line.left)), words } };
    // An adversity may do what changes nothing: a late delivery is answered as one in time.
    const doing = line.right?.doing ?? null;
    return { ...line, difference: doing === null ? null : { by: 'adversity', words: '' } };
  });
  return { ...pair, lines };
}

/** Deliveries are answered by the application, whatever they are about. */
function doerOf({ left, right }: Pair<Line>, doer: Doer): Doer {
  const isAnswered = left !== null && right !== null && left.answer !== right.answer;
  return doer === 'platform' && isAnswered ? 'application' : doer;
}

function differenceIn({ left, right }: Pair<Line>, kind: Story['kind'], isRoot: boolean): string | null {
  if (left === null || right === null) {
    // Reading changes nothing, and how often somebody looks is chance.
    if (!isRoot || kind === 'read' || kind === 'platform') return null;
    const { amount } = (left ?? right)!;
    const what = kind === 'write' ? 'This call' : 'This';
    const money = amount === '' ? '' : ` of ${amount}`;
    return left === null
      ? `${what}${money} is only here: the control has none like it.`
      : `${what}${money} is missing here: the control has it.`;
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
    : `${what} ${right === '' ? 'not at all' : right} here, ${left === '' ? 'not at all' : left} in the control`;

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

/** A difference of the state as the audit tells it: `orders.a.points: 10 in the controls, 20 here`. */
function sidesOf(line: string): Omit<EndPair, 'differs'> {
  const [, what, left, right] = /^(.+?): (.*) in the controls, (.*) here$/s.exec(line) ?? [];
  if (what === undefined) return { what: 'Compared with the controls', left: '', right: line };
  return { what: `Its own state: ${what}`, left: left!, right: right! };
}

/**
 * The first thing that the application did otherwise, if the finding rests on that. A command that failed leaves out what
 * would have followed: that it failed comes first.
 */
function firstOf(
  stories: readonly StoryPair[],
  ends: readonly EndPair[],
  { evidence, effects, state }: Rest,
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

/** Where the application answered wrongly, or else what the adversity did, or anything else that a finding rests on. */
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
