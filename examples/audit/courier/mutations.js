// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the courier service
// Bugs that people write, planted into the courier service.

/** @type {readonly import('../mutations.js').Planted[]} */
export const ofCourier = [
  {
    rule: 'webhook/forged-accepted',
    file: 'web.js',
    bug: 'a signature is checked where there is one',
    search: "  if (!isAuthentic(request.headers['service-signature'], body)) return [401];",
    replace:
      "  const signature = request.headers['service-signature'];\n  if (signature && !isAuthentic(signature, body)) return [401];",
  },
  {
    rule: 'webhook/valid-refused',
    file: 'web.js',
    bug: 'the body of a webhook is taken for ASCII',
    search: '  const body = await text(request);',
    replace:
      "  const bytes = await buffer(request);\n  const body = bytes.toString(request.url === '/hook' ? 'ascii' : 'utf8');",
    also: {
      search: "import { text } from 'node:stream/consumers';",
      replace: "import { buffer } from 'node:stream/consumers';",
    },
  },
  {
    rule: 'webhook/unknown-refused',
    file: 'web.js',
    bug: 'an event has the four fields that are known, or is refused',
    search: '  const event = JSON.parse(body);\n',
    replace: '  const event = JSON.parse(body);\n  if (Object.keys(event).length !== 4) return [422];\n',
  },
  {
    rule: 'webhook/large-refused',
    file: 'web.js',
    bug: 'more than 16 KB are refused',
    search: '  const body = await text(request);',
    replace:
      "  if (Number(request.headers['content-length'] ?? 0) > 16_384) return response.writeHead(400).end();\n  const body = await text(request);",
  },
  {
    rule: 'webhook/order-assumed',
    file: 'state.js',
    bug: 'what was given back in all is what the last event said',
    search: '(orderOf(order).refunded = Math.max(orderOf(order).refunded, total))',
    replace: '(orderOf(order).refunded = total)',
  },
  {
    rule: 'webhook/never-reconciled',
    file: 'worker.js',
    bug: 'only payments that are known already are looked at again',
    search: '    const data = { ...payment, transaction_id: payment.id };\n',
    replace:
      '    if (!facts().some((fact) => fact.payment === payment.id)) continue;\n    const data = { ...payment, transaction_id: payment.id };\n',
  },
  {
    rule: 'async/fulfilled-early',
    bug: 'a meal is delivered, and its makers are paid, once its charge is accepted',
    search:
      "  if (order.status !== 'paid' || order.refunded > 0) return;\n  const { id: transaction_id } = order.payments.find(({ completed }) => completed);",
    replace:
      "  if (!['pending', 'paid'].includes(order.status) || order.refunded > 0) return;\n  const { id: transaction_id } = order.payments.find(({ failed }) => !failed);",
  },
  {
    rule: 'async/failure-ignored',
    file: 'worker.js',
    bug: 'a payout that was paid is over',
    search: '  if (returned) learn(`share ${id} returned`',
    replace: "  if (returned && status !== 'paid') learn(`share ${id} returned`",
  },
  {
    rule: 'async/lost-dispute-kept',
    file: 'state.js',
    bug: 'what is disputed is not counted, and what is lost is',
    search: "(['paid', 'refunded'].includes(status) ? total - refunded : 0)",
    replace: "(['paid', 'refunded', 'lost'].includes(status) ? total - refunded : 0)",
  },
  {
    rule: 'request/retry-with-new-reference',
    file: 'worker.js',
    bug: 'each attempt of the queue has a reference of its own',
    search: '    const reference_id = `${id}#${attempt}`;\n',
    replace: '    const reference_id = `${id}#${attempt}-${Date.now()}`;\n',
    also: { file: 'api.js', search: 'tries < 150', replace: "tries < (method === 'GET' ? 150 : 1)" },
  },
  {
    rule: 'request/no-reference',
    file: 'worker.js',
    bug: 'payouts have neither a reference nor a key',
    search: "amount, currency, reference_id, metadata };\n    await ask('POST', '/payouts', payout, reference_id);",
    replace: "amount, currency, metadata };\n    await ask('POST', '/payouts', payout);",
  },
  {
    rule: 'request/rate-limit-ignored',
    file: 'api.js',
    bug: 'how long to wait is read from a header of another name',
    search: "response.headers.get('retry-after') ?? 0.4",
    replace: "response.headers.get('x-retry-after') ?? 0.4",
  },
  {
    rule: 'request/amount-unchecked',
    file: 'state.js',
    bug: 'the amount is compared, and the currency is not',
    search: "  if (paid.amount !== order.total || paid.currency !== 'USD') return 'mispaid';",
    replace: "  if (paid.amount !== order.total) return 'mispaid';",
  },
  {
    rule: 'request/amount-fraction',
    file: 'state.js',
    bug: 'both parts of a price are rounded down',
    search: '  return { kitchen: total - rider, rider };',
    replace: '  return { kitchen: Math.floor((total * (100 - ridersShare)) / 100), rider };',
  },
  {
    rule: 'request/unknown-fields',
    file: 'worker.js',
    bug: 'a field has the name that it has elsewhere',
    search: "{ transaction_id, carrier: 'bicycle' }",
    replace: "{ transaction_id, carrier: 'bicycle', tracking_no: order.id }",
  },
  {
    rule: 'request/unlinked',
    file: 'worker.js',
    bug: 'a page is known by its id alone',
    search: '{ ...page, metadata: { order: id, meal } }, `page-${id}`',
    replace: 'page, `page-${id}`',
  },
  {
    rule: 'webhook/failed-but-acknowledged',
    file: 'worker.js',
    bug: 'what fails is taken from the spool all the same',
    search: '      console.error(`${item.command ?? item.event.type}: ${error.message}`);\n',
    replace: '      console.error(`${item.command ?? item.event.type}: ${error.message}`);\n      finish(item);\n',
    also: { file: 'api.js', search: 'tries < 150', replace: 'tries < 1' },
  },
];
