import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit, storedDeposits } from '../../test/deposits.ts';
import { findDeposit } from '../deposits/store.ts';
import type { App } from '../app.ts';
import type { Db } from './db.ts';
import { verifyKeys } from './verify-keys.ts';
import { reseal } from './reseal.ts';
import { openVault } from './vault.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

/** An app that ran with a first key, and then with a second one placed before it. */
async function arrange(t: TestContext) {
  const [old, young] = [newKey('old'), newKey('young')];
  const app = await testApp(t);
  const before: App = { ...app, vault: openVault(old) };
  const rotated: App = { ...app, vault: openVault(`${young},${old}`) };
  const after: App = { ...app, vault: openVault(young) };
  await verifyKeys(app.db, before.vault);
  const tenant = await testEnvironment(before);
  return { before, rotated, after, tenant, young };
}

/** How many tax ids are sealed with each key. */
async function sealedBy({ db }: App): Promise<Record<string, number>> {
  const rows = await db<{ key: string; count: number }>`
    select split_part(tax_id::text, ':', 2) as key, count(*) as count from deposits group by 1`;
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

test('after resealing the old key is no longer needed', async (t) => {
  const { before, rotated, after, tenant } = await arrange(t);
  const deposits = await storedDeposits(before, tenant, 300);
  const digest = before.vault.digest('any.place', 'x');
  await verifyKeys(rotated.db, rotated.vault);
  assert.deepEqual(await reseal(rotated.db, rotated.vault), {
    presentKey: 'young',
    fields: 300,
    retiredKeys: ['old'],
  });
  assert.deepEqual(await sealedBy(after), { young: 300 });

  await verifyKeys(after.db, after.vault);
  for (const { id, taxId } of deposits) {
    assert.equal((await findDeposit(after, tenant.environment.id, id))?.taxId, taxId);
  }
  const covered = after.vault.isDigestOf(digest, 'any.place', 'x');
  assert.ok(covered, 'digests made with the old key are still recognised');
  await assert.rejects(verifyKeys(before.db, before.vault), /old was retired/);
});

test('the digest key of a retired key survives later rotations', async (t) => {
  const { before, rotated, after, young } = await arrange(t);
  const { db } = rotated;
  const digest = before.vault.digest('any.place', 'x');
  await verifyKeys(db, rotated.vault);
  await reseal(db, rotated.vault);
  const third = newKey('third');
  const again = openVault(`${third},${young}`);
  await verifyKeys(db, after.vault);
  await verifyKeys(db, again);
  assert.deepEqual((await reseal(db, again)).retiredKeys, ['young']);
  const alone = openVault(third);
  await verifyKeys(db, alone);
  assert.ok(alone.isDigestOf(digest, 'any.place', 'x'));
});

test('resealing is refused while no process uses the new key, and changes nothing', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  await storedDeposit(before, tenant);
  await assert.rejects(reseal(rotated.db, rotated.vault), /nothing runs with .* young yet/);
  assert.deepEqual(await sealedBy(rotated), { old: 1 });
});

test('a field that is written between its reading and its resealing keeps what was written', async (t) => {
  const { before, rotated, after, tenant } = await arrange(t);
  const { id } = await storedDeposit(before, tenant);
  await verifyKeys(rotated.db, rotated.vault);
  const taxId = '52998224725';
  let reads = 0;
  const watched = around(rotated.db, async (run) => {
    const rows = await run();
    if (rows.some((row) => 'tid' in row) && (reads += 1) === 1) {
      const sealed = before.vault.seal('deposits.tax_id', taxId);
      await rotated.db`update deposits set tax_id = ${sealed} where id = ${id}`;
    }
    return rows;
  });
  await reseal(watched, rotated.vault);
  assert.equal(reads, 2);
  assert.equal((await findDeposit(after, tenant.environment.id, id))?.taxId, taxId);
});

test('rows that go on being written are all resealed', async (t) => {
  const { before, rotated, after, tenant } = await arrange(t);
  const deposits = await storedDeposits(before, tenant, 200);
  await verifyKeys(rotated.db, rotated.vault);
  let over = false;
  const write = async (): Promise<void> => {
    for (let turn = 0; !over; turn += 1) {
      const { id } = deposits[turn % deposits.length] ?? assert.fail();
      // Half of the writes only move the row, the other half change the sealed field itself.
      const sealed = turn % 2 === 0 ? null : rotated.vault.seal('deposits.tax_id', `new ${id}`);
      await rotated.db`
        update deposits set looks = looks + 1, tax_id = coalesce(${sealed}, tax_id)
        where id = ${id}`;
    }
  };
  const writers = [write(), write()];
  await reseal(rotated.db, rotated.vault);
  over = true;
  await Promise.all(writers);
  assert.deepEqual(await sealedBy(after), { young: 200 });
});

test('resealing resumes after any interruption, and no key is retired while still in use', async (t) => {
  const { before, rotated, after, tenant } = await arrange(t);
  await storedDeposits(before, tenant, 50);
  await verifyKeys(rotated.db, rotated.vault);
  let statements = 1;
  for (; ; statements += 3) {
    let left = statements;
    const cut = around(rotated.db, async (run) => {
      left -= 1;
      if (left < 0) throw new Error('the plug was pulled');
      return run();
    });
    const failure: unknown = await reseal(cut, rotated.vault).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) break;
    assert.match(String(failure), /pulled/);
    // However far it got, a start with both keys can read everything.
    await verifyKeys(rotated.db, rotated.vault);
    const { old = 0 } = await sealedBy(rotated);
    const known = await rotated.db`select 1 as one from encryption_keys where id = 'old'`;
    assert.ok(old === 0 || known.length === 1);
  }
  assert.ok(statements > 30, String(statements));
  await verifyKeys(after.db, after.vault);
  assert.deepEqual(await sealedBy(after), { young: 50 });
});

test('a process that still seals with the old key is detected, and the key is kept', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  await verifyKeys(rotated.db, rotated.vault);
  await storedDeposit(before, tenant);
  // The old process writes at the very moment when the last column has been read.
  let late: Promise<unknown> | undefined;
  const watched = around(rotated.db, async (run, values) => {
    const rows = await run();
    if (values.includes('withdrawals')) await (late ??= storedDeposit(before, tenant));
    return rows;
  });
  await assert.rejects(reseal(watched, rotated.vault), /still seals with another key than young/);
  const known = await rotated.db`select 1 as one from encryption_keys where id = 'old'`;
  assert.equal(known.length, 1);
  assert.deepEqual((await reseal(rotated.db, rotated.vault)).retiredKeys, ['old']);
});

test('a process that keeps sealing with the old key is detected as well', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  await verifyKeys(rotated.db, rotated.vault);
  const watched = around(rotated.db, async (run, values) => {
    if (values.includes('deposits')) await storedDeposit(before, tenant);
    return run();
  });
  await assert.rejects(reseal(watched, rotated.vault), /still seals with another key than young/);
});

test('a field that cannot be decrypted is reported by its location, and left unchanged', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  const { id } = await storedDeposit(before, tenant);
  await before.db`update deposits set tax_id = 'v1:old:AAAA' where id = ${id}`;
  await verifyKeys(rotated.db, rotated.vault);
  await assert.rejects(reseal(rotated.db, rotated.vault), /deposits\.tax_id does not open: row \(/);
  assert.deepEqual(await sealedBy(rotated), { old: 1 });
});

type Work = <Row extends object>(
  run: () => Promise<Row[]>,
  values: readonly unknown[],
) => Promise<Row[]>;

/** The same database, with work of the test's own around each statement. */
function around(db: Db, work: Work): Db {
  return Object.assign(
    <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) =>
      work(() => db<Row>(text, ...values), values),
    { begin: db.begin, load: db.load, end: db.end },
  );
}
