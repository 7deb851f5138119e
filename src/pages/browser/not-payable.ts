import type { EndState } from '../state.ts';
import { readState } from './lib/dom.ts';
import { ParentPage } from './lib/parent.ts';

/** Tells the page around the frame that nothing can be paid any more (specification, "Client SDK error codes"). */
new ParentPage(readState<EndState>().frame).tell('error', {
  code: 'session_expired',
  message: document.title,
});
