import { clientOver } from '../client/client.ts';
import { overFetch } from '../client/over-fetch.ts';
import { openInspector } from './open.tsx';
import { keptToken } from './token.ts';

/* Shows the emulator that served the page. */

const { origin } = location;
const transport = overFetch(origin);
openInspector((scope) => clientOver(transport, { url: origin, token: keptToken(), ...scope }));
