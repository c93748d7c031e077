import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answering,
  arrangeEndpoint,
  deliverDue,
  recordDeposits,
  URL_HERE,
} from '../../test/webhooks.ts';
import { advanceReplays } from './advance-replays.ts';
import { registerEndpoint } from './register-endpoint.ts';
import { replayEvents } from './replay-events.ts';

test('a replay that always fails does not keep others from being advanced', async (t) => {
  const { app, environment, endpoint } = await arrangeEndpoint(t, `${URL_HERE}/odd`);
  const other = await registerEndpoint(app, environment, { url: URL_HERE });
  await recordDeposits(app, environment.id);
  await app.db`delete from webhook_deliveries`;
  await app.db`
    create function refuse_odd() returns trigger language plpgsql as $$
    begin
      if exists (select from webhook_endpoints where id = new.endpoint_id and url like '%/odd') then
        raise exception 'an odd replay';
      end if;
      return new;
    end $$`;
  await app.db`
    create trigger refuse_odd before insert on webhook_deliveries
      for each row execute function refuse_odd()`;
  for (const { id } of [endpoint, other]) {
    await replayEvents(app, environment.id, id, new Date('2020-01-01T00:00:00Z'));
  }
  await assert.rejects(advanceReplays(app), /an odd replay/);
  await advanceReplays(app);
  const sent = await app.db`select endpoint_id from webhook_deliveries`;
  assert.deepEqual(sent, [{ endpointId: other.id }]);
});

test('a replay asked for again while it runs starts anew, and sends what has happened since', async (t) => {
  const receiver = await answering(t, 200);
  const { app, environment, endpoint, dispatcher } = await arrangeEndpoint(t, receiver.url);
  const sendAll = async (): Promise<void> => {
    while (await deliverDue(dispatcher));
  };
  await recordDeposits(app, environment.id, 201);
  await app.db`update webhook_deliveries set status = 'succeeded', next_attempt_at = null`;
  const [first] = await app.db<{ at: Date }>`select min(created_at) as at from events`;
  assert.ok(first);
  const replay = () => replayEvents(app, environment.id, endpoint.id, first.at);
  assert.equal(await replay(), 201);
  await advanceReplays(app);
  await sendAll();
  assert.equal(receiver.received.length, 200);
  await recordDeposits(app, environment.id, 2);
  await sendAll();
  assert.equal(await replay(), 203);
  while (await advanceReplays(app)) await sendAll();
  assert.equal(receiver.received.length, 200 + 2 + 203);
});
