import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** Every request whose body arrived, in that order. */
  readonly received: readonly Received[];
}

/** A receiver of webhooks on a loopback port, which answers 200 unless told otherwise. */
export async function openReceiver(
  scope: Scope = { after },
  answer: RequestListener = (_request, response) => void response.end('ok'),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      answer(request, response);
    });
  });
  const port = await listen(server);
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String(port)}/hook`, received };
}

/** Waits for a condition, checking every 10 ms; the deadline is only for what never comes. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  deadlineMs = 30_000,
): Promise<void> {
  const end = performance.now() + deadlineMs;
  while (!(await isSo())) {
    if (performance.now() > end)
      throw new Error(`not so within ${String(deadlineMs)} ms: ${isSo.toString()}`);
    await pause(10);
  }
}
