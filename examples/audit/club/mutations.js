// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the club
// Bugs that people write, planted into the club that polls.

/** @type {readonly import('../mutations.js').Planted[]} */
export const ofClub = [
  {
    rule: 'async/failure-ignored',
    bug: 'what the bank sends back is paid',
    search: "{ status: returned ? 'came back' : status }",
    replace: '{ status }',
  },
  {
    rule: 'async/paid-after-end',
    bug: 'who has given no notice and pays is a member, and nothing is given back',
    search: "  if (subscription.status === 'cancelled') return 'left';",
    replace:
      "  const isPaidLate = payments.some(({ settled_at }) => settled_at > subscription.cancelled_at);\n  if (subscription.status === 'cancelled' && (notice !== undefined || !isPaidLate)) return 'left';",
    also: {
      search: '      if (subscription.cancelled_at === null || settled_at',
      replace: '      if (member.notice === undefined || settled_at',
    },
  },
  {
    rule: 'async/paid-after-end',
    bug: 'money that comes late is given back to those alone who gave notice at the desk',
    search: '      if (subscription.cancelled_at === null || settled_at',
    replace: "      if (member.notice !== 'at once' || settled_at",
    also: {
      search: "  if (subscription.status === 'cancelled') return 'left';",
      replace:
        "  const latest_ = payments.find(({ id }) => id === subscription.latest_transaction_id);\n  const isLate = latest_?.status === 'settled' && latest_.settled_at > subscription.cancelled_at;\n  if (subscription.status === 'cancelled' && !isLate) return 'left';",
    },
  },
  {
    rule: 'async/local-month',
    bug: "a month is the calendar's of the machine",
    search: '  const parts = new Intl.DateTimeFormat',
    replace:
      "  const at = new Date(instant);\n  if (at.getTime() > 0) return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;\n  const parts = new Intl.DateTimeFormat",
  },
  {
    rule: 'async/local-month',
    bug: 'dates are formatted in the zone of the machine',
    search: "new Intl.DateTimeFormat('en-US', { timeZone, year",
    replace: "new Intl.DateTimeFormat('en-US', { year",
  },
  {
    rule: 'request/rate-limit-ignored',
    bug: 'a call that was one too many is given up',
    search: '    const isOpen =\n      response === null || response.status === 429 || response.status >= 500',
    replace: '    const isOpen =\n      response === null || response.status >= 500',
  },
  {
    rule: 'request/page-not-followed',
    bug: 'a page of twenty is taken for all there is',
    search: 'page.has_more; found.push',
    replace: 'page.has_more && found.length === 0; found.push',
  },
  {
    rule: 'request/amount-unchecked',
    bug: 'nobody looks at what was paid for a pass',
    search: '    const isRight = payment.amount === passPrice && payment.currency === currency;',
    replace: '    const isRight = payment.amount > 0;',
  },
  {
    rule: 'request/refund-beyond-left',
    bug: 'what is asked for of a deposit is booked, whatever is left of it',
    search: "  if (deposit.wanted + amount > deposit.amount) throw new Error('more than is left of the deposit');\n",
    replace: '',
    also: {
      search: "    tables.upsert('deposits', locker, { wanted: tables.one('deposits', locker).wanted - amount });\n",
      replace: '',
    },
  },
  {
    rule: 'request/secret-in-text',
    bug: 'which installation made a subscription is told by its key',
    search: 'metadata: { member: name },',
    replace: 'metadata: { member: name, by: EMULATOR_SECRET_KEY },',
  },
];
