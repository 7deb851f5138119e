import type { Command } from 'commander';
import { tools } from '../../../src/cli/mcp/tools.ts';
import { globalSettings, type Setting, startSettings } from '../../../src/cli/options/settings.ts';
import {
  type DeliveryFaultKind,
  deliveryFaultKinds,
  type RequestFaultKind,
  requestFaultKinds,
} from '../../../src/core/kernel/faults/fault-kinds.ts';
import { platformSettings, type SettlementStep } from '../../../src/payments/platform/settings.ts';
import { workspaceSettings } from '../../../src/payments/resources/registry.ts';
import { declarations } from '../../../src/sandbox/declarations.ts';
import { code, grid, wrapped } from '../markdown.ts';

const requestFaults: Readonly<Record<RequestFaultKind, string>> = {
  unavailable:
    '503. A charge, a subscription or a payment on a page: unknown outcome, resolved `--resolve approved` or `failed` (default) after `--after` (30 s)',
  latency: 'the answer is delayed by `--ms` real milliseconds (default 2000)',
  rate_limit: '429 with `Retry-After`; nothing was processed',
  drop_connection: 'the connection is cut without an answer; nothing was processed',
  answer_lost:
    'the work is done, then the connection is cut: the caller cannot know, and must repeat with the same `reference_id`',
  before_answer:
    'the webhooks of the call get their first answers before the call gets its own; with `--settled` its result settles first, too',
  grown: 'the answer has added fields, as a later version of the API may',
  short_pages: 'return lists with one object per page, whatever its limit, and added fields',
  status: 'an error with the status `--status` (default 500), or the answer of `--body`; nothing was processed',
};

const deliveryFaults: Readonly<Record<DeliveryFaultKind, string>> = {
  drop: 'nothing is sent; the attempt counts as failed',
  lost: 'nothing is ever sent: every attempt counts as failed',
  duplicate: 'the same bytes are sent twice, one after the other; with `--at-once` together',
  delay: 'the attempt waits `--ms` on the emulated clock (default one minute)',
  reorder:
    'the next delivery overtakes this one; with `--event` it is the next one about the same object, with `--at-once` both are sent together',
  bad_signature: 'signed with the wrong key',
  old_timestamp: 'signed with a time one hour ago',
  forged:
    'beside the genuine delivery: an unsigned copy, one signed with the wrong key, one altered after signing, one signed an hour ago, and one signed an hour ahead; only the answer to the genuine one counts',
  grown: 'added fields of 100 KB, as in a later version of the API, correctly signed',
  odd_bytes: 'the same JSON in other bytes, correctly signed: spaces, `\\u00e9`, `\\/`',
  unknown_type: 'added fields, and beside the delivery an event of an unknown type, correctly signed',
  unknown_object:
    'beside the delivery, two correctly signed events of its type about unknown objects, as of another product: with other metadata, and without',
  status: 'the answer counts as `--status` (default 500), whatever the receiver answered',
  latency: 'the attempt starts `--ms` real milliseconds late (default 2000)',
};

const faultRows = (kinds: readonly string[], says: Readonly<Record<string, string>>) =>
  kinds.map((kind) => [code(kind), says[kind] ?? '']);

const settingRows = (settings: readonly Setting[]): string[][] =>
  settings.map(({ flag, key, variable, about }) => [
    code(flag),
    variable === undefined ? '' : code(variable),
    code(key),
    about,
  ]);

/** Every command below a command, with its arguments and options, in the order of the help; a group where it has options. */
function commandRows(command: Command, path: string): string[][] {
  if (command.name().startsWith('_')) return [];
  const inner = command.commands.flatMap((each) => commandRows(each, `${path} ${each.name()}`.trim()));
  if (path === '' || (inner.length > 0 && command.options.length === 0)) return inner;
  const given = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? ` <${name}>` : ` [${name}]`;
  });
  const options = path === 'start' ? 'see below' : command.options.map(({ flags }) => code(flags)).join(' ');
  return [[code(`${path}${given.join('')}`), command.description(), options], ...inner];
}

const delayNames: Readonly<Record<SettlementStep, string>> = {
  card: 'a card charge settles',
  ach: 'a bank debit settles',
  payout_transit: 'a payout is in transit',
  payout_card: 'a card or RTP payout in transit is paid',
  payout_ach: 'an ACH payout in transit is paid',
};

/** The tables of what can be set, and of what the clock and the command line do. */
export function settingTables(program: Command): Record<string, string[]> {
  const { delays } = platformSettings.of({ settings: workspaceSettings.defaultsFor({}) }).settlement;
  return {
    'workspace settings': grid(
      ['setting', 'default', 'meaning'],
      Object.entries(workspaceSettings.fields).map(([name, { defaultFor, about }]) => [
        code(name),
        code(JSON.stringify(defaultFor({ gateway: 'debit_payouts' }))),
        about,
      ]),
    ),
    'request faults': grid(['kind', 'what happens to the call'], faultRows(requestFaultKinds, requestFaults)),
    'delivery faults': grid(['kind', 'what happens to the delivery'], faultRows(deliveryFaultKinds, deliveryFaults)),
    'global options': grid(['option', 'environment', 'in the file', 'meaning'], settingRows(globalSettings)),
    'start options': grid(['option', 'environment', 'in the file', 'meaning'], settingRows(startSettings)),
    tools: wrapped(tools.map(({ name }) => code(name)).join(', ')),
    commands: grid(['command', 'does', 'options'], commandRows(program, '')),
    delays: grid(
      ['setting', 'default', 'from acceptance until'],
      Object.entries(delayNames).map(([name, says]) => [
        code(name),
        `${delays[name as keyof typeof delays] / 1000} s`,
        says,
      ]),
    ),
    jobs: grid(
      ['job', 'what it does'],
      declarations().slices.flatMap(({ jobs }) => jobs.map(({ kind, about }) => [code(kind), about])),
    ),
  };
}
