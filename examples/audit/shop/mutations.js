// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shop
// Bugs that people write, planted into the shop that answers when it is done.

/** @type {readonly import('../mutations.js').Planted[]} */
export const ofTheShop = [
  {
    rule: 'webhook/effect-repeated',
    bug: 'nothing remembers which events were handled',
    search: '    if (state.seen[id]) return;\n',
    replace: '',
  },
  {
    rule: 'webhook/forged-accepted',
    bug: 'the signature is not looked at',
    search: '  if (!isSigned(signature, body)) return { status: 401 };\n',
    replace: '',
  },
  {
    rule: 'webhook/stale-accepted',
    bug: 'the time of the signature is not looked at',
    search: '  if (!isFresh(signature)) return { status: 401 };\n',
    replace: '',
  },
  {
    rule: 'webhook/valid-refused',
    bug: 'the body is parsed and written again before it is checked',
    search: '.update(`${t}.`).update(body)',
    replace: '.update(`${t}.`).update(JSON.stringify(JSON.parse(body)))',
  },
  {
    rule: 'webhook/order-assumed',
    bug: 'what a seller reads is what the last event said',
    search: '  payout.shown = shownAs[data.status];\n',
    replace: '  payout.shown = shownAs[known.status ?? data.status];\n',
  },
  {
    rule: 'webhook/race-with-answer',
    bug: 'a refund is written down once the API has answered',
    search: '  order.refunds.push(entry);\n  save();\n  const key = `refund-${order.id}-${order.refunds.length}`;',
    replace: '  const key = `refund-${order.id}-${order.refunds.length + 1}`;',
  },
  {
    rule: 'webhook/failed-but-acknowledged',
    bug: 'what goes wrong while an event is handled is logged, and the event acknowledged',
    search: '    console.error(`${event.type}: ${error.message}`);\n    return { status: 500 };',
    replace: '    console.error(`${event.type}: ${error.message}`);\n    return { status: 200 };',
  },
  {
    rule: 'webhook/retry-ignored',
    bug: 'an event is marked as seen before it is handled',
    search: '    if (state.seen[id]) return;\n',
    replace: '    if (state.seen[id]) return;\n    state.seen[id] = true;\n',
  },
  {
    rule: 'webhook/unknown-refused',
    bug: 'an event of an unknown type is a bad request',
    search: '  if (!events.includes(event.type)) return { status: 200 };',
    replace: '  if (!events.includes(event.type)) return { status: 400 };',
  },
  {
    rule: 'webhook/redirects',
    bug: 'events that are of no interest are sent to the front page',
    search: '  const event = JSON.parse(body);\n',
    replace: "  const event = JSON.parse(body);\n  if (event.type === 'payout.created') return { status: 302 };\n",
  },
  {
    rule: 'webhook/slow',
    bug: 'a report is computed before the event is acknowledged',
    search: '  const event = JSON.parse(body);\n',
    replace: "  const event = JSON.parse(body);\n  if (event.type === 'payout.created') await sleep(5_400);\n",
  },
  {
    rule: 'webhook/endpoint-twice',
    bug: 'each start adds an endpoint where there is one',
    search:
      "mkdirSync(folder, { recursive: true });\nawait stockUp();\nserver.listen(Number(PORT), '127.0.0.1', async () => {",
    replace:
      "mkdirSync(folder, { recursive: true });\nawait stockUp();\nserver.listen(Number(PORT), '127.0.0.1', async () => {\n  await fetch(`${EMULATOR_URL}/_emulator/webhook-endpoints`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/hook`, events, secret: EMULATOR_WEBHOOK_SECRET }) });",
    // Needs the second endpoint to be asked for, which the next line of the shop does with `again`.
    also: {
      search: 'const endpoint = { url: `${url}/hook`, events, secret: EMULATOR_WEBHOOK_SECRET };',
      replace: 'const endpoint = { url: `${url}/hook`, events, secret: EMULATOR_WEBHOOK_SECRET, again: true };',
    },
  },
  {
    rule: 'webhook/never-reconciled',
    bug: 'the nightly job looks at nothing',
    search: 'async function reconcile() {\n',
    replace: 'async function reconcile() {\n  return;\n',
  },
  {
    rule: 'webhook/ignored',
    bug: 'disputes are not subscribed to',
    search: "  'payment.disputed',\n  'dispute.*',\n",
    replace: '',
  },
  {
    rule: 'async/failure-ignored',
    bug: 'a payout that the bank sends back stays paid',
    search: "  payout.status = data.returned ? 'returned' : data.status;",
    replace: '  payout.status = data.status;',
  },
  {
    rule: 'async/fulfilled-early',
    bug: 'an order is fulfilled when its charge is accepted, not when it is settled',
    search: "    if (data.status === 'settled') await",
    replace: "    if (data.status !== 'failed') await",
  },
  {
    rule: 'async/fulfilled-on-redirect',
    bug: "an order is fulfilled when the buyer's browser comes back, and never otherwise",
    search: "    if (type.startsWith('payment.') && order !== undefined) await refresh",
    replace:
      "    if (type.startsWith('payment.') && order?.session_id === undefined && order !== undefined) await refresh",
    also: { search: 'order.transaction_id ?? (await paymentOf(order))', replace: 'order.transaction_id ?? null' },
  },
  {
    rule: 'request/retry-with-new-reference',
    bug: 'each try has a reference of its own',
    search: 'body: JSON.stringify(body), signal',
    replace:
      "body: JSON.stringify(body?.reference_id ? { ...body, reference_id: `${body.reference_id}-${Date.now()}` } : body), ...(body?.reference_id && { headers: { ...headers, 'idempotency-key': `${key}-${Date.now()}` } }), signal",
    // The events of a payout name the reference that worked, which this shop does not know.
    also: {
      search: 'const payout = state.payouts[data.reference_id];',
      replace: 'const payout = state.payouts[`payout-${data.metadata?.seller}`];',
    },
  },
  {
    rule: 'request/no-reference',
    bug: 'payouts have neither a reference nor a key',
    search: '{ amount, currency, ...to, reference_id, metadata }, reference_id);',
    replace: '{ amount, currency, ...to, metadata });',
    also: {
      search: 'const payout = state.payouts[data.reference_id];',
      replace: 'const payout = state.payouts[`payout-${data.metadata?.seller}`];',
    },
  },
  {
    rule: 'request/declined-retried-same',
    bug: 'a declined card is tried again under the same reference',
    search: "    const { data } = await call('POST', '/charges', sent, reference_id);",
    replace:
      "    const { data } = await call('POST', '/charges', sent, reference_id).catch((error) => call('POST', '/charges', sent).catch(() => { throw error; }));",
  },
  {
    rule: 'request/rate-limit-ignored',
    bug: 'a 429 is tried again at once',
    search: '    await sleep(answer?.status === 429 ? answer.retryAfter * 1000 : 250);',
    replace: '    await sleep(250);',
  },
  {
    rule: 'request/page-not-followed',
    bug: 'the first page of a list is taken for all of it',
    search: '    if (!page.has_more) return found;',
    replace: '    return found;',
    also: { search: '?limit=2$', replace: '?limit=100$' },
  },
  {
    rule: 'request/amount-scale',
    bug: 'a refund is asked for in dollars, and in cents where that is refused',
    search: '{ amount }, key);',
    replace:
      "{ amount: (amount / 100).toFixed(2) }).catch(() => {});\n  await call('POST', `/transactions/${order.transaction_id}/refund`, { amount }, key);",
  },
  {
    rule: 'request/amount-unchecked',
    bug: 'nobody compares what was paid with what was asked for',
    search: '  if (payment.amount !== order.total || payment.currency !== currency) {',
    replace: '  if (payment.amount === 0) {',
  },
  {
    rule: 'request/modes-mixed',
    bug: 'one read is made with the live key',
    search: 'async function report() {\n',
    replace:
      "async function report() {\n  await fetch(`${api}/transactions/${Object.values(state.orders)[0].transaction_id}`, { headers: { authorization: `Bearer ${EMULATOR_SECRET_KEY.replace('_test_', '_live_')}` } });\n",
  },
  {
    rule: 'request/unknown-fields',
    bug: 'a field is misspelt',
    search: 'const sent = { payment_token: token, amount, currency, email: order.email, reference_id, metadata };',
    replace:
      'const sent = { payment_token: token, amount, curency: currency, email: order.email, reference_id, metadata };',
  },
  {
    rule: 'request/unlinked',
    bug: 'nothing ties a session to its order',
    search: '{ ...lines, success_url, metadata }',
    replace: '{ ...lines, success_url }',
  },
  {
    rule: 'request/stock-overwritten',
    bug: 'stock is read, reduced and written back',
    search: "    await call('POST', '/inventory/adjust', { product_id, delta: -order.quantity }, `stock-${order.id}`);",
    replace:
      "    const { data } = await call('GET', `/products/${product_id}`);\n    await call('PATCH', `/products/${product_id}`, { stock_quantity: data.stock_quantity - order.quantity });",
  },
  {
    rule: 'webhook/failed-but-acknowledged',
    bug: 'an event is handled after it was acknowledged, and what goes wrong is logged',
    search: '    await handle(event);\n    return { status: 200 };',
    replace:
      '    handle(event).catch((error) => console.error(`${event.type}: ${error.message}`));\n    return { status: 200 };',
  },
  {
    rule: 'webhook/lost-update',
    bug: 'what was given back so far is remembered before the payment is looked at, and nothing waits for anything',
    search: "    if (type.startsWith('payment.') && order !== undefined) await refresh(order, data.transaction_id);",
    replace:
      "    const before = order?.refunded;\n    if (type.startsWith('payment.') && order !== undefined) await refresh(order, data.transaction_id);\n    if (type === 'payment.refunded' && order !== undefined) order.refunded = before;",
    also: {
      search: '  await locked(order?.id ?? payout?.id ?? id, async () => {',
      replace: '  await locked(id, async () => {',
    },
  },
  {
    rule: 'request/deprecated',
    bug: 'how a dispute goes on is not subscribed to',
    search: "  'dispute.*',\n",
    replace: '',
  },
  {
    rule: 'async/paid-twice',
    bug: 'a mail has a page of its own',
    search: "  const { data } = await call('POST', '/checkout-sessions', {",
    replace:
      "  await call('POST', '/checkout-sessions', { ...lines, success_url, metadata }, `mail-${order.id}`);\n  const { data } = await call('POST', '/checkout-sessions', {",
  },
  {
    rule: 'request/error-taken-for-missing',
    bug: 'a buyer who cannot be looked up is a new one',
    search: '  const metadata = { order_id: order.id };\n  try {\n',
    replace:
      "  const metadata = { order_id: order.id };\n  const { data } = await call('GET', '/customers?limit=100').catch(() => ({ data: [] }));\n  if (!data.some(({ email }) => email === order.email)) await call('POST', '/customers', { email: order.email });\n  try {\n",
  },
];
