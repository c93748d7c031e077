import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { addressOf, hostOf } from './address.ts';
import { fromBrasilia, toBrasilia } from './brasilia-time.ts';
import { causeIn, succeeded } from './cause.ts';
import { words as formWords } from './form-words.ts';
import { curlOf, verifyIn } from './snippets.ts';
import { refusalOf, urlProblem } from './url-problem.ts';
import { words } from './words.ts';

const say = words.pt.cause;

test('every failure code, of endpoint checks or of deliveries, has a readable cause', () => {
  const cause = (error: string | null, responseStatus: number | null = null) =>
    causeIn(say, { error, responseStatus });
  assert.equal(cause('tls_error'), cause('certificate'));
  assert.equal(cause('dns_error'), 'endereço não encontrado');
  assert.equal(cause('timeout', 200), 'tempo esgotado');
  assert.equal(cause(null, 500), 'respondeu 500');
  assert.equal(cause('status_503'), 'respondeu 503');
  assert.equal(cause('something_new'), 'sem resposta');
});

test('a listener has a name to type even where the browser finds no host in its address', (t) => {
  const { URL: OfNow } = globalThis;
  /** That of Chrome before version 130. */
  class OfThen extends OfNow {
    override get host(): string {
      return /^https?:$/.test(this.protocol) ? super.host : '';
    }
  }
  Object.assign(globalThis, { URL: OfThen });
  t.after(() => Object.assign(globalThis, { URL: OfNow }));
  assert.equal(new URL('listener://desk').host, '');
  assert.equal(hostOf('listener://desk'), 'desk');
  assert.equal(hostOf('https://Shop.example:8443/hook?from=desk'), 'shop.example:8443');
});

test('only a complete 2xx response is a success', () => {
  assert.equal(succeeded({ error: null, responseStatus: 204 }), true);
  assert.equal(succeeded({ error: null, responseStatus: 302 }), false);
  assert.equal(succeeded({ error: 'response_too_slow', responseStatus: 200 }), false);
  assert.equal(succeeded({ error: 'timeout', responseStatus: null }), false);
});

test('the curl command to copy sends the exact body with a valid signature, safely quoted', () => {
  const requestBody = `{"event":"deposit.confirmed","data":{"note":"it's \\"$(id)\\" \`x\`"}}`;
  const sent = { url: 'http://127.0.0.1/a?b=1', event: 'test.ping', eventId: 'evt_1', requestBody };
  // This curl only prints its arguments.
  const script = `curl() { printf '%s\\n' "$@"; }\n${curlOf(sent)}`;
  const env = { PATH: process.env['PATH'] ?? '', PONTE_WEBHOOK_SECRET: 'whsec_abc' };
  const printed = execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
  const signature = createHmac('sha256', 'whsec_abc').update(requestBody).digest('hex');
  assert.ok(printed.includes(`X-Webhook-Signature: sha256=${signature}\n`), printed);
  assert.ok(printed.includes('\nwebhook-id: evt_1\n'), printed);
  assert.ok(printed.endsWith(`--data-raw\n${requestBody}\n`), printed);
});

test('the verification code shown accepts our signatures and rejects any other', async () => {
  const isFromPonte = await shownVerifier('whsec_abc');
  const body = Buffer.from('{"event":"test.ping"}');
  const signedWith = (secret: string) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const signature = signedWith('whsec_abc');
  assert.equal(isFromPonte(body, signature), true);
  assert.equal(isFromPonte(Buffer.from('{"event":"test.pong"}'), signature), false);
  assert.equal(isFromPonte(body, 'sha256=00'), false);
  assert.equal((await shownVerifier(''))(body, signedWith('')), false);
});

type IsFromPonte = (body: Buffer, signature: string) => boolean;

async function shownVerifier(secret: string): Promise<IsFromPonte> {
  process.env['PONTE_WEBHOOK_SECRET'] = secret;
  const plain = verifyIn(formWords.pt).replace(/: (?:Buffer|string|boolean)\b/g, '');
  const module = `${plain}\n// ${secret}`;
  const code: unknown = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  // The snippet exports this function.
  return (code as { readonly isFromPonte: IsFromPonte }).isFromPonte;
}

test('a Brasília time parses back to the same instant', () => {
  const at = Date.parse('2026-11-21T02:30:00Z');
  assert.equal(toBrasilia(at), '2026-11-20T23:30');
  assert.equal(fromBrasilia('2026-11-20T23:30'), new Date(at).toISOString());
  assert.equal(fromBrasilia(''), undefined);
  assert.equal(fromBrasilia('2026-13-45T99:99'), undefined);
});

test('each mistake in an endpoint URL has its own words before it is sent', () => {
  for (const [typed, inTest, inLive = inTest] of [
    ['  ', 'missing'],
    ['loja.example/hook', 'notUrl'],
    ['www.loja.example', 'notUrl'],
    ['https:loja.example', 'notUrl'],
    ['ftp://loja.example', 'notUrl'],
    ['https://loja example/hook', 'spaces'],
    ['loja.example / hook', 'spaces'],
    ['https://', 'noHost'],
    ['https:///hook', 'noHost'],
    ['https://:443/hook', 'noHost'],
    ['https://ana:segredo@loja.example/hook', 'credentials'],
    ['https://loja.example\\hook', 'unreadable'],
    ['https://loja.example:99999/hook', 'unreadable'],
    ['https://loja..example/hook', 'unreadable'],
    [`https://loja.example/${'a'.repeat(2_048)}`, 'tooLong'],
    [' https://loja.example/hook ', undefined],
    ['HTTPS://Loja.Example/hook?a=b@c', undefined],
    ['http://localhost:3000/hook', undefined, 'notSecure'],
    // Installations may allow it.
    ['https://localhost:3000/hook', undefined],
  ] as const) {
    assert.equal(urlProblem(typed, 'test'), inTest, typed);
    assert.equal(urlProblem(typed, 'live'), inLive, typed);
  }
});

test('an address of one’s own computer is told from other addresses that are refused', () => {
  for (const host of ['localhost', 'api.localhost', '127.0.0.1', '127.1', '[::1]', '0.0.0.0']) {
    assert.equal(refusalOf(` https://${host}:8443/hook`), 'ownComputer', host);
  }
  for (const host of ['10.0.0.5', 'loja.internal', 'padaria', 'localhost.example', '[fd00::1]']) {
    assert.equal(refusalOf(`https://${host}/hook`), 'notPublic', host);
  }
});

test('an endpoint is shown with its port, path and query', () => {
  assert.equal(addressOf('https://shop.example/hooks/a?b=1'), 'shop.example/hooks/a?b=1');
  assert.equal(addressOf('http://shop.example:8080/'), 'shop.example:8080');
  assert.equal(addressOf('listener://laptop'), 'listener://laptop');
});
