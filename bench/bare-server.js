// Measures fastify 5 alone: validates the same bodies and answers the same objects through the same schemas, from a
// Map, without keys, log or files. Started as: node bare-server.js SCHEMAS.json
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const { body, created, got, listed, transaction, adjust, adjusted } = JSON.parse(readFileSync(process.argv[2], 'utf8'));

const app = Fastify({ logger: false, ajv: { customOptions: { strict: false } } });
const stored = new Map();
let newest = [];
let count = 0;

const keep = (record) => {
  stored.set(record.id, record);
  newest.unshift(record);
  if (newest.length > 10) newest.length = 10;
  return record;
};

const fill = () => {
  stored.clear();
  newest = [];
  keep(transaction);
  for (let at = 0; at < 19; at++) keep({ ...transaction, id: idOf(at) });
};
const idOf = (number) => `txn_${String(number).padStart(20, '0')}`;

app.post('/api/v1/charges', { schema: { body, response: { 201: created } } }, (request, reply) => {
  const { customer_id, payment_method_id, amount, currency, metadata } = request.body;
  const at = new Date().toISOString();
  const data = keep({
    ...transaction,
    id: idOf(++count),
    created_at: at,
    updated_at: at,
    order_number: count,
    customer_id,
    payment_method_id,
    amount,
    currency,
    metadata: { ...metadata },
  });
  reply.code(201).send({ data });
});
app.get('/api/v1/transactions/:id', { schema: { response: { 200: got } } }, (request, reply) => {
  reply.send({ data: stored.get(request.params.id) });
});
app.get('/api/v1/transactions', { schema: { response: { 200: listed } } }, (_request, reply) => {
  reply.send({ data: newest, has_more: true });
});
const stock = new Map();
app.post('/api/v1/inventory/adjust', { schema: { body: adjust, response: { 200: adjusted } } }, (request, reply) => {
  const { product_id, delta } = request.body;
  const stock_quantity = (stock.get(product_id) ?? 0) + delta;
  stock.set(product_id, stock_quantity);
  reply.send({ data: { object: 'inventory', product_id, variant_id: null, stock_quantity, track_inventory: true } });
});
app.post('/empty', (_request, reply) => {
  fill();
  reply.send({});
});

fill();
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready http://127.0.0.1:${app.server.address().port}\n`);
