import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crcByTable, fieldsOf } from '../../test/br-code.ts';
import { ADDRESS, openSandbox, partnerAt } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

test('a deposit returns an id, a valid code and its QR image', async () => {
  const { status, headers, body, response } = await partnerAt(sandbox.url).deposit();
  assert.equal(status, 200);
  assert.equal(body['async'], false);
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(Object.keys(response), ['id', 'qrCopyPaste', 'qrImageUrl']);
  assert.match(String(response['id']), /^[0-9a-f]{12}7[0-9a-f]{19}$/);

  const code = String(response['qrCopyPaste']);
  const fields = fieldsOf(code);
  assert.equal(fields.get('54'), '50.00');
  assert.equal(fields.get('63'), crcByTable(code.slice(0, -4)));
  const account = fieldsOf(fields.get('26') ?? '');
  assert.match(account.get('25') ?? '', /^[a-z.]+\/[0-9a-f]{32}$/);

  const image = await fetch(String(response['qrImageUrl']));
  assert.equal(image.headers.get('content-type'), 'image/png');
  const bytes = Buffer.from(await image.arrayBuffer());
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
});

test("a code holds the full charge id, however long the sandbox's URL is", async (t) => {
  const baseUrl = 'http://ponte-sandbox.ponte-staging.svc.cluster.local:8080';
  const { url } = await openSandbox({ baseUrl }, t);
  const { response } = await partnerAt(url).deposit();
  const fields = fieldsOf(String(response['qrCopyPaste']));
  assert.ok(
    fieldsOf(fields.get('26') ?? '')
      .get('25')
      ?.endsWith(`/${response['id']}`),
  );
});

test('the nonce is returned and recorded, and generated if absent', async () => {
  const partner = partnerAt(sandbox.url);
  assert.equal((await partner.deposit({}, 'nonce-1')).headers.get('x-nonce'), 'nonce-1');
  const made = (await partner.deposit()).headers.get('x-nonce');
  const { charges } = await partner.books();
  assert.deepEqual(
    charges.map(({ nonce }) => nonce),
    ['nonce-1', made],
  );
});

test('every documented field and the whole range of amounts are accepted', async () => {
  const partner = partnerAt(sandbox.url);
  for (const amountInCents of [1, 10_000_000]) {
    assert.equal((await partner.deposit({ amountInCents })).status, 200);
  }
  const { status, response } = await partner.deposit({
    endUserFullName: 'ANA',
    depixSplitAddress: ADDRESS,
    splitFee: '2.99%',
    delayDepixInHours: 24,
    merchantId: 'EU123456789012345',
    whitelist: true,
    timeout: 86_400,
  });
  assert.equal(status, 200);
  assert.equal(response['delayInHours'], 24);
  const [, , last] = (await partner.books()).charges;
  const { expiration } = await partner.depositStatus(String(last?.['id']));
  const lifetime = new Date(String(expiration)).getTime() - Date.now();
  assert.ok(lifetime > 86_300_000 && lifetime <= 86_400_000);
});

test('a body that violates the schema is 400 with a message', async () => {
  const partner = partnerAt(sandbox.url);
  const faulty = [
    { amountInCents: 0 },
    { amountInCents: 10_000_001 },
    { amountInCents: '5000' },
    { amountInCents: 50.5 },
    { amountInCents: null },
    { endUserTaxNumber: 1_234_567_890 },
    { endUserTaxNumber: '012.345.678-90' },
    { euid: 'EU1' },
    { delayDepixInHours: 721 },
    { timeout: 60 },
    { whitelist: 'true' },
  ];
  for (const change of faulty) {
    const { status, response } = await partner.deposit(change);
    assert.equal(status, 400, JSON.stringify(change));
    assert.equal(typeof response['errorMessage'], 'string');
  }
  assert.equal((await partner.books()).charges.length, 0);
});

test('a payer must be identified by tax number or EUID', async () => {
  const partner = partnerAt(sandbox.url);
  const { status, response } = await partner.deposit({ endUserTaxNumber: undefined });
  assert.equal(status, 520);
  assert.match(String(response['errorMessage']), /must be identified by endUserTaxNumber or euid/);
  const known = { endUserTaxNumber: undefined, euid: 'EU123456789012345' };
  assert.equal((await partner.deposit(known)).status, 200);
  assert.equal((await partner.books()).charges.length, 1);
});

test('a bad address or split is an ordinary refusal: 520 with a message', async () => {
  const partner = partnerAt(sandbox.url);
  const faulty = [
    { depixAddress: 'lq1notanaddress' },
    { depixSplitAddress: ADDRESS },
    { splitFee: '2.00%' },
    { depixSplitAddress: ADDRESS, splitFee: '0.02' },
    { depixSplitAddress: ADDRESS, splitFee: '0%' },
    { depixSplitAddress: ADDRESS, splitFee: '2,99%' },
    { depixSplitAddress: 'x', splitFee: '2%' },
  ];
  for (const change of faulty) {
    const { status, body, response } = await partner.deposit(change);
    assert.equal(status, 520, JSON.stringify(change));
    assert.equal(typeof response['errorMessage'], 'string');
    assert.equal(body['async'], false);
  }
});

test('a delay floor, once set, refuses shorter delays', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { minimumDelayHours: 24 });
  const { status, response } = await partner.deposit();
  assert.equal(status, 520);
  assert.equal(response['errorMessage'], 'This partner requires a minimum QR delay of 24 hour(s)');
  assert.equal((await partner.deposit({ delayDepixInHours: 24 })).status, 200);
});

test('a blocked payer is refused by compliance', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'payers', { taxNumber: '01234567890', blocked: true });
  const { status, response } = await partner.deposit();
  assert.equal(status, 422);
  assert.match(String(response['errorMessage']), /compliance review.*[0-9a-f]{32}$/);
  await partner.control('PUT', 'payers', { taxNumber: '01234567890', blocked: false });
  assert.equal((await partner.deposit()).status, 200);
});

test('an unknown deposit, or one of another partner, is 404 with an empty object', async () => {
  const id = await partnerAt(sandbox.url).newCharge();
  for (const unknown of [id, '00000000000070008000000000000000', 'x']) {
    const answer = await partnerAt(sandbox.url).api('GET', `deposit-status?id=${unknown}`);
    assert.deepEqual([answer.status, answer.body], [404, {}]);
  }
});

test('a deposit is found by its id with hyphens, too', async () => {
  const partner = partnerAt(sandbox.url);
  const id = await partner.newCharge();
  const withHyphens = id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  assert.equal((await partner.depositStatus(withHyphens))['qrId'], id);
});

test('the list covers [start, end), filtered by current status, at most 200 rows', async () => {
  const partner = partnerAt(sandbox.url);
  const first = await partner.newCharge();
  await partner.control('POST', `charges/${first}/expire`);
  await Promise.all(Array.from({ length: 210 }, () => partner.deposit()));
  const list = async (query: string) =>
    // The list is documented as an array.
    (await partner.api('GET', `deposits?${query}`)).response as unknown as object[];

  const around = 'start=2020-01-01&end=2100-01-01T00:00:00-03:00';
  assert.equal((await list(around)).length, 200);
  assert.deepEqual(await list(`${around}&status=expired`), [
    { qrId: first, status: 'expired', bankTxId: null },
  ]);
  assert.deepEqual(await list('start=2100-01-01&end=2100-01-02'), []);
  assert.equal((await partner.api('GET', 'deposits?start=2020-01-01')).status, 400);
  assert.equal((await partner.api('GET', 'deposits?start=a&end=b')).status, 400);
});

test('switches leave out the QR image and the envelope', async () => {
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'switches', { emptyQrImage: true, wrapped: false });
  const { response } = await partner.deposit();
  assert.equal(response['qrImageUrl'], '');
  const status = await partner.api('GET', `deposit-status?id=${response['id']}`);
  assert.equal(status.body['qrId'], response['id']);
  const list = await partner.api('GET', 'deposits?start=2020-01-01&end=2100-01-01');
  assert.ok(Array.isArray(list.body));
});
