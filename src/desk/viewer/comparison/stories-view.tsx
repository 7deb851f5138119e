import { useState } from 'preact/hooks';
import { counted } from '../../../core/base/terminal-text.ts';
import type { AuditFinding } from '../../../record/audit-line.ts';
import { stateSpan, statusSpan, words } from '../../model/format.ts';
import { addressOfLine, addressOfRun } from './address.ts';
import type { Comparison, EndPair, LinePair, Mark, StoryPair } from './comparison.ts';
import { foldStories } from './fold-stories.ts';
import type { Line, Story } from './story-pairs.ts';

interface StoriesOptions {
  readonly finding: AuditFinding;
  readonly comparison: Comparison;
}

/** The stories of both runs, side by side, or the stories of one run if it shows a finding without a control run. */
export function Stories({ finding, comparison }: StoriesOptions) {
  const { stories, ends, first } = comparison;
  const { run, control, adversity, does, evidence } = finding;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const marked = first !== null && 'story' in first ? first.story : null;
  const isQuiet = (pair: StoryPair, at: number): boolean =>
    pair.lines.every(({ difference }) => difference === null) && at !== marked;
  const isTwo = control !== null;
  return (
    <div
      id="differences"
      class={`stories${isTwo ? '' : ' is-alone'}`}
      role="table"
      aria-label={isTwo ? `${control} beside ${run}` : run}
    >
      <div class="pair heads" role="row">
        {isTwo && <Head run={control} about="without any adversity" />}
        <Head run={run} about={adversity === null ? 'without any adversity' : (does ?? adversity)} />
      </div>
      {foldStories(stories, isQuiet, marked).map(({ from, to, folded }) => {
        const key = `${run} ${from}`;
        if (folded !== null && !opened.has(key)) {
          return (
            <div key={key} class="fold" role="row">
              <span role="cell" aria-colspan={2}>
                <button type="button" class="link" onClick={() => setOpened(new Set([...opened, key]))}>
                  {counted(to - from, 'story', 'stories')} {foldWords(folded, isTwo)}: show them
                </button>
              </span>
            </div>
          );
        }
        return stories
          .slice(from, to)
          .map((pair, at) => (
            <StoryRows key={from + at} pair={pair} at={from + at} first={first} evidence={evidence} finding={finding} />
          ));
      })}
      <div class="ends" role="rowgroup">
        {ends.map((end, at) => (
          <EndRow
            key={end.what}
            end={end}
            isFirst={first !== null && 'end' in first && first.end === at}
            isTwo={isTwo}
          />
        ))}
      </div>
    </div>
  );
}

const foldWords = (folded: 'equal' | 'many', isTwo: boolean): string => {
  if (folded === 'many') return 'more';
  return isTwo ? 'equal in both' : 'without evidence';
};

const Head = ({ run, about }: { readonly run: string; readonly about: string }) => (
  <span role="columnheader">
    <a href={addressOfRun(run)}>{run}</a> <span class="tone-dim">{about}</span>
  </span>
);

interface RowsOptions {
  readonly pair: StoryPair;
  readonly at: number;
  readonly first: Mark | null;
  readonly evidence: readonly string[];
  readonly finding: AuditFinding;
}

function StoryRows({ pair, at, first, evidence, finding }: RowsOptions) {
  return (
    <div class="story" role="rowgroup">
      {pair.lines.map((line, place) => {
        const isFirst = first !== null && 'story' in first && first.story === at && first.line === place;
        return (
          <LineRow
            key={place}
            line={line}
            pair={pair}
            isRoot={place === 0}
            first={isFirst ? first : null}
            isEvidence={(line.right ?? line.left)!.ids.some((id) => evidence.includes(id))}
            finding={finding}
          />
        );
      })}
    </div>
  );
}

interface LineOptions {
  readonly line: LinePair;
  readonly pair: StoryPair;
  readonly isRoot: boolean;
  /** The mark, if it is in these stories. */
  readonly first: Mark | null;
  readonly isEvidence: boolean;
  readonly finding: AuditFinding;
}

function LineRow({ line, pair, isRoot, first, isEvidence, finding }: LineOptions) {
  const isFirst = first !== null;
  const { left, right, difference } = line;
  const isTwo = finding.control !== null;
  const by = difference?.by ?? null;
  const told = difference?.words ?? '';
  const doing = isTwo ? (right?.doing ?? null) : null;
  const marked = isFirst || by === 'application' || doing !== null;
  const remarks = (
    <>
      {first !== null && (
        <strong class="first-words">{first.isDifference ? 'First difference' : 'Evidence for the finding'}</strong>
      )}
      {doing !== null && (
        <span class="doing">
          {finding.adversity}: {doing}
        </span>
      )}
      {told !== '' && (by !== 'adversity' || doing === null) && <span>{told}</span>}
      {isRoot && pair.isEarlier && pair.left?.kind === 'write' && (
        <span>In this run, this story occurred earlier than a story above it.</span>
      )}
      {isEvidence && !isFirst && isTwo && <span class="tone-dim">evidence</span>}
    </>
  );
  const classes = [
    'pair',
    ...(by === null ? [] : [`by-${by}`]),
    ...(isFirst ? ['is-first'] : []),
    ...(isRoot ? ['is-root'] : []),
  ];
  return (
    <div class={classes.join(' ')} role="row" tabIndex={marked ? -1 : undefined} data-differs={marked ? '' : undefined}>
      {isTwo && <Cell line={left} story={pair.left} run={finding.control!} isMarked={marked} />}
      <Cell line={isTwo ? right : left} story={isTwo ? pair.right : pair.left} run={finding.run} isMarked={marked}>
        <p class="words">{remarks}</p>
      </Cell>
    </div>
  );
}

interface CellOptions {
  readonly line: Line | null;
  readonly story: Story | null;
  readonly run: string;
  readonly isMarked: boolean;
  readonly children?: preact.ComponentChildren;
}

function Cell({ line, story, run, isMarked, children }: CellOptions) {
  return (
    <div class={`side${line === null ? ' is-missing' : ''}`} role="cell" data-run={run}>
      {line === null || story === null ? (
        <span class="visually-hidden">nothing in {run}</span>
      ) : (
        <p class={`told depth-${line.depth}`}>
          <time class="tone-dim">{line.depth === 0 ? line.at.slice(11, 19) : ''}</time>
          <What line={line} story={story} />
          <Answer line={line} />
          <State line={line} />
          <span class="amount">{line.amount}</span>
        </p>
      )}
      {line !== null && line.remark !== '' && <p class="remark tone-dim">{line.remark.slice(0, longestRemark)}</p>}
      {isMarked && line !== null && line === story?.lines[0] && story.during !== null && (
        <p class="remark tone-dim">while {story.during} was being delivered</p>
      )}
      {children}
    </div>
  );
}

const longestRemark = 300;

function What({ line, story }: { readonly line: Line; readonly story: Story }) {
  const address = addressOfLine(line, story);
  const text = line.what.slice(0, longestRemark);
  return address === null ? (
    <span class="what" dir="auto">
      {text}
    </span>
  ) : (
    <a class="what" dir="auto" href={address}>
      {text}
    </a>
  );
}

function Answer({ line: { answer } }: { readonly line: Line }) {
  const number = Number(answer);
  const { text, tone = 'plain' } = Number.isNaN(number) ? { text: answer, tone: 'bad' } : statusSpan(number);
  return answer === '' ? null : <span class={`answer tone-${tone}`}>{text}</span>;
}

function State({ line: { what, state } }: { readonly line: Line }) {
  const { text, tone = 'plain' } = stateSpan(state);
  const said = words(text);
  return said === what ? null : <span class={`state tone-${tone}`}>{said}</span>;
}

interface EndOptions {
  readonly end: EndPair;
  readonly isFirst: boolean;
  readonly isTwo: boolean;
}

function EndRow({ end: { what, left, right, differs }, isFirst, isTwo }: EndOptions) {
  return (
    <div
      class={`pair end${differs ? ' by-application' : ''}${isFirst ? ' is-first' : ''}`}
      role="row"
      tabIndex={differs ? -1 : undefined}
      data-differs={differs ? '' : undefined}
    >
      {(isTwo ? [left, right] : [left]).map((text, at) => (
        <div key={at} class="side" role="cell">
          {isFirst && at === 1 && (
            <p class="words">
              <strong class="first-words">First difference</strong>
            </p>
          )}
          <p class="told">
            <span class="what">{what}</span>
            <span dir="auto">{text}</span>
          </p>
        </div>
      ))}
    </div>
  );
}
