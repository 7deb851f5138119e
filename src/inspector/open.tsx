import { render } from 'preact';
import type { Client } from '../client/client.ts';
import { Desk } from '../desk/desk.ts';
import type { RecordedRun } from '../desk/recorded-run.ts';
import { type Scope, Session } from '../desk/session.ts';
import { follow } from './address.ts';
import { App } from './app.tsx';
import { browserHost } from './host.ts';
import { listenToKeys } from './keys.ts';
import { Look } from './look.ts';
import { keepToken } from './token.ts';

/**
 * Draws the desk into the page.
 * @param connect gives a client of a data set, of an emulator or of a record
 * @param run what is looked at, where it is a record
 * @param first what is shown where the address says nothing: `#/request/req_1`
 * @returns a function that closes it
 */
export function openInspector(connect: (scope: Scope) => Client, run?: RecordedRun, first?: string): () => void {
  if (location.hash === '' && first !== undefined) history.replaceState(null, '', first);
  const session = new Session({ connect, scope: scopeAsked(), run });
  const desk = new Desk(session, browserHost());
  const look = new Look(desk);
  const closing = new AbortController();
  follow(look, closing.signal);
  listenToKeys(look, closing.signal);
  const root = document.getElementById('inspector')!;
  const draw = (): void => {
    render(<App look={look} enter={enter} />, root);
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
    render(null, root);
  };
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
