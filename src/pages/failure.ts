import type { ServiceError } from '../engine/errors.ts';
import type { Assets } from './assets.ts';
import { html } from './html.ts';
import { icon, renderPage } from './layout.ts';
import { nobodysBrand } from './not-payable.ts';
import type { Page } from './page.ts';

/**
 * The page in the place of one that could not be made: what was sent is wrong, or the emulator has a bug.
 * @param requestId the log tells more under it
 */
export const failurePage = (assets: Assets, { status, message }: ServiceError, requestId: string): Page =>
  renderPage({
    assets,
    brand: nobodysBrand,
    mode: 'test',
    status,
    // It holds nothing to be pressed, and a developer is to see it in a frame too.
    framedBy: ['*'],
    title: status < 500 ? 'This request is not valid' : 'Something went wrong',
    body: html`<div class="card result" data-status="${status}">
<span class="seal seal-warn">${icon('alert')}</span>
<h1>${status < 500 ? 'This request is not valid' : 'Something went wrong'}</h1>
<p class="soft">${message}</p>
<p class="hint">For developers: the Request-Id is <code>${requestId}</code>.</p>
</div>`,
  });
