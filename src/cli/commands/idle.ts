import { counted } from '../../core/base/terminal-text.ts';
import type { Idle } from '../../sandbox/control/wire.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import type { Session } from '../session.ts';
import { millisecondsOf } from '../wait.ts';

/**
 * Waits until no work is pending.
 * @throws CommandFailure with the pending work after the timeout
 */
export async function waitUntilIdle({ client, out }: Session, { within = '5s' }: { within?: string }): Promise<number> {
  const answer = await client.call('idle', { within: millisecondsOf(within, '--within') });
  if (answer.idle || out.json) out.document(answer, () => 'Nothing is pending.');
  else
    throw new CommandFailure(
      exitCodes.refused,
      `The emulator was not idle within ${within}; still pending: ${listed(answer)}.`,
    );
  return answer.idle ? exitCodes.done : exitCodes.refused;
}

/** `1 request, 2 deliveries`. */
function listed({ pending }: Idle): string {
  const { requests, jobs, deliveries, mails } = pending;
  const parts = [
    [requests, counted(requests, 'request')],
    [jobs, counted(jobs, 'due job')],
    [deliveries, counted(deliveries, 'delivery', 'deliveries')],
    [mails, counted(mails, 'mail')],
  ] as const;
  return parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(', ');
}
