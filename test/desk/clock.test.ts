import { describe, expect, test } from 'vitest';
import { openPalette } from '../../src/desk/model/palette/palette.ts';
import { placeOf } from '../../src/desk/model/place.ts';
import { deskOfEachTest } from './setup.ts';
import { textsOfChoices } from './texts.ts';

const at = deskOfEachTest({ receiver: true });

const now = async (): Promise<string> => (await at.client.call('status')).clock.now;

/** Opens the list of the clock's moves. */
async function open(typed = '') {
  at.does('clock');
  return at.chooser('^Clock$', typed);
}

describe('the clock', () => {
  test('moves by what is typed, and says what ran', async () => {
    await at.trigger('payout.created');
    await open('3 days');
    await at.choose('^3 days ');
    expect((await at.form('Move the clock to 2026-03-04 09:00:00Z\\?')).about).toMatch(/^will run at least 1 /);
    await at.submit();
    await at.says(/^clock frozen at 2026-03-04 09:00:00Z · \d+ jobs? ran, \d+ events?/);
    expect(await now()).toMatch(/^2026-03-04/);
  });

  test('has a preset that is typed in full only once', async () => {
    const list = await open('3 days');
    expect(textsOfChoices(list).filter((text) => text.startsWith('3 days'))).toHaveLength(1);
  });

  test('says what a move will run before it is made, of presets and of what is typed', async () => {
    await at.trigger('subscription.created');
    await at.demo.settle();
    const list = await open();
    await at.choice(/^3 days {2}no job is due until then$/);
    list.write('40d');
    await at.choice(/^40d forward {2}will run at least 1 renew job, and all jobs that it schedules$/);
    list.write('2026-04-10T00:00:00Z');
    await at.choose('^to 2026-04-10');
    expect((await at.form('Move the clock to 2026-04-10 00:00:00Z')).about).toMatch(/^will run at least 1 renew job/);
  });

  test('moves to an instant', async () => {
    await open('2026-03-05T10:00:00Z');
    await at.choose('^to 2026-03-05T10:00:00Z {2}move forward to this time');
    await at.says('clock frozen at 2026-03-05 10:00:00Z');
    expect(at.desk.dialog).toBeNull();
  });

  test('moves to the next job', async () => {
    const { id } = await at.demo.charged();
    await open();
    await at.choose(`^to the next job {2}transaction\\.settle of ${id.slice(0, 8)}…`);
    await at.says(/^clock frozen at 2026-03-01 09:00:02Z · 1 job ran/);
  });

  test('says why a job is due when it is, if a calendar decided it', async () => {
    await at.demo.configure({ calendar: 'us-banking' });
    const customer = await at.demo.saveCustomer();
    await at.demo.saveBank(customer);
    await at.demo.charged({ customer_id: customer.id, rail: 'ach' });
    at.go('clock');
    const why = /ada@example.com · Monday 2 March, 13:00 in New York: banks are closed on Saturday and Sunday$/;
    expect(await at.opened(why)).toMatch(/^why then: Monday 2 March, 13:00 in New York: banks are closed/m);
  });

  test('says of what is not a move how to write one', async () => {
    const list = await open('banana');
    expect(list.choices).toEqual([]);
    expect(list.nothingFits('banana')).toBe(
      "'banana' is not a duration or a time; use a value such as 3 days, 90s, P1M, 2026-03-01T09:00:00Z.",
    );
  });

  test.each([
    ['3 banana', /'3 banana' is not a duration\. Use 90s/],
    ['2020-01-01T00:00:00Z', /^The clock is at 2026-03-01T09:00/],
    ['999999999d', /9999/],
  ])('stays open where %s is refused, says why, and can be moved otherwise', async (typed, why) => {
    const list = await open(typed);
    at.desk.choose(list, list.selected!);
    await at.until(() => list.refusal).toEqual(expect.stringMatching(why));
    expect(list.refusal).not.toMatch(/\((set|advance)\)/);
    expect(at.desk.notices.message).toBeNull();
    list.write('90s');
    expect(list.refusal).toBeNull();
    at.desk.choose(list, list.selected!);
    await at.says('clock frozen at 2026-03-01 09:01:30Z');
    expect(at.desk.dialog).toBeNull();
  });

  test('moves once, however often it is told to meanwhile', async () => {
    const list = await open('1h');
    const release = at.wire.hold(/POST \/_emulator\/clock/);
    for (let time = 0; time < 3; time++) at.desk.choose(list, list.selected!);
    release();
    await at.says('clock frozen at 2026-03-01 10:00:00Z');
    expect(at.wire.calls.filter((call) => call.startsWith('POST /_emulator/clock'))).toHaveLength(1);
  });

  test('runs, runs faster, and freezes', async () => {
    await open();
    await at.choose('^run {2}resume the clock');
    await at.says('^clock running at');
    await open();
    await at.choose('^run 60 times as fast');
    await at.until(async () => (await at.client.call('clock.get')).rate).toBe(60);
    await open();
    await at.choice('^run {2}at real-time speed');
    await at.choose('^freeze');
    await at.says('^clock frozen at');
  });

  test('settles what waits', async () => {
    const { id } = await at.demo.charged();
    await open();
    await at.choose('^settle {2}');
    await at.says(/^settled · 1 job ran, 1 event/);
    expect(await at.stateOf(id)).toBe('settled');
  });

  test('says what waits for its receiver when all is settled', async () => {
    at.receiver.answer({ status: 500 });
    await at.demo.charged();
    at.does('settleAll');
    await at.says(/^settled · 1 job ran, 1 event · 1 delivery waiting for a retry$/);
  });

  test('takes what is typed before the emulator has said what there is', async () => {
    const release = at.wire.hold(/GET \/_emulator\/(clock|status)/);
    const list = await open('3d');
    expect(textsOfChoices(list)[0]).toBe('3d forward  and run all jobs that come due');
    release();
  });
});

describe('the view of the clock', () => {
  test('has the jobs to come by their instants, with what each is about', async () => {
    const first = await at.demo.charged();
    const second = await at.demo.charged({ amount: 1500 });
    at.go('clock');
    await at.row(new RegExp(`^in 2s {2}09:00:02 {2}┬ {2}transaction\\.settle {2}${first.id} {2}\\$42\\.00`));
    await at.row(new RegExp(`^09:00:02 {2}└ {2}transaction\\.settle {2}${second.id} {2}\\$15\\.00`));
  });

  test('opens a job with when it is due and its object', async () => {
    const { id } = await at.demo.charged();
    at.go('clock');
    const text = await at.opened('settle');
    expect(text).toMatch(new RegExp(`# transaction\\.settle\\nfor: .*${id}\\ndue: 09:00:02\\n# Summary`));
  });

  test('goes exactly to a job, after a question that says what will run', async () => {
    await at.demo.charged();
    await at.trigger('subscription.created');
    at.go('clock');
    await at.select('renew');
    at.does('advanceTo');
    const form = await at.form(/^Move the clock to 2026-0[34]-\d\d .*\?$/);
    expect(form.about).toMatch(/^will run at least \d settle.*1 renew job/);
    const { upcoming } = await at.client.call('clock.get');
    await at.submit();
    await at.says(/^clock frozen at 2026-0[34]-\d\d .* ran/);
    expect(await now()).toBe(upcoming.at(-1)!.due_at);
  });

  test('sends the webhook of a job that tries one again at once, and offers no move for it', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    at.go('clock');
    await at.select(/^in 5m .*attempt/);
    at.does('actions');
    const list = await at.chooser('^Actions$');
    expect(list.choices.map(({ name }) => name)).toEqual(['run', 'resend', 'resend to all']);
    at.receiver.answer({ status: 200 });
    await at.choose('^resend {2}');
    await at.says(/^sent again · .* answered 200/);
  });

  test('is found in the list of moves too', async () => {
    await at.demo.charged();
    await open('in 2s settle');
    await at.choose(/^in 2s {2}09:00:02 {2}transaction\.settle {2}txn_\w+… {2}\$42\.00/);
    await at.form('Move the clock to 2026-03-01 09:00:02Z');
    expect((await at.form()).about).toMatch(/^will run at least 1 settle job/);
  });

  test('says that no job waits', async () => {
    at.go('clock');
    await at.until(() => at.session.lists.jobs.isLoaded).toBe(true);
    expect(at.rows).toEqual([]);
    expect(at.desk.pending.rows).toBe(false);
  });
});

describe('of more jobs than a page has', () => {
  /** 60 payouts before one renewal. */
  async function manyJobs(): Promise<string> {
    const id = await at.trigger('subscription.created', {}, 'subscription');
    await at.trigger('payout.created', { count: 60 });
    return id;
  }

  test('the view has all, the last one too, and counts them', async () => {
    await manyJobs();
    at.go('clock');
    await at.until(() => at.rows.length).toBe(50);
    const { length } = (await at.client.call('jobs.list', { limit: 100 })).data;
    at.desk.select(49);
    await at.until(() => at.rows.length).toBe(length);
    expect(at.rows.at(-1)).toMatch(/renew/);
    await at.until(() => placeOf(at.desk)).toMatchObject({ of: length, text: `50 of ${length}` });
  });

  test('a retry names its receiver', async () => {
    at.receiver.answer({ status: 500 });
    await at.trigger('payout.created');
    at.go('clock');
    await at.row(/webhook\.attempt → :\d+\/ws_/);
  });

  test('the view is searched by what people call a job, and by whom it is about', async () => {
    await manyJobs();
    at.go('clock');
    for (const words of ['renewal', 'type:subscription.*']) {
      at.desk.filter(words);
      await at.until(() => at.rows).toEqual([expect.stringMatching(/subscription\.renew/)]);
    }
  });

  test('the view goes along with the clock, and loses no job that is booked behind those that ran', async () => {
    await manyJobs();
    at.go('clock');
    await at.until(() => at.rows.length).toBe(50);
    at.desk.select(49);
    await at.until(() => at.rows.length).toBeGreaterThan(50);
    await at.demo.advance('40d');
    await at.until(() => at.rows).toEqual([expect.stringMatching(/subscription\.renew/)]);
  });

  test('the list of moves goes to the next renewal', async () => {
    const id = await manyJobs();
    const { data } = await at.client.call('jobs.list', { search: 'renewal' });
    await open('renewal');
    await at.choose(new RegExp(`^next renewal {2}.*subscription\\.renew {2}${id.slice(0, 8)}`));
    await at.submit();
    await at.says(/^clock frozen at 2026/);
    expect(await now()).toBe(data[0]!.due_at);
  });

  test('everything has the next renewal, and shows it where it stands', async () => {
    const id = await manyJobs();
    openPalette(at.desk, []);
    await at.chooser('^Everything$', 'next renewal');
    await at.choose('^next renewal ');
    await at.details(/^job job_/);
    expect(at.desk.view.name).toBe('clock');
    expect(await at.details()).toContain(id);
  });
});

test('jobs that wait for a settlement by hand stand behind the others', async () => {
  await at.demo.configure({ settlement: { mode: 'manual' } });
  await at.demo.charged();
  await at.trigger('subscription.created');
  at.go('clock');
  await at.row(/^by hand {2}.*transaction\.settle/);
  expect(at.rows.at(-1)).toMatch(/^by hand/);
  expect(at.rows[0]).toMatch(/^in /);
});
