import { createServer, type Socket } from 'node:net';

export interface Received {
  from: string;
  to: string[];
  message: string;
}

/** A mail catcher on a free port: takes every message and keeps it. */
export class SmtpServer {
  readonly received: Received[] = [];
  readonly port: number;
  readonly #server: ReturnType<typeof createServer>;
  readonly #sockets: Set<Socket>;
  /** What the catcher says to a message; 250 takes it. */
  answer = '250 taken';
  #wake: () => void = () => {};

  private constructor(server: ReturnType<typeof createServer>, sockets: Set<Socket>, port: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = port;
  }

  static async start(): Promise<SmtpServer> {
    const sockets = new Set<Socket>();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const catcher = new SmtpServer(server, sockets, (server.address() as { port: number }).port);
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      catcher.#converse(socket);
    });
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Resolves when so many messages have come. */
  async have(count: number): Promise<Received[]> {
    while (this.received.length < count) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.received;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #converse(socket: Socket): void {
    let envelope = { from: '', to: [] as string[] };
    let rest = '';
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const obey = (line: string) => {
      const [, address = ''] = /<(.*)>/.exec(line) ?? [];
      if (/^(EHLO|HELO)/i.test(line)) say('250 catcher.localhost');
      else if (/^MAIL/i.test(line)) {
        envelope = { from: address, to: [] };
        say('250 ok');
      } else if (/^RCPT/i.test(line)) {
        envelope.to.push(address);
        say('250 ok');
      } else if (/^DATA/i.test(line)) {
        inData = true;
        say('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('502 unknown');
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      rest += chunk;
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n';
        const end = rest.indexOf(mark);
        if (end === -1) return;
        const piece = rest.slice(0, end);
        rest = rest.slice(end + mark.length);
        if (!inData) {
          obey(piece);
          continue;
        }
        inData = false;
        if (this.answer.startsWith('250')) {
          this.received.push({ ...envelope, message: `${piece.replace(/(^|\r\n)\.\./g, '$1.')}\r\n` });
        }
        say(this.answer);
        this.#wake();
      }
    });
    say('220 catcher.localhost');
  }
}
