import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { openEulen } from '../src/provider/eulen/eulen.ts';
import { cents } from '../src/money.ts';
import { type PixProvider, ProviderFailure } from '../src/provider/port.ts';
import { listen } from './listen.ts';
import { ADDRESS } from './merchant.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface Liar {
  readonly provider: PixProvider;
  /** Another adapter for the same provider, as live mode opens one for each order. */
  reopen(): PixProvider;
  /** The paths whose responses were reported as nonsense. */
  readonly nonsense: readonly string[];
  /** The fields without which a response was accepted. */
  readonly unread: readonly string[];
  readonly logged: readonly Record<string, unknown>[];
  readonly url: string;
  readonly seen: readonly { headers: IncomingMessage['headers']; url: string; body: string }[];
  close(): void;
}

/** The adapter, in front of a provider that answers as the test says. */
export async function openLiar(t: TestContext, answer: Answer): Promise<Liar> {
  const seen: { headers: IncomingMessage['headers']; url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ headers: request.headers, url: request.url ?? '', body });
      answer(request, response);
    });
  });
  const port = await listen(server);
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  t.after(close);
  const nonsense: string[] = [];
  const unread: string[] = [];
  const logged: Record<string, unknown>[] = [];
  const write = (line: string): void => void logged.push(JSON.parse(line));
  const url = `http://127.0.0.1:${String(port)}`;
  const reopen = (): PixProvider =>
    openEulen({
      baseUrl: url,
      token: () => 'a token',
      log: pino({ base: null }, { write }),
      splitAddress: ADDRESS.test,
      networks: ['testnet'],
      onNonsense: async (path) => void nonsense.push(path),
      onUnread: async (_path, field) => void unread.push(field),
    });
  return { provider: reopen(), reopen, nonsense, unread, logged, seen, url, close };
}

export const says =
  (content: unknown, status = 200): Answer =>
  (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(content));

/** Wrapped as the provider wraps its responses. */
export const wrapped = (response: unknown): Answer => says({ response, async: false });

export const ID = '019f0000aaaa7bbb8ccc0123456789ab';

export const ORDER = {
  nonce: '2f1c9f0e-6a50-4a3c-9d6e-5f5f0a1b2c3d',
  payerTaxId: '01234567890',
  liquidAddress: ADDRESS.test,
  amountCents: cents(5_000),
  totalCents: cents(5_199),
  splitBasisPoints: 192,
};

/** How a call ended whose response must not be believed. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  const failure: unknown = await call.then(
    () => 'it was believed',
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ProviderFailure, String(failure));
  return `${failure.outcome} ${failure.refusal.code}`;
}
