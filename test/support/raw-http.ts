import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Whether `100 Continue` came before the answer. */
  mayGoOn: boolean;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** The body as JSON; null where it is none. */
  json: Record<string, unknown> | null;
}

/**
 * Writes bytes to a socket as they are and reads until the other side closes: for requests that no HTTP client would
 * send. Rejects where nothing at all is answered.
 */
export function sendRaw(url: string, request: string | Buffer, patience = 60_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request));
    const timer = setTimeout(() => socket.destroy(new Error('The server neither answered nor closed.')), patience);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that has refused may reset a connection on which bytes are still in progress.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : undefined));
    socket.on('close', () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('utf8');
      if (text === '') reject(new Error('The server closed the connection without an answer.'));
      else resolve(parseAnswer(text));
    });
  });
}

function parseAnswer(text: string): RawAnswer {
  // `100 Continue` comes before the answer itself.
  if (/^HTTP\/1\.1 1\d\d /.test(text))
    return { ...parseAnswer(text.slice(text.indexOf('\r\n\r\n') + 4)), mayGoOn: true };
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), mayGoOn: false, headers, body, json: parseJson(body) };
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** A request as bytes, its connection closed after the answer. */
export function rawRequest(
  line: string,
  headers: Record<string, string | string[]>,
  body: string | Buffer = '',
): Buffer {
  const fields = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  const length = body.length === 0 ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.concat([Buffer.from(`${line}\r\n${fields.join('')}${length}\r\n`), Buffer.from(body)]);
}
