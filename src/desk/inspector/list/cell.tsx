import { Fragment } from 'preact';
import { type Cell, spanOf } from '../../model/cells.ts';

/** The most letters of a name or a path. */
const longestName = 60;

/** A text that may break after a dot, an underscore or a slash, if the text is a name or a path. */
const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {(text.length > longestName ? [text] : text.split(/(?<=[._/])(?=[A-Za-z])/)).map((part, at) => (
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

interface CellOptions {
  readonly cell: Cell;
  /** Whether the room suffices only for the shorter spelling. */
  readonly isShort?: boolean;
  /** Opens the target of an id in details; absent: ids are no links here. */
  readonly follow?: ((id: string) => void) | undefined;
  /** Opens the target of an id in a row; absent: the id belongs to the row's own target. */
  readonly visit?: ((id: string) => void) | undefined;
}

/**
 * The text of a cell, in its tone. In a list the style sheet cuts a long text, and its title has the whole; in details,
 * where ids are links, the text continues in the next line.
 */
export function CellText({ cell, isShort = false, follow, visit }: CellOptions) {
  const { text, tone = 'plain', id, at, shorter, address } = spanOf(cell);
  const whole = text.length > longestDrawn ? `${text.slice(0, longestDrawn)}…` : text;
  const drawn = isShort ? (shorter?.[0] ?? whole) : whole;
  const said = { class: `tone-${tone}`, title: at ?? (text.length > 24 || shorter !== undefined ? whole : undefined) };
  if (address !== undefined && follow !== undefined) {
    return (
      // An address within the inspector opens in this window, a page of the emulator in another.
      <a {...said} href={address} {...(address.startsWith('#') ? {} : { target: '_blank', rel: 'noreferrer' })}>
        {shorter?.[0] ?? whole}
      </a>
    );
  }
  if (id !== undefined && follow !== undefined) {
    return (
      <button type="button" {...said} class={`link ${said.class}`} onClick={() => follow(id)}>
        {isShort ? (shorter?.[0] ?? whole) : <Breakable text={whole} />}
      </button>
    );
  }
  if (id !== undefined && visit !== undefined) {
    return (
      // The keyboard goes from row to row, and reaches the id in the details.
      <button
        type="button"
        tabIndex={-1}
        {...said}
        class={`link ${said.class}`}
        onClick={(event) => {
          event.stopPropagation();
          visit(id);
        }}
      >
        {drawn}
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
