import { describe, expect, it } from 'vitest';
import { adversities } from '../../src/audit/adversities/adversities.ts';
import { apart, type Choice, oneOfEachKind, together } from '../../src/audit/adversities/fault-plans.ts';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { armamentsOf, runsOf } from '../../src/audit/planner/armaments.ts';
import { nextRun, planRules } from '../../src/audit/planner/planner.ts';
import { timeLimit } from '../../src/audit/trial/forecast.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { perform } from '../../src/audit/trial/perform.ts';
import { announcement } from '../../src/audit/trial/progress.ts';
import type { Run, RunOptions } from '../../src/audit/trial/run.ts';
import { type LogOptions, type PlannedRun, type TrialLog, withRun } from '../../src/audit/trial/trial-log.ts';
import { readViews } from './kept-runs.ts';
import { bookshopUnder, plainOptions as options, plain, played } from './plain-run.ts';

/** A log with two control runs. */
const withControls = (run: (number: number) => Run): TrialLog =>
  [1, 2].reduce<TrialLog>(
    (log, number) => {
      const next = nextRun(log) as PlannedRun;
      return withRun(log, { ...next, run: run(number), endedAfter: number });
    },
    { options, runs: [] },
  );

const failed = (number: number): Run => ({ ...plain(number), ended: { status: 1, timedOut: false } });
const kindsIn = ({ runs }: TrialLog) => runs.map(({ kind }) => kind);
const namesIn = ({ runs }: TrialLog) => runs.flatMap(({ adversity }) => adversity ?? []);

describe('the planner', () => {
  it('has a name and a sentence for each of its rules', () => {
    expect(new Set(planRules.map(({ name }) => name)).size).toBe(planRules.length);
    for (const { does } of planRules) expect(does).toMatch(/^[A-Z].*\.$/);
  });

  it('asks for two control runs, then for each adversity once, and for nothing more where no run differs', () => {
    const log = played({ options, runs: [] }, (_, number) => plain(number));
    const kinds = kindsIn(log);
    expect(kinds.slice(0, 2)).toEqual(['control', 'control']);
    expect(kinds.length).toBeGreaterThan(10);
    expect(new Set(kinds.slice(2))).toEqual(new Set(['adversity']));
    expect(new Set(log.runs.map(({ id }) => id)).size).toBe(log.runs.length);
  });

  it('gives the same answer for the same log, and waits for runs on which the next one depends', () => {
    const start: TrialLog = { options, runs: [] };
    const first = nextRun(start) as PlannedRun;
    const second = nextRun(start, [first]) as PlannedRun;
    expect([first.id, second.id]).toEqual(['control 1', 'control 2']);
    expect(nextRun(start, [first, second])).toBe('wait');
    const log = played(start, (_, number) => plain(number));
    const cut = { ...log, runs: log.runs.slice(0, 5) };
    expect(nextRun(cut)).toEqual(nextRun({ ...cut, runs: [...cut.runs] }));
    expect((nextRun(cut) as PlannedRun).id).toBe(log.runs[5]!.id);
  });

  it('starts with what finds most where there is little time, ends in time, and says what it left out', () => {
    const limited = { ...options, budget: 10_000 };
    const log = played({ options: limited, runs: [] }, (_, number) => plain(number));
    expect(log.runs.at(-1)!.endedAfter).toBeLessThanOrEqual(10_000);
    expect(namesIn(log)[0]).toBe('webhook-twice');
    expect(namesIn(log)).toContain('webhook-lost');
    // Each adversity is tried once before one of them is tried in another way.
    expect(new Set(namesIn(log)).size).toBe(namesIn(log).length);
    expect(log.runs.length).toBeGreaterThan(7);
    const report = judgeLog(log);
    expect(report.about).toContain(`${namesIn(log).length} runs under ${namesIn(log).length} adversities, `);
    expect(report.weak.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^--budget left out \d+ runs: .* and \d+ more\.$/),
    );
    expect(report.rules.find(({ id }) => id === 'webhook/large-refused')).toMatchObject({
      state: 'incomplete',
      because: '--budget left no time for webhook-large',
    });
  });

  it('says of a log that it is not complete', () => {
    const log = played({ options, runs: [] }, (_, number) => plain(number));
    const messages = (each: TrialLog) => judgeLog(each).weak.map(({ message }) => message);
    const interrupted = expect.stringMatching(
      /^The audit was interrupted, .* before 1 more run \([\w-]+\)\. Run it to its end, or with --budget 2m\.$/,
    );
    expect(messages(log)).not.toContainEqual(interrupted);
    const cut = { ...log, runs: log.runs.slice(0, -1) };
    expect(messages(cut)).toContainEqual(interrupted);
    expect(judgeLog({ ...log, runs: log.runs.slice(0, 3) }).rules).toContainEqual(
      expect.objectContaining({
        state: 'incomplete',
        because: expect.stringMatching(/^The audit was interrupted before /),
        nextStep: 'run the audit to its end, without --budget or with a larger one',
      }),
    );
  });
});

describe('the kinds of a run with a finding', () => {
  const only = ['webhook-twice'];

  /** The bookshop, in whose state the copies of some kinds of events are counted. */
  const counting =
    (wrong: readonly string[]) =>
    ({ adversity, armament }: PlannedRun, number: number): Run => {
      const kinds = armament?.kinds ?? armament?.faults?.map(({ event }) => event ?? '') ?? [];
      const counts = wrong.map((type) => [type.replace('.', ' '), kinds.includes(type) ? 2 : 1]);
      const record = bookshopUnder(adversity, kinds);
      return { ...plain(number), record, state: { value: { counts: Object.fromEntries(counts) } } };
    };
  const again = ({ runs }: TrialLog) =>
    runs.flatMap(({ kind, armament }) => (kind === 'repeat' ? [armament?.kinds?.join(' ')] : []));
  const found = (log: TrialLog) =>
    judgeLog(log)
      .rules.find(({ id }) => id === 'webhook/effect-repeated')!
      .findings.map(({ message }) => message);

  it('are each tried alone as long as the others show it together, and the others once if they do not', () => {
    const one = played({ options: { ...options, only }, runs: [] }, counting(['payment.refunded']));
    expect(again(one).at(-1)).toBe('subscription.created subscription.renewed');
    expect(found(one)).toEqual([expect.stringMatching(/^counts\.payment refunded is 2 instead of 1\./)]);
    const wrong = ['payment.completed', 'subscription.created', 'subscription.renewed'];
    const three = played({ options: { ...options, only }, runs: [] }, counting(wrong));
    expect(found(three).map((message) => message.split(' is ', 1)[0])).toEqual([
      'counts.payment completed',
      'counts.subscription created',
      'counts.subscription renewed',
    ]);
  });

  it('are all named where --budget leaves no time for them', () => {
    const limited = { ...options, only, budget: 5_000 };
    const log = played({ options: limited, runs: [] }, counting(['payment.completed', 'payment.refunded']));
    expect(again(log)).toEqual(['payment.completed']);
    expect(found(log)).toEqual([
      expect.stringMatching(
        /^counts\.payment completed is 2 .* --budget left no time to try whether others do the same: payment\.refunded, subscription\.created, subscription\.renewed\.$/,
      ),
    ]);
  });
});

describe('a budget that ends between the runs of an adversity', () => {
  it('is the reason why its rules are undecided, and not a missing opportunity', () => {
    const limited = { ...options, only: ['webhook-twice-at-once'], budget: 4_000 };
    // Each run hits one type of event alone.
    const log = played({ options: limited, runs: [] }, ({ adversity }, number) => ({
      ...plain(number),
      record: bookshopUnder(adversity, ['payment.completed']),
    }));
    expect(namesIn(log)).toEqual(['webhook-twice', 'webhook-twice-at-once']);
    const { because, nextStep } = judgeLog(log).rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    expect([because, nextStep]).toEqual([
      'The audit ended before it tried webhook-twice-at-once on payment.refunded, subscription.created, subscription.renewed',
      'run the audit to its end, without --budget or with a larger one',
    ]);
  });
});

describe('what an adversity hits', () => {
  const [bookshop] = readViews('later-trials');
  const armamentsFor = (name: string) =>
    armamentsOf(adversities.find((each) => each.name === name)!, new ObservedRun(bookshop!), () => 0);

  it('joins the first run that has nothing from which it must be apart', () => {
    const targets = ['a', 'b', 'a', 'c', 'a'].map((kind) => ({ kind }));
    const kinds = (choice: Choice) => runsOf(choice).map((run) => run.map(({ kind }) => kind).join(''));
    expect(kinds(together(targets))).toEqual(['abaca']);
    expect(kinds(oneOfEachKind(targets))).toEqual(['abc', 'a', 'a']);
    expect(kinds(apart(targets))).toEqual(['a', 'b', 'a', 'c', 'a']);
  });

  it('is, of what comes after a success, the payments of one operation and form in each run', () => {
    expect(armamentsFor('payment-refunded')).toMatchObject([
      {
        afterwards: {
          trigger: 'payment.refunded',
          of: [expect.stringMatching(/^charges\.create amount customer_id /)],
        },
      },
      { afterwards: { of: [expect.stringMatching(/^subscriptions\.create /)] } },
      { afterwards: { of: [expect.stringMatching(/^subscriptions\.renew /)] } },
    ]);
  });

  it('is, of outcomes that rules decide, the payments of one operation in each run', () => {
    expect(armamentsFor('payment-failed')).toMatchObject(
      ['charges.create', 'subscriptions.create', 'subscriptions.renew'].map((operation) => ({
        rules: [{ when: { operation }, then: { kind: 'fail' } }],
      })),
    );
  });
});

describe('the time of a trial', () => {
  it('is not spent on a state that differs only in texts that the platform generated', async () => {
    const [shop] = readViews('innocent');
    const slug = /api-\w{20}/.exec(JSON.stringify(shop))![0];
    const log = withControls((number) => ({
      ...plain(number),
      record: new ObservedRun(shop!),
      state: { value: { pages: [`/pay/${slug}`] } },
    }));
    let isExpected: RunOptions['isExpected'] = null;
    await perform(nextRun(log) as PlannedRun, log, {
      number: 3,
      signal: new AbortController().signal,
      stateSource: null,
      start: () => Promise.reject(new Error('Nothing is started.')),
      launch: () => {
        throw new Error('Nothing is started.');
      },
      perform: async (how) => {
        isExpected = how.isExpected;
        return plain(3);
      },
    });
    const others = new ObservedRun(JSON.parse(JSON.stringify(shop).replaceAll(slug, 'api-another1slug1of1this1')));
    expect(isExpected!({ value: { pages: ['/pay/api-another1slug1of1this1'] }, record: others })).toBe(true);
    expect(isExpected!({ value: { pages: ['/pay/later'] }, record: others })).toBe(false);
  });

  it('is announced within a factor of 1.5, with what faults add to the runs', () => {
    const only = ['webhook-twice', 'webhook-late', 'webhook-forged', 'webhook-large', 'answer-slow'];
    const took = ({ armament }: PlannedRun) =>
      (armament?.faults ?? []).reduce((sum, { kind }) => sum + (kind === 'latency' ? 3 : 0), 1);
    const log = played({ options: { ...options, only }, runs: [] }, (each, number) => plain(number, took(each)));
    const seconds = Number(/about (\d+) s/.exec(announcement(log))![1]);
    const real = log.runs.slice(2).reduce((sum, { run }) => sum + run.took, 0);
    expect(seconds / real).toBeLessThan(1.5);
    expect(real / seconds).toBeLessThan(1.5);
  });

  it('limits a run by the control runs, unless the user sets the limit', () => {
    const log = (more: Partial<LogOptions>) =>
      played({ options: { ...options, ...more, only: ['webhook-lost'] }, runs: [] }, (_, number) => plain(number, 2));
    const limit = (each: TrialLog) => timeLimit(each, each.runs.at(-1)!);
    expect(limit(log({ isUsualTimeout: true }))).toBe(25_000);
    expect(limit(log({}))).toBe(120_000);
  });
});

describe('a scenario of which tests always fail', () => {
  const fails = (...tests: string[]) => tests.map((test) => `--- FAIL: ${test} (0.01s)`).join('\n');
  const allowing = { ...options, allowFailing: true };
  const allowed = (number: number, output: string): Run => ({
    ...plain(number),
    ended: { status: 0, timedOut: false, allowedStatus: 1 },
    output,
  });

  it('is audited with --allow-failing, and the report names the tests', () => {
    const log = played({ options: allowing, runs: [] }, (_, number) => allowed(number, fails('TestA')));
    expect(judgeLog(log).weak.map(({ message }) => message)).toContain(
      'The scenario fails without any adversity, which --allow-failing ignores: TestA.',
    );
  });

  it('is not audited where the two control runs fail differently', () => {
    const tests = [fails('TestA'), fails('TestA', 'TestB')];
    const log = withControls((number) => allowed(number, tests[number - 1]!));
    expect(() => judgeLog({ ...log, options: allowing })).toThrow(
      /^The scenario fails differently in each control run/,
    );
  });

  it.each([
    [fails('TestRefund'), "go test -skip '^(TestRefund)$'"],
    ['FAILED tests/test_shop.py::test_refund - assert 1 == 2', 'pytest --deselect tests/test_shop.py::test_refund'],
    ['rspec ./spec/shop_spec.rb:5 # Shop refunds', "rspec --exclude-pattern '{spec/shop_spec.rb}'"],
    ['1) ShopTest::testRefund\nFailed asserting that 1 is 2.', "phpunit --filter '/^(?!.*(testRefund))/'"],
    [' FAIL  test/shop.test.ts > shop > refunds', "vitest -t '^(?!.*(refunds))'"],
    ['  ● shop › refunds', "jest -t '^(?!.*(refunds))'"],
    ['✖ refunds (1.2ms)', 'node --test --test-skip-pattern=refunds'],
    ['not ok 1 - refunds', 'node --test --test-skip-pattern=refunds'],
  ])('%j ends the audit with how to leave it out', (output, way) => {
    const next = nextRun({ options, runs: [] }) as PlannedRun;
    const log = withRun({ options, runs: [] }, { ...next, run: { ...failed(1), output }, endedAfter: 1 });
    expect(() => judgeLog(log)).toThrow(`(${way})`);
  });
});
