import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An emulator behind a proxy in whose answers the texts that people gave have become longer. */
export interface Grown {
  readonly url: string;
  /** The names of the fields that have grown. */
  readonly fields: ReadonlySet<string>;
  close: () => Promise<void>;
}

/** Ids, words of closed lists, dates, currencies and digits stay as they are: nobody gives them in any length. */
const ownWords = /^([a-z]{2,6}_\w+|[a-z][a-z0-9_.]*|\d{4}-\d\d-\d\dT.*|[A-Z]{2,6}|[\d.+-]*)$/;
/** What an answer is read by. */
const structure: ReadonlySet<string> = new Set(['workspace', 'url', 'path', 'next', 'key', 'signature', 'version']);
/** Stands where a text is to become longer. */
const mark = '▚grows▞';
/** What no test data ever holds in a list of its own. */
const catalogues = /\/(kinds|triggers|health)(\?|$)/;

/** @param longer what follows the texts, in turn; of each field, the first text of an answer grows */
export async function growTexts(url: string, longer: readonly string[]): Promise<Grown> {
  const fields = new Set<string>();
  // Escaped once: megabytes for each field of each answer would take longer than all else.
  const escaped = longer.map((text) => JSON.stringify(text).slice(1, -1));
  let texts = 0;
  const growIn = (json: string): string => {
    const grown = new Set<string>();
    const marked = JSON.stringify(JSON.parse(json), (name, value: unknown) => {
      if (typeof value !== 'string' || structure.has(name) || ownWords.test(value) || grown.has(name)) return value;
      grown.add(name);
      fields.add(name);
      return `${value} ${mark}`;
    });
    return marked.replaceAll(mark, () => escaped[texts++ % escaped.length]!);
  };
  const server = createServer((incoming, outgoing) => {
    const { method, url: path = '', headers } = incoming;
    const asked = request(`${url}${path}`, { method, headers }, (answer) => {
      const { 'content-length': _length, ...rest } = answer.headers;
      const type = rest['content-type'] ?? '';
      outgoing.writeHead(answer.statusCode ?? 502, rest).flushHeaders();
      answer.setEncoding('utf8');
      let text = '';
      answer.on('data', (piece: string) => {
        text += piece;
        if (!type.includes('event-stream')) return;
        const lines = text.split('\n');
        text = lines.pop() ?? '';
        for (const line of lines)
          outgoing.write(`${line.startsWith('data: ') ? `data: ${growIn(line.slice(6))}` : line}\n`);
      });
      const isWhole = type.includes('json') && !catalogues.test(path);
      answer.on('end', () => outgoing.end(isWhole && text !== '' ? growIn(text) : text));
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => outgoing.destroy());
    outgoing.on('close', () => asked.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    fields,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
