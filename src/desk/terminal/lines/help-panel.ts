import { bold, dim, type Line } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import type { Help } from '../keys/dialogs.ts';
import { keyOf, keyTable } from '../keys/keys.ts';
import { wrap } from '../texts/wrapping.ts';
import { filled, fitLine, titleRule } from './cells.ts';

/** The width of the keys in the help. */
const keysWidth = 19;

/** The views with their keys, and all keys, group by group, in one or two columns. */
function helpLines({ views }: Desk, width: number): Line[] {
  const columns = width >= 120 ? 2 : 1;
  const columnWidth = Math.floor((width - 2) / columns);
  const groups = [...new Set(Object.values(keyTable).map(({ group }) => group))];
  const ofViews: Line[] = [
    [bold('Views')],
    ...views.map(({ title, place }): Line => [{ text: ` ${keyOf(place)}`.padEnd(keysWidth) }, dim(title)]),
    [],
  ];
  const ofGroups = groups.map((group) => [
    [bold(group)] as Line,
    ...Object.values(keyTable)
      .filter((each) => each.group === group)
      .flatMap(({ shown, about }) =>
        wrap(about, columnWidth - keysWidth - 2).map((text, at): Line => {
          const keys = at === 0 ? ` ${shown}` : '';
          return [{ text: keys.padEnd(keysWidth) }, dim(text)];
        }),
      ),
    [] as Line,
  ]);
  const blocks = [ofViews, ...ofGroups];
  return columns === 1 ? blocks.flat() : inTwoColumns(blocks, columnWidth);
}

/** The number of lines that the help needs. */
export const helpHeight = (desk: Desk, width: number): number => helpLines(desk, width).length;

/** The part of the help that fits, below its title. */
export function helpPanel(desk: Desk, { top }: Help, width: number, height: number): Line[] {
  const lines = helpLines(desk, width)
    .slice(top, top + Math.max(1, height - 1))
    .map((line) => fitLine([{ text: ' ' }, ...line], width));
  return filled([titleRule('Keys', width), ...lines], height);
}

/** Divides blocks between two columns so that the taller column is as short as possible. */
function inTwoColumns(blocks: readonly Line[][], width: number): Line[] {
  const shares = Array.from({ length: 2 ** (blocks.length - 1) }, (_, share) => {
    const isLeft = (_block: unknown, at: number): boolean => at === 0 || (share & (2 ** (at - 1))) !== 0;
    const left = blocks.filter(isLeft).flat();
    const right = blocks.filter((block, at) => !isLeft(block, at)).flat();
    return { left, right, height: Math.max(left.length, right.length) };
  });
  const { left, right, height } = shares.reduce((best, each) => (each.height < best.height ? each : best));
  return Array.from({ length: height }, (_, at) => [...fitLine(left[at] ?? [], width), ...(right[at] ?? [])]);
}
