import { judge } from '../../audit/judge.ts';
import { clientOver } from '../../client/client.ts';
import { overFetch } from '../../client/fetch-transport.ts';
import type { Question, Reply } from './audit-in-worker.ts';

/* Audits the emulator in a worker, which also reads its record: however long an audit takes, the page answers. */

addEventListener('message', async ({ data: { origin, token, scope } }: MessageEvent<Question>) => {
  const client = clientOver(overFetch(origin), { url: origin, token, ...scope });
  const reply: Reply = await judge(client).catch((error: Error) => ({ failure: error.message }));
  postMessage(reply);
});
