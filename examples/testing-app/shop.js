// The application that the examples test: it charges a card for an order, and believes in the payment when a signed
// webhook tells of it. It has no dependencies, and knows nothing of the emulator but addresses and keys.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

/** @param {{ apiBase: string, secretKey: string, webhookSecret: string }} settings */
export async function startShop({ apiBase, secretKey, webhookSecret }) {
  /** What is known of each order, by its transaction. */
  const orders = new Map();
  const seen = new Set();

  const call = async (path, body) => {
    const answer = await fetch(`${apiBase}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };

  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (!isSigned(text, request.headers['service-signature'], webhookSecret)) return response.writeHead(400).end();
    const { id, type, data } = JSON.parse(text);
    // A webhook may come twice.
    if (!seen.has(id)) {
      seen.add(id);
      const order = orders.get(data.transaction_id);
      if (order !== undefined && type === 'payment.completed')
        Object.assign(order, { status: 'paid', mails: order.mails + 1 });
      if (order !== undefined && type === 'payment.disputed') order.status = 'disputed';
    }
    response.writeHead(204).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    /** Where webhooks go. */
    hook: `http://127.0.0.1:${server.address().port}/hook`,
    /** Charges a card; the order is `pending` until the webhook has come, or `failed` with the reason. */
    async order(amount, number = '4000056655665556') {
      // One reference for an order: whoever sends it again after a lost answer pays once.
      const reference_id = `order-${randomUUID()}`;
      const token = await call('/tokens', { number, exp_month: '12', exp_year: '2030' });
      const { status, body } = await call('/charges', { payment_token: token.body.data.token, amount, reference_id });
      if (status !== 201) return { status: 'failed', reason: body.code };
      const order = { transaction: body.data.id, status: 'pending', mails: 0 };
      orders.set(order.transaction, order);
      return order;
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

function isSigned(body, header, secret) {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (signature === undefined) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
