import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import {
  admitted,
  type Answer,
  type Merchant,
  openEndpoint,
  openMerchant,
} from '../../test/merchant.ts';
import { alertsAbout, providerStatus } from '../../test/operator.ts';
import { until } from '../../test/receiver.ts';
import type { SandboxCase, Stage } from './case.ts';
import { CASES, caseOf } from './find-case.ts';

const gateway = await openGateway();
const { app } = gateway;
const PATIENCE_MS = 90_000;
const hold = (isSo: () => boolean | Promise<boolean>): Promise<unknown> => until(isSo, PATIENCE_MS);

const CONCURRENCY = 4;

test(
  'every case behaves as documented: responses, statuses, webhooks and alerts',
  {
    concurrency: CONCURRENCY,
  },
  async (context) => {
    await Promise.all(CASES.map((one) => context.test(one.name, () => rehearse(one))));
  },
);

/** Runs the case for an account of its own and moves it from stage to stage. */
async function rehearse(one: SandboxCase): Promise<void> {
  const merchant = await openMerchant(gateway);
  const endpoint = await openEndpoint(merchant, ['deposit', 'withdrawal'].flatMap(kindsOf));
  const { status, body, text } = await run(merchant, one);
  assert.equal(status, 201, text);
  // The answer's schema was checked when it arrived.
  const answers = body['answers'] as { status: number }[];
  assert.deepEqual(
    answers.map((answer) => answer.status),
    one.answers,
  );
  const id = body['id'];
  if (one.stages.length === 0) return assert.equal(id, null);
  assert.ok(typeof id === 'string', text);
  const events: string[] = [];
  for (const stage of one.stages) {
    if (stage.after !== null) await advance(merchant, stage.after);
    events.push(...stage.events);
    await reaches(merchant, id, stage);
    await hold(async () => (await merchant.eventsOf(id)).length >= events.length);
    assert.deepEqual(await merchant.eventsOf(id), events);
    await hold(() => endpoint.notified().length >= events.length);
    const notified = endpoint.notified().map(({ event }) => event);
    assert.deepEqual(notified.sort(), [...events].sort());
  }
}

function kindsOf(noun: string): string[] {
  const kinds = {
    deposit: ['confirmed', 'refunded', 'failed'],
    withdrawal: ['completed', 'failed', 'expired'],
  };
  return kinds[noun === 'deposit' ? noun : 'withdrawal'].map((kind) => `${noun}.${kind}`);
}

/** A crowded machine may cut a call to the sandbox; the answer is then a 502, and is retried. */
async function run(merchant: Merchant, one: SandboxCase): Promise<Answer> {
  const ask = () => admitted(() => merchant.call('POST', `/v1/sandbox/cases/${one.name}`));
  let answer = await ask();
  for (let more = 3; answer.status === 502 && more > 0; more -= 1) answer = await ask();
  return answer;
}

async function advance(merchant: Merchant, duration: string): Promise<void> {
  const move = () => merchant.call('POST', '/v1/sandbox/clock', { advance: duration });
  const { status, text } = await admitted(move);
  assert.equal(status, 200, text);
}

async function reaches(merchant: Merchant, id: string, stage: Stage): Promise<void> {
  const noun = id.startsWith('dep_') ? 'deposit' : 'withdraw';
  const path = `/v1/api/${noun}/${id}/status`;
  await hold(async () => (await merchant.call('GET', path)).body['status'] === stage.status);
  const { providerStatus: word, chain, operatorAlert } = stage;
  if (word !== undefined) await hold(async () => (await providerStatus(app, id)) === word);
  if (chain !== undefined) {
    await hold(async () => {
      const seen = (await merchant.call('GET', path)).body['chain'] as Record<string, unknown>;
      return [seen['state'], seen['problem']].includes(chain);
    });
  }
  if (stage.alert !== undefined) {
    const answer = await admitted(() => merchant.call('GET', '/v1/api/meds'));
    const alerts = answer.body['alerts'] as { tipo: string }[];
    assert.deepEqual(
      alerts.map(({ tipo }) => tipo),
      [stage.alert],
    );
  }
  if (operatorAlert === undefined) return;
  const subjects = operatorAlert === 'orphan_paid' ? await orphansOf(merchant) : [id];
  await hold(async () => {
    const kinds = await Promise.all(subjects.map((subject) => alertsAbout(app, subject)));
    return kinds.flat().includes(operatorAlert);
  });
}

/** What the provider has on its books without a deposit here. */
async function orphansOf(merchant: Merchant): Promise<string[]> {
  const { body } = await admitted(() => merchant.call('GET', '/v1/sandbox/provider'));
  const charges = body['charges'] as { id: string; depositId: string | null }[];
  return charges.filter(({ depositId }) => depositId === null).map(({ id }) => id);
}

test('each case has a unique name, and a unique amount or document', () => {
  const names = CASES.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const one of CASES) {
    assert.match(one.name, /^[a-z]+(-[a-z]+)*$/);
    for (const operation of one.of) {
      const order = { taxId: one.taxId ?? '12345678909', amountCents: one.amountCents ?? 5_000 };
      assert.equal(caseOf(operation, order), one);
    }
  }
  assert.equal(caseOf('deposit', { taxId: '12345678909', amountCents: 5_000 }), undefined);
  assert.equal(caseOf('withdrawal', { taxId: '12345678909', amountCents: 50_010 }), undefined);
});

test('a case that a strict sandbox does not accept is refused like its order', async (t) => {
  const strict = await openGateway(t, { env: { PONTE_SANDBOX_STRICT: 'true' } });
  const { status, body } = await (
    await openMerchant(strict)
  ).call('POST', '/v1/sandbox/cases/paid');
  assert.deepEqual([status, body['error']], [400, 'invalid_amount']);
});
