import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openGateway, openNode } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';
import {
  BEHIND_PROXY,
  elementsOf,
  formsIn,
  newTry,
  openLink,
  openPayer,
  type Page,
} from '../payer.ts';
import { say } from './requests.ts';

const gateway = await openGateway(undefined, { env: BEHIND_PROXY });
const merchant = await openMerchant(gateway);
const link = await openLink(merchant, { amountCents: undefined });
const form = `/pay/${link.slug}`;
const payer = openPayer(gateway);
const page = await payer.orders(link, { amount: '50' });
const script = /<script[^>]* src="([^"]+)"/.exec((await payer.ask(form)).text)?.[1] ?? '';

const EXPECTED: Readonly<Record<string, RegExp>> = {
  'content-security-policy':
    /^default-src 'none'; script-src 'self'; style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /^no-referrer$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'x-robots-tag': /^noindex, nofollow$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
};

function assertGuarded({ headers }: Pick<Page, 'headers'>, what: string): void {
  for (const [name, value] of Object.entries(EXPECTED)) {
    assert.match(headers.get(name) ?? '', value, `${what}: ${name}`);
  }
  assert.equal(headers.get('set-cookie'), null, what);
  assert.equal(headers.get('strict-transport-security'), null, what);
  assert.equal(headers.get('access-control-allow-origin'), null, what);
}

/** Every kind of response there is under these addresses, with its status. */
const ANSWERS: Readonly<Record<string, () => Promise<Page>>> = {
  '200 the form': () => payer.ask(form),
  '200 the page': () => payer.ask(page),
  '302 a trailing slash': () => payer.ask(`${form}/`),
  '303 an order': () => payer.order(link, { amount: '50' }),
  '303 a receipt before the payment': () => payer.ask(`${page}/receipt`),
  '303 a new code': () => payer.ask(page, ''),
  '303 a simulation': () => payer.ask(`${page}/simulate`, 'action=med'),
  '400 an unknown simulation': () => payer.ask(`${page}/simulate`, 'action=x'),
  '403 another site': () => payer.ask(form, '', { 'sec-fetch-site': 'cross-site' }),
  '403 a sibling site': () => payer.ask(form, '', { 'sec-fetch-site': 'same-site' }),
  '404 no such link': () => payer.ask('/pay/bcdfghjkmnpqrs'),
  '404 no such page': () => payer.ask(`${form}/0123456789abcdefghijkl`),
  '404 no such path': () => payer.ask(`${page}/x/y/z`),
  '404 an empty slug': () => payer.ask('/pay/'),
  '404 no slug': () => payer.ask('/pay'),
  '404 a NUL character': () => payer.ask('/pay/%00'),
  '404 an undecodable slug': () => payer.ask('/pay/%zz'),
  '404 an overlong slug': () => payer.ask(`/pay/${'b'.repeat(500)}`),
  '404 a form sent to no such link': () => payer.ask('/pay/x/y/z', 'document=1'),
  '405 a GET of a form target': () => payer.ask(`${page}/simulate`),
  '413 an overlong form': () => payer.ask(form, `document=${'1'.repeat(9_000)}`),
  '415 JSON': () => payer.ask(form, '{}', { 'content-type': 'application/json' }),
  '415 another charset': () =>
    payer.ask(form, 'a=b', {
      'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1',
    }),
  '415 a compressed form': () => payer.ask(form, 'a=b', { 'content-encoding': 'gzip' }),
  '422 a bad form': () => payer.ask(form, 'document=1'),
  '422 an empty form': () => payer.ask(form, ''),
};

describe('every response has the security headers', () => {
  for (const [name, ask] of Object.entries(ANSWERS)) {
    test(name, async () => {
      const answer = await ask();
      assert.equal(String(answer.status), name.slice(0, 3), answer.text);
      assertGuarded(answer, name);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      if (answer.location !== undefined) return;
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(answer.headers.get('content-language'), 'pt-BR');
      assert.match(String(answer.headers.get('vary')), /accept-language/i);
      assert.match(answer.text, /^<!doctype html><html lang="pt-BR"/i);
    });
  }

  test('an error that can be retried links back to a page', async () => {
    for (const name of ['400 an unknown simulation', '403 another site', '415 JSON']) {
      const links = elementsOf((await ANSWERS[name]?.()) ?? { text: '' });
      const hrefs = links.map(({ attributes }) => attributes['href'] ?? '');
      const back = hrefs.filter((href) => href.startsWith('/pay/'));
      assert.ok(back.length > 0, name);
      for (const href of back) assert.equal((await payer.ask(href)).status, 200, href);
    }
  });

  test('an https installation adds HSTS', async () => {
    const { url } = await openNode({
      ...gateway,
      app: { ...gateway.app, config: { ...gateway.app.config, baseUrl: 'https://pay.example' } },
    });
    const { headers } = await openPayer({ url }).ask(form);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  });
});

test('responses to scripts have the security headers too, and are never cached', async () => {
  for (const [path, status] of [
    [`${page}/status`, 200],
    [`${form}/0123456789abcdefghijkl/status`, 404],
    [`${form}/0123456789abcdefghijkl/events`, 404],
  ] as const) {
    const answer = await payer.ask(path);
    assert.equal(answer.status, status);
    assertGuarded(answer, path);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('the script is cached forever, under a path that changes with its content', async () => {
  assert.match(script, /^\/assets\/pay\.[0-9a-f]+\.js$/);
  const answer = await payer.ask(script);
  assert.equal(answer.status, 200);
  assertGuarded(answer, 'the script');
  assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal((await payer.ask('/assets/pay.0.js')).status, 404);
});

test('pages are compressed as requested, and HEAD has no body', async () => {
  const bare = await payer.ask(page, undefined, { 'accept-encoding': 'identity' });
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await rawAsk(page, encoding, 'GET');
    assert.equal(response.headers['content-encoding'], encoding);
    const unpacked = unpack(response.body).toString('utf8');
    assert.equal(withoutTime(unpacked), withoutTime(bare.text));
    assert.equal(response.headers['content-length'], String(response.body.length));
    assert.match(String(response.headers['vary']), /accept-encoding/i);
  }
  for (const encoding of ['identity', 'gzip']) {
    const head = await rawAsk(page, encoding, 'HEAD');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
    assert.equal(head.headers['content-type'], 'text/html; charset=utf-8');
  }
});

/** A page contains the present time. */
function withoutTime(text: string): string {
  return text.replaceAll(/data-now="[^"]*"/g, '');
}

async function rawAsk(path: string, encoding: string, method: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined;
    headers: Record<string, unknown>;
    body: Buffer;
  }>();
  request(gateway.url + path, { method, headers: { 'accept-encoding': encoding } }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: Buffer.concat(chunks) });
    });
  })
    .on('error', reject)
    .end();
  return promise;
}

describe('the language', () => {
  test('is that of the browser, unless one was chosen', async () => {
    const languages: [string, string, string][] = [
      ['', 'en-US,en;q=0.9', 'en'],
      ['', 'pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
      ['', 'fr', 'pt-BR'],
      ['?lang=en', 'pt-BR', 'en'],
      ['?lang=pt', 'en', 'pt-BR'],
      ['?lang=xx', 'en', 'en'],
      ['?lang=en&lang=pt', 'pt', 'en'],
      ['?lang[]=en', 'pt', 'pt-BR'],
    ];
    for (const [query, accepted, language] of languages) {
      const answer = await payer.ask(form + query, undefined, { 'accept-language': accepted });
      assert.equal(answer.headers.get('content-language'), language, query + accepted);
      assert.match(answer.text, new RegExp(`^<!doctype html><html lang="${language}"`));
    }
  });

  test('once chosen is kept from the form to the page', async () => {
    const [order] = formsIn(await payer.ask(`${form}?lang=en`));
    assert.match(String(order?.action), /[?&]lang=en/);
    const said = { attempt: newTry(), kind: 'cpf', document: '12345678909', amount: '60' };
    const { location } = await payer.ask(String(order?.action), said, { 'accept-language': 'pt' });
    assert.match(String(location), /^\/pay\/\w+\/\w{22}\?lang=en$/);
  });
});

describe('untrusted input', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;`;

  test('is escaped on the page', async () => {
    const other = await openLink(merchant, {
      title: evil,
      description: `${evil}\n</main></html>`,
      amountCents: undefined,
    });
    const path = `/pay/${other.slug}`;
    const query = new URLSearchParams({ amount: evil, lang: evil, document: evil }).toString();
    const said = { attempt: evil, amount: evil, document: evil, kind: evil };
    const answers = [
      await payer.ask(`${path}?${query}`),
      await payer.ask(`${path}?${query}`, said),
      await payer.ask(await payer.orders(other, { amount: '50' })),
      await payer.ask(`/pay/${encodeURIComponent(evil)}`),
      await payer.ask(`/pay/${encodeURIComponent(evil)}/${encodeURIComponent(evil)}`),
    ];
    const escaped = answers.map(({ text }) => text.includes('&lt;script'));
    assert.deepEqual(escaped, [true, true, true, false, false]);
    for (const answer of answers) {
      const elements = elementsOf(answer);
      const scripts = elements.filter(({ name }) => name === 'script');
      assert.ok(scripts.every(({ attributes }) => /^\/assets\/pay/.test(attributes['src'] ?? '')));
      assert.ok(scripts.length <= 1);
      assert.ok(elements.every(({ name }) => name !== 'img'));
      const attributes = elements.flatMap((element) => Object.keys(element.attributes));
      assert.ok(attributes.every((name) => !/^on|^style$/.test(name)));
      assert.equal(answer.text.match(/<\/html>/g)?.length, 1);
    }
  });

  test('prefills only the amount', async () => {
    const query = new URLSearchParams({ amount: '12,34', document: '12345678909' }).toString();
    const [order] = formsIn(await payer.ask(`${form}?${query}`));
    assert.equal(order?.fields['amount'], '12,34');
    assert.equal(order.fields['document'], '');
  });

  test('never reaches a header', async () => {
    const sly = 'en%0d%0aSet-Cookie:%20a=b';
    for (const path of [`${form}?lang=${sly}`, `${page}?lang=${sly}`, `/pay/${sly}`]) {
      const answer = await payer.ask(path);
      assert.equal(answer.headers.get('set-cookie'), null);
    }
    const { location } = await payer.ask(`${page}?lang=${sly}`, '');
    assert.equal(location, page);
  });
});

test('a method that no browser sends is refused in the API’s error format', async () => {
  const bytes = `DELETE ${form} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  const said = await say(gateway.url, bytes);
  assert.match(said, /^HTTP\/1\.1 405 [^]*allow: GET, HEAD, POST\r\n[^]*"method_not_allowed"/i);
});
