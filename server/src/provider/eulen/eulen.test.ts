import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, ID, openLiar, ORDER, outcomeOf, says, wrapped } from '../../../test/liar.ts';
import { ADDRESS as ADDRESSES } from '../../../test/merchant.ts';
import { pixCode } from '../../../test/pix-code.ts';
import { cents } from '../../money.ts';

const { test: ADDRESS, live: MAINNET } = ADDRESSES;

/** The manual's own example: a static code with a key, which accepts payments of any amount. */
const STATIC_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

const PAYOUT_ORDER = {
  nonce: ORDER.nonce,
  pixKey: 'maria@example.com',
  ownerTaxId: '01234567890',
  amountCents: cents(5_000),
  payoutCents: cents(5_000),
};
const MADE = {
  withdrawalId: ID,
  depositAddress: ADDRESS,
  depositAmountInCents: 5_100,
  payoutAmountInCents: 5_000,
};

test('a charge is requested in the documented format, and its valid code is accepted', async (t) => {
  const { provider, seen, nonsense } = await openLiar(
    t,
    wrapped({ id: ID, qrCopyPaste: pixCode('51.99'), qrImageUrl: '' }),
  );
  const charge = await provider.createCharge(ORDER);
  assert.deepEqual(charge, { ref: ID, pixQrCode: pixCode('51.99') });
  assert.deepEqual(nonsense, []);
  const [call] = seen;
  assert.equal(call?.url, '/deposit');
  assert.equal(call.headers['authorization'], 'Bearer a token');
  assert.equal(call.headers['x-nonce'], ORDER.nonce);
  assert.deepEqual(JSON.parse(call.body), {
    amountInCents: 5_199,
    endUserTaxNumber: '01234567890',
    depixAddress: ADDRESS,
    depixSplitAddress: ADDRESS,
    splitFee: '1.92%',
  });
});

test('a charge without a split requests none, and an unwrapped response is read too', async (t) => {
  const { provider, seen } = await openLiar(t, says({ id: ID, qrCopyPaste: pixCode() }));
  await provider.createCharge({ ...ORDER, splitBasisPoints: 0 });
  assert.equal(seen[0]?.body.includes('plit'), false);
});

describe(
  'a nonsensical response has an unknown outcome and is reported',
  { concurrency: true },
  () => {
    const bad = pixCode('51.99');
    const charges: Record<string, unknown> = {
      'another amount in the code': { id: ID, qrCopyPaste: pixCode('51.98') },
      'a wrong checksum': {
        id: ID,
        qrCopyPaste: bad.slice(0, -1) + (bad.endsWith('0') ? '1' : '0'),
      },
      'a code that is not Pix': { id: ID, qrCopyPaste: 'https://pay.example' },
      'no code': { id: ID },
      'no id': { qrCopyPaste: bad },
      'a list': [],
      nothing: null,
    };
    for (const [name, answer] of Object.entries(charges)) {
      test(`a charge with ${name}`, async (t) => {
        const { provider, nonsense } = await openLiar(t, wrapped(answer));
        assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
        assert.deepEqual(nonsense, ['/deposit']);
      });
    }

    const payouts: Record<string, object> = {
      'another payout': { payoutAmountInCents: 4_999 },
      'an address of another network': { depositAddress: MAINNET },
      'an invalid address': { depositAddress: 'tex1nonsense' },
      'no amount to send': { depositAmountInCents: 0 },
      'less to send than is paid out': { depositAmountInCents: 4_999 },
      'a multiple of the payout to send': { depositAmountInCents: 11_001 },
    };
    for (const [name, change] of Object.entries(payouts)) {
      test(`a payout with ${name}`, async (t) => {
        const { provider, nonsense } = await openLiar(t, wrapped({ ...MADE, ...change }));
        assert.equal(
          await outcomeOf(provider.createPayout(PAYOUT_ORDER)),
          'unknown provider_error',
        );
        assert.deepEqual(nonsense, ['/withdraw']);
      });
    }

    test('a status of another charge', async (t) => {
      const other = { qrId: ID.replace('01', '02'), status: 'approved', valueInCents: 5_199 };
      const { provider, nonsense } = await openLiar(t, wrapped(other));
      assert.equal(await outcomeOf(provider.readCharge(ID)), 'unknown provider_error');
      assert.deepEqual(nonsense, ['/deposit-status']);
    });

    test('a page in HTML', async (t) => {
      const { provider, nonsense } = await openLiar(t, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
      );
      assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
      assert.deepEqual(nonsense, ['/deposit']);
    });

    test('a list that is not an array', async (t) => {
      const { provider, nonsense } = await openLiar(t, wrapped({}));
      const listed = provider.listCharges(new Date(0), new Date());
      assert.equal(await outcomeOf(listed), 'unknown provider_error');
      assert.deepEqual(nonsense, ['/deposits']);
    });
  },
);

describe(
  'an incomplete response or an outage has an unknown outcome',
  { concurrency: true },
  () => {
    const answers: Record<string, Answer> = {
      'cut before the first byte': (request) => request.socket.destroy(),
      'cut in the middle': (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"response":');
        setTimeout(() => response.destroy(), 20);
      },
      'over half a MiB': says({ response: 'x'.repeat(600_000) }),
      'an outage': says({}, 500),
      'an error page of a gateway': (_request, response) => response.writeHead(520).end('<html>'),
    };
    for (const [name, answer] of Object.entries(answers)) {
      test(name, async (t) => {
        const { provider, nonsense } = await openLiar(t, answer);
        assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
        assert.deepEqual(nonsense, [], 'it is not parsed at all');
      });
    }

    test('a refused connection', async (t) => {
      const { provider, close } = await openLiar(t, says({}));
      close();
      assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
    });
  },
);

test('a call without a response times out after 20 seconds', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const reached = Promise.withResolvers<undefined>();
  const { provider } = await openLiar(t, () => reached.resolve(undefined));
  const outcome = outcomeOf(provider.createCharge(ORDER));
  await reached.promise;
  mock.timers.tick(19_000);
  assert.equal(await Promise.race([outcome, nextTurn('waits')]), 'waits');
  // What was left of the 20 s when the call was made is less by the moment that this took.
  mock.timers.tick(1_000);
  assert.equal(await outcome, 'unknown provider_error');
});

test('a status is accepted without an unreadable minor field, and the field is reported', async (t) => {
  const { withdrawalId: id, ...made } = MADE;
  const payout = { id, ...made, status: 'sent', expiration: '9999-12-31T23:59:59.999-12:00' };
  const charge = { qrId: ID, status: 'depix_sent', valueInCents: 5_199, payerName: {} };
  const { provider, nonsense, unread } = await openLiar(t, (request, response) =>
    wrapped(request.url?.startsWith('/deposit') ? charge : payout)(request, response),
  );
  assert.equal((await provider.readCharge(ID))?.status, 'depix_sent');
  assert.equal((await provider.readPayout(ID))?.status, 'sent');
  assert.deepEqual([unread, nonsense], [['payerName', 'expiration'], []]);
});

test('an address in capitals is normalized to lower case', async (t) => {
  const { withdrawalId: id, ...made } = { ...MADE, depositAddress: ADDRESS.toUpperCase() };
  const status = { id, status: 'unsent', expiration: '2026-12-21T12:00:00Z' };
  const { provider } = await openLiar(t, wrapped({ ...status, withdrawalId: id, ...made }));
  assert.equal((await provider.createPayout(PAYOUT_ORDER)).depositAddress, ADDRESS);
  assert.equal((await provider.readPayout(ID))?.depositAddress, ADDRESS);
});

test('a charge or payout that the provider does not know is undefined', async (t) => {
  const { provider } = await openLiar(t, says({}, 404));
  assert.equal(await provider.readCharge(ID), undefined);
  assert.equal(await provider.readPayout(ID), undefined);
});

test('a 404 page of a proxy does not count as an unknown charge or payout', async (t) => {
  const page = '<!doctype html><title>404 Not Found</title>';
  const { provider } = await openLiar(t, (_request, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end(page);
  });
  await assert.rejects(provider.readCharge(ID), { outcome: 'unknown' });
  await assert.rejects(provider.readPayout(ID), { outcome: 'unknown' });
});

test('a list that ignores its bounds is refused after a limited number of calls', async (t) => {
  const row = { qrId: ID, status: 'pending', bankTxId: null };
  const { provider, nonsense, seen } = await openLiar(
    t,
    wrapped(Array.from({ length: 200 }, () => row)),
  );
  const day = provider.listCharges(
    new Date('2026-11-20T00:00:00Z'),
    new Date('2026-11-21T00:00:00Z'),
  );
  assert.equal(await outcomeOf(day), 'unknown provider_error');
  assert.deepEqual(nonsense, ['/deposits']);
  assert.ok(seen.length < 30);
});

test('a static code that fits any payment is not accepted as a charge', async (t) => {
  const { provider } = await openLiar(t, wrapped({ id: ID, qrCopyPaste: STATIC_CODE }));
  assert.equal(await outcomeOf(provider.createCharge(ORDER)), 'unknown provider_error');
});

/** Lists as the provider does: the rows within the bounds, at most 200 of them. */
function listing(rows: readonly { readonly at: number }[]): Answer {
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const [start, end] = ['start', 'end'].map((name) => Date.parse(searchParams.get(name) ?? ''));
    const within = rows.filter(({ at }) => at >= Number(start) && at < Number(end));
    wrapped(within.slice(0, 200))(request, response);
  };
}

test('a full list is requested again in halves, so that no row is missed', async (t) => {
  const day = 86_400_000;
  const [from, to] = [new Date(0), new Date(day)];
  const rows = Array.from({ length: 350 }, (_, index) => ({
    qrId: index.toString(16).padStart(32, '0'),
    status: 'pending',
    at: (index * day) / 350,
  }));
  const { provider, seen } = await openLiar(t, listing(rows));
  const listed = await provider.listCharges(from, to);
  assert.equal(new Set(listed.map(({ ref }) => ref)).size, 350);
  assert.equal(listed.length, 350);
  assert.equal(seen.length, 3);
});

test('a thousand charges within one second are listed completely', async (t) => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    qrId: at.toString(16).padStart(32, '0'),
    status: 'pending',
    at,
  }));
  const { provider, nonsense } = await openLiar(t, listing(rows));
  const listed = await provider.listCharges(new Date(0), new Date(1_000));
  assert.equal(new Set(listed.map(({ ref }) => ref)).size, 1_000);
  assert.deepEqual(nonsense, []);
});

test('a list counts as full even if one of its rows is unreadable', async (t) => {
  const [from, to] = [new Date(0), new Date(86_400_000)];
  const rowAt = (index: number) => ({
    qrId: index.toString(16).padStart(32, '0'),
    status: 'pending',
  });
  const full = [...Array.from({ length: 199 }, (_, index) => rowAt(index)), { qrId: null }];
  const { provider } = await openLiar(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://x');
    const whole =
      searchParams.get('start') === from.toISOString() &&
      searchParams.get('end') === to.toISOString();
    wrapped(whole ? full : [rowAt(500)])(request, response);
  });
  const listed = await provider.listCharges(from, to);
  assert.ok(listed.some(({ ref }) => ref === rowAt(500).qrId));
});
