import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { callRaw, captureFrom, type Har } from './capturing.ts';
import { INNOCENT } from './planted/innocent.ts';
import { PLANTED, PLANTED_SHORT, type PlantedCall } from './planted/planted.ts';
import { readingsOf, signsOf } from './planted/readings.ts';

const innocent = INNOCENT.map(([name, value]) => ({ [name]: value }));
const calls: readonly PlantedCall[] = [
  ...PLANTED,
  ...PLANTED_SHORT,
  ...innocent.map((body) => ({
    what: 'innocent',
    secret: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })),
];

let service: Receiver;
/** What `emulator capture` writes of all calls. */
let har: Har;
beforeAll(async () => {
  await ensureBuilt();
  service = await startReceiver();
  const { origin, written } = await captureFrom(service.url);
  for (const { path = '/x', headers = {}, body, answer } of calls) {
    service.answer((_request, response) => {
      response.writeHead(200, answer?.headers);
      response.end(answer?.body);
    });
    const sent = body === undefined ? undefined : Buffer.from(body as string);
    const call = { method: 'POST', path: `/api/v1${path}`, headers: Object.entries(headers).flat(), body: sent };
    const { status } = await callRaw(origin, call);
    expect(status).toBe(200);
  }
  har = await written();
  expect(har.entries).toHaveLength(calls.length);
}, 300_000);
afterAll(() => service.close());

/** Which of the planted secrets somebody finds who reads the file in every way. */
function leaksOf({ text, entries }: Har): string[] {
  const readings = new Set([text]);
  JSON.stringify(entries, (_, value) => {
    if (typeof value === 'string') readingsOf(value, readings);
    return value;
  });
  const texts = [...readings];
  const signs = texts.map(signsOf);
  const isIn = ({ secret }: PlantedCall): boolean => {
    const own = signsOf(secret);
    return (
      texts.some((reading) => reading.includes(secret)) || (own.length > 8 && signs.some((each) => each.includes(own)))
    );
  };
  return PLANTED.filter(isIn).map(({ what, secret }) => `${what}: ${secret}`);
}

it('hides every planted secret, wherever it is, in whichever encoding and under whichever name', () => {
  expect(PLANTED.length).toBeGreaterThan(250);
  expect(leaksOf(har)).toEqual([]);
}, 120_000);

it('hides short secrets in their places', () => {
  const entries = har.entries.slice(PLANTED.length);
  const leaks = PLANTED_SHORT.filter(({ secret }, at) => entries[at].request.postData.text.includes(secret));
  expect(leaks.map(({ what }) => what)).toEqual([]);
});

it('leaves readable what is not a secret, beside all those secrets', () => {
  expect(INNOCENT.length).toBeGreaterThan(60);
  const entries = har.entries.slice(PLANTED.length + PLANTED_SHORT.length);
  expect(entries.map(({ request }) => JSON.parse(request.postData.text))).toEqual(innocent);
});
