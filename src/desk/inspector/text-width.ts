/** The maximum number of texts whose widths are cached. */
const mostKnown = 5_000;
/** The maximum number of characters to measure. The width of a longer text is the width of its first characters. */
const mostLetters = 60;

let pen: CanvasRenderingContext2D | null = null;
/** The size and family of the font, in CSS syntax. */
let font: string | null = null;
const known = new Map<string, number>();

function fontOf(element: Element): string {
  const { fontSize, fontFamily } = getComputedStyle(element);
  return `${fontSize} ${fontFamily}`;
}

/** The width of a text in the font of the page, in pixels. */
export function widthOf(text: string, isBold = false): number {
  const key = `${isBold ? 'bold' : 'plain'} ${text.slice(0, mostLetters)}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  pen ??= document.createElement('canvas').getContext('2d')!;
  font ??= fontOf(document.body);
  pen.font = `${isBold ? 600 : 400} ${font}`;
  // Rounding and tabular figures can need slightly more than the measured width.
  const width = pen.measureText(text.slice(0, mostLetters)).width * 1.02 + 1;
  if (known.size >= mostKnown) known.clear();
  known.set(key, width);
  return width;
}
