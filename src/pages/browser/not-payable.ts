import type { ConfirmationState } from '../checkout-state.ts';
import { readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';

/** Tells the page around this frame that there is nothing to pay any more (specification, "Client SDK error codes"). */
new ParentPage(readState<ConfirmationState>().frame).tell('error', {
  code: 'session_expired',
  message: document.title,
});
