import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';

/** A proxy in front of an emulator that can cut all its connections. */
export async function startCutter(origin: string): Promise<{ url: string; cut: () => void; stop: () => void }> {
  const { port } = new URL(origin);
  const sockets = new Set<Socket>();
  const server = createTcpServer((from) => {
    const to = connect(Number(port), '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    from.pipe(to).pipe(from);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    stop: () => {
      cut();
      server.close();
    },
  };
}

/** A proxy that passes on an answer only when it has all of it, as nginx nearly does by default. */
export async function startBuffering(origin: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = request(origin + url, { method, headers: { ...headers, host: new URL(origin).host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => outgoing.end(Buffer.concat(pieces)));
      answer.on('error', () => outgoing.destroy());
    });
    outgoing.on('close', () => passed.destroy());
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
