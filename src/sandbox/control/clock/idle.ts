import { wakeAfter } from '../../../core/base/time.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { listen } from '../log/stream.ts';
import { readPatience, type WaitLimits, waited } from '../log/wait-for-message.ts';
import { sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { Idle, type StreamMessage } from '../wire.ts';

/** The longest time that one call can wait, in real milliseconds. */
const longestWait = 60_000;

export const idleOperations = [
  sandboxOperation('GET /idle', {
    id: 'idle',
    reach: 'workspace',
    summary: 'Wait until no request, due job, webhook or mail is pending in the workspace',
    waits: true,
    query: T.Object({
      within: T.Optional(Text(100)),
      /** How long the workspace must have no pending work and no messages, such as `250ms`. Default: 0. */
      quiet: T.Optional(Text(100)),
    }),
    answers: [200, Idle],
    handle: async (
      sandbox: Uses<'engine' | 'inProgress' | 'log' | 'mail' | 'scheduler' | 'stopping' | 'webhooks'>,
      { query: { within = '5s', quiet = '0' }, workspace, gone },
    ) => {
      const limits = { timeout: readPatience('within', within, longestWait), gone: gone(), stopped };
      const quietFor = readPatience('quiet', quiet, longestWait);
      const wasQuiet = await waitUntilIdle(sandbox, workspace.id, quietFor, limits);
      const pending = pendingIn(sandbox, workspace.id);
      const isPending = Object.values(pending).some((count) => count > 0);
      return { idle: !isPending && (quietFor === 0 || wasQuiet !== null), pending };
    },
  }),
];

const stopped = 'The emulator is stopping, and the workspace is not idle yet.';

/** @param quietFor how long the workspace must be quiet, in real milliseconds */
function waitUntilIdle(
  sandbox: Uses<'engine' | 'inProgress' | 'log' | 'mail' | 'scheduler' | 'stopping' | 'webhooks'>,
  id: string,
  quietFor: number,
  limits: WaitLimits,
): Promise<true | null> {
  const { engine, inProgress, webhooks, mail } = sandbox;
  return waited<true>(sandbox, limits, (end) => {
    let isChecking = false;
    let isQuiet = quietFor === 0;
    let cancel = (): void => {};
    const check = async (): Promise<void> => {
      if (isChecking) return;
      isChecking = true;
      // Webhooks and mails of a change start after the change is stored. A change that the disk rejects has neither.
      await engine.kept().catch(() => {});
      isChecking = false;
      if (!isIdle(sandbox, id)) restart();
      else if (isQuiet) end(true);
    };
    const wake = (): void => void check();
    const restart = (): void => {
      if (quietFor === 0) return;
      isQuiet = false;
      cancel();
      cancel = wakeAfter(quietFor, () => {
        isQuiet = true;
        wake();
      });
    };
    const hear = (message: StreamMessage): void => {
      if (message.workspace === id && isActivity(message)) restart();
      wake();
    };
    const listening = [
      inProgress.onEnd(wake),
      webhooks.outstanding.onEnd(wake),
      mail.onEnd(wake),
      listen(sandbox, hear, quietFor === 0 ? moves : activities),
      () => cancel(),
    ];
    restart();
    wake();
    return () => {
      for (const unlisten of listening) unlisten();
    };
  });
}

const moves = new Set(['clock'] as const);
const activities = new Set(['clock', 'request', 'event', 'delivery'] as const);

/** Whether a message is more than a read request. */
const isActivity = ({ type, data }: StreamMessage): boolean => type !== 'request' || data.method !== 'GET';

const isIdle = (
  { scheduler, inProgress, webhooks, mail }: Uses<'inProgress' | 'mail' | 'scheduler' | 'webhooks'>,
  id: string,
): boolean =>
  inProgress.count(id) === 0 &&
  webhooks.outstanding.count(id) === 0 &&
  mail.underWay(id) === 0 &&
  scheduler.due(id, 1) === 0;

/** The maximum number of due jobs to count. */
const mostCounted = 10_000;

const pendingIn = (
  { scheduler, inProgress, webhooks, mail }: Uses<'inProgress' | 'mail' | 'scheduler' | 'webhooks'>,
  id: string,
): Idle['pending'] => ({
  requests: inProgress.count(id),
  jobs: scheduler.due(id, mostCounted),
  deliveries: webhooks.outstanding.count(id),
  mails: mail.underWay(id),
});
