import { ConnectionError, createClient, overNode, type Transport } from '../client/node-client.ts';
import { hideUsers } from '../payments/secrets/patterns.ts';
import { certificatesOf } from './certificates.ts';
import { refuseUnknownOptions } from './check-options.ts';
import type { Connection } from './connection.ts';
import { EmulatorError } from './errors.ts';
import { emulatorHandle } from './handle.ts';
import type { ConnectOptions, Emulator } from './types.ts';

/**
 * Connects to a running emulator.
 * @throws EmulatorError `not_running`, or `wrong_option` for a certificate that cannot be read; ClientError for an
 * unknown workspace or a missing token
 */
export async function connect(url: string, options: ConnectOptions): Promise<Emulator> {
  refuseUnknownOptions('connectEmulator', options, [
    'workspace',
    'mode',
    'token',
    'ca',
  ] satisfies (keyof ConnectOptions)[]);
  const { workspace, mode = 'test', ...how } = options;
  const { connection, reach } = openConnection(url, how);
  const made = await reach(() => connection.clientOf({ workspace, mode }).call('keys.get'));
  return emulatorHandle(connection, made, mode, {
    isMeant: (each) => workspace === undefined || each === workspace,
  });
}

/**
 * A connection to a running emulator, and a function that makes the first call over it. The call shows whether an
 * emulator responds.
 * @throws EmulatorError `wrong_option` for an invalid URL or certificate
 */
export function openConnection(
  url: string,
  { token, ca = process.env.EMULATOR_CA }: Pick<ConnectOptions, 'token' | 'ca'>,
) {
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw new EmulatorError(
      'wrong_option',
      `'${hideUsers(url)}' is not a URL; use a URL such as http://127.0.0.1:4747.`,
    );
  }
  const connection = connectionTo(
    new URL(url).origin,
    token,
    /^https:/i.test(url) && ca ? certificatesOf(ca) : undefined,
  );
  const reach = async <A>(call: () => Promise<A>): Promise<A> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ConnectionError)) throw error;
      const shown = hideUsers(url);
      const message = error.isUntrusted
        ? `The certificate of the server at ${shown} is not trusted. Pass the certificate with the ca option, or set EMULATOR_CA.`
        : `No emulator is running at ${shown}. Start one with 'npx payments-emulator start', or with startEmulator().`;
      throw new EmulatorError('not_running', message, { cause: error });
    }
  };
  return { connection, reach };
}

const endedMessage = 'This connection is closed; open a new one with connectEmulator().';

/** Calls use HTTP, and events arrive through the stream. */
function connectionTo(url: string, token: string | undefined, ca: string | undefined): Connection {
  const ended = new AbortController();
  const refuseEnded = (): void => {
    if (ended.signal.aborted) throw new EmulatorError('stopped', endedMessage);
  };
  const node = overNode(url, ca);
  const transport: Transport = {
    ...node,
    send: async (call) => {
      refuseEnded();
      return node.send(call);
    },
  };
  const clientOf: Connection['clientOf'] = (scope) => createClient({ url, token, ca, ...scope, transport });
  return {
    url,
    fetch: (request) => fetch(request),
    clientOf,
    onEvent: async (of, hear) => {
      refuseEnded();
      const unheard = new AbortController();
      const opening = clientOf(of).openStream(AbortSignal.any([unheard.signal, ended.signal]));
      const messages = await opening.catch((error: unknown) => {
        refuseEnded();
        throw error;
      });
      const read = async () => {
        for await (const message of messages) hear(message);
      };
      // If the emulator ends, the next call reports it.
      void read()
        .catch(() => {})
        .then(() => hear(null));
      return () => unheard.abort();
    },
    stop: async () => ended.abort(),
  };
}
