import type { ServiceError } from '../core/kernel/errors.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { Assets } from './assets.ts';
import type { Brand } from './brand.ts';
import { html } from './html.ts';
import { type Result, renderPage, resultCard, type Theme } from './layout.ts';
import type { Locale } from './locale.ts';
import type { Page } from './page.ts';
import type { FrameState, NotPayableState } from './state.ts';
import type { PageTexts } from './texts/en.ts';

const looks = {
  paid: { icon: 'check', seal: 'good' },
  processing: { icon: 'clock', seal: 'warn' },
  expired: { icon: 'clock', seal: 'warn' },
  inactive: { icon: 'alert', seal: 'warn' },
  void: { icon: 'alert', seal: 'plain' },
  claimed: { icon: 'clock', seal: 'good' },
  claim_sent: { icon: 'check', seal: 'good' },
  claim_failed: { icon: 'alert', seal: 'warn' },
  claim_cancelled: { icon: 'alert', seal: 'plain' },
  claim_expired: { icon: 'clock', seal: 'warn' },
  form_closed: { icon: 'alert', seal: 'plain' },
  no_payouts: { icon: 'alert', seal: 'warn' },
  session_unknown: { icon: 'search', seal: 'plain' },
  unknown: { icon: 'search', seal: 'plain' },
} as const satisfies Readonly<Record<keyof PageTexts['refusals'], Pick<Result, 'icon' | 'seal'>>>;

export type NotPayable = keyof typeof looks;

/** Hints for the developer. */
const hints: Partial<Record<NotPayable, string>> = {
  session_unknown: 'this emulator has no embedded session with this client_secret. A reset removes earlier sessions.',
  unknown: 'no workspace of this emulator has a page at this URL. A reset removes earlier links.',
};

export interface NotPayableOptions {
  readonly assets: Assets;
  readonly locale: Locale;
  readonly reason: NotPayable;
  /** The merchant of the page; null if the URL is unknown. */
  readonly owner: { readonly brand: Brand; readonly mode: Mode } | null;
  /** A link to the shop or the invoice. */
  readonly link?: { readonly label: string; readonly href: string };
  readonly layout?: 'page' | 'frame';
  readonly theme?: Theme | null;
  readonly framedBy?: readonly string[];
  /** The frame around the page, which is notified that the checkout is over; null if the page is not in a frame. */
  readonly frame?: FrameState | null;
  /** The page's checkout. A tab that has a payment without a response continues this payment. */
  readonly checkout?: NotPayableState['checkout'];
  readonly inspector?: string | null;
}

/** Replaces the brand of the merchant on pages without a merchant. */
const sandboxBrand = ({ page }: Locale): Brand => ({ name: page.sandbox.brand, logo_url: null, color: '#4f46e5' });

/**
 * The page of a link, a session or an invoice that cannot be paid or claimed. The page shows the reason, and has no
 * form. Its status is always 404, like the status of the client API (specification, "Public checkout client API").
 */
export function notPayablePage({
  assets,
  locale,
  reason,
  owner,
  link,
  layout,
  theme = null,
  framedBy,
  frame = null,
  checkout = null,
  inspector = null,
}: NotPayableOptions): Page {
  const { brand, mode } = owner ?? { brand: sandboxBrand(locale), mode: 'test' as const };
  const state: NotPayableState = { frame, checkout };
  const hint = hints[reason];
  const texts = locale.page.refusals[reason];
  return renderPage({
    assets,
    locale,
    brand,
    mode,
    title: texts.title,
    status: 404,
    layout,
    theme,
    framedBy,
    inspector,
    ...(frame === null && checkout === null ? {} : { script: 'not-payable', state }),
    body: resultCard(
      { ...looks[reason], ...texts },
      html`${hint !== undefined && html`<p class="hint" lang="en">For developers: ${hint}</p>`}
${link !== undefined && html`<a class="button" href="${link.href}">${link.label}</a>`}`,
      { 'data-reason': reason },
    ),
  });
}

/** The assets and the language of a page. */
export interface PageContext {
  readonly assets: Assets;
  readonly locale: Locale;
}

/** The page for a URL that no workspace knows. */
export const unknownPage = ({ assets, locale }: PageContext): Page =>
  notPayablePage({ assets, locale, reason: 'unknown', owner: null });

/**
 * The page for a request that failed, because the request was invalid or the emulator has a bug.
 * @param requestId identifies the details in the log
 */
export function failurePage(
  { assets, locale }: PageContext,
  { status, message }: ServiceError,
  requestId: string,
): Page {
  const { invalid, broken } = locale.page.failure;
  const title = status < 500 ? invalid : broken;
  return renderPage({
    assets,
    locale,
    brand: sandboxBrand(locale),
    mode: 'test',
    status,
    // The page has no buttons, and developers should also see it in a frame.
    framedBy: ['*'],
    title,
    body: resultCard(
      { title, text: html`<span lang="en">${message}</span>`, icon: 'alert', seal: 'warn' },
      html`<p class="hint" lang="en">For developers: the Request-Id is <code>${requestId}</code>.</p>`,
      { 'data-status': status },
    ),
  });
}
