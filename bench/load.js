import { connect } from 'node:net';

/*
 * A load generator that is cheaper than the servers that it measures: it writes prepared bytes, and reads only the
 * status and the length of answers. (autocannon, on one core, is slower than a bare server on another.)
 */

const headerEnd = Buffer.from('\r\n\r\n');

/** The bytes of a request. */
export function requestBytes(origin, { method = 'GET', path, headers = {}, body = null }) {
  const { host } = new URL(origin);
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== null && headers['Content-Type'] === undefined) lines.push('Content-Type: application/json');
  if (body !== null) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** One kept-alive connection that sends one request at a time. */
export class Connection {
  #socket;
  #bytes;
  #onAnswer;
  #onFailure;
  #held = null;
  /** When the last request was sent. */
  sentAt = 0;

  /** @param bytes the request; other bytes can take its place later */
  constructor(origin, bytes, onAnswer, onFailure) {
    const { hostname, port } = new URL(origin);
    this.#bytes = bytes;
    this.#onAnswer = onAnswer;
    this.#onFailure = onFailure;
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on('data', (piece) => this.#take(piece));
    this.#socket.on('error', onFailure);
    this.#socket.on('close', () => onFailure(new Error(`${origin} closed a connection`)));
  }

  connected() {
    return new Promise((resolve) => this.#socket.once('connect', resolve));
  }

  /** @param bytes what is sent from now on */
  change(bytes) {
    this.#bytes = bytes;
  }

  send() {
    this.sentAt = performance.now();
    this.#socket.write(this.#bytes);
  }

  close() {
    this.#socket.removeAllListeners();
    this.#socket.on('error', () => {});
    this.#socket.destroy();
  }

  #take(piece) {
    const answer = this.#held === null ? piece : Buffer.concat([this.#held, piece]);
    const end = answer.indexOf(headerEnd);
    if (end === -1 || !isWhole(answer, end)) {
      this.#held = answer;
      return;
    }
    this.#held = null;
    // `HTTP/1.1 2`
    if (answer[9] !== 0x32) {
      this.#onFailure(new Error(`a request was refused: ${answer.toString('utf8').slice(0, 1_000)}`));
      return;
    }
    this.#onAnswer(this);
  }
}

/** Whether an answer has arrived completely: as long as its header says, or with its last chunk. */
function isWhole(answer, end) {
  const head = answer.latin1Slice(0, end);
  const at = head.search(/content-length: /i);
  return at === -1
    ? answer.subarray(-5).latin1Slice() === '0\r\n\r\n'
    : answer.length >= end + 4 + Number.parseInt(head.slice(at + 16), 10);
}

/** After how many answers the connection of the last one gets another request, if a function makes them. */
const renewal = 4_000;

/**
 * Sends one request repeatedly.
 * @param options `request` is the request, or a function that makes one for each connection, and another after 4,000 answers
 * @returns answers per second
 */
export async function load({ origin, request, connections, milliseconds }) {
  const { answers, elapsed } = await run({ origin, request, connections, until: { milliseconds } });
  return (answers / elapsed) * 1_000;
}

/** Sends one request `count` times. @returns the milliseconds it took */
export async function repeat({ origin, request, connections, count }) {
  const { elapsed } = await run({ origin, request, connections, until: { count } });
  return elapsed;
}

/**
 * Sends one request `count` times and records the latency of each answer.
 * @returns answers per second; the milliseconds of the 99th percentile and of the slowest answer
 */
export async function soak({ origin, request, connections, count }) {
  const times = new Float64Array(count);
  const { elapsed } = await run({ origin, request, connections, until: { count }, times });
  times.sort();
  return { perSecond: (count / elapsed) * 1_000, late: times[Math.floor(count * 0.99)], slowest: times[count - 1] };
}

async function run({ origin, request, connections, until, times }) {
  let settle;
  const over = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  let answers = 0;
  let sent = 0;
  const { count = Number.POSITIVE_INFINITY } = until;
  const isMade = typeof request === 'function';
  const bytes = () => requestBytes(origin, isMade ? request() : request);
  const onAnswer = (connection) => {
    if (times !== undefined) times[answers] = performance.now() - connection.sentAt;
    answers++;
    if (isMade && answers % renewal === 0) connection.change(bytes());
    if (sent < count) {
      sent++;
      connection.send();
    } else if (answers === count) settle.resolve();
  };
  const open = Array.from(
    { length: Math.min(connections, count) },
    () => new Connection(origin, bytes(), onAnswer, (error) => settle.reject(error)),
  );
  try {
    await Promise.race([Promise.all(open.map((each) => each.connected())), over]);
    const begun = performance.now();
    for (const connection of open) {
      sent++;
      connection.send();
    }
    // A server that has answered nothing yet gets the same time again.
    const timer = until.milliseconds && setInterval(() => answers > 0 && settle.resolve(), until.milliseconds);
    await over;
    clearInterval(timer);
    return { answers, elapsed: performance.now() - begun };
  } finally {
    for (const connection of open) connection.close();
  }
}

/** Sends one request and reads the JSON of the answer. @throws if it is refused */
export async function call(origin, { method = 'GET', path, headers = {}, body = null }) {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} of ${origin}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
