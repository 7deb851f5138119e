// Mistakes that a stranger makes in a slice. The compiler refuses each on the line below its comment: if one compiles,
// `npm run types` fails with "Unused '@ts-expect-error' directive".
import type { Context } from '../../src/core/kernel/context.ts';
import { event, job, operationEvent, triggers } from '../../src/core/kernel/declare/declarations.ts';
import { lifecycle } from '../../src/core/kernel/declare/lifecycle.ts';
import { list, operation } from '../../src/core/kernel/declare/operation.ts';
import { baseFields, Integer, T, Words } from '../../src/core/kernel/declare/schema.ts';
import { slice } from '../../src/core/kernel/declare/slice.ts';
import { errorOf, refusal } from '../../src/core/kernel/errors.ts';
import { filters } from '../../src/core/kernel/pagination.ts';
import { collection } from '../../src/core/store/collection.ts';
import { listQuery } from '../../src/payments/resources/common/queries.ts';
import { readOne } from '../../src/payments/resources/common/read-one.ts';

const couponLifecycle = lifecycle('coupon', {
  states: ['active', 'expired'],
  moves: {
    create: { from: null, to: 'active', by: 'api', about: 'a coupon is made' },
    expire: { from: 'active', to: 'expired', by: 'clock', emits: ['coupon.expired'], about: 'its time is over' },
  },
});
const fields = { code: Words(40), percent_off: Integer({ minimum: 1, maximum: 100 }) };
const CouponModel = T.Object({ ...baseFields('coupon'), status: couponLifecycle.status, ...fields });
type Coupon = T.Static<typeof CouponModel>;
const coupons = collection('coupon', {
  model: CouponModel,
  lifecycle: couponLifecycle,
  prefix: 'cpn',
  indexes: [['status'], ['code', 'percent_off']],
});
const expireCoupon = job('coupon.expire', { about: 'end a coupon', run: () => {} });
const codeTaken = refusal(409, 'code_taken');

export function mistakesInALifecycle(): void {
  const about = 'a mistake';
  lifecycle('coupon', {
    states: ['active', 'expired'],
    moves: {
      // @ts-expect-error a state that does not exist
      expire: { from: 'activ', to: 'expired', by: 'clock', about },
    },
  });
  // @ts-expect-error an index on a field that does not exist
  collection('coupon', { model: CouponModel, lifecycle: couponLifecycle, prefix: 'cpn', indexes: [['cod']] });
}

export function mistakesInAnEvent(): void {
  const about = 'the time of a coupon is over';
  const payload = T.Object({ coupon_id: T.String(), code: T.String() });
  const right = event(coupons, 'coupon.expired', { about, payload, data: ({ id, code }) => ({ coupon_id: id, code }) });
  slice('coupon', { lifecycle: couponLifecycle, events: [right] });

  // @ts-expect-error a payload unlike its schema
  event(coupons, 'coupon.expired', { about, payload, data: ({ id }) => ({ coupon_id: id, code: 7 }) });
  // @ts-expect-error a payload that lacks a field
  event(coupons, 'coupon.expired', { about, payload, data: ({ id }) => ({ coupon_id: id }) });
  // @ts-expect-error a payload with a field too many
  event(coupons, 'coupon.expired', { about, payload, data: ({ id, code }) => ({ coupon_id: id, code, left: 3 }) });
  event(coupons, 'coupon.expired', {
    about,
    payload,
    // @ts-expect-error a payload that is the whole record
    data: ({ id, code, ...all }) => ({ ...all, coupon_id: id, code }),
  });
  event(coupons, 'coupon.expired', {
    about,
    payload,
    // @ts-expect-error a payload that has a field too many in some cases
    data: ({ id, code }) => ({ coupon_id: id, code, ...(code === '' ? {} : { left: 3 }) }),
  });
  // @ts-expect-error an event that no move emits
  event(coupons, 'coupon.over', { about, payload, data: ({ id, code }) => ({ coupon_id: id, code }) });
  // @ts-expect-error an event that a move emits and nobody declares
  slice('coupon', { lifecycle: couponLifecycle, events: [] });
}

export function mistakesInAnEmittedEvent(ctx: Context, coupon: Coupon): void {
  const declared = { about: 'a coupon is shared', payload: T.Object({ coupon_id: T.String(), with: T.String() }) };
  const shared = operationEvent(coupons, 'coupon.shared', {
    ...declared,
    data: ({ id }, _ctx, { friend }: { friend: string }) => ({ coupon_id: id, with: friend }),
  });
  const data = (friend: string) => ({ coupon_id: coupon.id, with: friend });
  const plain = operationEvent(coupons, 'coupon.shown', { ...declared, data: () => data('Ada') });
  ctx.emit(plain, coupon);
  ctx.emit(shared, coupon, { friend: 'Ada' });
  // @ts-expect-error an event without the details that it needs
  ctx.emit(shared, coupon);
  // @ts-expect-error details that the event does not have
  ctx.emit(shared, coupon, { frend: 'Ada' });
  // @ts-expect-error an event of another kind of object
  ctx.emit(shared, { id: 'cus_1' }, { friend: 'Ada' });
  // @ts-expect-error a payload unlike its schema
  operationEvent(coupons, 'coupon.shared', { ...declared, data: ({ id }) => ({ coupon_id: id }) });
  // @ts-expect-error a type without the name of an object
  operationEvent(coupons, 'shared', { ...declared, data: () => data('Ada') });

  const share = {
    id: 'coupons.share',
    summary: 'Share',
    access: 'secret',
    emits: [shared],
    body: T.Object(fields),
  } as const;
  const body = { code: 'SUMMER', percent_off: 10 };
  const rest = { ...share, answers: [200, CouponModel], handle: () => coupon } as const;
  operation('POST /coupons/{id}/share', { ...rest, prepare: (_ctx, id = 'cpn_1') => ({ params: { id }, body }) });
  // @ts-expect-error a prepared request without its path parameter
  operation('POST /coupons/{id}/share', { ...rest, prepare: () => ({ body }) });
  operation('POST /coupons/{id}/share', {
    ...rest,
    // @ts-expect-error a prepared request that its own schema refuses
    prepare: () => ({ params: { id: 'cpn_1' }, body: { code: 'SUMMER' } }),
  });
}

export function mistakesInAnOperation(ctx: Context, coupon: Coupon): void {
  const made = { id: 'coupons.create', summary: 'Make a coupon', access: 'secret', body: T.Object(fields) } as const;
  const example = { body: { code: 'SUMMER', percent_off: 10 } };
  operation('POST /coupons', {
    ...made,
    answers: [201, CouponModel],
    refuses: [codeTaken],
    example,
    handle: () => coupon,
  });

  operation('POST /coupons', {
    ...made,
    answers: [201, CouponModel],
    // @ts-expect-error an answer unlike its schema
    handle: () => ({ ...coupon, percent_off: coupon.code }),
  });
  operation('POST /coupons', {
    ...made,
    answers: [201, CouponModel],
    // @ts-expect-error an answer with a field too many
    handle: () => {
      return { ...coupon, left: 3 };
    },
  });
  operation('POST /coupons', {
    ...made,
    answers: [201, CouponModel],
    // @ts-expect-error a parameter that the path does not have
    handle: (_ctx, { params: { id } }) => ({ ...coupon, id }),
  });
  operation('POST /coupons', {
    ...made,
    answers: [201, CouponModel],
    // @ts-expect-error an example that its own schema refuses
    example: { body: { code: 'SUMMER', percent_off: 'ten' } },
    handle: () => coupon,
  });
  // @ts-expect-error a refusal that nobody declares
  operation('POST /coupons', { ...made, answers: [201, CouponModel], refuses: [codeTakn], handle: () => coupon });
  // @ts-expect-error a refusal that is a code alone
  errorOf('code_taken', 'Another coupon has this code.');
  // @ts-expect-error a refusal of a field that no request has
  errorOf(codeTaken, 'Another coupon has this code.', { param: 'cdoe' });

  const query = T.Object({ ...listQuery, status: T.Optional(couponLifecycle.status) });
  const listed = { id: 'coupons.list', summary: 'List coupons', access: 'read', query } as const;
  operation('GET /coupons', {
    ...listed,
    answers: [200, list(CouponModel)],
    handle: (_ctx, { query }) => ctx.page(coupons, query, filters(query, 'status')),
  });
  operation('GET /coupons', {
    ...listed,
    answers: [200, list(CouponModel)],
    // @ts-expect-error a filter that the query does not have
    handle: (_ctx, { query }) => ctx.page(coupons, query, filters(query, 'state')),
  });
  operation('GET /coupons', {
    ...listed,
    answers: [200, list(CouponModel)],
    // @ts-expect-error a list of objects with a field too many
    handle: () => ({ data: [coupon].map((each) => ({ ...each, left: 3 })), has_more: false }),
  });
  operation('GET /coupons', {
    ...listed,
    answers: [200, CouponModel],
    // @ts-expect-error a list where one object is answered
    handle: (_ctx, { query }) => ctx.page(coupons, query),
  });
  readOne('GET /coupons/{id}', coupons, { answers: [200, CouponModel], show: (_ctx, one) => one });
  // @ts-expect-error an answer of a read with a field too many
  readOne('GET /coupons/{id}', coupons, { answers: [200, CouponModel], show: (_ctx, one) => ({ ...one, left: 3 }) });
}

export function mistakesInAQuery(ctx: Context, query: { status?: 'active'; code?: string }): void {
  const all = ctx.of(coupons);
  all.newest({ status: ['active'], code: ['SUMMER'] });
  all.newest({ code: ['SUMMER'], percent_off: [10] });
  ctx.page(coupons, {}, { status: ['active'], ...filters(query, 'code') });
  // @ts-expect-error a field without an index
  all.newest({ code: ['SUMMER'] });
  // @ts-expect-error likewise
  all.newestFirst({ id: ['cpn_1'] });
  // @ts-expect-error a field that does not exist
  all.newest({ status: ['active'], cod: ['SUMMER'] });
  // @ts-expect-error a value of another type
  all.newest({ status: ['over'] });
  // @ts-expect-error a filter that can be the only one, and has no index
  ctx.page(coupons, {}, filters(query, 'status', 'code'));
  // @ts-expect-error likewise, for a call without a key
  ctx.kernel.ownerOf(coupons, { code: ['SUMMER'] });
}

export function mistakesInAMove(ctx: Context, coupon: Coupon): void {
  ctx.schedule(expireCoupon, coupon.id, 1_000);
  // @ts-expect-error a job that is told what it does not know
  ctx.schedule(expireCoupon, coupon.id, 1_000, { x: 1 });
  // @ts-expect-error a job that does not exist
  ctx.schedule('cupon.expire', coupon.id, 1_000);

  ctx.transition(couponLifecycle, coupon, 'expire');
  // @ts-expect-error a move that does not exist
  ctx.transition(couponLifecycle, coupon, 'end');
  // @ts-expect-error a status that is written without a move
  ctx.transition(couponLifecycle, coupon, 'expire', { status: 'active' });
}

export function mistakesInATrigger(): void {
  const createCoupon = operation('POST /coupons', {
    id: 'coupons.create',
    summary: 'Make a coupon',
    access: 'secret',
    body: T.Object(fields),
    answers: [201, CouponModel],
    handle: (ctx, { body }) => ctx.open(coupons, 'create', { ...ctx.base(coupons, 'coupon'), ...body }),
  });
  const create = { operation: createCoupon, body: () => ({ code: 'DEMO', percent_off: 10 }) };
  const expire = (ctx: Context, { id }: Coupon) => ctx.runDue(expireCoupon, id);
  triggers(coupons, { create, moves: { expire } });

  // @ts-expect-error a move that nobody can trigger
  triggers(coupons, { create, moves: {} });
  triggers(coupons, {
    // @ts-expect-error a field that the operation does not take
    create: { operation: createCoupon, body: () => ({ code: 'DEMO', percent: 10 }) },
    moves: { expire },
  });
}
