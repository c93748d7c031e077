import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import vectors from '../../test/vectors/liquid-addresses.json' with { type: 'json' };
import { type Answer, LIES, openChainServer } from '../../test/esplora.ts';
import { explicitTransaction } from '../../test/explicit-transaction.ts';
import { txIdOf } from '../liquid/read-outputs.ts';
import { type Esplora, openEsplora } from './open-esplora.ts';
import { ChainFailure } from './port.ts';

const server = await openChainServer({ after });
const options = { callsPerMinute: undefined, longestBackOffMs: 2_000, timeoutMs: 20_000 };
const source = openEsplora(server.url, options);
const plain = vectors.sound.find(({ network, confidential }) => {
  return network === 'testnet' && !confidential;
});
assert.ok(plain);
const { address, script } = plain;

const newTransaction = (): string =>
  explicitTransaction([{ script, asset: randomBytes(32).toString('hex'), units: 1 }]);

const id = server.put(newTransaction(), 99);
const other = newTransaction();
const block = { confirmed: true, block_height: 99, block_hash: 'ab'.repeat(32) };
const listed = (count: number) =>
  Array.from({ length: count }, (_, vout) => ({ txid: id, vout, status: block }));

/** Answers of a server that responds, none of which may be believed. */
const NONSENSE: readonly (readonly [
  ask: (source: Esplora) => Promise<unknown>,
  path: RegExp,
  answers: readonly Answer[],
])[] = [
  [
    (one) => one.readTip(),
    /tip/,
    ['', '-1', '1.5', '1e3', '0x10', 'NaN', '9999999999', '"100"', '{}', '1'.repeat(5_000)].map(
      (text) => LIES.says(text),
    ),
  ],
  [(one) => one.readGenesis(), /block-height/, [LIES.says('00'), LIES.says(''), LIES.json({})]],
  [
    (one) => one.readTipTime(),
    /block\/[0-9a-f]+$/,
    [
      LIES.json({}),
      LIES.json({ timestamp: '1700000000' }),
      LIES.json({ timestamp: -1 }),
      LIES.json({ timestamp: 1e15 }),
    ],
  ],
  [
    (one) => one.readTransaction(id),
    /hex$/,
    [
      LIES.says(other),
      LIES.says(''),
      LIES.says('00'),
      LIES.says('z'.repeat(200)),
      LIES.says(other.slice(0, -2)),
      LIES.says(`${other}00`),
      LIES.says(randomBytes(2_000).toString('hex')),
      LIES.says(`0200000000${'ff'.repeat(2_000)}`),
      LIES.says('404 page not found', 'text/plain', 404),
      LIES.says('endpoint does not exist', 'text/plain', 404),
      LIES.status(400),
      LIES.flood(),
    ],
  ],
  [
    (one) => one.readPlace(id),
    /tx\/[0-9a-f]+$/,
    [
      LIES.json(null),
      LIES.json([]),
      LIES.json({}),
      LIES.says('{"txid":'),
      LIES.says('['.repeat(100_000)),
      LIES.json({ txid: id }),
      LIES.json({ txid: txIdOf(other), status: block }),
      LIES.json({ txid: id, status: { confirmed: 'true' } }),
      LIES.json({ txid: id, status: { confirmed: true } }),
      LIES.json({ txid: id, status: { ...block, block_height: -1 } }),
      LIES.json({ txid: id, status: { ...block, block_height: 99.5 } }),
      LIES.json({ txid: id, status: { ...block, block_height: 2 ** 53 } }),
      LIES.json({ txid: id, status: { ...block, block_hash: 'ab' } }),
      LIES.json({ txid: id, status: { ...block, block_hash: null } }),
      LIES.json({ txid: id, status: { ...block, block_time: '1700000000' } }),
      LIES.json({ txid: id, status: { ...block, block_time: -1 } }),
    ],
  ],
  [
    (one) => one.listUnspent(address),
    /utxo$/,
    [
      LIES.json({}),
      LIES.json([{ txid: id }]),
      LIES.json([{ txid: id, vout: -1 }]),
      LIES.json([{ txid: id, vout: 0.5 }]),
      LIES.json([{ txid: id, vout: 2 ** 31 }]),
      LIES.json([{ txid: id, vout: '0' }]),
      LIES.json([{ txid: 'id', vout: 0 }]),
      LIES.json([...listed(3), ...listed(1)]),
      LIES.json(listed(20_001)),
      LIES.says('Too many history entries', 'text/plain', 400),
      LIES.says('Transaction not found', 'text/plain', 404),
      LIES.flood(),
    ],
  ],
  [
    (one) => one.listTransactions(address),
    /txs$/,
    [
      LIES.json({}),
      LIES.json(listed(2)),
      LIES.json([{ txid: id, status: { ...block, block_hash: '' } }]),
      LIES.json([null]),
      LIES.says('Transaction not found', 'text/plain', 404),
      LIES.flood(),
    ],
  ],
];

test('an answer that is malformed, too large or about something else is not believed', async () => {
  for (const [ask, path, answers] of NONSENSE) {
    for (const answer of answers) {
      const undo = server.lie(path, answer);
      await assert.rejects(ask(source), ChainFailure);
      undo();
    }
    // A bad answer about one address or transaction doesn't stop questions about another.
    await ask(source);
  }
});
