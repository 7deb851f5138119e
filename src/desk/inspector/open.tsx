import { render } from 'preact';
import { Desk } from '../model/desk.ts';
import type { Scope } from '../model/scope.ts';
import { Session, type SessionOptions } from '../model/session.ts';
import { App } from './app.tsx';
import { follow } from './browser-history.ts';
import { browserHost } from './host.ts';
import { PageState } from './keyboard-focus.ts';
import { listenToKeys } from './keys.ts';
import { keepToken } from './token.ts';

export type InspectorOptions = Pick<SessionOptions, 'connect' | 'judge' | 'judgesUnasked' | 'run'>;

/** The page element that contains the desk. */
export const root = (): HTMLElement => document.getElementById('inspector')!;

/** Draws the desk into the page. @returns a function that closes it */
export function openInspector(options: InspectorOptions): () => void {
  const session = new Session({ ...options, scope: scopeInAddress() });
  const desk = new Desk(session, browserHost());
  const look = new PageState(desk);
  const closing = new AbortController();
  follow(look, closing.signal);
  listenToKeys(look, closing.signal);
  const draw = (): void => {
    render(<App look={look} enter={enter} />, root());
  };
  const enter = (token: string): void => {
    keepToken(token);
    session.reopen();
  };
  look.draw = draw;
  desk.onChange(draw);
  session.open();
  draw();
  return () => {
    closing.abort();
    desk.close();
    session.close();
    render(null, root());
  };
}

/** The data set in the page's URL. */
function scopeInAddress(): Scope {
  const asked = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const mode = asked.get('mode');
  return {
    ...(asked.has('workspace') ? { workspace: asked.get('workspace')! } : {}),
    ...(mode === 'test' || mode === 'live' ? { mode } : {}),
  };
}
