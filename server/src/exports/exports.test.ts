import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { newDeposit, storedDeposit } from '../../test/deposits.ts';
import { openGateway } from '../../test/gateway.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { storedWithdrawal } from '../../test/withdrawals.ts';
import { addCrowd } from '../../test/million-rows.ts';
import { ADDRESS } from '../../test/merchant.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { registerWallet } from '../wallets/register-wallet.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

async function openShop() {
  const tenant = await testEnvironment(app);
  const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  const wallet = await registerWallet(app, tenant.environment, {
    liquidAddress: ADDRESS.test,
    label: 'Cofre',
    makeDefault: true,
  });
  const store = async (at: string, changes: Partial<Deposit> = {}): Promise<Deposit> => {
    const times = { createdAt: new Date(at), updatedAt: new Date(at), expiresAt: new Date(at) };
    return storedDeposit(app, tenant, { ...times, walletId: wallet.id, ...changes });
  };
  return { tenant, person, wallet, store, at: `/accounts/${tenant.accountId}/test` };
}

async function linesOf(person: Person, path: string): Promise<string[]> {
  const { status, text } = await person.call('GET', path);
  assert.equal(status, 200, text);
  assert.ok(text.endsWith('\r\n'));
  return text.slice(0, -2).split('\r\n');
}

const NOVEMBER = 'from=2026-11-01T03:00:00Z&to=2026-12-01T03:00:00Z';

test('a month is one in Brasília time to its last millisecond, and the lines match their golden text', async () => {
  const { person, store, at } = await openShop();
  await store('2026-12-01T03:00:00.000Z');
  const last = await store('2026-12-01T02:59:59.999Z', { externalId: '=HYPERLINK("x")' });
  const first = await store('2026-11-01T03:00:00.000Z', { externalId: 'pedido; 7' });
  await store('2026-11-01T02:59:59.999Z');
  const path = `${at}/deposits.csv?${NOVEMBER}`;
  const answer = await person.call('GET', path);
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="depositos_teste_2026-11-01_2026-11-30.csv"',
  );
  assert.equal(
    // Decoding drops the byte order mark.
    answer.text.replace('\uFEFF', ''),
    [
      'Criado em (Brasília);Id;Situação;Pagador;Valor (R$);Tarifa (R$);Cliente paga (R$);' +
        'Líquido (R$);Líquido (centavos);Carteira;Origem;Link;Seu número do pedido;Transação;Confirmado em;' +
        'Devolvido em',
      `2026-11-30 23:59:59 -03:00;${last.id};Aguardando;***.456.789-**;"50,00";"1,99";"51,99";` +
        `"50,00";5000;Cofre;API;;"'=HYPERLINK(""x"")";;;`,
      `2026-11-01 00:00:00 -03:00;${first.id};Aguardando;***.456.789-**;"50,00";"1,99";"51,99";` +
        `"50,00";5000;Cofre;API;;"pedido; 7";;;`,
      '',
    ].join('\r\n'),
  );
  const plain = await linesOf(person, `${path}&format=plain&language=en&q=pedido%3B%207`);
  assert.deepEqual(plain.slice(1), [
    `2026-11-01 00:00:00 -03:00,${first.id},Waiting,***.456.789-**,50.00,1.99,51.99,50.00,5000,` +
      `Cofre,API,,"pedido; 7",,,`,
  ]);
});

test('a test mode file has a name with its mode, and each file name is in its language', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'viewer' });
  for (const [mode, language, name] of [
    ['test', 'en', 'deposits_test_2026-11-01_2026-11-30.csv'],
    ['live', 'en', 'deposits_2026-11-01_2026-11-30.csv'],
    ['live', 'pt', 'depositos_2026-11-01_2026-11-30.csv'],
  ] as const) {
    const path = `/accounts/${accountId}/${mode}/deposits.csv?${NOVEMBER}&language=${language}`;
    const { headers } = await person.call('GET', path);
    assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`);
  }
});

test('a file for Excel begins with a byte order mark, and a plain one does not', async () => {
  const { person, at } = await openShop();
  for (const [format, mark] of [
    ['excel', true],
    ['excel-en', true],
    ['plain', false],
  ] as const) {
    const answer = await fetch(`${gateway.url}/app/api${at}/deposits.csv?format=${format}`, {
      headers: { cookie: person.cookie },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])), mark, format);
  }
});

test('withdrawals and transactions are exported too, with the filters of their lists', async () => {
  const { person, tenant, store, at } = await openShop();
  const deposit = await store('2026-11-21T12:00:00Z');
  const withdrawal = await storedWithdrawal(app, tenant, { externalId: 'payout' });
  const withdrawals = await linesOf(person, `${at}/withdrawals.csv?${NOVEMBER}`);
  assert.match(withdrawals[1] ?? '', /Aguardando envio;"50,00";"0,00";"51,00";5000;E-mail;ma•••@/);
  const both = await linesOf(person, `${at}/transactions.csv?${NOVEMBER}`);
  assert.equal(both.length, 3);
  const english = `${at}/transactions.csv?${NOVEMBER}&format=plain&language=en`;
  const [head = '', ...rows] = await linesOf(person, english);
  assert.match(head, /,Gross \(R\$\),Fees \(R\$\),Net \(R\$\),Net \(cents\),Amount \(R\$\),/);
  assert.match(
    rows.find((row) => row.includes(withdrawal.id)) ?? '',
    /,-50\.00,1\.00,-51\.00,-5100,50\.00,/,
  );
  assert.match(
    rows.find((row) => row.includes(deposit.id)) ?? '',
    /,51\.99,1\.99,50\.00,5000,50\.00,/,
  );
  const found = await linesOf(person, `${at}/transactions.csv?${NOVEMBER}&externalId=payout`);
  assert.ok(found[1]?.includes(`;Saque;${withdrawal.id};`), found[1]);
  const one = await linesOf(person, `${at}/transactions.csv?${NOVEMBER}&type=deposit`);
  assert.ok(one[1]?.includes(deposit.id));
  assert.match(one[0] ?? '', /;Carteira;/);
  assert.match(one[1] ?? '', /;5000;Cofre;/);
});

test('a period of more than twelve months is refused, and one of twelve is not', async () => {
  const { person, at } = await openShop();
  for (const [from, to, expected] of [
    ['2024-01-01T03:00:00Z', '2025-01-01T03:00:00Z', 200],
    ['2024-01-01T03:00:00Z', '2025-02-01T03:00:00Z', 400],
    ['2020-01-01T03:00:00Z', undefined, 400],
  ] as const) {
    const end = to === undefined ? '' : `&to=${to}`;
    const { status, text } = await person.call('GET', `${at}/deposits.csv?from=${from}${end}`);
    assert.equal(status, expected, text);
    if (status === 400) assert.match(text, /Período grande demais/);
  }
});

test('a file without a start date has every matching row, however old', async () => {
  const { person, store, at } = await openShop();
  const file = `${at}/deposits.csv?format=plain`;
  const old = await store('2021-03-01T12:00:00Z', { externalId: 'once' });
  await store('2021-11-01T12:00:00Z', { externalId: 'twice' });
  await store('2022-10-01T12:00:00Z', { externalId: 'twice' });
  const year = Date.now() - 365 * 86_400_000;
  await store(new Date(year + 86_400_000).toISOString(), { externalId: 'late' });
  await store(new Date(year - 86_400_000).toISOString(), { externalId: 'late' });
  const [, ...found] = await linesOf(person, `${file}&q=once`);
  assert.deepEqual(
    found.map((line) => line.split(',')[1]),
    [old.id],
  );
  for (const name of ['twice', 'late']) {
    assert.equal((await linesOf(person, `${file}&q=${name}`)).length, 3, name);
  }
  const until = 'to=2022-11-01T00:00:00Z';
  assert.equal((await linesOf(person, `${file}&q=twice&${until}`)).length, 3);
  assert.equal((await linesOf(person, `${file}&q=nothing`)).length, 1);
});

test('a file without a start date has every row of a leap year', async () => {
  const { person, store, at } = await openShop();
  await store('2024-01-01T03:00:00.000Z');
  await store('2025-01-01T02:59:59.999Z');
  assert.equal((await linesOf(person, `${at}/deposits.csv`)).length, 3);
});

test('an export spanning more than twelve months is refused with a request to choose a period', async () => {
  const { person, store, at } = await openShop();
  await store('2021-03-01T12:00:00Z');
  await store('2022-10-01T12:00:00Z');
  for (const name of ['deposits', 'transactions']) {
    const refused = await person.call('GET', `${at}/${name}.csv`);
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.text, /Escolha um período: até 12 meses/);
    const english = await fetch(`${gateway.url}/app/api${at}/${name}.csv`, {
      headers: { cookie: person.cookie, 'accept-language': 'en' },
    });
    assert.match(await english.text(), /Choose a period: up to 12 months/);
  }
  const until = 'to=2022-10-01T12:00:00.000Z';
  assert.equal((await linesOf(person, `${at}/deposits.csv?${until}`)).length, 2);
});

test('a long file has every row once in order', async () => {
  const tenant = await testEnvironment(app);
  const person = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  const rows = 4_500;
  const crowd = await addCrowd(app.db, tenant.environment.id, rows);
  const sealed = app.vault.seal('deposits.tax_id', newDeposit().taxId);
  await app.db`
    update deposits set tax_id = ${sealed} where environment_id = ${crowd.environmentId}`;
  const path = `/accounts/${tenant.accountId}/test/deposits.csv`;
  const span = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';
  const ids = (await linesOf(person, `${path}?${span}`)).slice(1).map((line) => line.split(';')[1]);
  assert.equal(new Set(ids).size, rows);
  assert.deepEqual(ids, [...ids].sort().reverse());
});
