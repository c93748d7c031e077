import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ROOT } from '../../../tools/repository.ts';
import { lastFirst } from '../database.ts';
import { isObject } from '../../src/platform/json.ts';
import { openGateway } from '../gateway.ts';
import {
  callAs,
  DEPOSIT,
  type Merchant,
  openEndpoint,
  openMerchant,
  WITHDRAWAL,
} from '../merchant.ts';
import { openReference } from '../openapi.ts';
import { until } from '../receiver.ts';
import { type RoleProcess, startRole } from './role-process.ts';

const scope = lastFirst();

const older = findOlderRelease();
const skip = older === undefined && 'there is no history of the repository here';

let api: RoleProcess;
let worker: RoleProcess;
let merchant: Merchant;
let there: Merchant['call'];

before(async () => {
  if (older === undefined) return;
  const gateway = await openGateway(scope, { worker: false });
  const root = extract(older);
  [api, worker] = await Promise.all([
    startRole(scope, gateway, 'api', { entry: join(root, 'server/src/api.ts') }),
    startRole(scope, gateway, 'worker', { entry: join(root, 'server/src/worker.ts') }),
  ]);
  merchant = await openMerchant(gateway);
  there = callAs(api.url, merchant.key, openReference(readJson(join(root, DESCRIPTION))));
});

test(
  'orders created by this release are settled and reported by the previous one, on our tables',
  { skip },
  async (t) => {
    const { notified } = await openEndpoint(merchant, undefined, t);
    const deposits = await Promise.all(Array.from({ length: 5 }, () => merchant.deposit()));
    const withdrawal = await merchant.withdraw();
    for (const { id } of deposits) await merchant.command(`deposits/${String(id)}/pay`);
    await merchant.command(`withdrawals/${String(withdrawal['id'])}/fund`);
    for (const { id } of deposits) await merchant.reaches(String(id), 'CONFIRMED', 30_000);
    await merchant.reaches(String(withdrawal['id']), 'COMPLETED', 30_000);
    await until(() => notified().length >= 6, 30_000);
    assert.equal(notified().length, 6);
  },
);

test(
  'an order created by either release can be read and repeated on the other',
  { skip },
  async () => {
    for (const [path, order] of [
      ['/v1/api/deposit', DEPOSIT],
      ['/v1/api/withdraw', WITHDRAWAL],
    ] as const) {
      const key = { 'idempotency-key': randomUUID() };
      const made = await there('POST', path, order, key);
      assert.equal(made.status, 201, made.text);
      const again = await merchant.call('POST', path, order, key);
      assert.equal(again.text, made.text);
      const id = String(made.body['id']);
      assert.equal((await merchant.status(id))['status'], 'PENDING');
      const seen = await there('GET', `${path}/${id}/status`);
      assert.equal(seen.body['status'], 'PENDING');
    }
    const ours = { 'idempotency-key': randomUUID() };
    const here = await merchant.call('POST', '/v1/api/deposit', DEPOSIT, ours);
    assert.equal((await there('POST', '/v1/api/deposit', DEPOSIT, ours)).text, here.text);
  },
);

test(
  'every read of the previous release still answers, and its processes run on without an error',
  { skip },
  async () => {
    for (const path of ['wallets', 'balance', 'transactions', 'fees', 'meds', 'payment-links']) {
      const { status, text } = await there('GET', `/v1/api/${path}`);
      assert.equal(status, 200, `${path}: ${text}`);
    }
    for (const path of ['webhook-endpoints', 'webhook-deliveries', 'events?after=0']) {
      const { status, text } = await there('GET', `/v1/api/${path}`);
      assert.equal(status, 200, `${path}: ${text}`);
    }
    assert.deepEqual([api.hasEnded(), worker.hasEnded()], [false, false]);
    const faults = `${api.printed()}\n${worker.printed()}`.match(/.*"level":50.*/g);
    assert.equal(faults, null);
  },
);

/** Each release's description of its own responses. */
const DESCRIPTION = 'docs/openapi.json';

function readJson(path: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  assert.ok(isObject(value));
  return value;
}

/** The last commit that does not know our newest migration. */
function findOlderRelease(): string | undefined {
  const newest = readdirSync(join(ROOT, 'server/migrations')).toSorted().at(-1) ?? '';
  try {
    const [added] = git(
      'log',
      '--diff-filter=A',
      '--format=%H',
      '--',
      `server/migrations/${newest}`,
    );
    // A migration that is not committed yet is unknown to every commit.
    return git('rev-parse', '--verify', '--quiet', added ? `${added}^` : 'HEAD')[0];
  } catch {
    return undefined;
  }
}

function extract(commit: string): string {
  const root = mkdtempSync(join(tmpdir(), 'ponte-older-'));
  scope.after(() => rmSync(root, { recursive: true, force: true }));
  const archive = execFileSync(
    'git',
    ['-C', ROOT, 'archive', commit, 'server', 'package.json', DESCRIPTION],
    {
      maxBuffer: 200_000_000,
    },
  );
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  mkdirSync(join(root, 'server'), { recursive: true });
  // It runs on our packages: what it needs stays until a release knows the next migration, if need
  // be as a development dependency.
  for (const place of ['node_modules', 'server/node_modules']) {
    symlinkSync(join(ROOT, place), join(root, place));
  }
  return root;
}

function git(...args: string[]): string[] {
  const output = execFileSync('git', ['-C', ROOT, ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  return output.trim().split('\n').filter(Boolean);
}
