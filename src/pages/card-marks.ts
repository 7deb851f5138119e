import { brandName } from '../resources/common/card.ts';
import { html, type Markup, raw } from './html.ts';
import type { Locale } from './locale.ts';
import { type Brand, brandNames } from './shared/card.ts';
import { markOf, shownBrands } from './shared/card-marks.ts';

const drawMark = (brand: Brand): Markup => raw(markOf(brand, 'mark'));

/**
 * The accepted brands, and the one that was detected, which a script shows instead (`data-brand`).
 * @param id by which a field is described
 */
export const cardMarks = (id: string): Markup => html`<span class="marks" id="${id}">
<span class="marks-accepted" role="img" aria-label="${shownBrands.map((brand) => brandName(brand)).join(', ')}">${shownBrands.map(drawMark)}</span>
${brandNames.map((brand) => html`<span class="marks-detected" data-brand="${brand}" role="img" aria-label="${brandName(brand)}" hidden>${drawMark(brand)}</span>`)}
</span>`;

/** Where the security code is, on the back or on the front of a card; a script shows the one that fits the brand (`data-side`). */
export const codePictures = (id: string, { page: { sdkField } }: Locale): Markup => html`<span class="marks" id="${id}">
<span data-side="back" role="img" aria-label="${sdkField.codeBehind}">${raw(
  `${card}<path d="M1 6.5h28" stroke="currentColor" stroke-width="3.5"/><path d="M4 13h10" stroke="currentColor" stroke-width="1.5" opacity="0.5"/>${code(17.5, 10.5, 3)}</svg>`,
)}</span>
<span data-side="front" role="img" aria-label="${sdkField.codeInFront}" hidden>${raw(
  `${card}<path d="M4 13.5h14" stroke="currentColor" stroke-width="1.5" opacity="0.5"/>${code(15, 4.5, 4)}</svg>`,
)}</span>
</span>`;

const card =
  '<svg class="mark" viewBox="0 0 30 20" width="30" height="20" aria-hidden="true" focusable="false">' +
  '<rect x="0.75" y="0.75" width="28.5" height="18.5" rx="3" fill="none" stroke="currentColor" stroke-width="1.25"/>';

/** Digits as dots in a box, where the code is. */
function code(x: number, y: number, digits: number): string {
  const dots = Array.from(
    { length: digits },
    (_, at) => `<circle cx="${x + 2.25 + at * 2.5}" cy="${y + 2.5}" r="0.9"/>`,
  );
  return (
    `<rect class="mark-code" x="${x - 0.5}" y="${y - 0.5}" width="${digits * 2.5 + 3}" height="6" rx="1.5" fill="none" stroke-width="1.25"/>` +
    `<g class="mark-digits">${dots.join('')}</g>`
  );
}
