import { Fragment } from 'preact';
import { type Cell, spanOf } from '../../desk/cells.ts';

/** The most letters of a name or a path. */
const longestName = 60;

/** A text that goes on in the next line after a dot, an underscore or a slash, if it is a name or a path. */
const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {(text.length > longestName ? [text] : text.split(/(?<=[._/])(?=\w)/)).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

interface CellOptions {
  readonly cell: Cell;
  /** Whether there is only room for its shorter spelling. */
  readonly isShort?: boolean;
  /** Opens what an id names; absent: ids cannot be followed here. */
  readonly follow?: ((id: string) => void) | undefined;
}

/**
 * The text of a cell, in its tone. In a list the style sheet cuts a long text, and its title has the whole; in details,
 * where ids can be followed, it goes on in the next line.
 */
export function CellText({ cell, isShort = false, follow }: CellOptions) {
  const { text, tone = 'plain', id, at, shorter } = spanOf(cell);
  const whole = text.length > longestDrawn ? `${text.slice(0, longestDrawn)}…` : text;
  const drawn = isShort ? (shorter?.[0] ?? whole) : whole;
  const said = { class: `tone-${tone}`, title: at ?? (text.length > 24 || shorter !== undefined ? whole : undefined) };
  if (id !== undefined && follow !== undefined) {
    return (
      <button type="button" {...said} class={`link ${said.class}`} onClick={() => follow(id)}>
        {shorter?.[0] ?? <Breakable text={whole} />}
      </button>
    );
  }
  return (
    <span {...said} dir="auto">
      {follow === undefined ? drawn : <Breakable text={drawn} />}
    </span>
  );
}

/** The most letters of one cell that are drawn in a row. */
const longestDrawn = 400;
