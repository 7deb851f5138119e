// The payments platform as the box office sees it: calls that go on until it is known what became of them.
import { setTimeout as sleep } from 'node:timers/promises';

/** The platform has said no, and will say no again. */
export class Refusal extends Error {
  constructor(path, status, { code, type, data }) {
    super(`${path} was refused: ${status} ${code ?? type}`);
    this.status = status;
    this.code = code;
    /** The declined transaction of a charge. */
    this.data = data;
  }
}

/** It is not known whether a call was done; it may be asked again as it was. */
class Unsettled extends Error {
  constructor(path, wait) {
    super(`${path}: nobody knows yet`);
    this.wait = wait;
  }
}

export class Platform {
  #base;
  #key;
  #patience;

  constructor({ base, key, patience = 60_000 }) {
    this.#base = base;
    this.#key = key;
    this.#patience = patience;
  }

  get(path) {
    return this.#persist('GET', path);
  }

  /** @param once what makes two calls one, where the body does not say it */
  post(path, body, once) {
    return this.#persist('POST', path, body, once);
  }

  /** Each object of a list, whatever a page holds. */
  async *each(path) {
    const query = new URLSearchParams({ limit: '50' });
    for (;;) {
      const { data, has_more: goesOn } = await this.get(`${path}?${query}`);
      yield* data;
      if (!goesOn) return;
      query.set('starting_after', data[data.length - 1].id);
    }
  }

  async #persist(...call) {
    const until = performance.now() + this.#patience;
    for (;;) {
      try {
        return await this.#attempt(...call);
      } catch (error) {
        if (!(error instanceof Unsettled) || performance.now() > until) throw error;
        await sleep(error.wait);
      }
    }
  }

  async #attempt(method, path, body, once) {
    const headers = new Headers({ authorization: `Bearer ${this.#key}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (once !== undefined) headers.set('idempotency-key', once);
    let answer;
    let response;
    try {
      response = await fetch(this.#base + path, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
      answer = await response.json();
    } catch {
      throw new Unsettled(path, 300);
    }
    if (response.ok) return answer;
    if (response.status === 429) throw new Unsettled(path, Number(response.headers.get('retry-after')) * 1_000);
    if (response.status >= 500 || answer.code === 'request_in_progress') throw new Unsettled(path, 300);
    throw new Refusal(path, response.status, answer);
  }
}
