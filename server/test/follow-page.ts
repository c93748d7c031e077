import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { DepositId } from '../src/ids.ts';
import { requestCode } from '../src/checkouts/request-code.ts';
import { findCheckout } from '../src/checkouts/store.ts';
import { cents } from '../src/money.ts';
import { openLinkPage } from './checkouts.ts';
import type { Scope } from './database.ts';
import type { Gateway } from './gateway.ts';
import { type Merchant, PAYER } from './merchant.ts';

/** A payer's own page, with a code that waits for payment. */
export interface PayerPage {
  readonly slug: string;
  readonly token: string;
  /** `/pay/<slug>/<token>` */
  readonly path: string;
  readonly depositId: DepositId;
}

/** A payer who asked for a code on a link of this merchant's, from a network of their own. */
export async function openPage({ app }: Gateway, merchant: Merchant): Promise<PayerPage> {
  const link = await openLinkPage(app, merchant);
  const { slug } = link;
  const answer = await requestCode(
    app,
    link,
    { amountCents: cents(5_000), taxId: PAYER },
    { attempt: randomUUID(), network: `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}` },
  );
  assert.equal(answer.kind, 'page', JSON.stringify(answer));
  const found = await findCheckout(app.db, slug, answer.token);
  assert.ok(found);
  const path = `/pay/${slug}/${answer.token}`;
  return { slug, token: answer.token, path, depositId: found.checkout.depositId };
}

/** What a browser does that follows a page, without reconnecting by itself. */
export interface Followed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The states received, in order. */
  states(): string[];
  /** Everything received, verbatim. */
  text(): string;
  hasEnded(): boolean;
  /** Stops reading. */
  pause(): void;
  /** Leaves without a word. */
  close(): void;
}

export async function followPage(
  scope: Scope,
  url: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Followed> {
  const asked = request(`${url}${path}/events`, { agent: false, headers });
  scope.after(() => void asked.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<Followed>();
  asked.on('error', reject);
  asked.on('response', (response) => {
    let text = '';
    let ended = false;
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    response.on('error', () => undefined).on('close', () => (ended = true));
    resolve({
      status: response.statusCode ?? 0,
      headers: response.headers,
      states: () =>
        [...text.matchAll(/^event: state\ndata: (\w+)$/gm)].map(([, state = '']) => state),
      text: () => text,
      hasEnded: () => ended,
      pause: () => void response.pause(),
      close: () => void asked.destroy(),
    });
  });
  asked.end();
  return promise;
}
