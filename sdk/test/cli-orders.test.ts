import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openHome, ponte } from './cli.ts';
import { answers, cuts, keysOf, type Liar, openLiar, refuses } from './liar.ts';

const home = await openHome({ after });
const ORDER = ['deposits', 'create', '--amount', '5000', '--tax-id', '12345678909'];
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

async function order({ url }: Liar, ...more: string[]) {
  const env = { PONTE_URL: url, PONTE_API_KEY: 'pt_test_this-is-no-real-key' };
  return ponte(home, [...ORDER, ...more], { env });
}

test('the key of an order is said before it leaves, and again when nobody knows what became of it', async () => {
  // Not heard at all: whoever ends the command here has seen the key already.
  const silent = await openLiar(cuts);
  const { code, out, err } = await order(silent);
  assert.deepEqual([code, out], [1, '']);
  const [key] = keysOf(silent);
  const [before, failure, advice, ...rest] = err.trimEnd().split('\n');
  assert.equal(before, `To repeat this same order: --idempotency-key ${String(key)}`);
  assert.match(failure ?? '', /connection_failed/);
  assert.match(advice ?? '', new RegExp(`Repeat the same with --idempotency-key ${String(key)}`));
  assert.deepEqual(rest, []);
  const liar = await openLiar(made);
  const repeated = await order(liar, '--idempotency-key', String(key));
  assert.deepEqual([repeated.code, repeated.err], [0, '']);
  assert.deepEqual([...keysOf(liar)], [key]);
});

test('for programs the key stands beside the answer, one object a line', async () => {
  const liar = await openLiar(made);
  const { code, err } = await order(liar, '-o', 'json');
  const { note, idempotencyKey } = JSON.parse(err) as Record<string, unknown>;
  assert.deepEqual([code, note], [0, 'idempotency_key']);
  assert.deepEqual([...keysOf(liar)], [idempotencyKey]);
});

test('what has no key is to be looked for before it is done again', async () => {
  const silent = await openLiar(cuts);
  const env = { PONTE_URL: silent.url, PONTE_API_KEY: 'pt_test_this-is-no-real-key' };
  const { code, err } = await ponte(home, ['clock', '20m'], { env });
  assert.equal(code, 1);
  assert.match(err, /It may have been done: look before you repeat it\.\n$/);
});

test('a spent key is not to be used again, and an empty one is no key', async () => {
  const liar = await openLiar(refuses(400, 'invalid_amount'));
  const { code, err } = await order(liar, '--idempotency-key', 'order-1');
  assert.equal(code, 1);
  assert.match(err, /spent/);
  const empty = await order(liar, '--idempotency-key', '');
  assert.equal(empty.code, 2);
  assert.equal(liar.heard.length, 1);
});

test('a key or an id that could not arrive as it was typed ends with 2, and nothing leaves', async () => {
  const liar = await openLiar(made);
  const env = { PONTE_URL: liar.url, PONTE_API_KEY: 'pt_test_this-is-no-real-key', LANG: 'pt_BR' };
  const keys = [' order-1', 'pedido nº 1', 'x'.repeat(256)];
  const typed = [
    ...keys.map((key) => [...ORDER, '--idempotency-key', key]),
    ['deposits', 'status', ''],
    ['withdrawals', 'status', '..'],
    ['trigger', ''],
  ];
  for (const args of typed) {
    const { code, out, err } = await ponte(home, args, { env });
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.match(err, /^ponte: .*(pede|não|caso).* \(usage\)\n$/);
  }
  assert.equal(liar.heard.length, 0);
});

test('a balance is shown in rows, one for each value of each wallet', async () => {
  const wallet = {
    label: 'Loja',
    receivedCents: 5_000,
    onChain: { state: 'known', checkedAt: null },
  };
  const { url } = await openLiar(
    answers(200, { balances: [wallet], totals: { receivedCents: 5_000 } }),
  );
  const env = { PONTE_URL: url, PONTE_API_KEY: 'pt_test_this-is-no-real-key' };
  const { out } = await ponte(home, ['balance'], { env });
  assert.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      ['balances.0.label', 'Loja'],
      ['balances.0.receivedCents', '5000'],
      ['balances.0.onChain.state', 'known'],
      ['balances.0.onChain.checkedAt', '-'],
      ['totals.receivedCents', '5000'],
    ],
  );
});
