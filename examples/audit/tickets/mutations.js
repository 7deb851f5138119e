// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the box office
// Bugs that people write, planted into the box office, or into how its tests set it up.

/** @type {readonly import('../mutations.js').Planted[]} */
export const ofTickets = [
  {
    rule: 'webhook/effect-repeated',
    bug: 'points are counted for each delivery that tells of a payment',
    search: '    if (isCounted) return;\n',
    replace: '    if (isCounted && event === null) return;\n',
  },
  {
    rule: 'webhook/stale-accepted',
    bug: 'how long a signature holds is given in milliseconds, and compared with seconds',
    search: 'const freshness = 5 * 60;',
    replace: 'const freshness = 5 * 60 * 1_000;',
  },
  {
    rule: 'webhook/redirects',
    bug: 'addresses without a slash at their end are redirected to one with it',
    search: '    const chunks = [];\n',
    replace:
      "    if (!request.url.endsWith('/')) return response.writeHead(308, { location: `${request.url}/` }).end();\n    const chunks = [];\n",
  },
  {
    rule: 'webhook/large-refused',
    bug: 'a body of more than 4 KB is refused',
    search: '    const body = Buffer.concat(chunks);\n',
    replace:
      '    const body = Buffer.concat(chunks);\n    if (body.length > 4_096) return response.writeHead(413).end();\n',
  },
  {
    rule: 'webhook/endpoint-twice',
    bug: 'two parts of the set-up register the same address',
    file: 'office.test.js',
    search: "  await sandbox('/webhook-endpoints', { url, secret: settings.secret });\n",
    replace:
      "  await sandbox('/webhook-endpoints', { url, secret: settings.secret });\n  await sandbox('/webhook-endpoints', { url, secret: settings.secret, again: true });\n",
  },
  {
    rule: 'webhook/ignored',
    bug: 'only what is about payments is subscribed to',
    file: 'office.test.js',
    search: "  await sandbox('/webhook-endpoints', { url, secret: settings.secret });\n",
    replace:
      "  const events = ['payment.completed', 'payment.failed', 'payment.refunded', 'payment.disputed', 'dispute.lost'];\n  await sandbox('/webhook-endpoints', { url, secret: settings.secret, events });\n",
  },
  {
    rule: 'request/declined-retried-same',
    bug: 'a declined card is asked for the same three times more',
    search: '      if (refusal.status === 402) return refusal.data;\n',
    replace:
      '      if (refusal.status === 402) {\n        if (again < 3) await this.#charge({ ...charge, reference_id: `${charge.reference_id}+` }, again + 1);\n        return refusal.data;\n      }\n',
    also: { search: '  async #charge(charge) {', replace: '  async #charge(charge, again = 0) {' },
  },
  {
    rule: 'request/amount-scale',
    bug: 'a refund is worked out in dollars, and cut to whole cents',
    search: '    const amount = back.reduce((sum, seat) => sum + prices[seat], 0);\n',
    replace:
      '    const dollars = back.reduce((sum, seat) => sum + prices[seat], 0) / 100;\n    const amount = Math.trunc(dollars * 100);\n',
  },
  {
    rule: 'request/amount-fraction',
    bug: 'each seat of a group costs a part that is rounded down, and all together less than was paid',
    search: '(seat < price - each * seats ? each + 1 : each)',
    replace: '(seat < 0 ? each + 1 : each)',
  },
  {
    rule: 'request/refund-beyond-left',
    bug: 'all seats are given back one by one, those that were given back before as well',
    search:
      '    const back = seats.filter((seat) => !booking.given.includes(seat));\n    if (back.length === 0) return;\n',
    replace:
      '    const back = seats;\n    if (seats.length > 1 && booking.given.length > 0) {\n      for (const seat of seats) await this.giveBack(id, [seat]).catch((error) => console.error(error.message));\n      booking.given = seats;\n      return;\n    }\n',
  },
  {
    rule: 'request/secret-in-text',
    bug: 'the number of the card is kept with the payment, to know it again',
    search: '      metadata: { booking: booking.id },\n    };\n    const { id } =',
    replace: '      metadata: { booking: booking.id, card: card.cc_number },\n    };\n    const { id } =',
  },
  {
    rule: 'request/stock-overwritten',
    bug: 'the stock is read, reduced and set',
    search:
      "    const { data } = await this.#platform.post('/inventory/adjust', { product_id, delta: -seats }, `counter-${id}`);\n",
    replace:
      "    const { data: product } = await this.#platform.get(`/products/${product_id}`);\n    const quantity = product.stock_quantity - seats;\n    const { data } = await this.#platform.post('/inventory/adjust', { product_id, quantity }, `counter-${id}`);\n",
  },
  {
    rule: 'request/modes-mixed',
    bug: 'what was taken is asked for with the key of production, and then with the right one',
    search: '    let taken = 0;\n',
    replace:
      "    let taken = 0;\n    const headers = { authorization: `Bearer ${this.#settings.key.replace('_test_', '_live_')}` };\n    await fetch(`${this.#settings.api}/transactions?limit=1`, { headers });\n",
  },
  {
    rule: 'async/lost-dispute-kept',
    bug: 'a dispute that is over counts as paid again, whoever it was decided for',
    search: "    return data.some((dispute) => dispute.status === 'lost') ? 'lost' : 'disputed';",
    replace: "    return data.some((dispute) => ['won', 'lost'].includes(dispute.status)) ? 'paid' : 'disputed';",
    also: {
      file: 'office.test.js',
      search: "    await until('b5', () => office.booking('b5').status === 'lost');\n",
      replace: "    await until('b5', () => office.booking('b5').status !== 'disputed');\n",
    },
  },
];
