import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openReceiver } from '../../test/receiver.ts';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  recordDeposits,
  skipWait,
} from '../../test/webhooks.ts';
import type { App } from '../app.ts';
import { leaseDueMails, openMail } from '../mails/store.ts';
import { writeLetter } from '../mails/write-letter.ts';
import { listEndpoints, updateEndpoint } from './store.ts';

/** The mails queued for the owners, as they will read them. */
async function letters(app: App): Promise<string[]> {
  const mails = await leaseDueMails(app.db, '00000000-0000-4000-8000-000000000000', 10);
  return mails.map((mail) => writeLetter(openMail(app.vault, mail), app.config.baseUrl).text);
}

test('concurrent 410 responses disable the endpoint, and send its owner one mail', async (t) => {
  const receiver = await answering(t, 410);
  const url = receiver.url.replace('/hook', '/hook/token-in-the-path');
  const { app, environment, accountId, endpoint, dispatcher } = await arrangeEndpoint(t, url);
  await recordDeposits(app, environment.id, 8);
  await deliverDue(dispatcher);
  assert.ok(receiver.received.length > 1);
  const [disabled] = await listEndpoints(app.db, environment.id, undefined, 1);
  assert.deepEqual([disabled?.enabled, disabled?.disabledReason], [false, 'gone']);
  const [letter, ...others] = await letters(app);
  assert.equal(others.length, 0);
  assert.ok(letter);
  for (const word of [accountId, endpoint.id, '127.0.0.1', '410', 'teste', 'test mode']) {
    assert.ok(letter.includes(word), word);
  }
  assert.ok(!letter.includes('token-in-the-path'));
  // A replay from then on covers everything the endpoint missed.
  const since = Date.parse(/"since": "([^"]+)"/.exec(letter)?.[1] ?? '');
  const [oldest] = await app.db<{ at: Date }>`select min(created_at) as at from events`;
  assert.ok(oldest && since < oldest.at.getTime());
});

test('a 410 from the previous URL does not disable an endpoint that has a new one', async (t) => {
  const hold = Promise.withResolvers<undefined>();
  const old = await openReceiver(t, (_request, response) => {
    void hold.promise.then(() => response.writeHead(410).end());
  });
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, old.url);
  await recordDeposits(app, environment.id);
  await dispatcher.turn();
  await updateEndpoint(app.db, environment.id, endpoint.id, { url: receiver.url });
  hold.resolve(undefined);
  await dispatcher.drain();
  const [now] = await listEndpoints(app.db, environment.id, undefined, 1);
  assert.deepEqual([now?.enabled, now?.disabledReason], [true, null]);
  assert.deepEqual(await letters(app), []);
  await skipWait(app);
  await deliverDue(dispatcher);
  assert.equal(receiver.received.length, 1);
});

test('a 410 from an endpoint that its owner has disabled meanwhile sends no mail', async (t) => {
  const hold = Promise.withResolvers<undefined>();
  const receiver = await openReceiver(t, (_request, response) => {
    void hold.promise.then(() => response.writeHead(410).end());
  });
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  await recordDeposits(app, environment.id);
  await dispatcher.turn();
  await updateEndpoint(app.db, environment.id, endpoint.id, { enabled: false });
  hold.resolve(undefined);
  await dispatcher.drain();
  const [now] = await listEndpoints(app.db, environment.id, undefined, 1);
  assert.equal(now?.disabledReason, 'owner');
  assert.deepEqual(await letters(app), []);
});
