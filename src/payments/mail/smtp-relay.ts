import { connect, type LookupFunction, type Socket } from 'node:net';
import { invalidPart } from '../../core/kernel/errors.ts';
import type { Mail } from './mail-draft.ts';
import { sender } from './message.ts';

/** The options of the mail catcher (`--smtp`). */
export interface CatcherOptions {
  /** `smtp://127.0.0.1:1025`, `smtp://user:password@localhost:2525` */
  url: string;
  /** Resolves the host name and rejects forbidden addresses. */
  lookup: LookupFunction;
  /** Returns the reason why sending to a host is not allowed; null if it is allowed. */
  refusalOf: (host: string) => string | null;
}

/** The timeout of each step of the mail catcher, in real milliseconds. */
const patience = 5_000;
const defaultPort = 25;

/**
 * Delivers messages to a mail catcher over SMTP.
 * @throws 400 `parameter_invalid` if the address is forbidden
 */
export class Catcher {
  readonly #options: CatcherOptions;
  readonly #host: string;
  readonly #port: number;
  readonly #auth: { user: string; pass: string } | undefined;

  constructor(options: CatcherOptions) {
    const { url } = options;
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (parsed?.protocol !== 'smtp:' || parsed.hostname === '') {
      throw invalidPart(
        'smtp',
        `'${url}' is not a valid mail catcher address. Use an address such as smtp://127.0.0.1:1025.`,
      );
    }
    this.#options = options;
    this.#host = parsed.hostname.replace(/^\[|\]$/g, '');
    this.#port = parsed.port === '' ? defaultPort : Number(parsed.port);
    const { username, password } = parsed;
    this.#auth =
      username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
    const refusal = options.refusalOf(parsed.hostname);
    if (refusal !== null) throw invalidPart('smtp', `The emulator cannot deliver email to ${this.name}: ${refusal}`);
  }

  /** The address without the user name and password. */
  get name(): string {
    return `smtp://${this.#host.includes(':') ? `[${this.#host}]` : this.#host}:${this.#port}`;
  }

  /** @throws the error of the mail catcher or of the network */
  async deliver(mail: Mail, message: string): Promise<void> {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: this.#host,
      port: this.#port,
      auth: this.#auth,
      name: 'emulator.localhost',
      // A mail catcher on this machine has no certificate that could be verified.
      ignoreTLS: true,
      greetingTimeout: patience,
      socketTimeout: patience,
      getSocket: (_options, done) => {
        this.#connect().then(
          (connection) => done(null, { connection }),
          (error: Error) => done(error),
        );
      },
    });
    try {
      await transport.sendMail({ envelope: { from: sender, to: mail.to }, raw: message });
    } finally {
      transport.close();
    }
  }

  /** Opens the socket itself, because nodemailer would resolve the name without `lookup`. */
  #connect(): Promise<Socket> {
    const socket = connect({ host: this.#host, port: this.#port, lookup: this.#options.lookup });
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        socket.destroy();
        reject(error);
      };
      socket.setTimeout(patience, () => fail(new Error(`could not connect within ${patience / 1000} s`)));
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.removeAllListeners('timeout');
        socket.removeListener('error', fail);
        resolve(socket);
      });
    });
  }
}
