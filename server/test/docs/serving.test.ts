import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openApi } from '../../src/api.ts';
import { readConfig } from '../../src/config.ts';
import { PAGE_NAMES } from '../../src/docs/contents.ts';
import { openApp } from '../../src/open-app.ts';

const ORIGIN = 'https://ponte.shop.example';
/** The weight limit of a page as sent; the reference is as long as the API is wide. */
const MAX_BYTES = 60 * 1024;

const app = openApp(
  readConfig({
    // The pages query no database.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    PONTE_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
    PONTE_BASE_URL: ORIGIN,
  }),
  'command',
);
app.log.level = 'silent';
const http = openApi(app);
await http.ready();
after(async () => {
  await http.close();
  await app.db.end();
});

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  return http.inject({ url, headers });
}

test('the documentation opens in the language of the browser', async () => {
  const asked: [path: string, language: string, leads: string][] = [
    ['/docs', 'en-US,en;q=0.9', '/docs/en'],
    ['/docs', 'pt-BR,pt;q=0.9,en;q=0.8', '/docs/pt'],
    ['/docs', '', '/docs/pt'],
    ['/docs/', 'en', '/docs/en'],
    ['/docs/errors', 'en', '/docs/en/errors'],
    ['/docs/reference', 'fr', '/docs/pt/reference'],
    ['/docs/pt/', 'en', '/docs/pt'],
    ['/docs/en/errors/', 'pt', '/docs/en/errors'],
  ];
  for (const [path, language, leads] of asked) {
    const { statusCode, headers } = await get(path, { 'accept-language': language });
    assert.equal(statusCode, 302);
    assert.equal(headers.location, leads);
    assert.equal(headers.vary, 'accept-language');
  }
});

test('every page names its language and links to its translation', async () => {
  for (const name of ['', ...PAGE_NAMES.map((page) => `/${page}`)]) {
    const { statusCode, body } = await get(`/docs/pt${name}`);
    assert.equal(statusCode, 200, name);
    assert.match(body, /^<!doctype html><html lang="pt-BR">/);
    assert.ok(body.includes(`hreflang="en" href="${ORIGIN}/docs/en${name}"`), name);
    assert.ok(body.includes(`rel="canonical" href="${ORIGIN}/docs/pt${name}"`), name);
    assert.ok(body.includes(`<a class="plain" href="/docs/en${name}"`), name);
  }
});

test('a page is small, and compressed by the requested encoding', async () => {
  const ways = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const name of PAGE_NAMES) {
    const path = `/docs/en/${name}`;
    const plain = await get(path);
    assert.deepEqual([plain.statusCode, plain.headers['content-encoding']], [200, undefined], name);
    for (const [encoding, unpack] of Object.entries(ways)) {
      const { headers, rawPayload } = await get(path, { 'accept-encoding': encoding });
      assert.equal(headers['content-encoding'], encoding);
      assert.equal(headers.vary, 'accept-encoding');
      assert.ok(rawPayload.length < MAX_BYTES, `${name}: ${String(rawPayload.length)} bytes`);
      assert.equal(unpack(rawPayload).toString(), plain.body);
    }
  }
});

test('the description of the API, which the trial page loads, is compressed like the pages', async () => {
  const plain = await get('/openapi.json');
  const { headers, rawPayload } = await get('/openapi.json', { 'accept-encoding': 'gzip' });
  assert.equal(headers['content-encoding'], 'gzip');
  assert.equal(headers.vary, 'accept-encoding');
  assert.ok(rawPayload.length < MAX_BYTES, `${String(rawPayload.length)} bytes`);
  assert.equal(gunzipSync(rawPayload).toString(), plain.body);
  const again = await get('/openapi.json', { 'if-none-match': String(headers.etag) });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('an unchanged page gets 304 without a body', async () => {
  const { headers } = await get('/docs/en/errors', { 'accept-encoding': 'br' });
  const tag = headers.etag ?? '';
  assert.match(tag, /^W\/"[0-9a-f]{16}"$/);
  for (const known of [tag, `"other", ${tag}`, `"other",${tag.slice(2)}`, ' * ']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'if-none-match': known };
      const again = await http.inject({ method, url: '/docs/en/errors', headers });
      assert.equal(again.statusCode, 304, known);
      assert.equal(again.body, '');
      assert.equal(again.headers['content-length'], undefined, method);
    }
  }
  const other = await get('/docs/pt/errors', { 'if-none-match': tag });
  assert.equal(other.statusCode, 200);
});

test('each page exists as Markdown, and llms.txt links to all of them', async () => {
  const list = await get('/llms.txt');
  assert.match(list.headers['content-type'] ?? '', /^text\/plain; charset=utf-8/);
  assert.match(list.body, /^# Ponte\n\n> .+\n/);
  const links = [...list.body.matchAll(/\]\(https:\/\/ponte\.shop\.example([^)]+)\)/g)];
  const paths = links.map(([, path = '']) => path);
  assert.ok(paths.includes('/docs/en/errors.md') && paths.includes('/docs/en/quickstart.md'));
  const full = await get('/llms-full.txt');
  for (const path of paths) {
    const { statusCode, headers, body } = await get(path);
    assert.equal(statusCode, 200, path);
    if (!path.endsWith('.md')) continue;
    assert.equal(headers['content-type'], 'text/markdown; charset=utf-8');
    assert.match(body, /^# .+\n\n> .+\n/);
    assert.ok(full.body.includes(body), path);
  }
});

test('robots.txt and the sitemap lead search engines to the pages', async () => {
  const robots = await get('/robots.txt');
  assert.ok(robots.body.includes(`Sitemap: ${ORIGIN}/sitemap.xml`));
  const sitemap = await get('/sitemap.xml');
  const places = [...sitemap.body.matchAll(/<loc>https:\/\/ponte\.shop\.example([^<]+)<\/loc>/g)];
  assert.ok(places.length > 20);
  for (const [, path = ''] of places) assert.equal((await get(path)).statusCode, 200, path);
});

test('search ignores accents, case and word order, and a query never becomes markup', async () => {
  const search = (language: string, words: string) =>
    get(`/docs/${language}/search?q=${encodeURIComponent(words)}`);
  const found = await search('pt', 'DEFINITIVA requisicao PREVIOUS_ERROR');
  assert.match(found.body, /<a href="\/docs\/pt\/errors#previous_error">/);
  const nothing = await search('en', 'xyzzy');
  assert.match(nothing.body, /Nothing found for “xyzzy”/);
  const hostile = await search('en', '"><script>alert(1)</script>');
  assert.equal(hostile.statusCode, 200);
  assert.doesNotMatch(hostile.body, /<script>/);
  assert.match(hostile.body, /content="noindex"/);
  assert.equal((await search('en', '')).statusCode, 200);
  assert.equal((await get(`/docs/en/search?q=${'a'.repeat(101)}`)).statusCode, 400);
  assert.equal((await get('/docs/en/search?q=a&q=b')).statusCode, 400);
});

test('searches are rate limited per address, and reading is not', async () => {
  const search = () => http.inject({ url: '/docs/en/search?q=key', remoteAddress: '192.0.2.7' });
  const answers = await Promise.all(Array.from({ length: 200 }, search));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  assert.ok(refused.length > 0 && refused.length <= 160, String(refused.length));
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) >= 1));
  const page = await http.inject({ url: '/docs/en/errors', remoteAddress: '192.0.2.7' });
  assert.equal(page.statusCode, 200);
});

test('a missing page is an HTML page for browsers and a JSON error for programs', async () => {
  for (const path of ['/docs/en/nowhere', '/docs/xx', '/docs/en/..%2f..%2fpackage.json']) {
    const page = await get(path, { accept: 'text/html', 'accept-language': 'en' });
    assert.equal(page.statusCode, 404, path);
    assert.match(page.body, /Page not found/);
    const error = await get(path, { accept: '*/*' });
    assert.equal(error.json<{ error: string }>().error, 'not_found');
    for (const { headers } of [page, error]) assert.equal(headers['cache-control'], 'no-store');
  }
  const method = await http.inject({ method: 'POST', url: '/docs/en/errors', payload: {} });
  assert.equal(method.statusCode, 405);
  const head = await http.inject({ method: 'HEAD', url: '/docs/en/errors' });
  assert.deepEqual([head.statusCode, head.body], [200, '']);
});

test('the content security policy lets pages load only from this origin', async () => {
  for (const path of ['/docs/en/errors', '/docs/en/try', '/docs/en/search?q=a', '/llms.txt']) {
    const { headers } = await get(path);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; connect-src 'self'; .*script-src 'self';/, path);
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['strict-transport-security']), /max-age/);
  }
});
