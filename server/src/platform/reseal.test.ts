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

test('rows that are written during resealing keep what was written', async (t) => {
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
  for (const { id, taxId } of deposits) {
    const found = await findDeposit(after, tenant.environment.id, id);
    assert.ok(found?.taxId === taxId || found?.taxId === `new ${id}`);
  }
});

test('resealing resumes after any interruption, and no key is retired while still in use', async (t) => {
  const { before, rotated, after, tenant } = await arrange(t);
  await storedDeposits(before, tenant, 50);
  await verifyKeys(rotated.db, rotated.vault);
  for (let statements = 1; ; statements += 3) {
    const cut = failingAfter(rotated.db, statements);
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
  await verifyKeys(after.db, after.vault);
  assert.deepEqual(await sealedBy(after), { young: 50 });
});

test('a process that still seals with the old key is detected, and the key is kept', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  await verifyKeys(rotated.db, rotated.vault);
  await storedDeposit(before, tenant);
  // The old process writes at the very moment when the last column has been read.
  let late: Promise<unknown> | undefined;
  const watched: Db = Object.assign(
    async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
      const rows = await rotated.db<Row>(text, ...values);
      if (values.includes('withdrawals')) await (late ??= storedDeposit(before, tenant));
      return rows;
    },
    { begin: rotated.db.begin, load: rotated.db.load, end: rotated.db.end },
  );
  await assert.rejects(reseal(watched, rotated.vault), /still seals with another key than young/);
  const known = await rotated.db`select 1 as one from encryption_keys where id = 'old'`;
  assert.equal(known.length, 1);
  assert.deepEqual((await reseal(rotated.db, rotated.vault)).retiredKeys, ['old']);
});

test('a process that keeps sealing with the old key is detected as well', async (t) => {
  const { before, rotated, tenant } = await arrange(t);
  await verifyKeys(rotated.db, rotated.vault);
  const watched: Db = Object.assign(
    async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
      if (values.includes('deposits')) await storedDeposit(before, tenant);
      return rotated.db<Row>(text, ...values);
    },
    { begin: rotated.db.begin, load: rotated.db.load, end: rotated.db.end },
  );
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

/** A connection that fails after so many statements. */
function failingAfter(db: Db, statements: number): Db {
  let left = statements;
  return Object.assign(
    async <Row extends object>(text: TemplateStringsArray, ...values: readonly unknown[]) => {
      left -= 1;
      if (left < 0) throw new Error('the plug was pulled');
      return db<Row>(text, ...values);
    },
    { begin: db.begin, load: db.load, end: db.end },
  );
}
