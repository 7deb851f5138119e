import type { Tone } from '../../desk/cells.ts';

/** What draws on a canvas in the colours of the style. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** In pixels of the style. */
  readonly width: number;
  /** The colour of a custom property: `line`. */
  readonly colour: (name: string) => string;
}

const names = { plain: 'soft', dim: 'field-line', bold: 'ink', good: 'good', wait: 'warn', bad: 'danger' } as const;

/** The custom property of a tone. */
export const colourOf = (tone: Tone): string => names[tone];

/** What a custom property is in an element. It may be a function of the scheme; as the element's colour it is one. */
export function colourIn(element: HTMLElement, name: string): string {
  element.style.color = `var(--${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

/** An empty canvas of a height in pixels, as wide as it is on the page; null where it cannot be drawn on. */
export function penFor(canvas: HTMLCanvasElement, height: number): Pen | null {
  const { clientWidth: width } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  const style = getComputedStyle(canvas);
  const known = new Map<string, string>();
  const colour = (name: string): string => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const made = colourIn(canvas, name);
    known.set(name, made);
    return made;
  };
  context.scale(ratio, ratio);
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  return { context, width, colour };
}
