import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { openEndpoint, openMerchant } from '../../test/merchant.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { notifyChange, notifyNow } from '../changes/notify-change.ts';
import { newId } from '../ids.ts';
import { openHttp } from '../platform/http.ts';
import { openLive } from './open-live.ts';
import { findViewers } from './find-viewers.ts';

const gateway = await openGateway();
const { app } = gateway;

interface Heard {
  readonly status: number;
  readonly text: () => string;
  readonly isOver: () => boolean;
  close(): void;
}

/** Listens as a browser does until the test is over. */
async function listenTo(t: TestContext, url: string, cookie = ''): Promise<Heard> {
  const leaving = new AbortController();
  const answer = await fetch(url, { headers: { cookie }, signal: leaving.signal });
  let text = '';
  let isOver = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  t.after(() => leaving.abort());
  return {
    status: answer.status,
    text: () => text,
    isOver: () => isOver,
    close: () => leaving.abort(),
  };
}

async function hear(t: TestContext, person: Person, accountId: string): Promise<Heard> {
  const heard = await listenTo(
    t,
    `${gateway.url}/app/api/accounts/${accountId}/test/live`,
    person.cookie,
  );
  assert.equal(heard.status, 200);
  // From here on no change is missed.
  await until(async () => /event: (ready|missed)/.test(heard.text()));
  return heard;
}

/** The changes announced so far, as `deposit dep_… CONFIRMED`. */
function changesIn(text: string): string[] {
  return [...text.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data = '']) => {
    const { kind, id, status } = JSON.parse(data) as Record<string, string>;
    return `${kind} ${id} ${status}`;
  });
}

test('a stream reports the changes of its own environment that its role may see, and no others', async (t) => {
  const [mine, theirs] = [await openMerchant(gateway), await openMerchant(gateway)];
  await openEndpoint(mine);
  const owner = await openPerson(gateway, { [mine.accountId]: 'owner' });
  const viewer = await openPerson(gateway, { [mine.accountId]: 'viewer' });
  const stranger = await openPerson(gateway, { [theirs.accountId]: 'owner' });
  const heard = await hear(t, owner, mine.accountId);
  const seen = await hear(t, viewer, mine.accountId);
  const elsewhere = await hear(t, stranger, theirs.accountId);
  const id = String((await mine.deposit())['id']);
  await mine.command(`deposits/${id}/pay`);
  const payout = String((await mine.withdraw())['id']);
  await until(async () => {
    const changes = changesIn(heard.text()).join();
    return (
      [`deposit ${id} PENDING`, `deposit ${id} CONFIRMED`, `withdrawal ${payout} PENDING`].every(
        (one) => changes.includes(one),
      ) && changes.includes('delivery whd_')
    );
  });
  await mine.command(`deposits/${id}/med`);
  await until(async () => /alert med_\w+ med/.test(changesIn(heard.text()).join()));
  await until(async () => changesIn(seen.text()).includes(`deposit ${id} REFUNDED`));
  assert.doesNotMatch(seen.text(), /"delivery"/);
  assert.deepEqual(changesIn(elsewhere.text()), []);
});

test('a change that is rolled back is not reported', async (t) => {
  const { accountId, environment } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const heard = await hear(t, owner, accountId);
  const change = { environmentId: environment.id, kind: 'deposit', status: 'PENDING' } as const;
  const [never, once] = [newId('dep'), newId('dep')];
  await assert.rejects(
    app.db.begin(async (tx) => {
      notifyChange(tx, { ...change, id: never });
      throw new Error('rolled back');
    }),
  );
  await app.db.begin(async (tx) => notifyChange(tx, { ...change, id: once }));
  await until(async () => changesIn(heard.text()).includes(`deposit ${once} PENDING`));
  assert.doesNotMatch(heard.text(), new RegExp(never));
});

test('a burst of a thousand changes is reported as one event to read everything again', async (t) => {
  const { accountId, environment } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const heard = await hear(t, owner, accountId);
  const before = heard.text().length;
  for (let count = 0; count < 1_000; count += 1) {
    const change = { environmentId: environment.id, id: newId('dep'), status: 'PENDING' };
    notifyNow(app.db, { ...change, kind: 'deposit' });
  }
  await until(async () => heard.text().slice(before).includes('event: missed'));
  assert.deepEqual(changesIn(heard.text()), []);
});

test('a stream is refused without a session or a membership', async (t) => {
  const { accountId } = await testEnvironment(app);
  const url = `${gateway.url}/app/api/accounts/${accountId}/test/live`;
  const stranger = await openPerson(gateway);
  assert.equal((await listenTo(t, url, stranger.cookie)).status, 404);
  assert.equal((await listenTo(t, url)).status, 401);
});

/** The test's own streams, with limits that suit it, such as more frequent checks. */
async function openStreams(t: TestContext, limits: Parameters<typeof openLive>[1]) {
  const { accountId, environment } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const [session] = await app.db<{ id: `ses_${string}` }>`
    select id from sessions where user_id = ${person.userId}`;
  const live = openLive(app, limits);
  const http = openHttp(app.log, (routes) => {
    routes.get('/live', async (_request, reply) =>
      live.open(reply, {
        sessionId: session?.id ?? newId('ses'),
        userId: person.userId,
        role: 'owner',
        environmentId: environment.id,
        accountId,
      }),
    );
  });
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await live.close();
    await http.close();
  });
  return { url: `${url}/live`, person, accountId };
}

for (const [what, end] of Object.entries({
  'its session ends': (userId: string) =>
    app.db`update sessions set ended_at = now() where user_id = ${userId}`,
  'the person no longer belongs to the account': (userId: string) =>
    app.db`delete from memberships where user_id = ${userId}`,
})) {
  test(`a stream ends when ${what}, and not before`, async (t) => {
    const { url, person } = await openStreams(t, { lookMs: 20, heartbeatMs: 20 });
    const heard = await listenTo(t, url);
    // As often as it is looked at.
    await until(() => heard.text().split(':\n\n').length > 10);
    assert.deepEqual([heard.status, heard.isOver()], [200, false]);
    await end(person.userId);
    await until(() => heard.isOver());
  });
}

test('an open stream does not keep an idle session alive', async () => {
  const { accountId } = await testEnvironment(app);
  const person = await openPerson(gateway, { [accountId]: 'owner' });
  const [session] = await app.db<{ id: `ses_${string}`; seen: string }>`
    update sessions set last_seen_at = now() - interval '6 days 23 hours'
    where user_id = ${person.userId} returning id, last_seen_at::text as seen`;
  const viewer = { sessionId: session?.id ?? newId('ses'), accountId };
  assert.equal((await findViewers(app.db, [viewer, viewer])).length, 1);
  const [row] = await app.db<{ seen: string }>`
    update sessions set last_seen_at = last_seen_at - interval '2 hours'
    where user_id = ${person.userId} returning (last_seen_at + interval '2 hours')::text as seen`;
  assert.equal(row?.seen, session?.seen);
  assert.deepEqual(await findViewers(app.db, [viewer]), []);
});

test('a session can have ten open streams, kept open by heartbeats', async (t) => {
  const { url } = await openStreams(t, { heartbeatMs: 20 });
  const heard = await Promise.all(Array.from({ length: 10 }, () => listenTo(t, url)));
  await until(async () => heard.every(({ text }) => text().includes(':\n\n')));
  assert.equal((await listenTo(t, url)).status, 429);
  heard[0]?.close();
  await until(async () => {
    const again = await listenTo(t, url);
    return again.status === 200;
  });
});

test('the open streams of a person are limited too', async (t) => {
  const { url } = await openStreams(t, { ofSession: 10, ofPerson: 3 });
  const heard = await Promise.all(Array.from({ length: 3 }, () => listenTo(t, url)));
  assert.deepEqual(
    heard.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal((await listenTo(t, url)).status, 429);
});
