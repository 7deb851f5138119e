import { inspectorAddress } from '../../core/base/inspector-address.ts';
import type { Status } from '../../sandbox/control/wire.ts';
import { exitCodes } from '../failure.ts';
import { type Cell, counted, instant, type Output, sizeText } from '../output.ts';
import type { Session } from '../session.ts';
import { clockRuns, healthCell, jobLine } from '../views.ts';

export async function status({ client, out }: Session, { health = false } = {}): Promise<number> {
  if (health) {
    const { status: state } = await client.call('health');
    out.document({ status: state }, () => state);
    return state === 'ok' ? exitCodes.done : exitCodes.refused;
  }
  const answer = await client.call('status');
  out.document(answer, () => show(out, answer));
  return exitCodes.done;
}

function show(out: Output, status: Status): string {
  const { clock, storage, counts } = status;
  const things = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
  // A team's token does not show the path.
  const where = storage.kind === 'memory' ? 'in memory only' : (storage.path ?? 'in a folder of the emulator');
  const size = storage.bytes === null ? '' : `, ${sizeText(storage.bytes)}`;
  const current = status.workspaces.find(({ id }) => id === status.workspace);
  const parts = [
    out.pairs([
      ['emulator', `${status.version} at ${status.url}`],
      ...(status.public_url === status.url ? [] : [['public', status.public_url] satisfies [string, Cell]]),
      ['inspector', inspectorAddress(status.public_url)],
      ['workspace', `${status.workspace} (${current?.gateway ?? 'unknown'}), ${status.mode} mode`],
      ...(status.memory === null ? [] : [['memory', sizeText(status.memory)] satisfies [string, Cell]]),
      ...(status.profile === null ? [] : [['profile', status.profile] satisfies [string, Cell]]),
      ['clock', `${instant(clock.now)}, ${clock.mode === 'frozen' ? 'frozen' : clockRuns(clock.rate)}`],
      ['next', jobLine(clock.next)],
      ['holds', things === '' ? 'nothing yet' : things],
      ...faultPairs(status.faults),
      ...rulePairs(status.rules),
      [
        'data',
        storage.status === 'ok' ? `${where}${size}` : { text: `${where}: degraded, ${storage.reason}`, style: 'red' },
      ],
    ]),
  ];
  if (status.endpoints.length > 0) {
    parts.push(
      out.table(
        ['endpoint', 'url', 'health', 'last', 'failures', 'next attempt'],
        status.endpoints.map(({ id, url, enabled, health }) => [
          id,
          url,
          healthCell({ enabled, health }),
          health.last_status ?? health.last_error,
          health.failures_in_a_row,
          instant(health.next_attempt_at),
        ]),
        '',
      ),
    );
  }
  parts.push(
    out.table(
      ['workspace', 'gateway', 'clock', 'settlement'],
      status.workspaces.map((workspace) => [workspace.id, workspace.gateway, workspace.clock, workspace.settlement]),
      '',
    ),
  );
  return parts.join('\n\n');
}

const faultPairs = (faults: Status['faults']): [string, Cell][] =>
  faults.length === 0 ? [] : [['faults', { text: faults.map(faultText).join(', '), style: 'yellow' }]];

const rulePairs = (rules: Status['rules']): [string, Cell][] =>
  rules.length === 0
    ? []
    : [['rules', { text: `${counted(rules.length, 'rule')}; see 'npx payments-emulator outcomes'`, style: 'yellow' }]];

/** `unavailable on POST /charges, 2 of 3 times left` */
function faultText({ kind, on, times, used }: Status['faults'][number]): string {
  return `${kind} on ${on}, ${times === null ? 'until it is removed' : `${times - used} of ${times} times left`}`;
}
