/**
 * Small drawings for card brands, which belong to this project. They are not trademarks, but neutral shapes in
 * familiar colors.
 */
import type { Brand } from './card.ts';

/** The drawing of each brand, in a box of 34 by 22. */
const drawings: Readonly<Record<Brand, string>> = {
  visa: '<rect width="34" height="22" rx="4" fill="#1a3f9c"/><path d="M7 15.5 12 6.5h4l-5 9zM15 15.5l5-9h4l-5 9z" fill="#fff"/><path d="M0 18h34v0a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4z" fill="#f2a900"/>',
  mastercard:
    '<rect width="34" height="22" rx="4" fill="#26262b"/><path d="M8 5h9v12H8a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z" fill="#e0342b"/><path d="M17 5h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-9z" fill="#f59c1a"/>',
  amex: '<rect width="34" height="22" rx="4" fill="#1f72c8"/><path d="M9 6h16v10H9z" fill="none" stroke="#fff" stroke-width="1.75"/><path d="M13 11h8" stroke="#fff" stroke-width="1.75"/>',
  discover:
    '<rect width="34" height="22" rx="4" fill="#f5f1ec"/><path d="M34 10v8a4 4 0 0 1-4 4H12C22 21 30 17 34 10z" fill="#ee7623"/><path d="M6 9h14" stroke="#35322e" stroke-width="2.5" stroke-linecap="round"/>',
  diners:
    '<rect width="34" height="22" rx="4" fill="#0b5f8a"/><path d="M17 4.5 23.5 11 17 17.5 10.5 11z" fill="none" stroke="#fff" stroke-width="1.75"/><path d="M17 7.5v7" stroke="#fff" stroke-width="1.75"/>',
  jcb: '<rect width="34" height="22" rx="4" fill="#f4f6f4"/><path d="M7 7h5v8H7z" fill="#1568b5"/><path d="M14.5 7h5v8h-5z" fill="#cf2338"/><path d="M22 7h5v8h-5z" fill="#1c8c43"/>',
  unionpay:
    '<rect width="34" height="22" rx="4" fill="#0b6e77"/><path d="M4 0h10l-4 22H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#d3272f"/><path d="M14 0h9l-4 22h-9z" fill="#15407f"/>',
};

/**
 * A brand's mark as markup. It is hidden from screen readers, because the brand's name is beside it.
 * @param look the mark's classes
 */
export const markOf = (brand: Brand, look = `card-mark card-mark-${brand}`): string =>
  `<svg class="${look}" viewBox="0 0 34 22" width="34" height="22" aria-hidden="true" focusable="false">${drawings[brand]}</svg>`;

/** The brands that are shown before the user types. */
export const shownBrands: readonly Brand[] = ['visa', 'mastercard', 'amex', 'discover'];

/** The position of the security code on each side of a card, in the same box. */
const codePlaces = {
  behind:
    '<path d="M1 5.5h32v4H1z" fill="currentColor"/><path d="M5 15h11" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><rect class="code-place" x="20" y="11.75" width="10" height="6.5" rx="3.25" fill="none" stroke-width="1.5"/>',
  front:
    '<path d="M5 16.5h14" stroke="currentColor" stroke-width="1.5" stroke-linecap="round"/><path d="M5 6.5h5v4H5z" fill="currentColor"/><rect class="code-place" x="18" y="4.5" width="12" height="6.5" rx="3.25" fill="none" stroke-width="1.5"/>',
};

const drawCard = (look: string, inside: string): string =>
  `<svg class="${look}" viewBox="0 0 34 22" width="34" height="22" aria-hidden="true" focusable="false">` +
  `<rect x=".75" y=".75" width="32.5" height="20.5" rx="3.25" fill="none" stroke="currentColor" stroke-width="1.5"/>${inside}</svg>`;

/** A card with the position of the security code. One picture contains both sides, and styles show one of them. */
export const codePicture = drawCard(
  'code-picture',
  `<g class="code-behind">${codePlaces.behind}</g><g class="code-front">${codePlaces.front}</g>`,
);

/** The security code on one side of a card. */
export const codeMark = (side: keyof typeof codePlaces): string => drawCard('mark', codePlaces[side]);
