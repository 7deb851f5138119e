// A box office: seats are booked by card or on a page, given back one by one, sold for cash at the counter; artists are
// paid. It lives in the process that opens it, as its tests do, and keeps its books in one file.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { Platform } from './platform.js';

const currency = 'USD';
/** How many seats make a group, and what a group pays, in percent. */
const group = { from: 4, pays: 90 };
/** For how many seconds a signature holds. */
const freshness = 5 * 60;

export class BoxOffice {
  #platform;
  #settings;
  #books = { shows: {}, bookings: {}, artists: {}, points: {}, counter: {}, counted: {} };
  #lines = new Map();
  #writing = Promise.resolve();
  #server = createServer((request, response) => void this.#serve(request, response));

  /** @param settings `{ api, key, secret, file }` */
  constructor(settings) {
    this.#settings = settings;
    this.#platform = new Platform({ base: settings.api, key: settings.key });
  }

  /** Opens the office and gives the address that webhooks come to. */
  async open() {
    await mkdir(dirname(this.#settings.file), { recursive: true });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${this.#server.address().port}/webhooks`;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
    await this.#save();
  }

  booking(id) {
    return structuredClone(this.#books.bookings[id]);
  }

  artist(name) {
    return structuredClone(this.#books.artists[name]);
  }

  async addShow({ id, name, price, seats }) {
    const product = { name, sku: id, price, currency, track_inventory: true, stock_quantity: seats };
    const { data } = await this.#platform.post('/products', product, `show-${id}`);
    this.#books.shows[id] = { product_id: data.id, price };
    await this.#save();
  }

  /** Books seats that are paid with a card, which is kept for the next time. */
  async book({ id, show, seats, patron }) {
    const booking = this.#enter({ id, show, seats, email: patron.email });
    await this.#save();
    return this.#pay(booking, patron);
  }

  /** Another card for a booking whose first was declined. */
  payAgain(id, patron) {
    return this.#pay(this.#books.bookings[id], patron);
  }

  async #pay(booking, { email, card }) {
    const { data: patron, payment_method: method } = await this.#platform.post(
      '/customers',
      { email, ...card },
      `patron-${booking.id}-${booking.tries + 1}`,
    );
    booking.tries += 1;
    booking.status = 'pending';
    booking.payment_id = null;
    await this.#save();
    const charge = {
      customer_id: patron.id,
      payment_method_id: method.id,
      amount: booking.price,
      currency,
      reference_id: `${booking.id}/${booking.tries}`,
      metadata: { booking: booking.id },
    };
    const { id } = await this.#charge(charge);
    await this.#refresh(booking, id);
    return this.booking(booking.id);
  }

  /** The payment that a charge came to, declined or not; a reference is charged once, however often it is asked. */
  async #charge(charge) {
    try {
      return (await this.#platform.post('/charges', charge)).data;
    } catch (refusal) {
      if (refusal.status === 402) return refusal.data;
      if (refusal.code !== 'reference_id_reused') throw refusal;
    }
    // It was declined, and the answer that said so was lost.
    for await (const payment of this.#platform.each('/transactions')) {
      if (payment.reference_id === charge.reference_id) return payment;
    }
    throw new Error(`Nothing is known of ${charge.reference_id}`);
  }

  /** Books seats that are paid on a page of the platform; gives its address. */
  async bookOnPage({ id, show, seats, email }) {
    const booking = this.#enter({ id, show, seats, email });
    await this.#save();
    const page = {
      amount: booking.price,
      currency,
      customer_email: email,
      success_url: 'http://127.0.0.1/thank-you',
      metadata: { booking: id },
    };
    const { data } = await this.#platform.post('/checkout-sessions', page, `page-${id}`);
    booking.session_id = data.id;
    await this.#save();
    return data;
  }

  #enter({ id, show, seats, email }) {
    const full = this.#books.shows[show].price * seats;
    const price = seats < group.from ? full : Math.round((full * group.pays) / 100);
    const booking = { id, show, seats, email, price, status: 'new', tries: 0 };
    Object.assign(booking, { payment_id: null, refunded: 0, given: [], tickets: [] });
    this.#books.bookings[id] = booking;
    return booking;
  }

  /** What each seat of a booking cost: all together they cost what was paid, to the cent. */
  #prices({ price, seats }) {
    const each = Math.floor(price / seats);
    return Array.from({ length: seats }, (_, seat) => (seat < price - each * seats ? each + 1 : each));
  }

  /** Gives seats back: by their numbers, or all that are left. */
  async giveBack(id, seats = this.#books.bookings[id].tickets.map((_, seat) => seat)) {
    const booking = this.#books.bookings[id];
    const back = seats.filter((seat) => !booking.given.includes(seat));
    if (back.length === 0) return;
    const prices = this.#prices(booking);
    const amount = back.reduce((sum, seat) => sum + prices[seat], 0);
    booking.given.push(...back);
    await this.#save();
    const path = `/transactions/${booking.payment_id}/refund`;
    try {
      await this.#platform.post(path, { amount }, `back-${id}-${back.join('-')}`);
    } catch (refusal) {
      booking.given = booking.given.filter((seat) => !back.includes(seat));
      throw refusal;
    }
    await this.#refresh(booking, booking.payment_id);
  }

  /** Seats that are paid in cash are taken from what the page sells. */
  async sellAtCounter({ id, show, seats }) {
    const { product_id } = this.#books.shows[show];
    const { data } = await this.#platform.post('/inventory/adjust', { product_id, delta: -seats }, `counter-${id}`);
    this.#books.counter[id] = { show, seats };
    await this.#save();
    return data.stock_quantity;
  }

  /** Pays an artist for an evening. */
  async payArtist({ name, evening, amount, account }) {
    const reference_id = `fee-${evening}-${name}`;
    const artist = { name, evening, amount, status: 'asked' };
    this.#books.artists[name] = artist;
    await this.#save();
    const person = { email: `${name}@stage.example`, first_name: name, last_name: 'Artist' };
    const { data: customer } = await this.#platform.post('/customers', person, `artist-${name}`);
    const payout = { customer_id: customer.id, bank_account: account, amount, currency, reference_id };
    const { data } = await this.#platform.post('/payouts', { ...payout, metadata: { name } }, reference_id);
    await this.#refreshPayout(name, data.id);
  }

  /** What was taken in all, as the platform has it. */
  async takings() {
    let taken = 0;
    for await (const { status, amount, total_refunded } of this.#platform.each('/transactions')) {
      if (['settled', 'partially_refunded', 'refunded'].includes(status)) taken += amount - total_refunded;
    }
    return taken;
  }

  /** Looks at a payment and brings its booking to where it is, one look after the other. */
  #refresh(booking, payment_id, event = null) {
    return this.#inLine(booking.id, async () => {
      const { data: payment } = await this.#platform.get(`/transactions/${payment_id}`);
      if (payment.status === 'failed') this.#fail(booking, payment);
      else await this.#apply(booking, payment, event);
      await this.#save();
    });
  }

  /** An attempt that failed says nothing about one that followed it. */
  #fail(booking, { id, reference_id }) {
    const current = booking.payment_id ?? id;
    if (id !== current || (reference_id !== null && reference_id !== `${booking.id}/${booking.tries}`)) return;
    booking.status = booking.tickets.length > 0 ? 'bounced' : 'declined';
  }

  /** What was done for a booking once is not done again. */
  async #apply(booking, payment, event) {
    booking.payment_id = payment.id;
    if (payment.amount !== booking.price || payment.currency !== currency) {
      booking.status = 'to be looked at';
      return;
    }
    booking.refunded = payment.total_refunded;
    if (payment.status === 'settled' && booking.tickets.length === 0) await this.#issue(booking);
    booking.status = await this.#standing(payment);
    // Events tell of it at once; who catches up finds what no event told of.
    const isCounted = this.#books.counted[payment.id];
    if (isCounted) return;
    if (event?.type === 'payment.completed' || (event === null && payment.settled_at !== null))
      this.#reward(payment, booking);
  }

  async #standing({ id, status }) {
    if (status === 'pending_settlement') return 'pending';
    if (status === 'settled') return 'paid';
    if (status === 'partially_refunded') return 'paid';
    if (status !== 'disputed') return status;
    const { data } = await this.#platform.get(`/disputes?transaction_id=${id}`);
    return data.some((dispute) => dispute.status === 'lost') ? 'lost' : 'disputed';
  }

  async #issue(booking) {
    try {
      await this.#platform.post(
        '/fulfillments',
        { transaction_id: booking.payment_id, carrier: 'e-mail' },
        `issue-${booking.id}`,
      );
    } catch (refusal) {
      if (refusal.code !== 'already_fulfilled') throw refusal;
    }
    booking.tickets = Array.from({ length: booking.seats }, (_, seat) => `${booking.show}-${booking.id}-${seat}`);
  }

  #refreshPayout(name, payout_id) {
    return this.#inLine(name, async () => {
      const { data } = await this.#platform.get(`/payouts/${payout_id}`);
      const artist = this.#books.artists[name];
      artist.status = data.returned ? 'sent back by the bank' : data.status;
      artist.reason = data.error_code ?? data.return_code;
      await this.#save();
    });
  }

  /** A point for each dollar that came in, once a payment. */
  #reward({ id, amount }, { email }) {
    this.#books.points[email] = (this.#books.points[email] ?? 0) + Math.floor(amount / 100);
    this.#books.counted[id] = true;
  }

  /** Events say what to look at; how it stands is asked. */
  async handle(event) {
    const { type, data } = event;
    if (type.startsWith('payout.') && data.metadata.name in this.#books.artists) {
      await this.#refreshPayout(data.metadata.name, data.id);
    }
    if (!/^(payment|dispute)\./.test(type) || data.transaction_id === null) return;
    const { data: payment } = await this.#platform.get(`/transactions/${data.transaction_id}`);
    const booking = this.#books.bookings[payment.metadata.booking];
    if (booking !== undefined) await this.#refresh(booking, payment.id, event);
  }

  /** Looks through all that the platform has for what no event told, as the office does when it is quiet. */
  async catchUp() {
    for await (const { id, metadata } of this.#platform.each('/transactions')) {
      const booking = this.#books.bookings[metadata.booking];
      if (booking !== undefined) await this.#refresh(booking, id);
    }
    for await (const { id, metadata } of this.#platform.each('/payouts')) {
      if (metadata.name in this.#books.artists) await this.#refreshPayout(metadata.name, id);
    }
  }

  /** One after the other for each name. */
  #inLine(name, work) {
    const turn = (this.#lines.get(name) ?? Promise.resolve()).then(work);
    this.#lines.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  }

  /** The books are written whole, one time after the other. */
  #save() {
    this.#writing = this.#writing.then(async () => {
      await writeFile(`${this.#settings.file}.part`, JSON.stringify(this.#books, null, 1));
      await rename(`${this.#settings.file}.part`, this.#settings.file);
    });
    return this.#writing;
  }

  #isGenuine(header, body) {
    const { t, v1 } = Object.fromEntries((header ?? '').split(',').map((part) => part.trim().split('=')));
    if (v1 === undefined || Math.abs(Date.now() / 1_000 - Number(t)) > freshness) return false;
    const own = createHmac('sha256', this.#settings.secret).update(`${t}.`).update(body).digest();
    const sent = Buffer.from(v1, 'hex');
    return sent.length === own.length && timingSafeEqual(sent, own);
  }

  async #serve(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!this.#isGenuine(request.headers['service-signature'], body)) return response.writeHead(401).end();
    try {
      await this.handle(JSON.parse(body));
      response.writeHead(204).end();
    } catch (error) {
      console.error(`a webhook: ${error.message}`);
      response.writeHead(500).end();
    }
  }
}

/** What the office has in its books: its bookings, artists, points and sales at the counter. */
export async function readBooks(file) {
  const { counted: _counted, shows: _shows, ...books } = JSON.parse(await readFile(file, 'utf8'));
  return books;
}
