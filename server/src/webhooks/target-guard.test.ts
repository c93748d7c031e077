import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { buildConnector } from 'undici';
import { listen } from '../../test/listen.ts';
import { readConfig } from '../config.ts';
import { ApiError } from '../errors.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import { checkUrl, hostOf, policyOf, type TargetPolicy } from './target.ts';
import { guardedConnector, refuseForbiddenHost, resolveTarget } from './target-guard.ts';

const strict = policyOf('live', readConfig({ PONTE_BASE_URL: 'https://ponte.example.com' }));
const desk = policyOf('test', readConfig({}));

const answering =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses;

test('a host name is refused if one of its many addresses is forbidden', async () => {
  const mixed = answering('8.8.8.8', '2606:4700:4700::1111', '10.0.0.1', '1.1.1.1');
  await assert.rejects(resolveTarget('a.example', 443, strict, mixed), {
    attemptError: 'forbidden_target',
  });
  const metadata = answering('127.0.0.1', '169.254.169.254');
  await assert.rejects(resolveTarget('a.example', 80, desk, metadata), {
    attemptError: 'forbidden_target',
  });
  const good = answering('8.8.8.8', '2606:4700:4700::1111');
  assert.deepEqual(await resolveTarget('a.example', 443, strict, good), await good(''));
});

test('a host name without addresses is reported as dns_error', async () => {
  await assert.rejects(resolveTarget('a.example', 443, strict, answering()), {
    attemptError: 'dns_error',
  });
});

test('of a host name with thousands of addresses only the first few are checked and used', async () => {
  const many = Array.from(
    { length: 4_000 },
    (_, at) => `8.8.${String(at >> 8)}.${String(at & 255)}`,
  );
  const addresses = await resolveTarget('a.example', 443, strict, answering(...many));
  assert.deepEqual(addresses, many.slice(0, 16));
});

test('the length limit of a host counts its percent-encoded form', () => {
  const written = `https://${'%61'.repeat(90)}.example/`;
  assert.throws(() => checkUrl(written, strict), { code: 'invalid_url' });
});

test('every form of localhost is treated as this machine', async () => {
  for (const host of ['localhost', 'LOCALHOST', 'localhost.', 'a.b.localhost']) {
    assert.throws(() => checkUrl(`https://${host}:4000/`, strict), ApiError, host);
    const named = hostOf(new URL(`https://${host}:4000/`));
    const resolving = resolveTarget(named, 4_000, strict, lookupOf(strict));
    await assert.rejects(resolving, { attemptError: 'forbidden_target' }, host);
    await refuseForbiddenHost(checkUrl(`http://${host}:4000/`, desk), desk, lookupOf(desk));
    const own = checkUrl(`http://${host}:3000/`, desk);
    await assert.rejects(refuseForbiddenHost(own, desk, lookupOf(desk)), ApiError, host);
  }
});

test('registration accepts a name that does not resolve, but not one with a private address', async () => {
  const url = checkUrl('https://a.example/', strict);
  await refuseForbiddenHost(url, strict, answering());
  await refuseForbiddenHost(url, strict, answering('8.8.8.8'));
  await assert.rejects(refuseForbiddenHost(url, strict, answering('192.168.0.1')), {
    code: 'invalid_url',
  });
});

/** Connects as a delivery would, and counts the connections that reach the port. */
async function connect(
  t: TestContext,
  policy: TargetPolicy,
  lookup: Lookup,
): Promise<{ error: Error | null; arrived: number }> {
  let arrived = 0;
  const server = createServer((socket) => {
    arrived += 1;
    socket.destroy();
  });
  const port = String(await listen(server));
  t.after(() => server.close());
  const options: buildConnector.Options = {
    hostname: 'a.example',
    host: `a.example:${port}`,
    protocol: 'http:',
    port,
  };
  const error = await new Promise<Error | null>((resolve) => {
    guardedConnector(policy, lookup)(options, (failure, socket) => {
      if (!socket) return resolve(failure);
      socket.on('error', () => undefined).on('close', () => resolve(null));
      socket.resume();
    });
  });
  return { error, arrived };
}

test('a host name that resolves to a private address after registration is not connected to', async (t) => {
  const { error, arrived } = await connect(t, strict, answering('127.0.0.1'));
  assert.equal(error?.message, 'forbidden_target');
  assert.equal(arrived, 0);
});

test('a host name is resolved once per connection, so that a second answer cannot differ', async (t) => {
  let asked = 0;
  const lookup: Lookup = async () => [(asked += 1) === 1 ? '127.0.0.1' : '169.254.169.254'];
  const { error, arrived } = await connect(t, desk, lookup);
  assert.equal(error, null);
  assert.deepEqual([asked, arrived], [1, 1]);
});

test('one reachable address of several allowed ones is enough', async (t) => {
  const { error, arrived } = await connect(t, desk, answering('127.0.0.2', '127.0.0.1'));
  assert.equal(error, null);
  assert.equal(arrived, 1);
});
