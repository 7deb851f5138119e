import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { listen } from '../log/stream.ts';
import { readPatience, waited } from '../log/wait-for-message.ts';
import { sandboxOperation } from '../operation.ts';
import type { Sandbox } from '../sandbox.ts';
import { Idle } from '../wire.ts';

/** The longest time that one call waits, in real milliseconds. */
const longestWait = 60_000;

export const idleOperations = [
  sandboxOperation('GET /idle', {
    id: 'idle',
    summary: 'Wait until nothing is pending in the workspace: no request, no due job, no webhook and no mail under way',
    waits: true,
    query: T.Object({ within: T.Optional(Text(100)) }),
    answers: [200, Idle],
    handle: async (sandbox, { query: { within = '5s' }, workspace, gone }) => {
      await waitUntilIdle(sandbox, workspace.id, readPatience('within', within, longestWait), gone());
      const pending = pendingIn(sandbox, workspace.id);
      return { idle: Object.values(pending).every((count) => count === 0), pending };
    },
  }),
];

/** @param timeout real milliseconds */
function waitUntilIdle(sandbox: Sandbox, id: string, timeout: number, gone: AbortSignal): Promise<true | null> {
  const { engine, inProgress, webhooks, mail } = sandbox;
  const limits = { timeout, gone, stopped: 'The emulator stops; it was not idle yet.' };
  return waited<true>(sandbox, limits, (end) => {
    let isChecking = false;
    const check = async (): Promise<void> => {
      if (isChecking) return;
      isChecking = true;
      // Webhooks and mails of a change start once it is stored; if the disk refuses it, there are none.
      await engine.kept().catch(() => {});
      isChecking = false;
      if (isIdle(sandbox, id)) end(true);
    };
    const wake = (): void => void check();
    const listening = [
      inProgress.onEnd(wake),
      webhooks.outstanding.onEnd(wake),
      mail.onEnd(wake),
      listen(sandbox, wake, new Set(['clock'])),
    ];
    wake();
    return () => {
      for (const unlisten of listening) unlisten();
    };
  });
}

const isIdle = ({ scheduler, inProgress, webhooks, mail }: Sandbox, id: string): boolean =>
  inProgress.count(id) === 0 &&
  webhooks.outstanding.count(id) === 0 &&
  mail.underWay(id) === 0 &&
  scheduler.due(id, 1) === 0;

/** So many due jobs are counted. */
const mostCounted = 10_000;

const pendingIn = ({ scheduler, inProgress, webhooks, mail }: Sandbox, id: string): Idle['pending'] => ({
  requests: inProgress.count(id),
  jobs: scheduler.due(id, mostCounted),
  deliveries: webhooks.outstanding.count(id),
  mails: mail.underWay(id),
});
