import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crcByTable, fieldsOf } from '../../test/br-code.ts';
import { ADDRESS, openSandbox, partnerAt, tokenOf } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

const setFault = (partner: ReturnType<typeof partnerAt>, nonce: string, fault: object) =>
  partner.control('PUT', `calls/${nonce}`, { fault });

const setNext = (partner: ReturnType<typeof partnerAt>, path: string, fault: object) =>
  partner.control('PUT', 'next-call', { path, fault });

test('an invalid token is refused with the reason, in the envelope', async () => {
  const cases: [string, number, string][] = [
    ['', 401, 'Authorization header is missing'],
    ['Bearer nonsense', 401, 'jwt malformed'],
    [`Bearer ${tokenOf('env_a', { exp: 1 })}`, 401, 'jwt expired'],
    [`Bearer ${tokenOf('env_a', { scope: ['user'] })}`, 403, 'Token lacks the scope deposit'],
  ];
  const partner = partnerAt(sandbox.url);
  for (const [authorization, status, errorMessage] of cases) {
    // The body is invalid too: the token is checked first.
    const answer = await partner.api('POST', 'deposit', {}, { authorization });
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, { response: { errorMessage }, async: false });
    assert.match(answer.headers.get('x-nonce') ?? '', /./);
  }
});

test('an unknown path is 404 with an empty object', async () => {
  const answer = await partnerAt(sandbox.url).api('GET', 'balance');
  assert.deepEqual([answer.status, answer.body], [404, {}]);
});

test('a body that is no JSON is 400', async () => {
  const reply = await fetch(`${sandbox.url}/api/deposit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf('env_a')}`, 'content-type': 'application/json' },
    body: '{"amountInCents":',
  });
  assert.equal(reply.status, 400);
  assert.match(await reply.text(), /errorMessage/);
});

test('status: the first calls of the nonce fail without a message and book nothing', async () => {
  const partner = partnerAt(sandbox.url);
  const fault = { kind: 'status', status: 500, times: 2 };
  assert.equal((await setFault(partner, 'n', fault)).status, 204);
  for (const status of [500, 500]) {
    const answer = await partner.deposit({}, 'n');
    assert.deepEqual([answer.status, answer.body], [status, {}]);
    // Repeating it does not reset the counter.
    await setFault(partner, 'n', fault);
  }
  assert.equal((await partner.books()).charges.length, 0);
  assert.equal((await partner.deposit({}, 'n')).status, 200);
  assert.equal((await partner.deposit({}, 'other')).status, 200);
});

test('status: a fault with a message has the form of a refusal', async () => {
  const partner = partnerAt(sandbox.url);
  await setFault(partner, 'n', { kind: 'status', status: 520, message: 'No.' });
  const answer = await partner.withdraw(undefined, 'n');
  assert.equal(answer.status, 520);
  assert.deepEqual(answer.body, { response: { errorMessage: 'No.' }, async: false });
});

test('lose-answer: the charge is booked and the connection cut, in both generations', async () => {
  for (const [generation, booked] of [
    ['current', 2],
    ['legacy', 1],
  ] as const) {
    const partner = partnerAt(sandbox.url);
    await partner.control('PUT', 'switches', { generation });
    await setFault(partner, 'n', { kind: 'lose-answer', times: 1 });
    await assert.rejects(partner.deposit({}, 'n'));
    const { charges } = await partner.books();
    assert.deepEqual([charges.length, charges[0]?.['nonce']], [1, 'n']);
    assert.equal((await partner.deposit({}, 'n')).status, 200);
    assert.equal((await partner.books()).charges.length, booked);
  }
});

test('delay: the answer is delayed', async () => {
  const partner = partnerAt(sandbox.url);
  await setFault(partner, 'n', { kind: 'delay', ms: 300 });
  const start = performance.now();
  assert.equal((await partner.deposit({}, 'n')).status, 200);
  assert.ok(performance.now() - start >= 295);
});

test('timeout: nothing is booked and no answer is sent', async () => {
  const partner = partnerAt(sandbox.url);
  await setFault(partner, 'n', { kind: 'timeout', times: 1 });
  const call = fetch(`${sandbox.url}/api/deposit`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenOf(partner.name)}`,
      'content-type': 'application/json',
      'x-nonce': 'n',
    },
    body: JSON.stringify({ amountInCents: 5000, depixAddress: ADDRESS }),
    signal: AbortSignal.timeout(300),
  });
  await assert.rejects(call, { name: 'TimeoutError' });
  assert.equal((await partner.books()).charges.length, 0);
  assert.equal((await partner.deposit({}, 'n')).status, 200);
});

test('garbage: the charge is booked and answered with an HTML page', async () => {
  const partner = partnerAt(sandbox.url);
  await setFault(partner, 'n', { kind: 'garbage', times: 1 });
  await assert.rejects(partner.deposit({}, 'n'), SyntaxError);
  assert.equal((await partner.books()).charges.length, 1);
});

test('decline: the call is refused by compliance', async () => {
  const partner = partnerAt(sandbox.url);
  await setFault(partner, 'n', { kind: 'decline' });
  for (const attempt of [1, 2]) {
    const { status, response } = await partner.deposit({}, 'n');
    assert.equal(status, 422, `attempt ${attempt}`);
    assert.match(String(response['errorMessage']), /compliance/);
  }
});

test('wrong-amount: the code has another amount, with a valid checksum', async () => {
  const partner = partnerAt(sandbox.url);
  await setNext(partner, 'deposit', { kind: 'wrong-amount' });
  const code = String((await partner.deposit()).response['qrCopyPaste']);
  assert.equal(fieldsOf(code).get('54'), '50.01');
  assert.equal(fieldsOf(code).get('63'), crcByTable(code.slice(0, -4)));
  await setNext(partner, 'withdraw', { kind: 'wrong-amount' });
  const { response } = await partner.withdraw({ payoutAmountInCents: 12_345 });
  assert.equal(response['payoutAmountInCents'], 12_346);
  const { charges, withdrawals } = await partner.books();
  assert.equal(charges[0]?.['amountInCents'], 5000);
  assert.equal(withdrawals[0]?.['payoutAmountInCents'], 12_345);
});

test("bad-crc: the code's checksum is wrong", async () => {
  const partner = partnerAt(sandbox.url);
  await setNext(partner, 'deposit', { kind: 'bad-crc' });
  const code = String((await partner.deposit()).response['qrCopyPaste']);
  assert.notEqual(fieldsOf(code).get('63'), crcByTable(code.slice(0, -4)));
});

test('a fault for the next call affects one call to that path, reads included', async () => {
  const partner = partnerAt(sandbox.url);
  const id = await partner.newCharge();
  const withdrawal = await partner.newWithdrawal();
  for (const [path, query] of [
    ['deposit-status', `id=${id}`],
    ['withdraw-status', `id=${withdrawal}`],
    ['deposits', 'start=2020-01-01&end=2100-01-01'],
  ]) {
    await setNext(partner, String(path), { kind: 'status', status: 503 });
    assert.equal((await partner.api('GET', `${path}?${query}`)).status, 503);
    assert.equal((await partner.api('GET', `${path}?${query}`)).status, 200);
  }
});

test('a fault affects exactly its number of concurrent calls', async () => {
  const partner = partnerAt(sandbox.url);
  await setNext(partner, 'deposit', { kind: 'status', status: 500, times: 5 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => partner.deposit()));
  assert.equal(answers.filter(({ status }) => status === 500).length, 5);
  assert.equal((await partner.books()).charges.length, 15);
});
