import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { cents } from '../../src/money.ts';
import { isObject } from '../../src/platform/json.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { readQr } from '../read-qr.ts';
import pixKeys from '../vectors/pix-keys.json' with { type: 'json' };
import taxIds from '../vectors/tax-ids.json' with { type: 'json' };
import { type Answer, refusalOf, send } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });

async function openPayee(from = gateway): Promise<Tenant> {
  const tenant = await openTenant(from);
  await tenant.openWallet();
  return tenant;
}

function parts({ body }: Answer): unknown[] {
  return ['amountCents', 'feeCents', 'totalCents', 'netCents'].map((name) => body[name]);
}

describe('a deposit with the default fees, 2 % and R$ 0.99', { concurrency: true }, () => {
  test('costs the payer the amount and the fee; the wallet gets the amount', async () => {
    const tenant = await openPayee();
    const prices = {
      200: 103,
      224: 103,
      225: 104,
      274: 104,
      275: 105,
      5_000: 199,
      600_000: 12_099,
    };
    for (const [text, fee] of Object.entries(prices)) {
      const amount = Number(text);
      for (const choice of [{}, { passFeesToPayer: true }]) {
        const answer = await tenant.post('/v1/api/deposit', {
          ...DEPOSIT,
          ...choice,
          amountCents: amount,
        });
        assert.deepEqual(parts(answer), [amount, fee, amount + fee, amount]);
        assert.equal(answer.body['passFeesToPayer'], true);
      }
    }
  });

  test('may charge the recipient: the payer pays the amount, the wallet gets the rest', async () => {
    const tenant = await openPayee();
    for (const [amount, fee] of [
      [200, 103],
      [5_000, 199],
      [600_000, 12_099],
    ] as const) {
      const order = { ...DEPOSIT, amountCents: amount, passFeesToPayer: false };
      const answer = await tenant.post('/v1/api/deposit', order);
      assert.deepEqual(parts(answer), [amount, fee, amount, amount - fee]);
      assert.equal(answer.body['passFeesToPayer'], false);
    }
  });

  test('settles in whole cents, at no less than the promised net amount', async () => {
    const tenant = await openPayee();
    for (const amountCents of [200, 201, 333, 4_999, 12_345, 599_999]) {
      for (const passFeesToPayer of [true, false]) {
        const { body } = await tenant.post('/v1/api/deposit', {
          ...DEPOSIT,
          amountCents,
          passFeesToPayer,
        });
        const status = await tenant.call('GET', `/v1/api/deposit/${String(body['id'])}/status`);
        const { netCents, settledCents, totalCents } = status.body;
        assert.ok(Number.isInteger(settledCents));
        assert.ok(Number(settledCents) >= Number(netCents));
        assert.ok(Number(settledCents) <= Number(totalCents) - 99);
        assert.equal(netCents, body['netCents']);
      }
    }
  });
});

describe('an account with its own fees', { concurrency: true }, () => {
  test('sees them, and is charged them', async () => {
    const tenant = await openPayee();
    const fees = {
      deposit: { percentBasisPoints: 150, fixedCents: cents(120) },
      withdrawal: { percentBasisPoints: 50, fixedCents: cents(25) },
    };
    await tenant.set({ fees });
    const key = await tenant.keyWith(['deposit:create', 'withdrawal:create']);
    assert.deepEqual((await tenant.call('GET', '/v1/api/fees', { key })).body, fees);
    const headers = { 'idempotency-key': 'own-fees' };
    const deposit = await tenant.call('POST', '/v1/api/deposit', {
      key,
      headers,
      body: { ...DEPOSIT, amountCents: 1_033 },
    });
    // 1.5 % is 15.495 cents, which round to 15; the fixed R$ 1.20 comes on top.
    assert.deepEqual(parts(deposit), [1_033, 135, 1_168, 1_033]);
  });

  test('whose fee would consume the amount gets an error before any charge is created', async () => {
    const tenant = await openPayee();
    const deposit = { percentBasisPoints: 9_000, fixedCents: cents(100) };
    await tenant.set({ fees: { ...tenant.environment.fees, deposit } });
    const key = await tenant.keyWith(['deposit:create']);
    const order = { ...DEPOSIT, amountCents: 1_000, passFeesToPayer: false };
    const answer = await tenant.call('POST', '/v1/api/deposit', {
      key,
      headers: { 'idempotency-key': 'net' },
      body: order,
    });
    assert.equal(refusalOf(answer), '400 invalid_amount');
    assert.match(answer.text, /tarifa/);
    const { body } = await tenant.call('GET', '/v1/sandbox/provider');
    assert.deepEqual(body['charges'], []);
  });
});

describe('a withdrawal', { concurrency: true }, () => {
  test('is free, and its payment URI has the address and amount of the response', async () => {
    const tenant = await openPayee();
    const { body } = await tenant.post('/v1/api/withdraw', WITHDRAWAL);
    assert.equal(body['feeCents'], 0);
    assert.ok(Number(body['depositAmountCents']) >= WITHDRAWAL.amountCents);
    const { body: books } = await tenant.call('GET', '/v1/sandbox/provider');
    const payouts = books['withdrawals'];
    assert.ok(Array.isArray(payouts) && isObject(payouts[0]));
    const { payoutAmountInCents, withdrawalId } = payouts[0];
    assert.deepEqual([payoutAmountInCents, withdrawalId], [WITHDRAWAL.amountCents, body['id']]);
    // 1 cent is 0.01 of the asset, which the address's URI states in full.
    const sum = (Number(body['depositAmountCents']) / 100).toFixed(2);
    assert.match(
      String(body['liquidUri']),
      new RegExp(`^liquid(network|testnet):${String(body['depositAddress'])}\\?`),
    );
    assert.match(String(body['liquidUri']), new RegExp(`amount=${sum}0*(&|$)`));
    assert.match(String(body['liquidUri']), /assetid=[0-9a-f]{64}/);
  });

  for (const [type, { sound, unsound }] of Object.entries(pixKeys)) {
    test(`accepts a ${type} key only in its format`, async () => {
      const tenant = await openTenant(gateway);
      for (const { text } of sound) {
        const order = { ...WITHDRAWAL, pixKeyType: type, pixKey: text };
        assert.equal((await tenant.post('/v1/api/withdraw', order)).status, 201, text);
        for (const pixKey of [` ${text}`, `${text} `, `${text}\n`]) {
          const answer = await tenant.post('/v1/api/withdraw', { ...order, pixKey });
          assert.equal(refusalOf(answer), '400 invalid_pix_key', JSON.stringify(pixKey));
        }
      }
      for (const { text, because } of unsound) {
        const answer = await tenant.post('/v1/api/withdraw', {
          ...WITHDRAWAL,
          pixKeyType: type,
          pixKey: text,
        });
        assert.equal(refusalOf(answer), '400 invalid_pix_key', because);
      }
    });
  }

  test('refuses a Pix key type that is not exactly one of the five', async () => {
    const tenant = await openTenant(gateway);
    for (const pixKeyType of ['cpf', 'EMAIL ', 'RANDOM', 'TELEFONE', '']) {
      const answer = await tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, pixKeyType });
      assert.equal(refusalOf(answer), '400 invalid_pix_key_type', pixKeyType);
    }
  });
});

describe('a tax id', { concurrency: true }, () => {
  const wrongForm = [
    '',
    '1234567890',
    '123456789012',
    '1234567890123',
    '112223330001811',
    ' 12345678909',
    '12345678909\n',
    '１２３４５６７８９０９',
    '12345678٩09',
  ];
  const masked = ['123.456.789-09', '11.222.333/0001-81'];

  async function outcomeOf(tenant: Tenant, taxId: string): Promise<string> {
    const deposit = await tenant.post('/v1/api/deposit', { ...DEPOSIT, taxId });
    const withdrawal = await tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, taxId });
    assert.equal(deposit.status, withdrawal.status, taxId);
    return deposit.status === 201 ? 'accepted' : refusalOf(deposit);
  }

  test('has 11 or 14 digits, and by default any check digits', async () => {
    const tenant = await openPayee();
    const repeated = ['11111111111', '00000000000', '12345678901', '11222333000180'];
    for (const taxId of [...taxIds.cpf.sound, ...taxIds.cnpj.numeric, ...repeated]) {
      assert.equal(await outcomeOf(tenant, taxId), 'accepted', taxId);
    }
    for (const taxId of [...wrongForm, ...masked, ...taxIds.cnpj.alphanumeric]) {
      assert.equal(await outcomeOf(tenant, taxId), '400 invalid_tax_id', taxId);
    }
  });

  test('must have valid check digits, and may have letters, if so configured', async () => {
    const strict = await openGateway(undefined, {
      worker: false,
      env: { PONTE_TAX_ID_CHECK_DIGITS: 'true', PONTE_ALPHANUMERIC_CNPJ: 'true' },
    });
    const tenant = await openPayee(strict);
    for (const taxId of [
      ...taxIds.cpf.sound,
      ...taxIds.cnpj.numeric,
      ...taxIds.cnpj.alphanumeric,
    ]) {
      assert.equal(await outcomeOf(tenant, taxId), 'accepted', taxId);
    }
    const wrong = [...taxIds.cpf.unsound, ...taxIds.cnpj.unsound].map(({ text }) => text);
    for (const taxId of [...wrong, '12abc34501de35', ...wrongForm]) {
      assert.equal(await outcomeOf(tenant, taxId), '400 invalid_tax_id', taxId);
    }
    // The payer that test mode declines is declined here too.
    assert.equal(await outcomeOf(tenant, '00000000001'), '422 payer_declined');
    // Letters may occur wherever a CNPJ may.
    const pixKey = { pixKeyType: 'CNPJ', pixKey: '12ABC34501DE35' };
    assert.equal((await tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, ...pixKey })).status, 201);
    const wrongKey = { pixKeyType: 'CPF', pixKey: '12345678901' };
    const refused = await tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, ...wrongKey });
    assert.equal(refusalOf(refused), '400 invalid_pix_key');
  });
});

describe('the QR image', { concurrency: true }, () => {
  test('is public and encodes the copy-and-paste code', async () => {
    const tenant = await openPayee();
    const { body } = await tenant.post('/v1/api/deposit', DEPOSIT);
    assert.equal(body['pixQrImage'], `${gateway.url}/qr/${String(body['id'])}.png`);
    const response = await fetch(String(body['pixQrImage']));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    const picture = Buffer.from(await response.arrayBuffer());
    const { width, height } = PNG.sync.read(picture);
    assert.ok(width >= 512 && width === height);
    assert.equal(readQr(picture), body['pixQrCode']);
  });

  test('of an unknown deposit is not found', async () => {
    const tenant = await openPayee();
    const { body } = await tenant.post('/v1/api/withdraw', WITHDRAWAL);
    for (const file of [
      `${String(body['id'])}.png`,
      'dep_0.png',
      'x',
      '.png',
      '..%2f..%2fetc%2fpasswd',
    ]) {
      assert.equal(refusalOf(await send(gateway.url, 'GET', `/qr/${file}`)), '404 not_found', file);
    }
  });
});
