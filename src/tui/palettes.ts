import type { ObjectView, SnapshotView } from '../control/wire.ts';
import { counted } from '../text.ts';
import {
  advance,
  fieldOf,
  legalOf,
  openForm,
  refresh,
  runAndReport,
  setClock,
  settleAll,
  startMove,
  trigger,
} from './actions.ts';
import { dim } from './cells.ts';
import { type Choice, Chooser, type FieldSpec, textOf, type Values } from './dialogs.ts';
import { amount, shortId, words } from './format.ts';
import { find } from './fuzzy.ts';
import { objectKinds } from './kinds.ts';
import { reasonOf } from './outcomes.ts';
import type { UiState } from './ui-state.ts';

/** What is chosen from a list with one input: triggers, the clock, faults, data sets. */

/** The palette over everything that can be triggered, and over the moves of what is there. */
export function openTriggers(ui: UiState): void {
  const { session } = ui;
  const own = new Map<string, ObjectView>();
  const fresh = session.triggers.map((each): Choice & { text: string } => ({
    key: each.name,
    text: `${each.name} ${each.about}`,
    cells: [each.name, dim(each.about)],
    choose: () =>
      each.options.length === 0
        ? void trigger(ui, each.name, {}, 'USD').then((refused) => refused !== null && ui.say(refused, 'bad'))
        : openForm(ui, {
            title: `trigger ${each.name}`,
            about: `${each.about}, on a fresh ${words(each.resource)}`,
            verb: 'trigger',
            fields: each.options
              .flatMap(fieldOf)
              .map((field) => (field.name === 'amount' ? { ...field, fallback: '42.00, or what you type' } : field)),
            submit: (values) => trigger(ui, each.name, values, 'USD'),
          }),
  }));
  const there = (): (Choice & { text: string })[] =>
    [...own.values()].flatMap((object) =>
      legalOf(ui, object).map((move) => {
        const event = session.triggers.find(
          ({ kind, moves }) => kind === 'event' && moves.some((each) => each.move === move.name),
        );
        const on = `on ${shortId(object.id)} ${amount(object.data.amount, object.data.currency)}`;
        return {
          key: `${move.name} ${object.id}`,
          text: `${event?.name ?? ''} ${move.name} ${object.id} ${on} ${object.state}`,
          cells: [event?.name ?? move.name, `${on}  ${words(move.verb)}`] as const,
          choose: () => startMove(ui, object, move),
        };
      }),
    );
  const chooser = new Chooser('Trigger', 'an event, a move, an id or an amount', (typed) =>
    // Without words the triggers, with some what is there as well: "ret 15" is a payout of 15.00 that may return.
    typed.trim() === '' ? fresh : find([...there(), ...fresh], ({ text }) => text, typed),
  );
  ui.dialog = chooser;
  void Promise.all(
    objectKinds.map(async (kind) => {
      const { objects } = await session.client.objects.list(kind, { limit: 20 });
      for (const object of objects) own.set(object.id, object);
    }),
  )
    .then(() => {
      chooser.reload();
      session.redraw('key');
    })
    .catch((error) => ui.say(reasonOf(error), 'bad'));
}

const presets: readonly (readonly [string, string])[] = [
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['3 days', '3d'],
  ['1 week', '7d'],
  ['1 month', 'P1M'],
];

/** The clock: presets, a duration or an instant as it is typed, the next job, freeze and run. */
export function openClock(ui: UiState): void {
  const { session } = ui;
  const { status } = session;
  if (status === null) return;
  let { next, mode } = status.clock;
  const choice = (name: string, about: string, choose: () => void): Choice => ({
    key: name,
    cells: [name, dim(about)],
    choose,
  });
  const fixed = (): Choice[] => [
    ...(next === null
      ? []
      : [choice('to the next job', `${words(next.kind)} of ${shortId(next.subject)}`, () => void advance(ui, 'next'))]),
    ...presets.map(([name, by]) =>
      choice(name, 'forward, and do everything that comes due', () => void advance(ui, by)),
    ),
    mode === 'frozen'
      ? choice('run', 'let the clock run on', () => void setClock(ui, 'running'))
      : choice('freeze', 'make the clock stand still', () => void setClock(ui, 'frozen')),
    choice('settle', 'run what is due or waits for a settlement', () => void settleAll(ui)),
  ];
  const chooser = new Chooser('Clock', '3 days, 90s, P1M, 2026-03-01T09:00:00Z', (typed) => {
    const bare = typed.trim();
    if (bare === '') return fixed();
    const named = find(fixed(), textOf, bare);
    if (/^\d{4}-\d\d-\d\d/.test(bare))
      return [choice(`to ${bare}`, 'forward to this instant', () => void advance(ui, bare, true))];
    return /^[\dPp]/.test(bare)
      ? [choice(`${bare} forward`, 'and do everything that comes due', () => void advance(ui, bare)), ...named]
      : named;
  });
  ui.dialog = chooser;
  // What was known of the clock may be a second old.
  session.client.clock
    .get()
    .then((clock) => {
      ({ next, mode } = clock);
      chooser.reload();
      session.redraw('key');
    })
    .catch(() => {});
}

const faultKinds: readonly (readonly [
  kind: string,
  on: 'request' | 'delivery',
  about: string,
  fields: readonly string[],
])[] = [
  ['unavailable', 'request', 'answer 503: the outcome is not known', ['times']],
  ['latency', 'request', 'hold the answer back', ['ms', 'times']],
  ['rate_limit', 'request', 'answer 429', ['times']],
  ['status', 'request', 'answer any status', ['status', 'times']],
  ['drop_connection', 'request', 'cut the connection without an answer', ['times']],
  ['drop', 'delivery', 'a webhook gets lost', ['times']],
  ['duplicate', 'delivery', 'a webhook comes twice', ['times']],
  ['delay', 'delivery', 'a webhook comes late', ['ms', 'times']],
  ['reorder', 'delivery', 'a webhook comes after the next one', ['times']],
  ['bad_signature', 'delivery', 'a webhook is signed wrongly', ['times']],
  ['old_timestamp', 'delivery', 'a webhook is signed long ago', ['times']],
];

const faultFields: Readonly<Record<string, FieldSpec>> = {
  on: { name: 'on', label: 'on', fallback: 'POST /charges' },
  times: { name: 'times', label: 'times', fallback: '1' },
  ms: { name: 'ms', label: 'ms', fallback: '2000' },
  status: { name: 'status', label: 'status', fallback: '500' },
};

/** Lets something go wrong: which, then where and how often. */
export function openFaults(ui: UiState): void {
  const choices = faultKinds.map(([kind, on, about, names]): Choice => {
    const fields = [...(on === 'request' ? ['on'] : []), ...names].map((name) => faultFields[name]!);
    return {
      key: kind,
      cells: [words(kind), dim(`${about} (${on})`)],
      choose: () =>
        openForm(ui, {
          title: `inject: ${words(kind)}`,
          about: `${about}; it shows under Faults until it has happened`,
          verb: 'inject',
          fields,
          submit: (values) => inject(ui, kind, on, fields, values),
        }),
    };
  });
  ui.dialog = new Chooser('Inject a fault', 'type to narrow', (typed) => find(choices, textOf, typed));
}

async function inject(
  ui: UiState,
  kind: string,
  on: string,
  fields: readonly FieldSpec[],
  values: Values,
): Promise<string | null> {
  const said = fields.map(({ name, fallback: otherwise }) => [name, values[name] || otherwise] as const);
  const wrong = said.find(([name, value]) => name !== 'on' && !/^\d+$/.test(value));
  if (wrong !== undefined) return `${wrong[0]} must be a number, not '${wrong[1]}'.`;
  const fault = Object.fromEntries(said.map(([name, value]) => [name, name === 'on' ? value : Number(value)]));
  try {
    const made = await ui.session.client.faults.add({ on, ...fault, kind });
    ui.say(
      `${words(kind)} will happen to ${made.on}, ${made.times ?? 'every'} time${made.times === 1 ? '' : 's'} · ${shortId(made.id)}`,
      'good',
    );
    refresh(ui);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Which data set is shown. */
export function openWorkspaces(ui: UiState): void {
  const { status, mode: shown } = ui.session;
  if (status === null) return;
  const choices = status.workspaces.flatMap(({ id, gateway, settlement }) =>
    (['test', 'live'] as const).map((mode): Choice => {
      const isShown = id === status.workspace && mode === shown;
      return {
        key: `${id} ${mode}`,
        cells: [
          `${id} · ${mode}`,
          dim(`${gateway}, settles ${settlement === 'auto' ? 'by the clock' : 'by hand'}${isShown ? ' (shown)' : ''}`),
        ],
        choose: () => {
          ui.closeDetails();
          ui.session.switchTo({ workspace: id, mode });
          ui.say(`Showing ${id}, ${mode} mode.`);
        },
      };
    }),
  );
  ui.dialog = new Chooser('Workspace and mode', 'type to narrow', (typed) => find(choices, textOf, typed));
}

/** Snapshots: what is typed names a new one, the list holds those to go back to. */
export async function openSnapshots(ui: UiState): Promise<void> {
  const { session } = ui;
  let saved: SnapshotView[];
  try {
    saved = (await session.client.snapshots.list()).data;
  } catch (error) {
    ui.say(reasonOf(error), 'bad');
    return;
  }
  const restores = saved.map(
    ({ name, at, records }): Choice => ({
      key: name,
      cells: [`restore ${name}`, dim(`${at.slice(0, 19).replace('T', ' ')}, ${counted(records, 'record')}`)],
      choose: () =>
        openForm(ui, {
          title: `Go back to ${name}?`,
          about: 'Data, clock, jobs, keys, endpoints and settings become what they were; what came since is gone.',
          verb: 'restore',
          submit: () => restore(ui, name),
        }),
    }),
  );
  ui.dialog = new Chooser('Snapshots', 'a name for a new one, or one to go back to', (typed) => {
    const name = typed.trim().replaceAll(' ', '-');
    const found = find(restores, textOf, typed);
    if (name === '') return found;
    const about = saved.some((each) => each.name === name) ? 'in place of the one of that name' : 'as it is now';
    const save: Choice = {
      key: 'save',
      cells: [`save ${name}`, dim(about)],
      choose: () =>
        void runAndReport(ui, async () => {
          const { records } = await session.client.snapshots.save(name);
          return `snapshot ${name} holds ${counted(records, 'record')}`;
        }),
    };
    return [save, ...found];
  });
  session.redraw('key');
}

async function restore(ui: UiState, name: string): Promise<string | null> {
  try {
    const { now } = await ui.session.client.snapshots.restore(name);
    ui.closeDetails();
    ui.session.reopen();
    ui.say(`back at ${name} · clock at ${now.slice(0, 19).replace('T', ' ')}`, 'good');
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}
