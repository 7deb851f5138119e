// The first slice that docs/internals/slices.md shows.
import { dayMs } from '../../src/core/base/instants.ts';
import { event, job, objectList, triggers } from '../../src/core/kernel/declare/declarations.ts';
import { lifecycle } from '../../src/core/kernel/declare/lifecycle.ts';
import { list, operation } from '../../src/core/kernel/declare/operation.ts';
import { about, assumed, baseFields, Integer, T, Words } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { errorOf, refusal } from '../../src/core/kernel/errors.ts';
import { filters } from '../../src/core/kernel/pagination.ts';
import { collection } from '../../src/core/store/collection.ts';
import { IdOf } from '../../src/payments/resources/common/fields.ts';
import { listQuery } from '../../src/payments/resources/common/queries.ts';
import { readOne } from '../../src/payments/resources/common/read-one.ts';

/** How long a coupon can be used, in milliseconds. */
const usableFor = 30 * dayMs;

export const couponLifecycle = lifecycle('coupon', {
  states: ['active', 'expired'],
  moves: {
    create: { from: null, to: 'active', by: 'api', about: 'a coupon is made' },
    expire: {
      from: 'active',
      to: 'expired',
      by: 'clock',
      emits: ['coupon.expired'],
      about: 'its time is over',
      role: 'fail',
    },
  },
});

const code = about(assumed(Words(40)), 'What the buyer types in.');
const percent_off = about(assumed(Integer({ minimum: 1, maximum: 100 })), 'What it takes off a price, in percent.');

const CouponModel = T.Object({
  ...baseFields('coupon'),
  status: assumed(couponLifecycle.status),
  code,
  percent_off,
});

export const coupons = collection('coupon', {
  model: CouponModel,
  lifecycle: couponLifecycle,
  prefix: 'cpn',
  indexes: [['status'], ['code']],
});

const couponExpired = event(coupons, 'coupon.expired', {
  about: 'the time of a coupon is over',
  assumed: true,
  payload: T.Object({ coupon_id: IdOf('coupon'), code }),
  data: ({ id, code }) => ({ coupon_id: id, code }),
});

const expireCoupon = job('coupon.expire', {
  about: 'end a coupon whose time is over',
  run: (ctx, id) => void ctx.transition(couponLifecycle, ctx.get(coupons, id), 'expire'),
});

const codeTaken = refusal(409, 'code_taken');

const createCoupon = operation('POST /coupons', {
  id: 'coupons.create',
  summary: 'Make a coupon',
  access: 'secret',
  assumed: true,
  body: T.Object({ code, percent_off }),
  answers: [201, CouponModel],
  refuses: [codeTaken],
  example: { body: { code: 'SUMMER', percent_off: 10 } },
  handle: (ctx, { body: { code, percent_off } }) => {
    const taken = ctx.of(coupons).newest({ code: [code] });
    if (taken !== undefined) throw errorOf(codeTaken, `${taken.id} has this code; take another.`, { param: 'code' });
    const coupon = ctx.open(coupons, 'create', { ...ctx.base(coupons, 'coupon'), code, percent_off });
    ctx.schedule(expireCoupon, coupon.id, usableFor);
    return coupon;
  },
});

const listCoupons = operation('GET /coupons', {
  id: 'coupons.list',
  summary: 'List coupons',
  access: 'read',
  assumed: true,
  query: T.Object({ ...listQuery, status: T.Optional(couponLifecycle.status) }),
  answers: [200, list(CouponModel)],
  handle: (ctx, { query }) => ctx.page(coupons, query, filters(query, 'status')),
});

const getCoupon = readOne('GET /coupons/{id}', coupons, { assumed: true });

/** Codes that take something off a price. */
export const coupon = slice('coupon', {
  models: { Coupon: CouponModel },
  collections: [coupons],
  lifecycle: couponLifecycle,
  operations: [createCoupon, listCoupons, getCoupon],
  events: [couponExpired],
  jobs: [expireCoupon],
  trigger: triggers(coupons, {
    create: { operation: createCoupon, body: (ctx) => ({ code: `DEMO-${ctx.of(coupons).size}`, percent_off: 10 }) },
    moves: { expire: (ctx, { id }) => ctx.runDue(expireCoupon, id) },
  }),
  fixtures: [{ section: 'coupons', as: createCoupon }],
  list: objectList(coupons, {
    title: 'Coupons',
    who: ({ code }) => code,
    what: ({ percent_off }) => `${percent_off} % off`,
  }),
});
