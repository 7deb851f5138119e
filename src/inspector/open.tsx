import { render } from 'preact';
import { Desk } from '../desk/desk.ts';
import type { Scope } from '../desk/scope.ts';
import { Session, type SessionOptions } from '../desk/session.ts';
import { follow } from './address.ts';
import { App } from './app.tsx';
import { browserHost } from './host.ts';
import { listenToKeys } from './keys.ts';
import { Look } from './look.ts';
import { keepToken } from './token.ts';

export interface InspectorOptions extends Pick<SessionOptions, 'connect' | 'judge' | 'judgesUnasked' | 'run'> {
  /** What is shown where the address says nothing: `#/request/req_1`. */
  readonly first?: string | undefined;
}

/** The element of the page that the desk is drawn into. */
export const root = (): HTMLElement => document.getElementById('inspector')!;

/** Draws the desk into the page. */
export function openInspector({ first, ...options }: InspectorOptions): void {
  if (location.hash === '' && first !== undefined) history.replaceState(null, '', first);
  const session = new Session({ ...options, scope: scopeAsked() });
  const desk = new Desk(session, browserHost());
  const look = new Look(desk);
  follow(look);
  listenToKeys(look);
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
}

/** The data set that the address names. */
function scopeAsked(): Scope {
  const asked = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const mode = asked.get('mode');
  return {
    ...(asked.has('workspace') ? { workspace: asked.get('workspace')! } : {}),
    ...(mode === 'test' || mode === 'live' ? { mode } : {}),
  };
}
