import { describe, expect, test } from 'vitest';
import { Chooser, choice, narrow } from '../../src/desk/model/forms/chooser.ts';
import { Form, type FormRefusal } from '../../src/desk/model/forms/form.ts';
import {
  FieldRefusal,
  type FieldSpec,
  FormField,
  type FormValues,
  textOf,
  typedValue,
} from '../../src/desk/model/forms/form-fields.ts';
import { refusedBy } from '../../src/desk/model/moves/outcomes.ts';

const codes = [
  { value: 'R01', about: 'insufficient funds' },
  { value: 'R02', about: 'account closed' },
  { value: 'R03', about: 'no account, or it cannot be found' },
];
const field = (spec: Partial<FieldSpec> = {}) =>
  new FormField({ name: 'code', fallback: '', suggestions: codes, ...spec });

describe('a field with suggestions', () => {
  test('narrows them by what is typed: names that begin so first, then what they mean', () => {
    const own = field();
    expect(own.fits.map(({ value }) => value)).toEqual(['R01', 'R02', 'R03']);
    own.write('account');
    expect(own.fits.map(({ value }) => value)).toEqual(['R02', 'R03']);
    own.write('r03');
    expect(own.fits.map(({ value }) => value)).toEqual(['R03']);
    own.write('rlt');
    expect(own.fits).toEqual([]);
  });

  test('shows one that is taken in place of what is typed, and gives that back', () => {
    const own = field();
    own.write('R0');
    own.take(1);
    expect([own.text, own.taken]).toEqual(['R02', 1]);
    own.take(null);
    expect([own.text, own.taken]).toEqual(['R0', null]);
  });

  test('completes what was begun, once: a whole name and an empty field stay', () => {
    const own = field();
    expect(own.complete()).toBe(false);
    own.write('no acc');
    expect([own.complete(), own.text, own.complete()]).toEqual([true, 'R03', false]);
    own.write('r02');
    expect([own.complete(), own.text]).toEqual([false, 'r02']);
    own.write('M008');
    expect([own.complete(), own.text]).toEqual([false, 'M008']);
  });

  test('completes the last item of a list', () => {
    const own = field({ isList: true });
    own.write('R01, account');
    expect([own.complete(), own.text]).toEqual([true, 'R01, R02']);
  });

  test('is a choice where it takes nothing else; the first of its options means what is usual', () => {
    expect(field({ type: 'yes_no' }).choices).toEqual(['', 'yes', 'no']);
    expect(field({ type: 'choice', choices: ['ach', 'card'] }).choices).toEqual(['', 'ach', 'card']);
    expect(field({ type: 'yes_no', fallback: 'no' }).choices).toEqual(['', 'yes']);
    expect(field().choices).toBeNull();
  });

  test('takes what the emulator finds for the text that is still there', async () => {
    const answers: ((found: { value: string; about: string }[]) => void)[] = [];
    const own = field({ suggestions: [], look: () => new Promise((resolve) => answers.push(resolve)) });
    let changed = 0;
    own.write('a');
    own.look(() => changed++);
    own.write('ad');
    own.look(() => changed++);
    answers[1]!([{ value: 'cus_2', about: 'ada' }]);
    answers[0]!([{ value: 'cus_1', about: 'ann' }]);
    await expect.poll(() => changed).toBe(1);
    expect(own.fits).toEqual([{ value: 'cus_2', about: 'ada' }]);
    expect(own.complete()).toBe(false);
  });

  test('can be typed into where nothing can be found', async () => {
    const own = field({ suggestions: [], look: () => Promise.reject(new Error('gone')) });
    own.write('cus_1');
    own.look(() => expect.fail());
    await Promise.resolve();
    expect([own.text, own.fits]).toEqual(['cus_1', []]);
  });
});

describe('what is typed into a field', () => {
  test.each([
    ['text', '', null],
    ['text', 'payout.paid', 'payout.paid'],
    ['number', '500', 500],
    ['number', 'many', 'many'],
    ['duration', '1s', '1s'],
    ['duration', '250', 250],
    ['yes_no', 'yes', true],
    ['yes_no', 'no', false],
    ['code', '0001', '0001'],
    ['amount', '15', 1500],
    ['amount', '<5', { lt: 500 }],
    ['amount', '>=5 <10.50', { gte: 500, lt: 1050 }],
  ] as const)('%s %j is sent as %j, and reads the same again', (type, typed, value) => {
    const spec = { name: 'it', fallback: '', type };
    expect(typedValue(spec, typed)).toEqual(value);
    expect(typedValue(spec, textOf(spec, value))).toEqual(value);
  });

  test.each(['abc', '1,50', '>5', '<=5', '<5 <6', '>=5 <', '-5', '0'])(
    '%s is not an amount, nor a range of them',
    (typed) => {
      expect(() => typedValue({ name: 'it', fallback: '', type: 'amount' }, typed)).toThrow(
        new FieldRefusal(`'${typed}' is not a valid amount; use an amount such as 15 or 15.00.`, 'it'),
      );
    },
  );
});

describe('a form', () => {
  /** A form of two fields, what was sent of it, and how often it was closed. */
  function form(answer: (values: FormValues) => Promise<FormRefusal | null> = async () => null) {
    const sent: FormValues[] = [];
    const told = { closed: 0 };
    const own = new Form({
      title: 'refund',
      about: '',
      verb: 'refund',
      fields: [
        { name: 'amount', fallback: '' },
        { name: 'code', fallback: '', suggestions: codes },
      ],
      submit: (values) => {
        sent.push(values);
        return answer(values);
      },
      close: () => told.closed++,
      changed: () => {},
    });
    return { own, sent, told };
  }

  test('goes round its fields', () => {
    const { own } = form();
    own.step(-1);
    expect(own.field?.spec.name).toBe('code');
    own.step(1);
    expect(own.field?.spec.name).toBe('amount');
  });

  test('sends what is typed, trimmed, and closes', async () => {
    const { own, sent, told } = form();
    own.field!.write(' 15 ');
    own.submit();
    await expect.poll(() => told.closed).toBe(1);
    expect(sent).toEqual([{ amount: '15', code: '' }]);
  });

  test('completes a suggestion that was begun before it sends anything', async () => {
    const { own, sent } = form();
    own.step(1);
    own.field!.write('no acc');
    own.submit();
    expect([sent, own.field!.text]).toEqual([[], 'R03']);
    own.submit();
    await expect.poll(() => sent).toEqual([{ amount: '', code: 'R03' }]);
  });

  test.each([
    ['R0', 'R0'],
    ['account cl', 'account cl'],
    ['r03', 'r03'],
    ['R', 'R'],
  ])('keeps %s where another field is selected, because more suggestions start with it or none does', (typed, kept) => {
    const { own } = form();
    own.step(1);
    own.field!.write(typed);
    own.step(1);
    expect(own.fields[1]!.text).toBe(kept);
  });

  test('is sent once, however often it is told to meanwhile', async () => {
    let answer = (_refused: null): void => {};
    const { own, sent, told } = form(() => new Promise((resolve) => (answer = resolve)));
    own.submit();
    own.submit();
    expect([sent.length, own.isBusy]).toEqual([1, true]);
    answer(null);
    await expect.poll(() => told.closed).toBe(1);
  });

  test.each([
    ['code', 'no such code', 1, 'no such code'],
    ['then.code', 'no such code', 1, 'no such code'],
    ['metadata', 'too long', null, 'too long (metadata)'],
    [null, 'not now', null, 'not now'],
  ])('shows what is refused of %s at its field, or by its name', async (wrong, text, at, refusal) => {
    const { own, told } = form(async () => ({ text, field: wrong }));
    own.submit();
    await expect.poll(() => own.refusal).toBe(refusal);
    expect([own.refusedAt, told.closed, own.isBusy]).toEqual([at, 0, false]);
    if (at !== null) expect(own.at).toBe(at);
    own.edited();
    expect([own.refusal, own.refusedAt]).toEqual([null, null]);
  });

  test('takes the field from what refuses it: a field of its own, or the parameter that the emulator names', () => {
    expect(refusedBy(new FieldRefusal('none', 'amount'))).toEqual({ text: 'none', field: 'amount' });
    const refusal = Object.assign(new Error('Too much.'), { name: 'ClientError', body: { param: 'amount' } });
    expect(refusedBy(refusal)).toEqual({ text: 'Too much.', field: 'amount' });
    expect(refusedBy(new Error('gone'))).toEqual({ text: 'gone', field: null });
  });
});

describe('a list to choose from', () => {
  const list = () => {
    const choices = ['one', 'two', 'three'].map((name) => choice(name, '', () => {}));
    return new Chooser('Numbers', '', (typed) => narrow(choices, typed));
  };

  test('is narrowed by what is typed, and begins at its first again', () => {
    const own = list();
    own.select(2);
    own.write('t');
    expect([own.choices.map(({ name }) => name).sort(), own.at]).toEqual([['three', 'two'], 0]);
  });

  test('goes no further than its ends, nor behind its end where it became shorter', () => {
    const own = list();
    own.select(9);
    expect(own.selected?.name).toBe('three');
    own.select(-1);
    expect(own.at).toBe(0);
    own.write('zebra');
    expect([own.selected, own.at]).toEqual([undefined, 0]);
  });

  test('tells of what is typed, once for a text, and forgets what was refused', () => {
    const own = list();
    const told: string[] = [];
    own.onTyped = (typed) => told.push(typed);
    own.refusal = 'no';
    own.write('t');
    own.write('t');
    expect([told, own.refusal]).toEqual([['t'], null]);
  });
});
