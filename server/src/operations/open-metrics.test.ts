import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { openEndpoint, openMerchant } from '../../test/merchant.ts';
import { costsOf, worstOf } from '../../test/plans.ts';
import { until } from '../../test/receiver.ts';
import { openApi } from '../api.ts';
import { readConfig } from '../config.ts';
import { openApp } from '../open-app.ts';
import { writeSafeMode } from '../installations/store.ts';
import { countOpenAlerts, raiseAlert } from '../operator-alerts/store.ts';
import { countMismatches } from './count-mismatches.ts';
import { readQueues } from './read-queues.ts';

const gateway = await openGateway();
const { app } = gateway;

async function scrape(url = gateway.url): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/metrics`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const lines = (await answer.text()).split('\n');
  const types = lines.filter((line) => line.startsWith('# TYPE'));
  assert.equal(new Set(types).size, types.length, 'a metric is reported twice');
  const samples = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('a scrape reports calls, deliveries, queues, alerts and safe mode', async (t) => {
  t.after(() => writeSafeMode(app.db, false, null));
  const merchant = await openMerchant(gateway);
  const { notified } = await openEndpoint(merchant);
  const { id } = await merchant.deposit();
  await merchant.command(`deposits/${String(id)}/pay`);
  await merchant.reaches(String(id), 'CONFIRMED');
  await until(() => notified().length === 1);
  const { environment } = await testEnvironment(app);
  for (const environmentId of [null, environment.id]) {
    const subject = String(environmentId);
    await raiseAlert(app.db, app, { environmentId, kind: 'nonsense_answer', subject });
  }
  await app.db`
    insert into deposit_checks (environment_id, deposit_id, tx_id, state, fault)
    select id, 'dep_' || repeat('0', 26), 'tx', 'mismatch', 'missing' from environments limit 1`;
  await writeSafeMode(app.db, true, null);
  // Meanwhile the rest of the payment's notices arrive, and the delivery is recorded.
  let metrics = await scrape();
  const count = (name: string): number => metrics.get(name) ?? Number.NaN;
  const isQuiet = (queue: string): boolean =>
    count(`ponte_queue_depth{queue="${queue}"}`) === 0 &&
    count(`ponte_queue_age_seconds{queue="${queue}"}`) === 0;
  const queues = ['unnumbered_events', 'notices', 'deliveries', 'dead_keys', 'mails'];
  await until(async () => {
    metrics = await scrape();
    return count('ponte_safe_mode') === 1 && queues.every(isQuiet);
  });
  assert.ok(count('ponte_provider_calls_total{call="deposit",outcome="answered"}') >= 1);
  assert.ok(count('ponte_provider_calls_total{call="deposit-status",outcome="answered"}') >= 1);
  assert.ok(count('ponte_provider_call_seconds_count{call="deposit"}') >= 1);
  assert.ok(count('ponte_webhook_attempts_total{result="succeeded"}') >= 1);
  for (const mode of ['live', 'test']) {
    const name = `ponte_operator_alerts_open{kind="nonsense_answer",mode="${mode}"}`;
    assert.equal(count(name), 1);
  }
  assert.equal(count('ponte_chain_mismatches{fault="missing"}'), 1);
  for (const table of ['deposit_checks', 'withdrawal_fundings', 'wallet_addresses']) {
    assert.ok(metrics.has(`ponte_queue_depth{queue="${table}"}`), table);
  }
  assert.equal(count('ponte_database_up'), 1);
  assert.ok(count('ponte_database_connections{state="idle"}') >= 1);
  assert.ok(count('process_cpu_seconds_total') > 0);
});

test('without a database a scrape succeeds, with only the metrics that need it missing', async (t) => {
  const config = readConfig({
    DATABASE_URL: 'postgres://ponte@127.0.0.1:9/ponte',
    PONTE_ENCRYPTION_KEYS: app.config.encryptionKeys ?? '',
  });
  const lost = openApp(config, 'command');
  lost.log.level = 'silent';
  const http = openApi(lost);
  t.after(() => http.close());
  const metrics = await scrape(await http.listen({ host: '127.0.0.1', port: 0 }));
  assert.equal(metrics.get('ponte_database_up'), 0);
  assert.equal(metrics.get('ponte_queue_depth{queue="notices"}'), undefined);
  assert.ok((metrics.get('process_cpu_seconds_total') ?? 0) > 0);
});

const ROWS = 60_000;

test('the cost of reading queues and alerts depends only on what is due and open', async (t) => {
  const { db } = app;
  const { environment } = await testEnvironment(app);
  await fill(environment.id);
  t.after(() => db`delete from webhook_deliveries where environment_id = ${environment.id}`);
  t.after(() => db`delete from deposit_checks where environment_id = ${environment.id}`);
  t.after(() => db`delete from operator_alerts where environment_id = ${environment.id}`);
  const costs = await costsOf(db, (measured) =>
    Promise.all([readQueues(measured), countMismatches(measured), countOpenAlerts(measured)]),
  );
  const worst = worstOf(costs);
  assert.ok(worst.discarded <= 100, JSON.stringify(costs));
  assert.ok(worst.buffers <= 200, JSON.stringify(costs));
});

/** Adds finished rows, and deliveries that wait for an endpoint that is down. */
async function fill(environmentId: string): Promise<void> {
  const { db } = app;
  await db`
    insert into provider_inbox (mode, kind, provider_ref, digest, body, due_at, outcome)
    select 'test', 'deposit', 'ref ' || n, decode(md5(n::text), 'hex'), 'v1:any', null, 'applied'
    from generate_series(1, ${ROWS}::integer) as n`;
  await db`
    insert into idempotency_keys (environment_id, key, fingerprint, operation, resource_id, state,
      nonce, updated_at)
    select ${environmentId}, 'key ' || n, '\\x00', 'deposit', 'dep_' || lpad(to_hex(n), 26, '0'),
      'failed', gen_random_uuid(), now() - interval '2 days'
    from generate_series(1, ${ROWS}::integer) as n`;
  const endpoint = `whe_${'0'.repeat(26)}`;
  await db`
    insert into webhook_endpoints (environment_id, id, url, events, secret, created_at, updated_at)
    values (${environmentId}, ${endpoint}, 'https://example.com', '{}', 'v1:any', now(), now())`;
  await db`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event, resource_id,
      body, next_attempt_at, created_at)
    select ${environmentId}, 'whd_' || lpad(to_hex(n), 26, '0'), ${endpoint},
      'evt_' || lpad(to_hex(n), 26, '0'), 'deposit.confirmed', 'dep_' || lpad(to_hex(n), 26, '0'),
      '{}', now() + interval '1 hour', now()
    from generate_series(1, ${ROWS}::integer) as n`;
  await db`
    insert into deposit_checks (environment_id, deposit_id, tx_id, state, look_at)
    select ${environmentId}, 'dep_' || lpad(to_hex(n), 26, '0'), 'tx ' || n, 'seen',
      now() + interval '1 hour'
    from generate_series(1, ${ROWS}::integer / 3) as n`;
  await db`
    insert into operator_alerts (environment_id, kind, subject, resolved_at)
    select ${environmentId}, 'unmatched_notice', 'notice ' || n, now()
    from generate_series(1, ${ROWS}::integer) as n`;
  // Autovacuum would soon do the same.
  await db`analyze deposit_checks, operator_alerts, provider_inbox, idempotency_keys, webhook_endpoints, webhook_deliveries`;
}
