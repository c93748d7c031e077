import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import vectors from '../../test/vectors/liquid-addresses.json' with { type: 'json' };
import { type Answer, BLOCK_TIME, LIES, openChainServer } from '../../test/esplora.ts';
import { explicitTransaction } from '../../test/explicit-transaction.ts';
import { until } from '../../test/receiver.ts';
import { type Esplora, openEsplora } from './open-esplora.ts';
import { ChainFailure, confirmationsOf } from './port.ts';

const server = await openChainServer({ after });
const plain = vectors.sound.find(({ network, confidential }) => {
  return network === 'testnet' && !confidential;
});
assert.ok(plain);
const { address, script } = plain;

/** A source with fresh state, so that no test opens the circuit breaker of another. */
function openSource(timeoutMs = 20_000, url = server.url): Esplora {
  return openEsplora(url, { callsPerMinute: undefined, longestBackOffMs: 2_000, timeoutMs });
}

const newTransaction = (): string =>
  explicitTransaction([{ script, asset: randomBytes(32).toString('hex'), units: 89_910_000 }]);

const unknownId = (): string => randomBytes(32).toString('hex');

/** The failure that an answer is refused with. */
async function failureOf(answer: Promise<unknown>): Promise<ChainFailure> {
  const failure: unknown = await answer.then(
    (value) => assert.fail(`it was believed: ${JSON.stringify(value)?.slice(0, 200)}`),
    (error: unknown) => error,
  );
  assert.ok(failure instanceof ChainFailure, String(failure));
  return failure;
}

/** Every question a source can be asked, about things that its server knows. */
function questions(source: Esplora, txId: string): Record<string, () => Promise<unknown>> {
  return {
    readTip: () => source.readTip(),
    readGenesis: () => source.readGenesis(),
    readTipTime: () => source.readTipTime(),
    readTransaction: () => source.readTransaction(txId),
    readPlace: () => source.readPlace(txId),
    listUnspent: () => source.listUnspent(address),
    listTransactions: () => source.listTransactions(address),
  };
}

test('a transaction is read with its block, and listed at its address', async () => {
  const source = openSource();
  const hex = newTransaction();
  const id = server.put(hex);
  assert.equal(await source.readTransaction(id.toUpperCase()), hex);
  assert.deepEqual(await source.readPlace(id), { block: null });
  server.put(hex, 99);
  const place = await source.readPlace(id);
  assert.equal(place?.block?.height, 99);
  assert.deepEqual(place.block.madeAt, BLOCK_TIME);
  assert.equal(place && confirmationsOf(place, await source.readTip()), 2);
  assert.ok((await source.listUnspent(address)).some((one) => one.txId === id && one.vout === 0));
  const listed = await source.listTransactions(address);
  assert.deepEqual(
    listed.find(({ txId }) => txId === id),
    { txId: id, ...place },
  );
});

test('an unknown transaction is absent, and a malformed id is not asked for', async () => {
  const source = openSource();
  assert.equal(await source.readTransaction(unknownId()), undefined);
  assert.equal(await source.readPlace(unknownId()), undefined);
  const asked = server.asked.length;
  for (const name of ['', '00', 'z'.repeat(64), '../blocks/tip/height', unknownId().slice(1)]) {
    assert.equal(await source.readTransaction(name), undefined);
    assert.equal(await source.readPlace(name), undefined);
  }
  assert.equal(server.asked.length, asked);
});

test("a transaction's block is read afresh each time, so that a reorganization is seen", async () => {
  const source = openSource();
  const hex = newTransaction();
  const id = server.put(hex, 98);
  const before = await source.readPlace(id);
  server.put(hex, 100);
  assert.notEqual((await source.readPlace(id))?.block?.hash, before?.block?.hash);
  server.put(hex);
  assert.deepEqual(await source.readPlace(id), { block: null });
  server.remove(id);
  assert.equal(await source.readPlace(id), undefined);
  assert.ok(!(await source.listTransactions(address)).some(({ txId }) => txId === id));
});

const OUTAGES: Readonly<Record<string, Answer>> = {
  'rate limits us': LIES.status(429),
  'rate limits us for a while': LIES.status(429, { 'retry-after': '120' }),
  fails: LIES.status(500),
  'is behind a bad gateway': LIES.status(502),
  'is under maintenance until then': LIES.status(503, {
    'retry-after': new Date(Date.now() + 120_000).toUTCString(),
  }),
  'is behind an HTML page': LIES.html(),
  'is behind an HTML page with 404': LIES.html(404),
  redirects: LIES.redirect('/elsewhere'),
  'answers without content': LIES.status(204),
  'forbids us': LIES.status(403),
  'hangs up': LIES.cut(),
};

test('no answer of an unhealthy server is believed, and its Retry-After is respected', async (t) => {
  const id = server.put(newTransaction(), 99);
  for (const [name, answer] of Object.entries(OUTAGES)) {
    for (const [question] of Object.entries(questions(openSource(), id))) {
      const source = openSource();
      const ask = questions(source, id)[question];
      assert.ok(ask);
      const undo = server.lie(/./, answer);
      t.after(undo);
      const failure = await failureOf(ask());
      undo();
      if (!/for a while|until/.test(name)) continue;
      const seconds = failure.retryAfterSeconds ?? 0;
      assert.ok(seconds > 60 && seconds <= 120, `${name}: ${String(seconds)}`);
      // The server is healthy again, but isn't even asked before the time it gave is over.
      const asked = server.asked.length;
      await failureOf(ask());
      assert.equal(server.asked.length, asked, name);
    }
  }
});

test('a call to a server that stalls or trickles times out', async () => {
  const id = server.put(newTransaction(), 99);
  for (const answer of [LIES.stall(), LIES.trickle()]) {
    const undo = server.lie(/./, answer);
    const given = Object.keys(questions(openSource(), id)).map(async (question) => {
      await failureOf(questions(openSource(100), id)[question]?.() ?? Promise.resolve());
    });
    await Promise.all(given);
    undo();
  }
});

test('a server that comes back after an outage is asked again, after one trial call', async () => {
  const own = await openChainServer({ after });
  const source = openSource(20_000, own.url);
  const id = own.put(newTransaction(), 100);
  own.stop();
  await failureOf(source.readPlace(id));
  await own.start();
  await until(
    async () => (await source.readPlace(id).catch(() => undefined)) !== undefined,
    60_000,
  );
  // One trial call, and then the question itself.
  assert.deepEqual(own.asked, ['/blocks/tip/height', `/tx/${id}`]);
});

test('absence is not believed if the server does not know its own tip', async () => {
  const undo = server.lie(/tip/, LIES.status(404));
  await failureOf(openSource().readPlace(unknownId()));
  await failureOf(openSource().readTransaction(unknownId()));
  undo();
});

test('concurrent readings of the tip share one call, and a failure is not cached', async () => {
  const own = await openChainServer({ after });
  const source = openSource(20_000, own.url);
  const undo = own.lie(/tip/, LIES.says('soon'));
  await failureOf(source.readTip());
  undo();
  const tips = await Promise.all(Array.from({ length: 50 }, () => source.readTip()));
  assert.deepEqual(new Set(tips), new Set([100]));
  assert.equal(own.asked.length, 2);
});

test('a redirect to another server is not followed', async () => {
  const trap = await openChainServer({ after });
  trap.put(newTransaction());
  const undo = server.lie(/./, LIES.redirect(`${trap.url}/blocks/tip/height`));
  await failureOf(openSource().readTip());
  undo();
  assert.deepEqual(trap.asked, []);
});

test('credentials in the URL are sent, and its base path is kept', async () => {
  const seen: (string | undefined)[] = [];
  const undo = server.lie(/^\/a key\/api|^\/a%20key\/api/, (request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('7');
  });
  const url = `${server.url.replace('//', '//me:se%3Acret%@')}/a%20key/api/`;
  assert.equal(await openSource(20_000, url).readTip(), 7);
  undo();
  const credentials = `Basic ${Buffer.from('me:se:cret%').toString('base64')}`;
  assert.deepEqual(seen, ['/a%20key/api/blocks/tip/height', credentials]);
});
