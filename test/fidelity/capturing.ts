import { readFileSync } from 'node:fs';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { type RunningCapture, startCapture, temporaryFolder } from '../cli/emulator.ts';

const folder = temporaryFolder();
process.once('exit', folder.remove);
let files = 0;

/** A file for a capture. */
export const freshFile = (): string => join(folder.path, `capture-${++files}.har`);

export interface Capturing extends RunningCapture {
  file: string;
  /** Ends it, and reads what it wrote. */
  written: () => Promise<Har>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into entries of every shape
export type Har = { text: string; entries: any[] };

/** Captures what a service answers. */
export async function captureFrom(service: string, ...args: string[]): Promise<Capturing> {
  const file = freshFile();
  const running = await startCapture(['--from', `${service}/api/v1`, '--out', file, ...args]);
  const written = async () => {
    await running.end();
    return readHar(file);
  };
  return { ...running, file, written };
}

const harFormats = {
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
  date: true,
  time: true,
  uri: (text: string) => URL.canParse(text),
} as const;

/** Reads a capture, after its check against the published schema of HAR 1.2. */
export function readHar(file: string): Har {
  const text = readFileSync(file, 'utf8');
  const har = JSON.parse(text);
  const schemas: Record<string, object> = createRequire(import.meta.url)('har-schema');
  const ajv = new Ajv({ schemas: Object.values(schemas), strict: false, validateSchema: false, formats: harFormats });
  expect([ajv.validate('har.json#', har), ajv.errors]).toEqual([true, null]);
  return { text, entries: har.log.entries };
}

export interface RawAnswer {
  status: number;
  statusText: string;
  rawHeaders: string[];
  body: Buffer;
}

interface RawCall {
  method?: string;
  path: string;
  /** Names and values in turn, beside Host, which comes first. */
  headers?: string[];
  body?: string | Buffer;
  agent?: Agent;
}

/** Calls without a client's help, so that what is sent and what comes is known to the byte. */
export async function callRaw(origin: string, call: RawCall): Promise<RawAnswer> {
  const answer = await openRaw(origin, call);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = answer;
  return { status, statusText, rawHeaders, body: Buffer.concat(chunks) };
}

/** The same until the answer begins. */
export const openRaw = (
  origin: string,
  { method = 'GET', path, headers = [], body, agent }: RawCall,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(origin);
    const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))];
    const options = { hostname, port, method, path, agent, headers: ['Host', host, ...headers, ...length] };
    request(options, resolve).on('error', reject).end(body);
  });

/** The pairs of raw headers. */
export const pairsOf = (raw: readonly string[]): string[] =>
  raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []));
