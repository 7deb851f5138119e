import { beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../src/emulator/fidelity/compare/adoptable.ts';
import { reportOf, terminalComparison } from '../../src/emulator/fidelity/compare/report.ts';
import { type Call, capturedDay, compareEdited, type Edit, each, type Fields } from './edits.ts';

let day: Awaited<ReturnType<typeof capturedDay>>;
beforeAll(async () => {
  day = await capturedDay();
}, 60_000);

/** Gives a value of a field another name, in objects and in the webhooks that repeat it. */
const word =
  (object: string, field: string, from: unknown, to: unknown): Edit =>
  (calls) => {
    each(object, (shown) => {
      if (shown[field] === from) shown[field] = to;
    })(calls);
    for (const { body } of deliveries(calls)) if (body.data[field] === from) body.data[field] = to;
  };

const field = (
  object: string,
  name: string,
  change: (value: Fields['value'], shown: Fields, call: Call) => unknown,
): Edit =>
  each(object, (shown, call) => {
    if (Object.hasOwn(shown, name)) shown[name] = change(shown[name], shown, call);
  });
const renamed = (object: string, from: string, to: string): Edit =>
  each(object, (shown) => {
    if (!Object.hasOwn(shown, from)) return;
    shown[to] = shown[from];
    delete shown[from];
  });
const without = (object: string, name: string, when = (_value: unknown): boolean => true): Edit =>
  each(object, (shown) => {
    if (when(shown[name])) delete shown[name];
  });
const also = (object: string, name: string, value: (shown: Fields, at: number) => unknown): Edit => {
  const ids: unknown[] = [];
  return each(object, (shown) => {
    const id = shown.id ?? JSON.stringify(shown);
    if (!ids.includes(id)) ids.push(id);
    shown[name] = value(shown, ids.indexOf(id));
  });
};
const deliveries = (calls: Call[], type?: string): Call[] =>
  calls.filter(({ kind, body }) => kind === 'delivery' && (type === undefined || body.type === type));
const refused = (calls: Call[], code?: string): Call[] =>
  calls.filter(({ status = 0, answer }) => status >= 400 && (code === undefined || answer.code === code));
const refusals =
  (change: (answer: Fields, call: Call) => void, code?: string): Edit =>
  (calls) => {
    for (const call of refused(calls, code)) change(call.answer, call);
  };
const answersTo =
  (method: string, path: RegExp, change: (call: Call) => void): Edit =>
  (calls) => {
    for (const call of calls) if (call.method === method && path.test(call.path)) change(call);
  };
const events =
  (type: string, change: (event: Fields) => void): Edit =>
  (calls) => {
    for (const { body } of deliveries(calls, type)) change(body);
  };
const dates =
  (form: (text: string) => string): Edit =>
  (calls) => {
    const isDate = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g;
    for (const call of calls) {
      const part = call.kind === 'delivery' ? 'body' : 'answer';
      call[part] = JSON.parse(
        JSON.stringify(call[part]).replaceAll(isDate, (_all, text) => JSON.stringify(form(text))),
      );
    }
  };

const number = expect.any(Number);
const text = expect.any(String);
const [b, s, a] = ['behaviour', 'specification', 'assumption'];
type Row = [
  name: string,
  edit: Edit,
  kind: unknown,
  place: string,
  service: unknown,
  emulator: unknown,
  adopts?: boolean,
];

const mail: Row[] = [
  [
    'addresses in lower case',
    field('customer', 'email', (value) => value.toLowerCase()),
    b,
    'data.email',
    'ada.smith+shop@example.com',
    'Ada.Smith+shop@example.com',
  ],
  [
    'addresses without a tag',
    field('customer', 'email', (value) => value.replace('+shop', '')),
    b,
    'data.email',
    'Ada.Smith@example.com',
    'Ada.Smith+shop@example.com',
  ],
  [
    'an address that is missing',
    field('transaction', 'email', () => null),
    a,
    'data.email',
    null,
    'Ada.Smith+shop@example.com',
  ],
  [
    'a recipient in upper case',
    field('payout_link', 'recipient_email', (value) => value.toUpperCase()),
    b,
    'data.recipient_email',
    'PRIZE0@EXAMPLE.COM',
    'prize0@example.com',
  ],
  [
    'a reference in upper case',
    field('transaction', 'reference_id', (value) => value?.toUpperCase() ?? null),
    b,
    'data.reference_id',
    'ORDER-A0',
    'order-a0',
  ],
  [
    'a name in upper case',
    field('customer', 'first_name', (value) => value.toUpperCase()),
    b,
    'data.first_name',
    'ADA',
    'Ada',
  ],
];
const words: Row[] = [
  [
    'a status',
    word('transaction', 'status', 'pending_settlement', 'awaiting_settlement'),
    a,
    'data.status',
    'awaiting_settlement',
    'pending_settlement',
    false,
  ],
  ['a status after a move', word('transaction', 'status', 'voided', 'void'), a, 'data.status', 'void', 'voided', true],
  [
    'a status with two words',
    word('transaction', 'status', 'partially_refunded', 'refunded_in_part'),
    a,
    'data.status',
    'refunded_in_part',
    'partially_refunded',
    true,
  ],
  [
    'a status of a subscription',
    word('subscription', 'status', 'paused', 'on_hold'),
    a,
    'data.status',
    'on_hold',
    'paused',
    true,
  ],
  ['a source', word('transaction', 'source', 'api', 'merchant_api'), a, 'data.source', 'merchant_api', 'api', true],
  [
    'a status that the specification states',
    word('payout', 'status', 'paid', 'complete'),
    s,
    'data[].status',
    'complete',
    'paid',
    false,
  ],
  ['a brand', word('payout', 'card_brand', 'visa', 'VISA'), expect.any(String), 'data.card_brand', 'VISA', 'visa'],
  ['a rail', field('payout', 'rail', () => 'instant'), expect.any(String), 'data.rail', 'instant', 'card'],
];
const names: Row[] = [
  ['a field', renamed('customer', 'company', 'organization'), a, 'data.company', 'organization', 'company'],
  [
    'a field in another case',
    renamed('transaction', 'settled_at', 'settledAt'),
    a,
    'data.settled_at',
    'settledAt',
    'settled_at',
    true,
  ],
  [
    'a list',
    renamed('invoice', 'line_items', 'items'),
    expect.any(String),
    'data.line_items',
    'items',
    'line_items',
    true,
  ],
  [
    'an object',
    renamed('payment_method', 'card', 'card_details'),
    expect.any(String),
    'data.card',
    'card_details',
    'card',
    true,
  ],
  [
    'the envelope of lists',
    answersTo('GET', /./, ({ answer }) => {
      if (!Array.isArray(answer?.data)) return;
      answer.results = answer.data;
      delete answer.data;
    }),
    s,
    'data',
    'results',
    'data',
    false,
  ],
  [
    'a field with values',
    renamed('invoice', 'number', 'invoice_number'),
    expect.any(String),
    'data.number',
    'invoice_number',
    'number',
  ],
  [
    'a field of a nested object',
    each('account_check', (shown) => {
      if (shown.bin === null) return;
      shown.bin.type = shown.bin.funding;
      delete shown.bin.funding;
    }),
    expect.any(String),
    'data.bin.funding',
    'type',
    'funding',
    true,
  ],
];
const fields: Row[] = [
  ['a field more: a constant', also('transaction', 'channel', () => 'online'), a, 'data.channel', 'online', null, true],
  ['a field more: a copy', also('transaction', 'gross', ({ amount }) => amount), a, 'data.gross', 4_200, null, true],
  ['a field more: a sum', also('transaction', 'net', ({ amount }) => amount - 30), a, 'data.net', 4_170, null, false],
  [
    'a field more: a sequence',
    also('invoice', 'label', (_shown, at) => `INV-0000${at + 1}`),
    a,
    'data.label',
    'INV-00001',
    null,
    false,
  ],
  [
    'a field more: an id',
    also('account_check', 'id', (_shown, at) => `chk_A1b2C3d4${at}`),
    a,
    'data.id',
    'chk_A1b2C3d40',
    null,
    false,
  ],
  [
    'a field more: part of what was sent',
    also('payment_method', 'card_end', ({ card }) => card.last4),
    a,
    'data.card_end',
    '5556',
    null,
    false,
  ],
  [
    'a field more: what was sent for another object',
    also('subscription', 'product_name', () => 'Club'),
    a,
    'data.product_name',
    'Club',
    null,
    false,
  ],
  ['a field more: null', also('product', 'tax_code', () => null), a, 'data.tax_code', null, null, true],
  [
    'a field less',
    without('transaction', 'fulfillment_status'),
    a,
    'data.fulfillment_status',
    null,
    'unfulfilled',
    true,
  ],
  ['a field less: seen once', without('account', 'timezone'), expect.any(String), 'timezone', null, 'UTC', false],
  [
    'null left out',
    without('customer', 'phone', (value) => value === null),
    expect.any(String),
    'data.phone',
    null,
    null,
  ],
  [
    'empty in place of null',
    field('product', 'description', (value) => value ?? ''),
    a,
    'data.description',
    '',
    null,
    true,
  ],
  ['a number as a text', field('product', 'stock_quantity', String), s, 'data.stock_quantity', '12', 12],
  [
    'an object in place of a text',
    field('customer', 'billing_country', (code) => ({ code })),
    s,
    'data.billing_country',
    { code: 'US' },
    'US',
  ],
  ['a list in place of null', field('product', 'sku', () => []), expect.any(String), 'data.sku', [], null],
];
const refusalRows: Row[] = [
  [
    'a code',
    refusals((answer) => {
      answer.code = 'state_invalid';
    }, 'invalid_state'),
    a,
    'error.code',
    'state_invalid',
    'invalid_state',
    true,
  ],
  [
    'a code that the specification states',
    refusals((answer) => {
      answer.code = 'not_found';
    }, 'resource_missing'),
    s,
    'error.code',
    'not_found',
    'resource_missing',
    false,
  ],
  [
    'a code that only one call shows',
    refusals((answer) => {
      if (answer.param === 'price') answer.code = 'bad_price';
    }, 'parameter_invalid'),
    a,
    'error.code',
    'bad_price',
    'parameter_invalid',
    false,
  ],
  [
    'a type',
    refusals((answer) => {
      answer.type = 'not_found';
    }, 'resource_missing'),
    s,
    'error.type',
    'not_found',
    'not_found_error',
    false,
  ],
  [
    'a message under another name',
    refusals((answer) => {
      answer.message = answer.error;
      delete answer.error;
    }),
    s,
    'error.error',
    'message',
    'error',
  ],
  ['a parameter left out', refusals((answer) => void delete answer.param), a, 'error.param', null, text, true],
  [
    'a decline code',
    refusals((answer) => {
      answer.decline_code = 'M777';
      answer.data.decline_code = 'M777';
    }, 'card_declined'),
    b,
    'error.decline_code',
    'M777',
    'M003',
    true,
  ],
  [
    'no decline code',
    refusals((answer) => {
      answer.decline_code = null;
    }, 'card_declined'),
    expect.any(String),
    'error.decline_code',
    null,
    'M003',
  ],
  [
    'a category',
    refusals((answer) => {
      answer.category = 'do_not_honor';
    }, 'card_declined'),
    b,
    'error.category',
    'do_not_honor',
    'declined',
  ],
  [
    'a decline without its payment',
    refusals((answer) => void delete answer.data, 'card_declined'),
    expect.any(String),
    'error.data',
    null,
    expect.anything(),
  ],
  [
    'a status of refusals',
    refusals((_answer, call) => {
      call.status = 409;
    }, 'invalid_state'),
    a,
    'status',
    409,
    400,
    true,
  ],
  [
    'a status of success',
    answersTo('POST', /\/customers$/, (call) => {
      call.status = 200;
    }),
    s,
    'status',
    200,
    201,
    false,
  ],
];
const balances: Row[] = [
  [
    'a currency in lower case',
    field('balance', 'currency', (value) => value.toLowerCase()),
    b,
    'data.currency',
    'usd',
    'USD',
  ],
  [
    'a fee that only the balance shows',
    field('balance', 'available', (value, _shown, { entry }) => (entry > 60 ? value - 25 : value)),
    b,
    'data.available',
    number,
    number,
  ],
  [
    'a part of the balance',
    field('balance', 'pending', (value) => value + 7),
    expect.any(String),
    'data.pending',
    number,
    number,
  ],
  ['a fee of a payout link', field('payout_link', 'fee', () => 75), b, 'data.fee', 75, 50, true],
  [
    'a fee of a payout link that varies',
    field('payout_link', 'fee', (_value, { amount }) => amount / 50),
    b,
    'data.fee',
    30,
    50,
    false,
  ],
  [
    'a total',
    field('transaction', 'total_refunded', (value) => (value === 1_000 ? 970 : value)),
    b,
    'data.total_refunded',
    970,
    1_000,
  ],
  ['an amount', field('invoice', 'amount', (value) => value + 100), b, 'data.amount', 1_000, 900],
];
const eventRows: Row[] = [
  [
    'another name',
    events('payment.voided', (event) => {
      event.type = 'payment.cancelled';
    }),
    b,
    'events',
    'payment.cancelled',
    'payment.voided',
    false,
  ],
  [
    'none',
    (calls) => calls.filter((call) => !deliveries(calls, 'payout.updated').includes(call)),
    b,
    'events',
    null,
    'payout.updated',
  ],
  [
    'one that is left out once',
    (calls) => calls.filter((call) => call !== deliveries(calls, 'payout.updated')[0]),
    b,
    'events',
    null,
    'payout.updated',
    false,
  ],
  [
    'one more',
    (calls) =>
      calls.flatMap((call) =>
        call.body?.type === 'payment.voided'
          ? [
              call,
              {
                ...call,
                entry: call.entry + 0.5,
                body: { ...call.body, id: `${call.body.id}2`, type: 'payment.cancelled' },
              },
            ]
          : [call],
      ),
    b,
    'events',
    'payment.cancelled',
    null,
  ],
  [
    'a redelivery under another id',
    (calls) =>
      calls.flatMap((call) =>
        call === deliveries(calls, 'payment.voided')[0]
          ? [call, { ...call, entry: call.entry + 0.5, body: { ...call.body, id: `${call.body.id}2` } }]
          : [call],
      ),
    b,
    'events',
    'payment.voided',
    'payment.voided',
    false,
  ],
  [
    'another time',
    events('payout.paid', (event) => {
      event.created += 2;
    }),
    b,
    'created',
    text,
    text,
    true,
  ],
  [
    'another time once',
    (calls) => {
      deliveries(calls, 'payout.paid')[0]!.body.created += 2;
    },
    b,
    'created',
    text,
    text,
    false,
  ],
  [
    'another field',
    events('payment.refunded', ({ data }) => {
      data.refunded = data.refunded_amount;
      delete data.refunded_amount;
    }),
    expect.any(String),
    'data.refunded_amount',
    'refunded',
    'refunded_amount',
  ],
  [
    'a field less',
    events('payment.voided', ({ data }) => void delete data.payment_link_id),
    expect.any(String),
    'data.payment_link_id',
    null,
    null,
  ],
];
const others: Row[] = [
  ['dates without milliseconds', dates((date) => date.replace(/\.\d+Z/, 'Z')), a, 'created_at', text, text, false],
  ['dates with an offset', dates((date) => date.replace('Z', '+00:00')), a, 'created_at', text, text, false],
  [
    'a date in seconds',
    field('transaction', 'settled_at', (value) => value && Date.parse(value) / 1_000),
    a,
    'data.settled_at',
    number,
    text,
  ],
  [
    'a due date a day later',
    field('invoice', 'due_date', (value) => value.replace('T00', 'T23').replace('-04-', '-05-')),
    b,
    'data.due_date',
    text,
    text,
  ],
  [
    'another order',
    answersTo('GET', /\/customers$/, ({ answer }) => void answer.data.reverse()),
    a,
    'order',
    text,
    text,
  ],
  [
    'a shorter page',
    answersTo('GET', /\/customers$/, ({ answer }) => {
      answer.data.pop();
      answer.has_more = true;
    }),
    s,
    'length',
    1,
    2,
  ],
  [
    'a page that ends early',
    answersTo('GET', /\/payouts$/, ({ answer, url }) => {
      if (url.search === '?limit=1') answer.has_more = true;
    }),
    b,
    'has_more',
    true,
    false,
  ],
  [
    'a header less',
    (calls) => {
      for (const { answerHeaders } of calls) delete (answerHeaders as Fields)['x-ratelimit-tier'];
    },
    s,
    'header x-ratelimit-tier',
    null,
    'new',
    false,
  ],
  [
    'another number format',
    field('invoice', 'number', (value) => value.replace('INV-', 'R/')),
    expect.any(String),
    'data.number',
    'R/0001',
    'INV-0001',
  ],
];

const all = { mail, words, names, fields, refusals: refusalRows, balances, events: eventRows, others };

describe.each(Object.entries(all))('an edit of %s is one finding', (_group, rows) => {
  test.each(rows)('%s', (_name, edit, kind, place, service, emulator, adopts) => {
    const { findings } = compareEdited(day, edit);
    const found = findings.map(({ finding }) => [finding.kind, finding.place, finding.service, finding.emulator]);
    expect(found).toEqual([[kind, place, service, emulator]]);
    if (adopts !== undefined)
      expect([findings[0]!.finding.adoptable, findings[0]!.finding.adoption]).toEqual([adopts, text]);
  });
});

/** Leaves out the calls and webhooks that name any object of a type but the first. */
const only =
  (object: string, edit: Edit): Edit =>
  (calls) => {
    const ids: string[] = [];
    each(object, ({ id }) => ids.push(id))(calls);
    const others = new Set(ids.filter((id) => id !== ids[0]));
    edit(calls);
    const names = ({ path, answer, body }: Call): boolean =>
      [...others].some((id) => JSON.stringify([path, answer, body]).includes(id));
    return calls.filter((call) => !names(call));
  };

test.each<[string, Edit, string, string]>([
  [
    'a delay',
    only(
      'payout',
      events('payout.paid', (event) => {
        event.created += 2;
      }),
    ),
    'created',
    'capture another webhook payout.paid, because only one object shows it',
  ],
  [
    'a word',
    only('subscription', word('subscription', 'status', 'paused', 'on_hold')),
    'data.status',
    'capture POST /subscriptions/{id}/pause for another object, because only one object shows it',
  ],
])('%s that only one object shows is seen once', (_name, edit, place, next) => {
  const found = compareEdited(day, edit).findings.find(({ finding }) => finding.place === place);
  expect([found?.change, found?.finding.adoption]).toEqual([null, next]);
});

describe('a report', () => {
  const linesOf = (edit: Edit): string => {
    const report = reportOf(['day.har'], { ...compareEdited(day, edit), entries: day.calls.length });
    return terminalComparison(report, (_style, line) => line).replaceAll(/\n {8,}/g, ' ');
  };

  test.each<[string, Edit, string[]]>([
    [
      'names the side that is right where the specification is silent',
      word('transaction', 'status', 'voided', 'void'),
      [
        'Specification  does not mention "voided" as a value of transaction.status, so the service is right',
        'Seen           in 4 of 4 calls where the emulator has "voided"\n',
        'To do          adopt it with --write-profile\n',
      ],
    ],
    [
      'names the side that is right where the specification contradicts the service',
      word('payout', 'status', 'paid', 'complete'),
      [
        'Specification  lists "pending", "paid", "failed", "canceled" as the values of payout.status, so the emulator is right',
        'To do          report it to the service, or adopt it with --write-profile and --over-specification',
      ],
    ],
    [
      'says where the specification can decide',
      field('product', 'track_inventory', () => false),
      [
        'Specification  names product.track_inventory; its text for "POST /products" decides who is right',
        'Service        has false; it ignores track_inventory in the request\n',
        'Seen           in 1 of 1 call with track_inventory in the request\n',
        'To do          if the text requires what the emulator does, report it to the service; if not, report it as a defect of the emulator; it cannot be adopted, because a profile does not decide when a field has which value',
      ],
    ],
    [
      'does not show an example as a constant',
      also('transaction', 'net', ({ amount }) => amount - 30),
      ['Service        has a value such as 4170 (6 different values)', 'Emulator       does not have it'],
    ],
    [
      'shows how many items a page has that ends early',
      answersTo('GET', /\/payouts$/, ({ answer, url }) => {
        if (url.search === '?limit=1') answer.has_more = !answer.has_more;
      }),
      [
        'Service        has true after 1 item, perhaps because older objects follow\n',
        'Emulator       has false after 1 item\n',
      ],
    ],
    [
      'says since when a time counts',
      events('payout.paid', (event) => {
        event.created += 2;
      }),
      [
        'Service        sets created to 5 s after the request POST /payouts',
        'Emulator       sets created to 3 s after the request POST /payouts',
        'Specification  does not say when the webhook payout.paid is sent, so the service is right',
      ],
    ],
    [
      'does not take two fields with one value for one field',
      renamed('payout', 'rail', 'method'),
      [
        'Service        has "method" in place of "rail", with the same value',
        'or capture POST /payouts with another rail, because only "card" was seen, which does not prove a rename; then adopt it',
      ],
    ],
    [
      'shows the request that caused a webhook that the service does not send',
      (calls) => calls.filter((call) => !deliveries(calls, 'payment.refunded').includes(call)),
      [
        '/refund amount=1000 (entry 20 of',
        'Service        does not send it',
        'Emulator       sends payment.refunded',
        'so the emulator is right',
      ],
    ],
    [
      'shows both orders of a list in the names of the service',
      answersTo('GET', /\/customers$/, ({ answer }) => void answer.data.reverse()),
      [
        expect.stringMatching(
          /Service +has the order (\S+), (\S+) \(oldest first\)\n +Emulator +has the order \2, \1 \(newest first\)\n/,
        ),
      ],
    ],
    [
      'names the capture that shows it if others do not',
      (calls) => {
        for (const call of calls) call.capture = call.entry < 20 ? 'monday.har' : 'tuesday.har';
        each('customer', (shown, { entry }) => {
          if (entry < 20) delete shown.phone;
        })(calls);
      },
      [expect.stringMatching(/Seen +in \d of \d calls, only in monday\.har\n/)],
    ],
    [
      'links what differs in the calls whose status differs, too',
      (calls) => {
        for (const call of calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/customers'))) {
          call.status = 200;
          call.answer.existing = true;
        }
      },
      ['calls where the HTTP status differs, too\n'],
    ],
    [
      'shows the status of a rejected call beside its code, with the reason of each side',
      refusals((answer, call) => {
        call.status = 409;
        answer.code = 'state_invalid';
      }, 'invalid_state'),
      [
        'Service        rejects the request with 409 (state_invalid: ',
        'Emulator       rejects the request with 400 (invalid_state: ',
        'Specification  gives no status for the emulator\'s code "invalid_state", so the service is right',
        'errors: 2 findings\n',
      ],
    ],
  ])('%s', (_name, edit, facts) => {
    const lines = linesOf(edit);
    for (const fact of facts) expect(lines).toEqual(typeof fact === 'string' ? expect.stringContaining(fact) : fact);
  });

  test('shows the request of findings about one object once', () => {
    const lines = linesOf((calls) => {
      for (const edit of [renamed('customer', 'company', 'organization'), field('customer', 'phone', () => '')])
        edit(calls);
    });
    expect(lines.match(/POST \/customers /g)).toHaveLength(1);
    expect(lines).toMatch(/POST \/customers [\s\S]* data\.company [\s\S]* data\.phone /);
  });

  test.each(Object.entries(all))(
    'has a reason for each finding of the edits of %s that is not adopted',
    (_group, rows) => {
      const { findings } = compareEdited(day, (calls) => rows.forEach(([, edit]) => void edit(calls)));
      const reasons = findings.flatMap(({ finding, change }) => (change === null ? [finding.todo] : []));
      expect(reasons.filter((todo) => !/because .|capture .|--over-specification/.test(todo))).toEqual([]);
    },
  );
});

test('a finding shows the request that an entry begins with', () => {
  const { findings } = compareEdited(day, word('subscription', 'status', 'paused', 'on_hold'));
  const [{ finding }] = findings as [(typeof findings)[0]];
  const call = day.calls.find(({ entry }) => entry === finding.first.entry);
  expect([finding.request, call?.method]).toEqual([call?.path.replace('/api/v1', 'POST '), 'POST']);
  const [refusal] = compareEdited(
    day,
    refusals((answer) => void delete answer.param, 'parameter_invalid'),
  ).findings;
  expect(refusal!.finding.request).toMatch(/^POST \/products price=-1 name="Sugar"$/);
});

test('nothing is found where nothing is edited', () => {
  const { findings, notCompared, compared } = compareEdited(day, () => undefined);
  expect([findings, notCompared, compared]).toEqual([[], [], day.calls.length]);
});

test.each(Object.entries(all))(
  'each difference of the edits of %s fits one rule of adoption at most',
  (_group, rows) => {
    const { differences } = compareEdited(day, (calls) => rows.forEach(([, edit]) => void edit(calls)));
    const found = differences();
    expect(found.length).toBeGreaterThan(rows.length / 2);
    const fitting = found.map((difference) => rules.filter(({ fits }) => fits(difference)).map(({ of }) => of));
    expect(fitting.filter(({ length }) => length > 1)).toEqual([]);
  },
);

test('there are at least 55 edits', () => {
  expect(Object.values(all).flat().length).toBeGreaterThanOrEqual(55);
});
