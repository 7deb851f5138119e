import { originOf } from '../shared/origins.ts';
import { PaymentsError } from './errors.ts';

type Directive = 'connect-src' | 'form-action' | 'frame-src';

/**
 * Calls a function when the content security policy of this page blocks an origin in one of the directives. This
 * event is the only way for a page to find out why a frame stays empty or a call fails.
 * @returns a function that ends the watch
 */
export function watchPolicy(
  directives: readonly Directive[],
  origin: string,
  blocked: (error: PaymentsError) => void,
): () => void {
  const listener = ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    const directive = directives.find((each) => each === effectiveDirective);
    if (disposition !== 'enforce' || directive === undefined || originOf(blockedURI) !== origin) return;
    const message = `The content security policy of this page blocks ${origin}: add the origin to ${directive}.`;
    blocked(new PaymentsError('not_configured', message));
  };
  document.addEventListener('securitypolicyviolation', listener);
  return () => document.removeEventListener('securitypolicyviolation', listener);
}
