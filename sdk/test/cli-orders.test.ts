import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openHome, ponte } from './cli.ts';
import {
  accessTo,
  answers,
  cuts,
  keysOf,
  type FakeGateway,
  openFakeGateway,
  refuses,
} from './fake-gateway.ts';

const home = await openHome({ after });
const ORDER = ['deposits', 'create', '--amount', '5000', '--tax-id', '12345678909'];
const made = answers(201, { id: 'dep_1', status: 'PENDING' });

function order({ url }: FakeGateway, ...more: string[]) {
  return ponte(home, [...ORDER, ...more], { env: accessTo(url) });
}

test('an order’s key is printed before it is sent, and again when its outcome is unknown', async () => {
  // No answer at all: a person who interrupts the command here has already seen the key.
  const silent = await openFakeGateway(cuts);
  const { code, out, err } = await order(silent);
  assert.deepEqual([code, out], [1, '']);
  const [key] = keysOf(silent);
  const [before, failure, advice, ...rest] = err.trimEnd().split('\n');
  assert.equal(before, `To repeat this same order: --idempotency-key ${String(key)}`);
  assert.match(failure ?? '', /connection_failed/);
  assert.match(advice ?? '', new RegExp(`Repeat the same with --idempotency-key ${String(key)}`));
  assert.deepEqual(rest, []);
  const fake = await openFakeGateway(made);
  const repeated = await order(fake, '--idempotency-key', String(key));
  assert.deepEqual([repeated.code, repeated.err], [0, '']);
  assert.deepEqual([...keysOf(fake)], [key]);
});

test('with -o json the key is printed to stderr as one JSON object', async () => {
  const fake = await openFakeGateway(made);
  const { code, err } = await order(fake, '-o', 'json');
  const { note, idempotencyKey } = JSON.parse(err) as Record<string, unknown>;
  assert.deepEqual([code, note], [0, 'idempotency_key']);
  assert.deepEqual([...keysOf(fake)], [idempotencyKey]);
});

test('after a lost answer to a call without a key the advice is to look before repeating it', async () => {
  const silent = await openFakeGateway(cuts);
  const { code, err } = await ponte(home, ['clock', '20m'], { env: accessTo(silent.url) });
  assert.equal(code, 1);
  assert.match(err, /It may have been done: look before you repeat it\.\n$/);
});

test('a spent key is reported as spent, and an empty key is a usage error', async () => {
  const fake = await openFakeGateway(refuses(400, 'invalid_amount'));
  const { code, err } = await order(fake, '--idempotency-key', 'order-1');
  assert.equal(code, 1);
  assert.match(err, /spent/);
  const empty = await order(fake, '--idempotency-key', '');
  assert.equal(empty.code, 2);
  assert.equal(fake.heard.length, 1);
});

test('a key or an id that cannot be sent as typed is a usage error, and nothing is sent', async () => {
  const fake = await openFakeGateway(made);
  const env = { ...accessTo(fake.url), LANG: 'pt_BR' };
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
  const inReais = ['deposits', 'create', '--amount', '50,00', '--tax-id', '12345678909'];
  assert.match((await ponte(home, inReais, { env })).err, /centavos: R\$ 50,00 é 5000/);
  assert.equal(fake.heard.length, 0);
});

test('a balance is printed as one row per value of each wallet', async () => {
  const wallet = {
    label: 'Loja',
    receivedCents: 5_000,
    onChain: { state: 'known', checkedAt: null },
  };
  const { url } = await openFakeGateway(
    answers(200, { balances: [wallet], totals: { receivedCents: 5_000 } }),
  );
  const { out } = await ponte(home, ['balance'], { env: accessTo(url) });
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
