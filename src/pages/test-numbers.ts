import type { Context } from '../core/kernel/context.ts';
import { brandName } from '../payments/resources/common/brand-name.ts';
import { type Bank, banks } from '../payments/simulation/banks.ts';
import type { TestCard } from '../payments/simulation/cards.ts';
import { html, type Markup } from './html.ts';
import { icon } from './layout.ts';
import type { Locale } from './locale.ts';

/**
 * Test data below a form. The page's script fills in the form when the user presses a test number
 * (`browser/lib/hints.ts`).
 */

type Group = readonly [title: string | null, rows: readonly Markup[]];

/** The collapsible section with the test data of a form. Empty groups are omitted. */
export const testNumbers = ({ page: { hints } }: Locale, intro: string, groups: readonly Group[]): Markup =>
  html`<details class="fold" id="hints"><summary>${hints.title}${icon('chevron')}</summary><div class="stack">
<p class="small soft">${intro}</p>
${groups.map(([title, rows]) => rows.length > 0 && html`<div class="stack stack-small">${title !== null && html`<h3>${title}</h3>`}<div class="hints">${rows}</div></div>`)}
<p class="small"><a href="/docs/outcomes" target="_blank" rel="noopener">${hints.all}</a></p>
</div></details>`;

/** A test card on a page, with the name of the reason if the page refuses the card. */
export interface OfferedCard extends TestCard {
  readonly unfit?: 'notCharged' | 'notPaidTo';
}

/** The type of a test card, or its special effect. */
function cardAbout({ page: { hints } }: Locale, { brand, funding, behaviour, about, unfit }: OfferedCard): string {
  const name = behaviour === null ? hints.card(brandName(brand), funding) : hints.effect(about, behaviour);
  return unfit === undefined ? name : hints[unfit](name);
}

export const cardHint = (locale: Locale, card: OfferedCard, expiry: string): Markup =>
  html`<button class="hint-row" type="button" data-card="${card.number}" data-expiry="${expiry}"><span>${cardAbout(locale, card)}</span><code>${card.number}</code></button>`;

/** The expiry date that test cards fill in, which is three years ahead on the emulated clock. */
export const testExpiry = ({ at }: Context): string =>
  `12 / ${String((Number(at.slice(0, 4)) + 3) % 100).padStart(2, '0')}`;

const accountNumber = '000123456789';

/** A bank of each kind: on both instant networks, on one network, and on no network. */
const offeredBanks: readonly Bank[] = [
  ...banks.filter(({ routing_number }) => routing_number === '021000021'),
  ...[
    [true, false],
    [false, true],
    [false, false],
  ].flatMap(([rtp, fednow]) => banks.filter((bank) => bank.rtp === rtp && bank.fednow === fednow).slice(0, 1)),
];

/** Bank accounts, with the bank's instant networks. */
export const bankHints = ({ page: { hints } }: Locale): Markup[] =>
  offeredBanks.map(({ routing_number, name, rtp, fednow }) => {
    const networks = [rtp && 'RTP', fednow && 'FedNow'].filter(Boolean).join(' + ') || hints.notInstant;
    return html`<button class="hint-row" type="button" data-routing="${routing_number}" data-account="${accountNumber}"><span><span lang="en">${name}</span>: ${networks}</span><code>${routing_number} / ${accountNumber}</code></button>`;
  });
