import { Fragment } from 'preact';
import { type Cell, spanOf } from '../../model/cells.ts';

/** The maximum length of a text that can break at a dot, an underscore or a slash. */
const longestName = 60;

/** A text that can break after a dot, an underscore or a slash if it is a name or a path. */
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
  /** Whether there is only enough space for the shorter form. */
  readonly isShort?: boolean;
  /** Opens the target of an id in details; if absent, ids are not links. */
  readonly follow?: ((id: string) => void) | undefined;
  /** Opens the target of an id in a row; if absent, the id identifies the row's own target. */
  readonly visit?: ((id: string) => void) | undefined;
}

/**
 * The text of a cell, in its tone. In a list, the style sheet truncates a long text, and the title contains the whole
 * text. In details, where ids are links, the text wraps.
 */
export function CellText({ cell, isShort = false, follow, visit }: CellOptions) {
  const { text, tone = 'plain', id, at, shorter, address } = spanOf(cell);
  const whole = text.length > longestDrawn ? `${text.slice(0, longestDrawn)}…` : text;
  const drawn = isShort ? (shorter?.[0] ?? whole) : whole;
  const said = { class: `tone-${tone}`, title: at ?? (text.length > 24 || shorter !== undefined ? whole : undefined) };
  if (address !== undefined && follow !== undefined) {
    return (
      // A link within the inspector opens in this window. A link to a page of the emulator opens in a new window.
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
      // The keyboard moves from row to row, and can reach the id in the details.
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

/** The maximum number of characters of a cell to draw in a row. */
const longestDrawn = 400;
