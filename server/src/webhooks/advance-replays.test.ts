import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrangeEndpoint, recordDeposits, URL_HERE } from '../../test/webhooks.ts';
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
