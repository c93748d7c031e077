import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../../src/api.ts';
import { connect } from '../../src/platform/db.ts';
import { openGateway } from '../gateway.ts';
import { openMerchant } from '../merchant.ts';

const gateway = await openGateway();
const { app } = gateway;

test('a burst for a QR image uses no connection of the API’s pool, and is rate limited', async (t) => {
  const merchant = await openMerchant(gateway);
  const { id } = await merchant.deposit();
  const away = 'postgres://127.0.0.1:9/x';
  const [db, publicDb] = [away, app.config.databaseUrl ?? ''].map((url) =>
    // A request that waits for a connection is answered however slow the machine: the limit on the
    // burst is to refuse, not a timeout.
    connect({ url, connections: 2, connectionMs: 60_000, onError: () => undefined }),
  );
  assert.ok(db && publicDb);
  const http = openApi({ ...app, db, openPublicDb: () => publicDb });
  t.after(() => http.close());
  const look = () => http.inject({ method: 'GET', url: `/qr/${String(id)}.png` });
  assert.equal((await look()).headers['content-type'], 'image/png');
  const answers = await Promise.all(Array.from({ length: 1_500 }, look));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  // A shop's server may load as many at once.
  assert.ok(refused.length > 0 && refused.length <= 501, String(refused.length));
  for (const { statusCode, headers } of refused) {
    assert.deepEqual([statusCode, headers['retry-after']], [429, '1']);
  }
});
