import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { configOf, createDatabase, partnerAt, until } from '../test/sandbox.ts';
import { startSimulator } from './server.ts';

/** A database connection that can be cut and restored. */
async function openProxy(target: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  // A listening TCP server has an address with a port.
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const close = () => {
    cut();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: url.href, cut, mend: () => (isCut = false), close };
}

test('without its database the simulator answers 503 without a message, and recovers by itself', async () => {
  const database = await createDatabase();
  const proxy = await openProxy(new URL(database.url));
  const simulator = await startSimulator(configOf(proxy.url));
  const partner = partnerAt(simulator.url);
  const healthy = async () => (await fetch(`${simulator.url}/healthz`)).status;
  try {
    assert.equal(await healthy(), 200);
    const id = await partner.newCharge();

    proxy.cut();
    assert.equal(await healthy(), 503);
    const answer = await partner.deposit();
    assert.deepEqual([answer.status, answer.body], [503, {}]);
    const refused = await partner.control('POST', `charges/${id}/pay`);
    assert.deepEqual([refused.status, refused.body['error']], [503, 'unavailable']);

    proxy.mend();
    await until(async () => (await healthy()) === 200);
    await partner.control('POST', `charges/${id}/pay`);
    await partner.charge(id, 'depix_sent');
  } finally {
    await simulator.close();
    await proxy.close();
    await database.drop();
  }
});

test('two simulators on one database share its work', async () => {
  const database = await createDatabase();
  const config = configOf(database.url);
  const pair = await Promise.all([startSimulator(config), startSimulator(config)]);
  const [one, other] = pair.map(({ url }) => partnerAt(url, 'env_shared'));
  assert.ok(one && other);
  try {
    const ids = await Promise.all(Array.from({ length: 30 }, () => one.newCharge()));
    await Promise.all(ids.map((id) => other.control('POST', `charges/${id}/pay`)));
    for (const id of ids) await one.charge(id, 'depix_sent');
  } finally {
    for (const simulator of pair) await simulator.close();
    await database.drop();
  }
});

test('text that PostgreSQL cannot store is refused', async () => {
  const database = await createDatabase();
  const simulator = await startSimulator(configOf(database.url));
  const { api, control } = partnerAt(simulator.url);
  try {
    const answers = await Promise.all([
      api('GET', 'deposit-status?id=%00'),
      api('GET', 'deposits?start=2026-11-01&end=2026-11-02&status=%00'),
      control('POST', 'charges/%00/pay'),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400],
    );
    assert.equal((await fetch(`${simulator.url}/qr/%00.png`)).status, 400);
  } finally {
    await simulator.close();
    await database.drop();
  }
});
