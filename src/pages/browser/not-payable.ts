import type { EndState } from '../state.ts';
import { readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';

const isUnknown = document.querySelector('[data-reason="session_unknown"]') !== null;

/** Tells the page around the frame that nothing can be paid (any more) (specification, "Client SDK error codes"). */
new ParentPage(readState<EndState>().frame).tell('error', {
  code: isUnknown ? 'session_invalid' : 'session_expired',
  message: isUnknown ? 'No embedded session has this client secret.' : 'The session cannot be paid (any more).',
});
