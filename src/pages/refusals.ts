import type { ServiceError } from '../engine/errors.ts';
import type { Mode } from '../engine/workspace.ts';
import type { Assets } from './assets.ts';
import type { Brand } from './brand.ts';
import { html } from './html.ts';
import { type Result, renderPage, resultCard, type Theme } from './layout.ts';
import type { Page } from './page.ts';
import type { EndState, FrameState, PanelState } from './state.ts';

const reasons = {
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
    text: 'It is on its way to where the recipient wanted it. A link can be claimed once.',
    icon: 'clock',
    seal: 'good',
  },
  claim_sent: {
    title: 'This money has been claimed',
    text: 'It was sent to where the recipient wanted it. A link can be claimed once.',
    icon: 'check',
    seal: 'good',
  },
  claim_failed: {
    title: 'This money did not arrive',
    text: 'It was claimed, but could not be sent to where the recipient wanted it. Ask the sender for a new link.',
    icon: 'alert',
    seal: 'warn',
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
  session_unknown: {
    title: 'The checkout cannot be shown here',
    text: 'Nothing was charged. Reload the page, or ask the shop.',
    icon: 'search',
    seal: 'plain',
  },
  unknown: {
    title: 'There is nothing at this address',
    text: 'Check that the link is complete. If it came by e-mail, open it from there again.',
    icon: 'search',
    seal: 'plain',
  },
} as const satisfies Readonly<Record<string, Result>>;

export type NotPayable = keyof typeof reasons;

/** What the developer may have to do with it. */
const hints: Partial<Record<NotPayable, string>> = {
  session_unknown:
    'no embedded session of this emulator has this client_secret. After a reset, sessions that were made before are gone.',
  unknown: 'no workspace of this emulator knows this address. After a reset, links that were made before are gone.',
};

export interface NotPayableOptions {
  readonly assets: Assets;
  readonly reason: NotPayable;
  /** Null where the address is unknown. */
  readonly owner: { readonly brand: Brand; readonly mode: Mode } | null;
  /** The shop, or the invoice. */
  readonly link?: { readonly label: string; readonly href: string };
  readonly layout?: 'page' | 'frame';
  readonly theme?: Theme | null;
  readonly framedBy?: readonly string[];
  /** Where it is given, the page around the frame is told that the checkout is over. */
  readonly frame?: FrameState | null;
  readonly panel?: PanelState | null;
}

/** Stands for a merchant on pages that belong to none. */
const sandboxBrand: Brand = { name: 'Payments sandbox', logo_url: null, color: '#4f46e5' };

/**
 * The page of what cannot be paid or claimed (any more): it says why, and has no form. Always 404, as the client API
 * answers (specification, "Public checkout client API").
 */
export function notPayablePage({
  assets,
  reason,
  owner,
  link,
  layout,
  theme = null,
  framedBy,
  frame = null,
  panel = null,
}: NotPayableOptions): Page {
  const { brand, mode } = owner ?? { brand: sandboxBrand, mode: 'test' as const };
  const state: EndState = { frame };
  const hint = hints[reason];
  return renderPage({
    assets,
    brand,
    mode,
    title: reasons[reason].title,
    status: 404,
    layout,
    theme,
    framedBy,
    panel,
    ...(frame === null ? {} : { script: 'not-payable', state }),
    body: resultCard(
      reasons[reason],
      html`${hint !== undefined && html`<p class="hint">For developers: ${hint}</p>`}
${link !== undefined && html`<a class="button" href="${link.href}">${link.label}</a>`}`,
      { 'data-reason': reason },
    ),
  });
}

/** The page for an address that no workspace knows. */
export const unknownPage = (assets: Assets): Page => notPayablePage({ assets, reason: 'unknown', owner: null });

/**
 * The page for a request that failed: it was wrong, or the emulator has a bug.
 * @param requestId the log has the details under it
 */
export function failurePage(assets: Assets, { status, message }: ServiceError, requestId: string): Page {
  const title = status < 500 ? 'This request is not valid' : 'Something went wrong';
  return renderPage({
    assets,
    brand: sandboxBrand,
    mode: 'test',
    status,
    // It has nothing to press, and a developer should see it in a frame too.
    framedBy: ['*'],
    title,
    body: resultCard(
      { title, text: message, icon: 'alert', seal: 'warn' },
      html`<p class="hint">For developers: the Request-Id is <code>${requestId}</code>.</p>`,
      { 'data-status': status },
    ),
  });
}
