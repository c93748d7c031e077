import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { step } from '../examples/step.ts';
import { waitUntil } from '../smoke/processes.ts';
import type { Containers } from './containers.ts';
import type { Engine } from './engine.ts';

/** Where compose.yaml publishes the proxy. */
const URL_OF_PROXY = 'http://localhost:8080';
/** The command that the guide to self-hosting shows. */
const LOOK_AT_MAILS =
  "fetch('http://127.0.0.1:3000/dev/mailbox.json').then((a) => a.text()).then(console.log)";
const TIMEOUT_MS = 60_000;
const STOP_SECONDS = 20;
const WALLET = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';

/** What an operator and a merchant do with it. */
export async function useInstallation(engine: Engine, containers: Containers): Promise<void> {
  const { podman } = engine;
  const { nameOf } = containers;
  await step('api, worker and sandbox run unprivileged on a read-only file system', () =>
    lookInside(engine, containers),
  );
  await step('doctor reports no failure', async () => {
    assert.match(await containers.runOnce('ponte', ['doctor']), /^ok {4}provider, test/m);
  });
  const key = await step('an account is created by commands', () => openAccount(containers));
  const ask = askWith(key);
  const deposit = await step('a deposit is paid through the proxy', () => payDeposit(ask));
  await step('/metrics and /readyz are not reachable through the proxy', async () => {
    for (const path of ['/metrics', '/readyz']) {
      assert.equal((await fetch(URL_OF_PROXY + path)).status, 404);
    }
    assert.equal((await fetch(`${URL_OF_PROXY}/healthz`)).status, 200);
  });
  await step('the image contains the dashboard', async () => {
    const page = await fetch(`${URL_OF_PROXY}/app`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200, await page.text());
  });
  await step('the mailbox is reachable only from inside', async () => {
    assert.match(await podman('exec', nameOf('api'), 'node', '-e', LOOK_AT_MAILS), /^\[.*\]$/s);
    assert.equal((await fetch(`${URL_OF_PROXY}/dev/mailbox.json`)).status, 404);
  });
  await step('an open page is updated immediately, through the proxy', () => watchPayment(ask));
  await step('an API and a worker stop in time, without a failed request', async () => {
    const stopped = Promise.all(
      [nameOf('api', 1), nameOf('worker', 1)].map((name) =>
        podman('stop', '--time', String(STOP_SECONDS), name),
      ),
    );
    while (!(await isSettled(stopped))) {
      const answer = await ask('GET', `/v1/api/deposit/${deposit}/status`);
      assert.equal(answer['status'], 'CONFIRMED');
    }
    await stopped;
    for (const name of [nameOf('api', 1), nameOf('worker', 1)]) {
      // 137 would mean that it had to be killed.
      assert.equal(await podman('inspect', '--format', '{{.State.ExitCode}}', name), '0');
    }
  });
  await step('the remaining processes continue', () => payDeposit(ask));
}

type Ask = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

async function lookInside({ podman }: Engine, { nameOf }: Containers): Promise<void> {
  for (const service of ['api', 'worker', 'sandbox']) {
    const look = 'id -u; touch /ponte/x 2>/dev/null && echo writable; grep CapEff /proc/1/status';
    const said = await podman('exec', nameOf(service), 'sh', '-c', look);
    assert.match(said, /^1000\nCapEff:\s+0+$/, said);
  }
  // The sandbox is a separate program, and has none of the keys.
  const files = await podman('exec', nameOf('sandbox'), 'ls', '/run/secrets');
  assert.deepEqual(files.split(/\s+/).sort(), ['database_url', 'sandbox_secret']);
}

async function openAccount({ runOnce }: Containers): Promise<string> {
  const account = await runOnce('ponte', [
    'account',
    'create',
    '--email',
    'loja@example.com',
    '--json',
  ]);
  const id = /acc_\w+/.exec(account)?.[0] ?? '';
  const scope = ['--account', id, '--mode', 'test', '--scopes', 'all', '--json'];
  const key = /pt_test_\w+/.exec(await runOnce('ponte', ['key', 'create', ...scope]))?.[0];
  assert.ok(key);
  return key;
}

function askWith(key: string): Ask {
  return async (method, path, body) => {
    const answer = await fetch(URL_OF_PROXY + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${String(answer.status)} ${text}`);
    // The API answers with objects.
    return JSON.parse(text) as Record<string, unknown>;
  };
}

async function payDeposit(ask: Ask): Promise<string> {
  const { data } = await ask('GET', '/v1/api/wallets');
  if (Array.isArray(data) && data.length === 0) {
    await ask('POST', '/v1/api/wallets', { liquidAddress: WALLET });
  }
  const order = { amountCents: 5_000, taxId: '12345678909' };
  const { id } = await ask('POST', '/v1/api/deposit', order);
  await ask('POST', `/v1/sandbox/deposits/${String(id)}/pay`);
  await waitUntil('the deposit is confirmed', TIMEOUT_MS, async () => {
    return (await ask('GET', `/v1/api/deposit/${String(id)}/status`))['status'] === 'CONFIRMED';
  });
  return String(id);
}

/** What a payer's open page receives while the connection stays open. */
async function watchPayment(ask: Ask): Promise<void> {
  const link = await ask('POST', '/v1/api/payment-links', { title: 'Aula', amountCents: 5_000 });
  const form = { attempt: 'a'.repeat(24), kind: 'cpf', document: '52998224725' };
  const sent = await fetch(String(link['url']), {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const path = new URL(sent.headers.get('location') ?? '', URL_OF_PROXY).pathname;
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const events = await fetch(`${URL_OF_PROXY}${path}/events`, {
    headers: { accept: 'text/event-stream' },
    signal: late,
  });
  assert.ok(events.ok && events.body, String(events.status));
  const paid = fetch(`${URL_OF_PROXY}${path}/simulate`, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay' }),
    redirect: 'manual',
  });
  let heard = '';
  for await (const chunk of events.body.pipeThrough(new TextDecoderStream())) {
    heard += chunk;
    if (heard.includes('confirmed')) break;
  }
  assert.equal((await paid).status, 303);
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(
      () => true,
      () => true,
    ),
    pause(50, false),
  ]);
}
