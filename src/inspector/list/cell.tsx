import { type Cell, spanOf } from '../../desk/cells.ts';

/** The text of a cell, in its tone. The style sheet cuts a long text; its title has the whole. */
export function CellText({
  cell,
  follow,
}: {
  readonly cell: Cell;
  readonly follow?: ((id: string) => void) | undefined;
}) {
  const { text, tone = 'plain', id, at, shorter } = spanOf(cell);
  const short = text.length > longestDrawn ? `${text.slice(0, longestDrawn)}…` : text;
  const said = { class: `tone-${tone}`, title: at ?? (text.length > 24 || shorter !== undefined ? short : undefined) };
  if (id !== undefined && follow !== undefined) {
    return (
      <button type="button" {...said} class={`link ${said.class}`} onClick={() => follow(id)}>
        {shorter?.[0] ?? short}
      </button>
    );
  }
  return (
    <span {...said} dir="auto">
      {short}
    </span>
  );
}

/** The most letters of one cell that are drawn in a row. */
const longestDrawn = 400;
