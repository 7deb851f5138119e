// What the courier service asks of the payments platform, in plain functions.
import { setTimeout as sleep } from 'node:timers/promises';

const { EMULATOR_URL = 'http://127.0.0.1:4747', EMULATOR_SECRET_KEY = 'sk_test_demo' } = process.env;
export const platform = EMULATOR_URL;

/** What the platform refuses for good, by its code. */
export const refusal = (status, body) =>
  Object.assign(new Error(`${status} ${body.code ?? body.type}`), { status, body });

/** Asks until there is an answer that says what happened. Writes have a key, so that asking again is safe. */
export async function ask(method, path, body, key) {
  const headers = { authorization: `Bearer ${EMULATOR_SECRET_KEY}`, 'content-type': 'application/json' };
  if (key) headers['idempotency-key'] = key;
  for (let tries = 0; tries < 150; tries++) {
    const { status, wait, answer } = await send(method, path, headers, body);
    if (status >= 200 && status < 300) return answer.data ?? answer;
    const isOver = status !== null && status < 500 && status !== 429 && answer.code !== 'request_in_progress';
    if (isOver) throw refusal(status, answer);
    await sleep(wait);
  }
  throw new Error(`${method} ${path}: no answer`);
}

async function send(method, path, headers, body) {
  try {
    const init = { method, headers, body: body && JSON.stringify(body), signal: AbortSignal.timeout(12_000) };
    const response = await fetch(`${platform}/api/v1${path}`, init);
    const seconds = Number(response.headers.get('retry-after') ?? 0.4);
    return { status: response.status, wait: seconds * 1_000, answer: await response.json() };
  } catch {
    return { status: null, wait: 400, answer: {} };
  }
}

/** A list from its newest object to its oldest, page by page. */
export async function list(path) {
  const all = [];
  let hasMore = true;
  while (hasMore) {
    const after = all.length === 0 ? '' : `&starting_after=${all.at(-1).id}`;
    const page = await askPage(`${path}?limit=25${after}`);
    all.push(...page.data);
    hasMore = page.has_more;
  }
  return all;
}

async function askPage(path) {
  const headers = { authorization: `Bearer ${EMULATOR_SECRET_KEY}` };
  for (;;) {
    const { status, wait, answer } = await send('GET', path, headers);
    if (status === 200) return answer;
    await sleep(wait);
  }
}
