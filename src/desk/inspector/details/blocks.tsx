import { counted } from '../../../core/base/terminal-text.ts';
import { type Cell, spanOf } from '../../model/cells.ts';
import type { Block, ShownChange, Text } from '../../model/details/structure.ts';
import { latency, statusSpan, words } from '../../model/format.ts';
import { CellText } from '../list/cell.tsx';
import { widthOf } from '../text-width.ts';
import { storedToken } from '../token.ts';
import { LifeGraph } from './life-graph.tsx';
import { LongText } from './long-text.tsx';
import { SideBySide } from './side-by-side.tsx';

interface BlockOptions {
  readonly block: Block;
  /** Opens the target of an id. */
  readonly follow: (id: string) => void;
}

/** Draws one part of the details. */
export function BlockOf({ block, follow }: BlockOptions) {
  switch (block.type) {
    case 'lines':
      return <Lines lines={block.lines} follow={follow} />;
    case 'fields':
      return (
        <dl class="fields">
          {block.fields.map(({ name, value }, at) => (
            <div key={at}>
              <dt>{name}</dt>
              <dd>
                <Cells cells={value} follow={follow} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <Table rows={block.rows} amounts={block.amounts ?? []} follow={follow} />;
    case 'tree':
      return (
        <ul class="tree">
          {block.rows.map(({ depth, cells }, at) => (
            <li key={at} class={`depth-${Math.min(depth, 6)}`}>
              <Cells cells={cells} follow={follow} />
            </li>
          ))}
        </ul>
      );
    // The buttons above and the graph show the legal moves.
    case 'moves':
      return null;
    case 'mail':
      // A frame cannot send the token that its page requires, so the email is shown only as text, below.
      return storedToken() !== undefined ? null : (
        <iframe class="mail-frame" title={block.subject} src={block.address} sandbox="allow-popups" loading="lazy" />
      );
    case 'life':
      return (
        <div class="life-scroll">
          <LifeGraph life={block.life} follow={follow} />
        </div>
      );
    case 'changes':
      return <Changes changes={block.changes} />;
    case 'records':
      return (
        <ul class="tree">
          {block.records.map((record) => (
            <li key={record.id}>
              <button type="button" class="link" onClick={() => follow(record.id)}>
                {record.id}
              </button>{' '}
              <span class={changeTones[record.change]}>{record.change}</span>{' '}
              <Cells cells={record.about} follow={follow} />
              {record.fields.length > 0 && <Changes changes={record.fields} />}
            </li>
          ))}
          {block.more > 0 && <li class="tone-dim">and {counted(block.more, 'more', 'more')}</li>}
        </ul>
      );
    case 'attempt': {
      const { number, status, latency_ms, error, signature, headers, fault } = block.attempt;
      return (
        <div class="attempt">
          <p class="line">
            attempt {number} <CellText cell={statusSpan(status)} /> <span class="tone-dim">{latency(latency_ms)}</span>{' '}
            <CellText cell={block.at} />
            {fault !== null && <span class="tone-wait"> fault: {words(fault)}</span>}
          </p>
          {signature !== null && <p class="mono soft">Service-Signature: {signature}</p>}
          {error !== null && <p class="tone-bad">{error}</p>}
          {Object.entries(headers).map(([name, value]) => (
            <p key={name} class="mono soft">
              {name}: {value}
            </p>
          ))}
          {block.body !== null && <TextOf text={block.body} follow={follow} />}
        </div>
      );
    }
    case 'answers':
      return <SideBySide answers={block.answers} />;
    case 'text':
      return <TextOf text={block} follow={follow} />;
    default:
      return block satisfies never;
  }
}

interface TableOptions extends Pick<BlockOptions, 'follow'> {
  readonly rows: readonly (readonly Cell[])[];
  readonly amounts: readonly number[];
}

/** The space around a cell and around the details, in pixels, as in the style sheet. */
const besideCell = 10;
const besideDetails = 40;
/** The width of the details before the first drawing, in pixels. */
const usualDetails = 400;

function Table({ rows, amounts, follow }: TableOptions) {
  // Rows with different numbers of cells have no common columns.
  if (rows.some(({ length }) => length !== rows[0]!.length)) return <Lines lines={rows} follow={follow} />;
  const room = (document.querySelector('[data-place=details]')?.clientWidth ?? usualDetails) - besideDetails;
  const short = shortColumns(rows, room);
  return (
    <table class="cells">
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at}>
            {cells.map((cell, column) => (
              <td
                key={column}
                class={amounts.includes(column) ? 'is-amount' : spanOf(cell).at === undefined ? undefined : 'is-time'}
              >
                <CellText cell={cell} isShort={short.has(column)} follow={follow} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The columns that show their shorter form: times first, then the columns that save the most space. */
function shortColumns(rows: readonly (readonly Cell[])[], room: number): ReadonlySet<number> {
  const columns = (rows[0] ?? []).map((first, column) => {
    const cells = rows.map((row) => spanOf(row[column]!));
    const width = Math.max(...cells.map(({ text }) => widthOf(text)));
    const saved = width - Math.max(...cells.map(({ text, shorter }) => widthOf(shorter?.[0] ?? text)));
    return { column, width: width + besideCell, saved, isTime: spanOf(first).at !== undefined };
  });
  let missing = columns.reduce((sum, { width }) => sum + width, 0) - room;
  const short = new Set<number>();
  for (const { column, saved } of columns.toSorted(
    (a, b) => Number(b.isTime) - Number(a.isTime) || b.saved - a.saved,
  )) {
    if (missing <= 0) break;
    if (saved > 0) short.add(column);
    missing -= saved;
  }
  return short;
}

interface LinesOptions {
  readonly lines: readonly (readonly Cell[])[];
  readonly follow: (id: string) => void;
}

/** Lines of text, each with its cells side by side. */
const Lines = ({ lines, follow }: LinesOptions) => (
  <>
    {lines.map((line, at) => (
      <p key={at} class="line">
        <Cells cells={line} follow={follow} />
      </p>
    ))}
  </>
);

const changeTones = { added: 'tone-good', changed: 'tone-wait', removed: 'tone-bad' } as const;

/** Changed fields with their previous values. */
const Changes = ({ changes }: { readonly changes: readonly ShownChange[] }) => (
  <table class="changes">
    <thead>
      <tr>
        <th scope="col">field</th>
        <th scope="col">before</th>
        <th scope="col">after</th>
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, from, to }) => (
        <tr key={field}>
          <th scope="row">{field}</th>
          <td class="tone-dim">{spanOf(from).text}</td>
          <td>
            <CellText cell={to} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface CellsOptions {
  readonly cells: readonly Cell[];
  readonly follow: (id: string) => void;
}

const Cells = ({ cells, follow }: CellsOptions) => (
  <>
    {cells.map((cell, at) => (
      <CellText key={at} cell={cell} follow={follow} />
    ))}
  </>
);

const TextOf = ({ text: { lines, isJson, cut }, follow }: { readonly text: Text } & Pick<BlockOptions, 'follow'>) => (
  <>
    <LongText lines={lines} isJson={isJson} follow={follow} />
    {cut !== null && <p class="tone-wait">{cut}</p>}
  </>
);
