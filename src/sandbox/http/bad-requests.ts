import { Socket } from 'node:net';
import { originAt } from '../../core/base/hosts.ts';
import { secondMs } from '../../core/base/instants.ts';
import { wakeAfter } from '../../core/base/time.ts';
import { ServiceError } from '../../core/kernel/errors.ts';

/** Responds to a request that the HTTP parser rejects, in the service's error format. */
export function refuseBadRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (error.code === 'ERR_SSL_HTTP_REQUEST') {
    refusePlainly(belowTls(socket), requestId);
    return;
  }
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const timedOut = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = timedOut
    ? '408 Request Timeout'
    : tooLarge
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  const text = timedOut
    ? 'The request did not arrive in time.'
    : tooLarge
      ? 'The headers are too large.'
      : 'The request is not valid HTTP.';
  endWith(socket, status, text, requestId);
}

/** Responds with http on a port that serves only https. TLS has failed, but the socket below TLS is still open. */
function refusePlainly(socket: Socket | null, requestId: string): void {
  const { localAddress, localPort } = socket ?? {};
  if (socket === null || localAddress === undefined || localPort === undefined) return;
  const origin = originAt('https', localAddress, localPort);
  endWith(socket, '400 Bad Request', `This emulator requires HTTPS. Use ${origin}.`, requestId);
}

/** The socket below TLS; null if Node does not provide it. */
const belowTls = (socket: Socket): Socket | null =>
  '_parent' in socket && socket._parent instanceof Socket ? socket._parent : null;

/**
 * Responds, and closes the connection even if the caller keeps it open, because each open connection uses a file
 * descriptor.
 */
function endWith(socket: Socket, status: string, text: string, requestId: string): void {
  const body = JSON.stringify(new ServiceError('invalid_request_error', text).body());
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.once(
    'close',
    wakeAfter(secondMs, () => socket.destroy()),
  );
}
