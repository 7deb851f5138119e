/** A part of the screen. */
export interface Area {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** An area without its first lines. */
export const inside = (area: Area, head: number): Area => ({
  ...area,
  row: area.row + head,
  height: Math.max(1, area.height - head),
});
