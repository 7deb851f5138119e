import { Cents, Id, nullable, publicSchema, publicView, sensitive, T, Text, Words } from '../engine/schema.ts';
import { openForm } from '../resources/payout-link/actions.ts';
import { submitRequest } from '../resources/payout-request/actions.ts';
import { type PayoutRequest, PayoutRequestModel } from '../resources/payout-request/model.ts';
import { readCard } from '../simulation/read-card.ts';
import { defineControl } from './operation.ts';

const show = publicView<PayoutRequest>(PayoutRequestModel);
const names = { requested_amount: 'amount', email: 'email', card: 'card_number' };
const cardNames = { number: 'card_number', exp_month: 'exp_month', exp_year: 'exp_year' };
const expiry = { exp_month: '12', exp_year: '2099' };

export const payoutRequestOperations = [
  defineControl({
    id: 'payout_requests.create',
    method: 'POST',
    path: '/payout-requests',
    summary: 'Fill the form of a payout link, as its public page does',
    body: T.Object({
      payout_link_id: Id(),
      amount: Cents(),
      name: Words(200),
      email: Words(254),
      note: T.Optional(nullable(Text(500))),
      card_number: sensitive(Words(40)),
    }),
    success: 201,
    envelope: 'data',
    answer: publicSchema(PayoutRequestModel),
    example: {
      body: {
        payout_link_id: 'plo_1',
        amount: 1500,
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        card_number: '4000056655665556',
      },
    },
    handle: ({ engine }, { body, workspace, mode, cause }) => {
      const { payout_link_id, amount, name, email, note = null, card_number } = body;
      const request = engine.run(workspace, mode, cause, (ctx) => {
        const { card } = readCard(ctx, { number: card_number, ...expiry }, cardNames);
        const link = openForm(ctx, payout_link_id);
        return submitRequest(ctx, { link, requested_amount: amount, name, email, note, card }, names);
      });
      return show(request);
    },
  }),
];
