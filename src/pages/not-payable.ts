import type { Assets } from './assets.ts';
import type { Brand } from './brand.ts';
import type { FrameState } from './checkout-state.ts';
import { html } from './html.ts';
import { type IconName, icon, renderPage } from './layout.ts';
import type { Page } from './page.ts';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly icon: IconName;
  readonly seal: 'good' | 'warn' | 'plain';
}

/** Why an address shows no form, and what it says instead. */
const words = {
  paid: {
    title: 'This has been paid',
    text: 'The payment was taken already, and a receipt was sent by e-mail. Nothing more is to be done.',
    icon: 'check',
    seal: 'good',
  },
  processing: {
    title: 'This payment is being processed',
    text: 'A payment was made and is on its way. It cannot be paid a second time.',
    icon: 'clock',
    seal: 'warn',
  },
  expired: {
    title: 'This checkout has expired',
    text: 'It was open for a limited time. Go back to the shop to start again; nothing was charged.',
    icon: 'clock',
    seal: 'warn',
  },
  inactive: {
    title: 'This payment link is not active',
    text: 'The merchant takes no payments with it at the moment. Ask them for another one.',
    icon: 'alert',
    seal: 'warn',
  },
  void: {
    title: 'This invoice was withdrawn',
    text: 'The merchant has voided it. Nothing is to be paid.',
    icon: 'alert',
    seal: 'plain',
  },
  claimed: {
    title: 'This money has been claimed',
    text: 'The payout is on its way to where the recipient wanted it. A link can be claimed once.',
    icon: 'check',
    seal: 'good',
  },
  claim_cancelled: {
    title: 'This payout was cancelled',
    text: 'The sender has taken it back. Ask them if you think that this is a mistake.',
    icon: 'alert',
    seal: 'plain',
  },
  claim_expired: {
    title: 'This payout link has expired',
    text: 'Nobody claimed the money in time, so it went back to the sender. Ask them for a new link.',
    icon: 'clock',
    seal: 'warn',
  },
  form_closed: {
    title: 'This form is closed',
    text: 'No more requests are taken here. Ask whoever sent you the link.',
    icon: 'alert',
    seal: 'plain',
  },
  no_payouts: {
    title: 'Payouts are switched off',
    text: 'The merchant cannot send money at the moment. Try again later, or ask them.',
    icon: 'alert',
    seal: 'warn',
  },
  unknown: {
    title: 'There is nothing at this address',
    text: 'Check that the link is complete. If it came by e-mail, open it from there again.',
    icon: 'search',
    seal: 'plain',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type NotPayable = keyof typeof words;

export interface NotPayableOptions {
  readonly assets: Assets;
  readonly reason: NotPayable;
  /** Whose page it is; nobody's where the address is unknown. */
  readonly owner: { readonly brand: Brand; readonly mode: 'test' | 'live' } | null;
  /** Where else to go: the shop, or the invoice. */
  readonly wayOut?: { readonly label: string; readonly href: string };
  readonly layout?: 'page' | 'frame';
  readonly framedBy?: readonly string[];
  /** The page around, which is told that its checkout is over. */
  readonly frame?: FrameState | null;
}

/** What stands where a merchant's brand would, on pages that belong to none. */
export const nobodysBrand: Brand = { name: 'Payments sandbox', logo_url: null, color: '#4f46e5' };

/**
 * The page of what cannot be paid or claimed (any more): it says why, and has no form. Always 404, as the client API
 * answers (specification, "Public checkout client API").
 */
export function notPayablePage({
  assets,
  reason,
  owner,
  wayOut,
  layout,
  framedBy,
  frame = null,
}: NotPayableOptions): Page {
  const { title, text, icon: name, seal } = words[reason];
  const { brand, mode } = owner ?? { brand: nobodysBrand, mode: 'test' as const };
  return renderPage({
    assets,
    brand,
    mode,
    title,
    status: 404,
    layout,
    framedBy,
    ...(frame === null ? {} : { script: 'not-payable', state: { frame } }),
    body: html`<div class="card result" data-reason="${reason}">
<span class="seal${seal === 'good' ? '' : ` seal-${seal}`}">${icon(name)}</span>
<h1>${title}</h1>
<p class="soft">${text}</p>
${reason === 'unknown' && html`<p class="hint">For developers: no workspace of this emulator knows this address. After a reset, links that were made before are gone.</p>`}
${wayOut !== undefined && html`<a class="button" href="${wayOut.href}">${wayOut.label}</a>`}
</div>`,
  });
}
