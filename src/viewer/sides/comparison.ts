import { type Pair, paired } from './pairing.ts';
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
  /** What is marked as the first difference; null where nothing is. */
  readonly first: Mark | null;
}

/** A line of a story, or one of the ends. */
export type Mark = { readonly story: number; readonly line: number } | { readonly end: number };

/** A run as a side. */
export interface Side {
  /** Its data sets, each in the parts between which the emulator was killed and started again. */
  readonly told: readonly (readonly Told[])[];
  readonly status: number | null;
  /** The last line that the command printed. */
  readonly said: string;
}

/**
 * Two runs beside each other. The first difference is the first thing that the application did otherwise. Where its calls
 * are the same, it is how the runs ended, and otherwise what the finding rests on.
 * @param evidence the ids that the finding rests on
 * @param state how the application's own state differs, a line each
 */
export function compared(
  left: Side,
  right: Side,
  { evidence, state }: { readonly evidence: readonly string[]; readonly state: readonly string[] },
): Comparison {
  const count = Math.max(left.told.length, right.told.length);
  const stories: StoryPair[] = [];
  for (let at = 0; at < count; at++) {
    stories.push(...paired(wholeOf(left.told[at]), wholeOf(right.told[at]), textOf).map(comparedStory));
  }
  const ends = endsOf(left, right, state);
  return { stories, ends, first: firstOf(stories, ends, evidence) };
}

/** A run alone, which shows a finding by itself. */
export function alone(side: Side, evidence: readonly string[]): Comparison {
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
  const lines = paired(left?.lines ?? [], right?.lines ?? [], textOfLine).map((line, at): LinePair => {
    const words = at > 0 && (left === null || right === null) ? null : differenceIn(line, kind, at === 0);
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
    if (isRoot && kind === 'read') return null;
    const { amount } = (left ?? right)!;
    const what = isRoot && kind === 'write' ? 'This call' : 'This';
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
  const end = status === null ? 'did not end' : `ended with status ${status}`;
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

function firstOf(stories: readonly StoryPair[], ends: readonly EndPair[], evidence: readonly string[]): Mark | null {
  const own = find(stories, ({ difference }) => difference?.by === 'application');
  if (own !== null) return own;
  // The state of an application says more than how its command ended.
  const end = ends.findLastIndex(({ differs }, at) => differs && (at === 1 || at === 0));
  return end !== -1 ? { end } : evidenceIn(stories, evidence);
}

const evidenceIn = (stories: readonly StoryPair[], evidence: readonly string[]): Mark | null =>
  find(stories, ({ left, right }) => evidence.some((id) => (right ?? left)!.ids.includes(id)));

function find(stories: readonly StoryPair[], isIt: (line: LinePair) => boolean): Mark | null {
  for (const [story, { lines }] of stories.entries()) {
    const line = lines.findIndex(isIt);
    if (line !== -1) return { story, line };
  }
  return null;
}
