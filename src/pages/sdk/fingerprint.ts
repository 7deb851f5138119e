import { make } from '../browser/lib/dom.ts';
import { fingerprintWait } from '../browser/lib/payment/three-ds.ts';
import { wait } from './abort.ts';
import { PaymentsError } from './errors.ts';

/** The part of the browser's Trusted Types that the SDK uses. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string };
}

/** The name for the page's directive `trusted-types`. */
const policyName = 'payments-sdk';

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Loads the issuer's device check, and waits as long as the specification prescribes. */
export async function showFingerprint(html: string, signal: AbortSignal): Promise<void> {
  const frame = make('iframe', { hidden: true, title: 'Card issuer', sandbox: 'allow-forms allow-scripts' });
  frame.srcdoc = trusted(html);
  document.body.append(frame);
  try {
    await wait(fingerprintWait, signal);
  } finally {
    frame.remove();
  }
}

/**
 * Markup that a page with `require-trusted-types-for 'script'` accepts. The sandbox of the frame keeps the markup away
 * from the page.
 * @throws PaymentsError `not_configured`
 */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return html;
  try {
    policy ??= trustedTypes.createPolicy(policyName, { createHTML: (text) => text });
  } catch {
    throw new PaymentsError(
      'not_configured',
      `The content security policy of this page does not allow the SDK to create its Trusted Types policy: add ${policyName} to trusted-types.`,
    );
  }
  return policy.createHTML(html);
}
