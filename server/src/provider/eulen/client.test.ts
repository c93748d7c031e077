import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type Answer, ID, openLiar, ORDER, outcomeOf, says, wrapped } from '../../../test/liar.ts';
import { pixCode } from '../../../test/pix-code.ts';

test('a deferred response is requested again with the same nonce', async (t) => {
  let calls = 0;
  const deferred = { async: true, urlResponse: 'https://x.example', expiration: 'soon' };
  const { provider, seen } = await openLiar(t, (...args) => {
    calls += 1;
    const answer =
      calls === 1 ? says(deferred, 202) : wrapped({ id: ID, qrCopyPaste: pixCode('51.99') });
    answer(...args);
  });
  assert.equal((await provider.createCharge(ORDER)).ref, ID);
  assert.deepEqual(
    seen.map(({ headers }) => headers['x-nonce']),
    [ORDER.nonce, ORDER.nonce],
  );
});

test('a provider that compresses by default is understood', async (t) => {
  const { provider } = await openLiar(t, (request, response) => {
    const text = JSON.stringify({ response: { id: ID, qrCopyPaste: pixCode('51.99') } });
    // RFC 9110 allows compression where the request doesn't rule it out.
    const zips = request.headers['accept-encoding'] === undefined;
    response.writeHead(200, zips ? { 'content-encoding': 'gzip' } : {});
    response.end(zips ? gzipSync(text) : text);
  });
  assert.equal((await provider.createCharge(ORDER)).ref, ID);
});

test('an order that gets the answer to the one before it ends the use of that connection', async (t) => {
  const leftOver = new WeakMap<Socket, Answer>();
  let made = 0;
  const { reopen } = await openLiar(t, (request, response) => {
    made += 1;
    const own = wrapped({ id: `${ID}${String(made)}`, qrCopyPaste: pixCode('51.99') });
    const answer = leftOver.get(request.socket) ?? own;
    leftOver.set(request.socket, own);
    answer(request, response);
  });
  // Whoever gets an id that another order has is refused when it is stored.
  const stored = new Set<string>();
  for (let number = 1; number <= 12; number += 1) {
    const { ref } = await reopen().createCharge({ ...ORDER, nonce: String(number) });
    assert.ok(ref === `${ID}${String(number)}` || stored.has(ref), ref);
    stored.add(ref);
  }
  assert.ok(stored.size > 4, String(stored.size));
});

test("a call is logged with our name and the provider's for it, unless that is no id", async (t) => {
  const ids = [randomUUID(), 'Maria 12345678909'];
  const { provider, logged } = await openLiar(t, (request, response) => {
    response.setHeader('x-request-id', ids.shift() ?? '');
    wrapped({ id: ID, qrCopyPaste: pixCode('51.99') })(request, response);
  });
  const [requestId] = ids;
  for (let call = 0; call < 2; call += 1) await provider.createCharge(ORDER);
  assert.deepEqual(
    logged.map((line) => [line['provider'], line['nonce'], line['requestId']]),
    [requestId, undefined].map((id) => ['/deposit', ORDER.nonce, id]),
  );
});

test('a call without a whole answer is logged with the cause', async (t) => {
  const { provider, logged } = await openLiar(t, (request) => request.socket.destroy());
  assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
  assert.deepEqual(
    logged.map(({ status, fault, code }) => [status, fault, code]),
    [[0, 'SocketError', 'UND_ERR_SOCKET']],
  );
});

test('a short rate limit is waited out, and a long one is reported', async (t) => {
  let calls = 0;
  const throttled = (seconds: number): Answer =>
    says(
      {
        response: {
          errorMessage: `Too many requests. Please wait ${String(seconds)} more seconds`,
        },
      },
      520,
    );
  const short = await openLiar(t, (...args) => {
    calls += 1;
    const answer = calls === 1 ? throttled(1) : wrapped({ id: ID, qrCopyPaste: pixCode('51.99') });
    answer(...args);
  });
  assert.equal((await short.provider.createCharge(ORDER)).ref, ID);
  assert.equal(calls, 2);
  const long = await openLiar(t, throttled(3));
  assert.equal(await outcomeOf(long.provider.createCharge(ORDER)), 'not_executed rate_limited');
  assert.equal(long.seen.length, 1);
});

test('an error code is found wherever the provider puts it, beside any other', async (t) => {
  const code = { denialCode: 'NETWORK_WALLET_UNAVAILABLE' };
  const response = { errorMessage: 'Operation failed' };
  for (const body of [
    { response, ...code },
    { response: { ...response, ...code, messageCode: 'E1' } },
    { response, messageCode: code.denialCode },
  ]) {
    const { provider } = await openLiar(t, says(body, 520));
    const outcome = await outcomeOf(provider.createCharge(ORDER));
    assert.equal(outcome, 'not_executed not_configured', JSON.stringify(body));
  }
});

test('the code of a paused network means not executed, whatever the HTTP status', async (t) => {
  const code = { messageCode: 'NETWORK_WALLET_UNAVAILABLE' };
  for (const body of [{ response: code, async: false }, { response: null, ...code }, code]) {
    for (const status of [200, 201, 503]) {
      const { provider, nonsense } = await openLiar(t, says(body, status));
      const calls = [provider.createCharge(ORDER), provider.readCharge(ID)];
      for (const call of calls) {
        assert.equal(await outcomeOf(call), 'not_executed not_configured', JSON.stringify(body));
      }
      assert.deepEqual(nonsense, []);
    }
  }
});

test('a charge that comes with that code may have been created', async (t) => {
  const contrary = { id: ID, messageCode: 'NETWORK_WALLET_UNAVAILABLE' };
  const { provider, nonsense } = await openLiar(t, wrapped(contrary));
  assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
  assert.deepEqual(nonsense, ['/deposit']);
});

test('a complete response is accepted with status 201, and after a byte order mark', async (t) => {
  const answer = { response: { id: ID, qrCopyPaste: pixCode('51.99') } };
  const created = await openLiar(t, says(answer, 201));
  assert.equal((await created.provider.createCharge(ORDER)).ref, ID);
  const marked = await openLiar(t, (_request, response) =>
    response.writeHead(200).end(`\ufeff${JSON.stringify(answer)}`),
  );
  assert.equal((await marked.provider.createCharge(ORDER)).ref, ID);
  const errorMessage = 'amount too small';
  const refused = await openLiar(t, says({ response: { errorMessage } }, 201));
  assert.equal(await outcomeOf(refused.provider.createCharge(ORDER)), 'refused invalid_amount');
});

test('a status is accepted, whatever error message or code comes with it', async (t) => {
  const errorMessage = 'The network is paused, and the payer is blocked';
  const charge = { qrId: ID, status: 'depix_sent', valueInCents: 5_199 };
  for (const body of [
    { response: { ...charge, errorMessage }, async: false },
    { response: { ...charge, messageCode: 'NETWORK_WALLET_UNAVAILABLE' } },
    { response: charge, errorMessage },
    { ...charge, errorMessage },
  ]) {
    const { provider, nonsense } = await openLiar(t, says(body));
    assert.equal((await provider.readCharge(ID))?.status, 'depix_sent', JSON.stringify(body));
    assert.deepEqual(nonsense, []);
  }
  const amounts = { depositAmountInCents: 5_100, payoutAmountInCents: 5_000 };
  const failed = await openLiar(t, wrapped({ id: ID, status: 'error', ...amounts, errorMessage }));
  assert.equal((await failed.provider.readPayout(ID))?.status, 'error');
  // A body that only says why there is no reading isn't a reading.
  const paused = await openLiar(t, wrapped({ id: ID, errorMessage }));
  assert.equal(await outcomeOf(paused.provider.readCharge(ID)), 'not_executed not_configured');
});

test('a huge message is classified quickly, by its beginning', async (t) => {
  // A pattern tried at every position would take longer than the call may.
  const errorMessage = 'network '.repeat(50_000);
  const { provider } = await openLiar(t, says({ response: { errorMessage } }, 520));
  assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'refused payer_declined');
});

test('only the beginning of a code is searched, like that of a message', async (t) => {
  const response = { errorMessage: 'amount too small' };
  // A pattern tried at every position of half a megabyte would block all requests for seconds.
  const messageCode = `${'network '.repeat(1_000)}unavailable`;
  for (const body of [{ response, messageCode }, { response: { ...response, messageCode } }]) {
    const { provider } = await openLiar(t, says(body, 520));
    assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'refused invalid_amount');
  }
});

test('an answer that is nested too deeply to be written again is unreadable', async (t) => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const charge = JSON.stringify({ qrId: ID, status: 'approved', valueInCents: 5_199 });
  const answering = (depth: number): Answer => {
    const text = `{"response":${charge.slice(0, -1)},"more":${nested(depth)}}}`;
    return (_request, response) => response.writeHead(200).end(text);
  };
  const deep = await openLiar(t, answering(20));
  assert.equal((await deep.provider.readCharge(ID))?.status, 'approved');
  for (const depth of [100, 3_000, 30_000]) {
    const tooDeep = await openLiar(t, answering(depth));
    assert.equal(await outcomeOf(tooDeep.provider.readCharge(ID)), 'unknown provider_error');
    assert.equal(await outcomeOf(tooDeep.provider.createCharge(ORDER)), 'unknown provider_error');
    assert.deepEqual(tooDeep.nonsense, ['/deposit-status', '/deposit']);
  }
});

test('the status of one charge is limited to 64 KiB, so that hundreds can be read concurrently', async (t) => {
  const charge = { qrId: ID, status: 'approved', valueInCents: 5_199 };
  const padded = (bytes: number) => wrapped({ ...charge, customerMessage: 'x'.repeat(bytes) });
  const much = await openLiar(t, padded(60_000));
  assert.equal((await much.provider.readCharge(ID))?.status, 'approved');
  const tooMuch = await openLiar(t, padded(70_000));
  assert.equal(await outcomeOf(tooMuch.provider.readCharge(ID)), 'unknown provider_error');
  const row = { qrId: ID, status: 'approved', more: 'x'.repeat(2_000) };
  const list = await openLiar(t, wrapped(Array.from({ length: 199 }, () => row)));
  assert.equal((await list.provider.listCharges(new Date(0), new Date())).length, 199);
});

test('order data quoted in an error message does not affect its classification', async (t) => {
  for (const word of ['scope', 'permission', 'compliance', 'blocked', 'screening', 'jwt']) {
    const pixKey = `${word}@example.com`;
    const errorMessage = `Daily withdrawal limit exceeded for pix key '${pixKey}'. Daily volume in cents: 500000. Withdrawal limit in cents: 600000.`;
    const { provider } = await openLiar(t, says({ response: { errorMessage } }, 520));
    const order = { nonce: ORDER.nonce, pixKey, ownerTaxId: ORDER.payerTaxId };
    const { amountCents, amountCents: payoutCents } = ORDER;
    const payout = provider.createPayout({ ...order, amountCents, payoutCents });
    assert.equal(await outcomeOf(payout), 'refused invalid_amount', pixKey);
  }
});

test('a deferred call has an unknown outcome if requesting its response fails', async (t) => {
  let calls = 0;
  const { provider } = await openLiar(t, (...args) => {
    calls += 1;
    const answer =
      calls === 1 ? says({ async: true, urlResponse: 'https://x.example' }, 202) : says({}, 429);
    answer(...args);
  });
  assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
  assert.equal(calls, 2);
});

test('hanging calls of one kind do not block calls of another kind', async (t) => {
  const { provider } = await openLiar(t, (request, response) => {
    if (request.url?.includes('/deposit-status') === true) return;
    wrapped({ id: ID, qrCopyPaste: pixCode('51.99') })(request, response);
  });
  const hanging = Array.from({ length: 512 }, () => provider.readCharge(ID).catch(() => undefined));
  const ended = Promise.race(hanging).then(() => 'ended');
  assert.equal(
    await Promise.race([provider.createCharge(ORDER).then(({ ref }) => ref), ended]),
    ID,
  );
});
