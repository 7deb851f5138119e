import { clientOver } from '../../client/client.ts';
import { overFetch } from '../../client/fetch-transport.ts';
import { judgeBy } from './audit-in-worker.ts';
import { openInspector, root } from './open.tsx';
import { storedToken } from './token.ts';

/* Shows the emulator that served the page. */

const { origin } = location;
const transport = overFetch(origin);
openInspector({
  connect: (scope) => clientOver(transport, { url: origin, token: storedToken(), ...scope }),
  judge: judgeBy(root().dataset.judge!, (scope) => ({ origin, token: storedToken(), scope })),
  judgesUnasked: false,
});
