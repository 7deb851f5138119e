import type { Tone } from '../../model/cells.ts';

/** Draws on a canvas in the colors of the style sheet. */
export interface Pen {
  readonly context: CanvasRenderingContext2D;
  /** In CSS pixels. */
  readonly width: number;
  /** The color in a custom property, such as `line`. */
  readonly colour: (name: string) => string;
}

const names = { plain: 'soft', dim: 'field-line', bold: 'ink', good: 'good', wait: 'warn', bad: 'danger' } as const;

/** The custom property for a tone. */
export const colourOf = (tone: Tone): string => names[tone];

/**
 * The value of a custom property in an element. The property can depend on the color scheme, so its value is read
 * back as the element's computed color.
 */
export function colourIn(element: HTMLElement, name: string): string {
  element.style.color = `var(--${name})`;
  const { color } = getComputedStyle(element);
  element.style.color = '';
  return color;
}

/**
 * An empty canvas with the given height in pixels and its width on the page; null if the browser cannot draw on it.
 */
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
