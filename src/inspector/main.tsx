import { render } from 'preact';
import { clientOver } from '../client/client.ts';
import { overFetch } from '../client/over-fetch.ts';
import { Desk } from '../desk/desk.ts';
import { type Scope, Session } from '../desk/session.ts';
import { follow } from './address.ts';
import { App } from './app.tsx';
import { browserHost } from './host.ts';
import { listenToKeys } from './keys.ts';
import { Look } from './look.ts';
import { keepToken, keptToken } from './token.ts';

/** Shows the emulator that served the page. */
function open(): void {
  const { origin } = location;
  const transport = overFetch(origin);
  const connect = (scope: Scope) => clientOver(transport, { url: origin, token: keptToken(), ...scope });
  const session = new Session({ connect, scope: scopeAsked() });
  const desk = new Desk(session, browserHost());
  const look = new Look(desk);
  follow(look);
  listenToKeys(look);
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
}

/** The data set in the address. */
function scopeAsked(): Scope {
  const asked = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const mode = asked.get('mode');
  return {
    ...(asked.has('workspace') ? { workspace: asked.get('workspace')! } : {}),
    ...(mode === 'test' || mode === 'live' ? { mode } : {}),
  };
}

open();
