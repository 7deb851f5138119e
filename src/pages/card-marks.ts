import { brandName } from '../payments/resources/common/brand-name.ts';
import { html, type Markup, raw } from './html.ts';
import type { Locale } from './locale.ts';
import { type Brand, brandNames } from './shared/card.ts';
import { codeMark, markOf, shownBrands } from './shared/card-marks.ts';

const drawMark = (brand: Brand): Markup => raw(markOf(brand, 'mark'));

/**
 * The accepted brands. A script shows only the detected brand (`data-brand`).
 * @param id describes a field
 */
export const cardMarks = (id: string): Markup => html`<span class="marks" id="${id}">
<span class="marks-accepted" role="img" aria-label="${shownBrands.map((brand) => brandName(brand)).join(', ')}">${shownBrands.map(drawMark)}</span>
${brandNames.map((brand) => html`<span class="marks-detected" data-brand="${brand}" role="img" aria-label="${brandName(brand)}" hidden>${drawMark(brand)}</span>`)}
</span>`;

/**
 * The position of the security code, on the back or the front of a card. A script shows the side for the brand
 * (`data-side`).
 */
export const codePictures = (id: string, { page: { sdkField } }: Locale): Markup => html`<span class="marks" id="${id}">
<span data-side="back" role="img" aria-label="${sdkField.codeBehind}">${raw(codeMark('behind'))}</span>
<span data-side="front" role="img" aria-label="${sdkField.codeInFront}" hidden>${raw(codeMark('front'))}</span>
</span>`;
