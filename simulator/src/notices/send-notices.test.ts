import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { openReceiver, openSandbox, partnerAt, until } from '../../test/sandbox.ts';

const sandbox = await openSandbox();

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Runs with a dedicated receiver and a partner whose notices go to it. */
async function withReceiver(
  answer: () => Promise<number> | number,
  work: (receiver: Receiver, partner: ReturnType<typeof partnerAt>) => Promise<void>,
) {
  const receiver = await openReceiver(answer);
  try {
    const partner = partnerAt(sandbox.url);
    await partner.control('PUT', 'webhooks', receiver.webhooks);
    await work(receiver, partner);
  } finally {
    await receiver.close();
  }
}

const statusesOf = (receiver: Receiver, id: string) =>
  receiver.of(id).map(({ body }) => body['status']);

test('dropped notices are never sent, later ones are', () =>
  withReceiver(
    () => 200,
    async (receiver, partner) => {
      await partner.control('PUT', 'switches', { drop: true });
      const id = await partner.newCharge();
      await partner.control('POST', `charges/${id}/pay`);
      await partner.charge(id, 'depix_sent');
      await partner.control('PUT', 'switches', { drop: false });
      const canceled = await partner.newCharge();
      await partner.control('POST', `charges/${canceled}/cancel`);
      await until(() => receiver.of(canceled).length === 1);
      assert.equal(receiver.notices.length, 1);
    },
  ));

test('duplicated notices are sent twice, in order', () =>
  withReceiver(
    () => 200,
    async (receiver, partner) => {
      await partner.control('PUT', 'switches', { duplicate: true });
      const id = await partner.newCharge();
      await partner.control('POST', `charges/${id}/pay`);
      await until(() => receiver.of(id).length === 6);
      assert.deepEqual(
        statusesOf(receiver, id),
        ['under_review', 'approved', 'depix_sent'].flatMap((status) => [status, status]),
      );
    },
  ));

test('shuffled notices all arrive, but not in order', () =>
  withReceiver(
    () => 200,
    async (receiver, partner) => {
      await partner.control('PUT', 'switches', { shuffle: true });
      const ids = await Promise.all(Array.from({ length: 12 }, () => partner.newCharge()));
      for (const id of ids) await partner.control('POST', `charges/${id}/pay`);
      await until(() => receiver.notices.length === 36);
      const inOrder = ['under_review', 'approved', 'depix_sent'];
      for (const id of ids) assert.deepEqual(statusesOf(receiver, id).sort(), inOrder.toSorted());
      const orders = ids.map((id) => statusesOf(receiver, id).join());
      assert.ok(orders.some((order) => order !== inOrder.join()));
    },
  ));

test('delayed notices are sent after their delay', () =>
  withReceiver(
    () => 200,
    async (receiver, partner) => {
      await partner.control('PUT', 'switches', { delayNoticesMs: 400 });
      const id = await partner.newCharge();
      const start = Date.now();
      await partner.control('POST', `charges/${id}/cancel`);
      await until(() => receiver.of(id).length === 1);
      assert.ok(Date.now() - start >= 395);
    },
  ));

test('notices of a charge are sent in order, each after the response to the previous one', () => {
  let open = 0;
  const slowly = async () => {
    assert.equal(++open, 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    open--;
    return 200;
  };
  return withReceiver(slowly, async (receiver, partner) => {
    const id = await partner.newCharge();
    await partner.control('POST', `charges/${id}/pay`);
    await until(() => receiver.of(id).length === 3);
    assert.deepEqual(statusesOf(receiver, id), ['under_review', 'approved', 'depix_sent']);
  });
});

test('a refused notice is not retried, and does not block the next one', () =>
  withReceiver(
    () => 500,
    async (receiver, partner) => {
      const id = await partner.newCharge();
      await partner.control('POST', `charges/${id}/pay`);
      await until(() => receiver.of(id).length === 3);
      assert.deepEqual(statusesOf(receiver, id), ['under_review', 'approved', 'depix_sent']);
    },
  ));

test('a partner that starts listening later still receives its notices, in order', async () => {
  const before = await openReceiver();
  await before.close();
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'webhooks', before.webhooks);
  const id = await partner.newCharge();
  await partner.control('POST', `charges/${id}/pay`);
  await partner.charge(id, 'depix_sent');
  const receiver = await openReceiver(() => 200, Number(new URL(before.webhooks.url).port));
  try {
    await until(() => receiver.of(id).length === 3);
    assert.deepEqual(statusesOf(receiver, id), ['under_review', 'approved', 'depix_sent']);
  } finally {
    await receiver.close();
  }
});

test('a notice that nobody received is reported with its partner, its address and the reason', async (t) => {
  const [limit, refused] = [new AbortController(), Promise.withResolvers<void>()];
  t.mock.method(AbortSignal, 'timeout', () => limit.signal);
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  const see = () => refused.resolve();
  subscribe('undici:client:connectError', see);
  t.after(() => unsubscribe('undici:client:connectError', see));
  const closed = await openReceiver();
  await closed.close();
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'webhooks', closed.webhooks);
  await partner.control('POST', `charges/${await partner.newCharge()}/cancel`);
  await refused.promise;
  limit.abort();
  const { url } = closed.webhooks;
  const line = await until(() => written.find((text) => text.includes(partner.name)));
  assert.equal(
    line,
    `deposit notice to partner ${partner.name} at ${url}: was not delivered: connect ECONNREFUSED ${new URL(url).host}\n`,
  );
});

test('a partner that never answers does not delay another', () =>
  withReceiver(
    () => new Promise<number>(() => {}),
    async (hanging, slow) => {
      const ids = await Promise.all(Array.from({ length: 150 }, () => slow.newCharge()));
      await Promise.all(ids.map((id) => slow.control('POST', `charges/${id}/cancel`)));
      await until(() => hanging.notices.length >= 64);
      await withReceiver(
        () => 200,
        async (receiver, partner) => {
          const start = Date.now();
          const id = await partner.newCharge();
          await partner.control('POST', `charges/${id}/pay`);
          await until(() => receiver.of(id).length === 3);
          assert.ok(Date.now() - start < 5_000);
        },
      );
    },
  ));
