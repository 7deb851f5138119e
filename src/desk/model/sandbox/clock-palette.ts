import type { Status, UpcomingJob } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId, words } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { jobPages } from '../lists/lists.ts';
import { clockMoveSentence, reasonOf, refusedBy } from '../moves/outcomes.ts';
import { refresh, withStatus } from '../run-and-report.ts';
import { Later } from '../time/timer.ts';
import { advance, askToAdvance, jobChoices, setClock, settleAll, willRun, wordsOfJobs } from './clock.ts';

/** Examples of clock moves. */
const examples = '3 days, 90s, P1M, 2026-03-01T09:00:00Z';

const presets: readonly (readonly [string, string])[] = [
  ['1 hour', '1h'],
  ['1 day', '1d'],
  ['3 days', '3d'],
  ['1 week', '7d'],
  ['1 month', 'P1M'],
];

/** Whether a text can be a duration: `3 days`, `P1M`. */
const isMove = (typed: string): boolean => /^(\d|PT?\d)/i.test(typed);

/** Lists the actions on the clock: advance by a preset, by typed text or to the next job; freeze, run, settle. */
export function openClock(desk: Desk): void {
  withStatus(desk, 'the clock', (status) => showClock(desk, status));
}

function showClock(desk: Desk, status: Status): void {
  const { session } = desk;
  let { next, mode, rate } = status.clock;
  let jobs: readonly UpcomingJob[] = [];
  const ahead = new Map<string, string>();
  const look = async (by: string): Promise<void> => {
    // The emulator refuses an incomplete duration, and the choice then has no preview.
    const told = await session.client.clock.get({ advance: by }).catch(() => null);
    if (told === null || told.ahead === null) return;
    ahead.set(by, willRun(told.ahead));
    chooser.reload();
    session.redraw('answer');
  };
  /** Finds jobs by name, because there can be thousands of jobs. */
  const findJobs = async (search: string): Promise<void> => {
    const found = await jobPages(() => session.client)(null, search).catch(() => null);
    if (found === null || desk.dialog !== chooser) return;
    jobs = inOrder([...jobs, ...found.items]);
    chooser.reload();
    session.redraw('answer');
  };
  const asking = new Later();
  const fixed = (): Choice[] => [
    ...(next === null
      ? []
      : [
          choice(
            'to the next job',
            `${words(next.kind)} of ${shortId(next.subject)}`,
            () => void advance(desk, 'next'),
          ),
        ]),
    ...presets.map(([name, by]) =>
      choice(name, ahead.get(by) ?? 'move forward and run all jobs that come due', () => void advance(desk, by)),
    ),
    mode === 'frozen'
      ? choice('run', 'resume the clock', () => void setClock(desk, 'running'))
      : choice('freeze', 'freeze the clock', () => void setClock(desk, 'frozen')),
    mode === 'frozen' || rate === 1
      ? choice('run 60 times as fast', 'an hour passes in a minute', () => void setClock(desk, 'running', 60))
      : choice('run', 'at real-time speed', () => void setClock(desk, 'running')),
    choice('settle', 'run the jobs that are due or waiting for settlement', () => void settleAll(desk)),
    ...jobChoices(desk, jobs, ({ id }) => void askToAdvance(desk, id)),
  ];
  let isBusy = false;
  const moveTo = (typed: string, isInstant: boolean): void => {
    if (isBusy) return;
    isBusy = true;
    void moveAsTyped(desk, chooser, typed, isInstant).finally(() => {
      isBusy = false;
    });
  };
  const choicesFor = (typed: string): Choice[] => {
    const bare = typed.trim();
    if (bare === '') return fixed();
    const named = narrow(fixed(), bare);
    if (/^\d{4}-\d\d-\d\d/.test(bare))
      return [{ ...choice(`to ${bare}`, 'move forward to this time', () => moveTo(bare, true)), staysOpen: true }];
    // A preset that is typed in full is listed only once.
    const others = named.filter(({ name }) => name !== bare.toLowerCase());
    return isMove(bare)
      ? [
          {
            ...choice(`${bare} forward`, ahead.get(bare) ?? 'and run all jobs that come due', () =>
              moveTo(bare, false),
            ),
            staysOpen: true,
          },
          ...others,
        ]
      : named;
  };
  const chooser = new Chooser(
    'Clock',
    examples,
    choicesFor,
    (typed) => `'${typed}' is not a duration or a time; use a value such as ${examples}.`,
  );
  chooser.onTyped = (typed) => {
    asking.cancel();
    const by = typed.trim();
    asking.do(session.pace.typingPause, () => {
      if (isMove(by)) void look(by);
      void findJobs(wordsOfJobs(by));
    });
  };
  desk.dialog = chooser;
  for (const [, by] of presets) void look(by);
  void findJobs('');
  // The last status can be some seconds old.
  session.client.clock
    .get()
    .then((clock) => {
      ({ next, mode, rate } = clock);
      chooser.reload();
      session.redraw('key');
    })
    .catch(() => {});
}

/** Jobs in the order in which they run, without duplicates. */
function inOrder(jobs: readonly UpcomingJob[]): UpcomingJob[] {
  const due = ({ due_at }: UpcomingJob): number => (due_at === null ? Number.POSITIVE_INFINITY : Date.parse(due_at));
  const all = new Map(jobs.map((job) => [job.id, { job, due: due(job) }]));
  return [...all.values()].sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due))).map(({ job }) => job);
}

/** Moves the clock by the typed text. If the emulator refuses the text, the prompt stays open and shows the reason. */
async function moveAsTyped(desk: Desk, chooser: Chooser, typed: string, isInstant: boolean): Promise<void> {
  const { clock } = desk.session.client;
  desk.say(`Moving the clock: ${typed} …`, 'wait');
  try {
    const now = await (isInstant ? clock.set(typed) : clock.advance(typed));
    if (desk.dialog === chooser) desk.dialog = null;
    desk.say(clockMoveSentence(now), 'good');
    refresh(desk);
  } catch (error) {
    if (desk.dialog === chooser) {
      desk.notices.message = null;
      chooser.refusal = refusedBy(error).text;
    } else {
      desk.say(reasonOf(error), 'bad');
    }
  }
  desk.session.redraw('key');
}
