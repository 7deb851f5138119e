import type { SentTo } from '../../../client/client.ts';
import type { ClockView, Status, UpcomingJob } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId, words } from '../format.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { jobPages } from '../lists/lists.ts';
import { clockMoveSentence, reasonOf, refusedBy } from '../moves/outcomes.ts';
import { refresh, withStatus } from '../run-and-report.ts';
import { Later } from '../time/timer.ts';
import { advance, askToAdvance, askToMove, jobChoices, setClock, settleAll, willRun, wordsOfJobs } from './clock.ts';

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
  withStatus(desk, 'the clock', ({ clock }) => new ClockPalette(desk, clock).open());
}

class ClockPalette {
  readonly #desk: Desk;
  readonly #chooser: Chooser;
  readonly #asking = new Later();
  /** What the moves that were previewed would run. */
  readonly #ahead = new Map<string, string>();
  #clock: Pick<Status['clock'], 'next' | 'mode' | 'rate'>;
  #jobs: readonly UpcomingJob[] = [];
  #isMoving = false;

  constructor(desk: Desk, clock: Status['clock']) {
    this.#desk = desk;
    this.#clock = clock;
    this.#chooser = new Chooser(
      'Clock',
      examples,
      (typed) => this.#choicesFor(typed.trim()),
      (typed) => `'${typed}' is not a duration or a time; use a value such as ${examples}.`,
    );
    this.#chooser.onTyped = (typed) => this.#ask(typed.trim());
  }

  open(): void {
    const { session } = this.#desk;
    this.#desk.dialog = this.#chooser;
    for (const [, by] of presets) void this.#preview(by);
    void this.#findJobs('');
    // The last status can be some seconds old.
    session.client
      .call('clock.get')
      .then((clock) => {
        this.#clock = clock;
        this.#chooser.reload();
        session.redraw('key');
      })
      .catch(() => {});
  }

  #ask(typed: string): void {
    this.#asking.cancel();
    this.#asking.do(this.#desk.session.pace.typingPause, () => {
      if (isMove(typed)) void this.#preview(typed);
      void this.#findJobs(wordsOfJobs(typed));
    });
  }

  async #preview(by: string): Promise<void> {
    // The emulator refuses an incomplete duration, and the choice then has no preview.
    const ahead = await this.#aheadOf(by);
    if (ahead === null) return;
    this.#ahead.set(by, willRun(ahead));
    this.#reload();
  }

  /** Finds jobs by name, because there can be thousands of jobs. */
  async #findJobs(search: string): Promise<void> {
    const found = await jobPages(() => this.#desk.session.client)(null, search).catch(() => null);
    if (found === null || this.#desk.dialog !== this.#chooser) return;
    this.#jobs = inOrder([...this.#jobs, ...found.items]);
    this.#reload();
  }

  #reload(): void {
    this.#chooser.reload();
    this.#desk.session.redraw('answer');
  }

  #choicesFor(typed: string): Choice[] {
    const fixed = this.#fixed();
    if (typed === '') return fixed;
    if (/^\d{4}-\d\d-\d\d/.test(typed))
      return [this.#moveChoice(`to ${typed}`, 'move forward to this time', { set: typed })];
    const named = narrow(fixed, typed);
    if (!isMove(typed)) return named;
    const about = this.#ahead.get(typed) ?? 'and run all jobs that come due';
    // A preset that is typed in full is listed only once.
    const others = named.filter(({ name }) => name !== typed.toLowerCase());
    return [this.#moveChoice(`${typed} forward`, about, { advance: typed }), ...others];
  }

  #fixed(): Choice[] {
    const desk = this.#desk;
    const { next, mode, rate } = this.#clock;
    const toNext = () => void advance(desk, 'next');
    return [
      ...(next === null ? [] : [choice('to the next job', `${words(next.kind)} of ${shortId(next.subject)}`, toNext)]),
      ...presets.map(([name, by]) =>
        choice(
          name,
          this.#ahead.get(by) ?? 'move forward and run all jobs that come due',
          () => void advance(desk, by),
        ),
      ),
      mode === 'frozen'
        ? choice('run', 'resume the clock', () => void setClock(desk, 'running'))
        : choice('freeze', 'freeze the clock', () => void setClock(desk, 'frozen')),
      mode === 'frozen' || rate === 1
        ? choice('run 60 times as fast', 'an hour passes in a minute', () => void setClock(desk, 'running', 60))
        : choice('run', 'at real-time speed', () => void setClock(desk, 'running')),
      choice('settle', 'run the jobs that are due or waiting for settlement', () => void settleAll(desk)),
      ...jobChoices(desk, this.#jobs, ({ id }) => void askToAdvance(desk, id)),
    ];
  }

  #moveChoice(name: string, about: string, move: SentTo<'clock.move'>): Choice {
    return { ...choice(name, about, () => void this.#move(move)), staysOpen: true };
  }

  /** Moves the clock, after a question if jobs are scheduled until then. */
  async #move(move: SentTo<'clock.move'>): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    const seconds = Math.ceil((Date.parse(String(move.set)) - this.#desk.session.now) / 1_000);
    const ahead = await this.#aheadOf(String(move.advance ?? `${seconds}s`));
    if (ahead === null || ahead.jobs === 0) await this.#run(move);
    else if (this.#desk.dialog === this.#chooser) askToMove(this.#desk, ahead, () => this.#run(move));
    this.#isMoving = false;
    this.#desk.session.redraw('key');
  }

  /** What a move will run; null if the emulator refuses the move, or if there is no answer. */
  async #aheadOf(advance: string): Promise<ClockView['ahead']> {
    const clock = await this.#desk.session.client.call('clock.get', { advance }).catch(() => null);
    return clock?.ahead ?? null;
  }

  /** Moves the clock. If the emulator refuses the move, the prompt stays open and shows the reason. */
  async #run(move: SentTo<'clock.move'>): Promise<void> {
    const desk = this.#desk;
    desk.say(`Moving the clock: ${move.set ?? move.advance} …`, 'wait');
    try {
      const now = await desk.session.client.call('clock.move', move);
      if (desk.dialog === this.#chooser) desk.dialog = null;
      desk.say(clockMoveSentence(now), 'good');
      refresh(desk);
    } catch (error) {
      if (desk.dialog === this.#chooser) {
        desk.notices.message = null;
        this.#chooser.refusal = refusedBy(error).text;
      } else {
        desk.say(reasonOf(error), 'bad');
      }
    }
  }
}

/** Jobs in the order in which they run, without duplicates. */
function inOrder(jobs: readonly UpcomingJob[]): UpcomingJob[] {
  const due = ({ due_at }: UpcomingJob): number => (due_at === null ? Number.POSITIVE_INFINITY : Date.parse(due_at));
  const all = new Map(jobs.map((job) => [job.id, { job, due: due(job) }]));
  return [...all.values()].sort((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due))).map(({ job }) => job);
}
