import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { whenClosed } from '../when-closed.ts';
import type { FuzzRequest } from './arbitrary-request.ts';

const TUNNEL = 'CONNECT x:443 HTTP/1.1\r\n\r\n';

/**
 * Sends a request, perhaps many times and with a tunnel at the end, and cuts the connection without
 * reading any response.
 */
export async function leave(
  url: string,
  { method, target, headers, body = '', leavesAfterMs = 0, times = 1 }: FuzzRequest,
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const length = body === '' ? [] : [`content-length: ${String(body.length)}`];
  const head = [`${method} ${target} HTTP/1.1`, ...lines, ...length].join('\r\n');
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = whenClosed(socket);
  const all = `${head}\r\n\r\n${body}`.repeat(times) + (times > 1 ? TUNNEL : '');
  await new Promise((sent) => socket.write(all, 'latin1', sent));
  if (leavesAfterMs > 0) await pause(leavesAfterMs);
  socket.resetAndDestroy();
  await closed;
}
